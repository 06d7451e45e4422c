// What both backends' worlds share: spawning, going on from a snapshot, reports.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>

#include "sim/exec/memory.h"
#include "sim/search/search_common.h"
#include "sim/step_data.h"
#include "sim/step_numbers.h"
#include "sim/world.h"
#include "sort/base/float_environment.h"

namespace sim {

/// Initial state of a world.
struct Start {
    Snapshot state;
    std::unique_ptr<const Ground> ground;  // null: the scene has none
    bool anew =
        false;  // spawned just now: what its bodies feel of each other is not in their accelerations yet
    std::vector<Box> boxes{};  // by id, where they are given
};

/// Bodies that pull each other have coordinates up to so much: squares of their distances are floats then.
inline constexpr float kMostPlace_m = 1e18f;

/// Makes the ground; spawns, or takes `from`; checks the number of bodies.
Start start_of(const WorldConfig& config, const Snapshot* from);

/// Returns the shapes of its bodies; none in a scene of spheres.
std::span<const std::shared_ptr<const SceneShape>> shapes_of(const WorldConfig& config);

/// Returns whether the world's bodies are spheres that roll.
bool spheres_roll(const WorldConfig& config);

/// Returns whether the search is of spheres, whose boxes it computes itself.
bool searches_spheres(const WorldConfig& config);

/// Returns how given boxes are seen; null: bodies move by themselves.
const GivenLook* look_of(const WorldConfig& config);

/// Returns the ids by slot of given boxes, before their sort.
std::vector<uint32_t> given_ids(const GivenBoxes& next);

/// Returns 0, 1, ... count - 1: the ids by slot of bodies that no step has put in order.
std::vector<uint32_t> first_ids(uint32_t count);

/// Returns the bodies of these ids, at rest, where they were a step ago.
std::vector<Body> given_bodies(const GivenLook& look, const GivenBoxes& next, std::span<const uint32_t> ids);

/// Puts given boxes into the arrays of a world whose steps are all done, with room for a quarter more where there was too
/// little, as frames differ little. copy(to, from, bytes) is in the order of the world's work; put_bodies(bodies, ids)
/// are by slot. Returns whether the count is another one. Throws sort::OverLimit, and then nothing has changed.
template <class Exec, class Copy, class PutBodies>
bool put_given(Exec& exec, StepData<Exec>& data, WorldConfig& config, const BroadPhaseConfig& search,
               const GivenBoxes& next, Copy copy, PutBodies put_bodies) {
    const auto count = uint32_t(next.boxes.size());
    const bool other_count = count != data.count;
    if (count > data.room()) {
        const auto room = uint32_t(std::min<uint64_t>(uint64_t(count) + count / 4, kMaxBodies));
        require_room<Exec>("boxes need", uint64_t(double(data.bytes()) / data.room() * room));
        StepData<Exec> larger(room, make_broad_phase<Exec>(config.broad_phase, room, search),
                              first_pair_capacity(room), nullptr, 0, false, look_of(config));
        copy(larger.numbers.data(), data.numbers.data(), sizeof(StepNumbers));
        copy(larger.status.data(), data.status.data(), sizeof(Status));
        exec.wait();
        data = std::move(larger);
    }
    const SpreadFrame frame = spread_frame_of(next.boxes);
    copy(data.given->boxes.data(), next.boxes.data(), next.boxes.size_bytes());
    copy(data.frame.data(), &frame, sizeof frame);
    if (!other_count && next.order.empty()) return false;
    const std::vector<uint32_t> ids = given_ids(next);
    data.count = config.bodies = count;
    put_bodies(given_bodies(data.given->look, next, ids), ids);
    data.begin_search(exec);
    return other_count;
}

/// Returns the container around the boxes too.
Container container_around(Container container, std::span<const Box> boxes);

/// Returns whether the bodies have to stay inside the container: not where they drain, nor where the walls
/// are soft (kSoftWalls), as they are around bodies that pull each other.
bool is_closed(const WorldConfig& config);

/// Returns `wanted`, except for the numbers that are fixed for the life of a world.
Physics changed_physics(const WorldConfig& config, const Physics& wanted);

/// Throws std::invalid_argument if a step of that many bodies and of this length cannot have the hand.
void require_hand(const Hand& hand, uint32_t bodies, float time_step_s);

/// Engine that sorts the keys of gravity (gravity/key_sort.h): that of the world, or the default of its backend if
/// that is not stable.
struct GravitySort {
    const sort::Engine* engine;
    sort::EngineConfig config;
};
GravitySort gravity_sort(const WorldConfig& config);

/// Applies the physics of the scene that are fixed for the life of a world: substeps, and gravity with its arrays.
template <class Data>
void begin_physics(Data& data, const WorldConfig& config) {
    if (data.constraints) data.constraints->substeps = config.scene.physics.substeps;
    const Gravity& gravity = config.scene.physics.gravity;
    if (!gravity.on) return;
    const GravitySort sort = gravity_sort(config);
    data.gravity.emplace(gravity, data.count, *sort.engine, sort.config);
}

/// Parts of a world that depend on its sort engine and broad phase: the search, and the sort of gravity's keys, if
/// there is one.
template <class Exec>
struct Search {
    std::unique_ptr<BroadPhase<Exec>> broad_phase;
    std::optional<KeySort<Exec>> key_sort = std::nullopt;
};

template <class Exec, class Data>
void swap_search(Data& data, Search<Exec>& other) {
    data.swap_broad_phase(other.broad_phase);
    if (other.key_sort) std::swap(data.gravity->tree.sort, *other.key_sort);
}

/// Changes engine and broad phase in a world whose steps are all done; finish() makes what depends on them.
/// Throws as World::set_engine, and then all is as before.
template <class Exec, class Data, class Finish>
void change_search_of(Exec& exec, Data& data, const WorldConfig& config, const BroadPhaseConfig& search,
                      Finish finish) {
    Search<Exec> other{make_broad_phase<Exec>(config.broad_phase, data.room(), search)};
    if (data.gravity && !data.gravity->gravity.direct) {
        const GravitySort sort = gravity_sort(config);
        other.key_sort.emplace(data.count, *sort.engine, sort.config);
    }
    const auto put_in = [&] {
        swap_search(data, other);
        data.begin_search(exec);
        finish();
    };
    try {
        put_in();
    } catch (...) {
        put_in();  // the one before
        throw;
    }
    data.drop_unlisted();
}

/// Limits of the time step of a world, from its bodies and shapes.
class StepLimit {
public:
    StepLimit(const WorldConfig& config, std::span<const Body> bodies);

    /// Throws as make_step_numbers(), require_stiffness() and PullLimit.
    StepNumbers numbers(const Physics& physics, const Container& container) const;

private:
    std::vector<std::shared_ptr<const SceneShape>> shapes_;
    float stiffest_, heaviest_;
    uint32_t substeps_;  // for the life of the world
    bool closed_;        // nobody may leave the walls
    PullLimit pull_;
};

/// Memory that a body takes in a world on the CPU, scratch of the sort and first room for pairs that are
/// listed included.
double cpu_bytes_a_body(const WorldConfig& config);

/// The reports of steps until somebody polls for them; the oldest go when nobody does.
class KeptReports {
public:
    void add(StepReport report);
    void move_to(std::vector<StepReport>& reports);  // appends all

private:
    std::vector<StepReport> reports_;
};

std::unique_ptr<World> create_cpu_world(const WorldConfig& config, Start start);
std::unique_ptr<World> create_cuda_world(const WorldConfig& config, Start start);

}  // namespace sim
