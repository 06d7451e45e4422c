// What a frame's race gets to work on.
#include "app/view/race/frame_race.h"

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/base/wall_clock.h"
#include "app/bench/race/race_pairs.h"
#include "app/bench/race/race_sorts.h"
#include "app/observe/readers/readers.h"
#include "sim/exec/memory.h"
#include "sort/base/numbers.h"
#include "sort/lab/arrays.h"

namespace app {
namespace {

constexpr RaceLimits kLimits{.budget_s = 1, .most_samples = 50};  // of each of the two races
constexpr uint64_t kBytesABody = 64;  // copies on the host: keys, ids, ranks, slots, boxes

uint64_t host_bytes(const sim::World& world) {
    return world.config().backend == sim::Backend::cpu ? world.bytes() : 0;
}

template <class T>
std::vector<T> copied(sim::Backend backend, const T* from, uint32_t count) {
    std::vector<T> to(count);
    sort::copy_to_host(backend, to.data(), from, count * sizeof(T));
    return to;
}

std::optional<FrameSort> sort_of(const sim::World& world) {
    const auto reader = make_frame_sort_reader(world.config().backend, world.config().device);
    reader->start(world);
    return reader->take(true);
}

/// Returns the boxes of the bodies in the order in which the sort found them; without a sort, by slot.
std::vector<sim::Box> boxes_of(const sim::World& world, const std::optional<FrameSort>& sort) {
    const sim::BodyView bodies = world.bodies();
    const sim::Backend backend = world.config().backend;
    std::vector<sim::Box> by_slot;
    if (bodies.boxes) {
        by_slot = copied(backend, bodies.boxes, bodies.count);
    } else {
        for (const sim::Vec4& sphere : copied(backend, bodies.position_radius, bodies.count))
            by_slot.push_back(sim::box_of(sphere));
    }
    if (!sort) return by_slot;
    std::vector<sim::Box> boxes;
    boxes.reserve(by_slot.size());
    for (const uint32_t slot : sort->slots) boxes.push_back(by_slot[slot]);
    return boxes;
}

struct Inputs {
    std::vector<uint32_t> keys;
    std::vector<sim::Box> boxes;
};

Inputs inputs_of(const sim::World& world, const std::string& sorts_note) {
    const uint32_t count = world.bodies().count;
    sim::require_host_memory("a race of " + sort::grouped(count) + " bodies needs",
                             host_bytes(world) + kBytesABody * count, host_bytes(world));
    std::optional<FrameSort> sort;
    if (sorts_note.empty()) sort = sort_of(world);
    Inputs inputs;
    inputs.boxes = boxes_of(world, sort);
    if (sort) inputs.keys = std::move(sort->keys);
    return inputs;
}

Race race_of_sorts(const sim::World& world, std::vector<uint32_t> keys) {
    if (keys.empty()) return Race({}, kLimits, now_s);
    SortRaceInput input;
    input.backend = world.config().backend;
    input.threads = world.config().threads;
    input.held_bytes = host_bytes(world);
    input.in_use = world.config().engine;
    input.config = world.config().engine_config;
    input.keys = std::move(keys);
    return Race(sort_race(std::move(input)), kLimits, now_s);
}

Race race_of_broad_phases(const sim::World& world, std::vector<sim::Box> boxes) {
    const sim::WorldConfig& config = world.config();
    PairRaceInput input;
    input.config.backend = config.backend;
    input.config.engine = config.engine;
    input.config.broad_phase = config.broad_phase;
    input.config.threads = config.threads;
    input.config.device = config.device;
    input.config.engine_config = config.engine_config;
    input.boxes = std::move(boxes);
    return Race(pair_race(std::move(input)), kLimits, now_s);
}

}  // namespace

FrameRace::FrameRace(const sim::World& world, RaceFacts facts, std::string sorts_note)
    : facts_(std::move(facts)),
      sorts_note_(std::move(sorts_note)),
      sorts_({}, kLimits, now_s),
      pairs_({}, kLimits, now_s) {
    Inputs inputs = inputs_of(world, sorts_note_);
    if (sorts_note_.empty() && inputs.keys.empty()) sorts_note_ = "the last step did not complete";
    sorts_ = race_of_sorts(world, std::move(inputs.keys));
    pairs_ = race_of_broad_phases(world, std::move(inputs.boxes));
}

bool FrameRace::advance(double slice_s) {
    if (sorts_.done())
        pairs_.advance(slice_s);
    else
        sorts_.advance(slice_s);
    return !done();
}

std::string FrameRace::summary() const {
    std::string text;
    const auto add = [&](const char* what, const Race& race, const std::string& in_use) {
        const RaceRow* best = nullptr;
        for (const RaceRow& row : race.rows()) {
            if (!row.fault.empty())
                text += (text.empty() ? "" : "; ") + row.name + " is WRONG: " + row.fault;
            else if (row.raced() && (!best || row.median_ms() < best->median_ms()))
                best = &row;
        }
        if (!best) return;
        char ratio[64] = ", in use";
        if (!best->in_use) std::snprintf(ratio, sizeof ratio, ", %.2f x the time of ", race.ratio(*best));
        text += (text.empty() ? "" : "; ") + (what + best->name) + ratio + (best->in_use ? "" : in_use);
    };
    add("fastest sort ", sorts_, facts_.engine);
    add("fastest broad phase ", pairs_, facts_.broad_phase);
    return text.empty() ? "" : "Race: " + text;
}

void FrameRace::cancel() {
    sorts_.cancel();
    pairs_.cancel();
}

}  // namespace app
