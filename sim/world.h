// The simulated world as the program sees it: create it, step it, read it. Both backends give the same
// bits (contract, part 4). Not thread-safe: one thread calls a World.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/broad_phase/choose_broad_phase.h"
#include "sim/exec/counters.h"
#include "sim/exec/named_bytes.h"
#include "sim/exec/saved_state.h"
#include "sim/exec/stage_cost.h"
#include "sim/exec/stop.h"
#include "sim/given/given_boxes.h"
#include "sim/scene.h"
#include "sim/views.h"
#include "sort/base/errors.h"
#include "sort/device.h"
#include "sort/registry.h"

namespace sim {

using sort::Backend;

/// All bodies and the number of completed steps: what the state hash is taken of.
struct Snapshot {
    std::vector<Body> bodies;  // by id
    Container container;
    uint64_t completed_steps = 0;
    std::vector<RotationState> rotations = {};  // by id; none: spheres that do not roll
    std::vector<PairState> pairs = {};          // by (a, b): of bodies with shapes
    /// Deepest contact by id, in m, of bodies with shapes. No force depends on it, so no hash has it.
    std::vector<float> depth_m = {};
};

/// XXH3-64 over each body's little-endian state in id order, then rotations in id order and pairs, where
/// there are any, then the count of completed steps.
uint64_t state_hash(const Snapshot& snapshot);

struct WorldConfig {
    Scene scene;          // its physics and spawn values
    uint32_t bodies = 0;  // 1..kMaxBodies
    uint64_t seed = 1;
    Backend backend = Backend::cpu;
    std::string engine;                // a sort engine of that backend
    std::string engine_reason{};       // of a caller that chose it: why; a World does not read it
    std::string broad_phase;           // an entry of broad_phases(), or kAutoBroadPhase
    std::string broad_phase_reason{};  // of a World that was asked to choose: why it chose so
    int threads = 0;                   // cpu: 0 = all cores
    int device = 0;                    // cuda
    bool traced = false;  // plain stream with every stage and pass bracketed, instead of one graph a step
    sort::EngineConfig engine_config{};
    /// Room for a list of pairs, and for contacts beyond the rows (contact_table.h), that is never exceeded:
    /// as if memory had run out. For tests.
    uint64_t most_pairs = UINT64_MAX;
    StopCheck stop{};  // asked while a ground is made and, on cpu, while a step runs
    /// Ground of the previous world, where this one continues its state. Null: the ground is made.
    std::shared_ptr<const Ground> ground{};
    ProgressCallback ground_progress{};  // while it is made
    /// Bodies whose boxes are given before each step (World::give), instead of the scene's. Null: the scene is spawned.
    std::shared_ptr<const GivenStart> given{};
};

struct StepReport {
    uint64_t step;                  // number of the step, from 1
    double start_us, duration_us;   // start counts from World::clock_zero_s()
    std::vector<StageTime> stages;  // disjoint, in order
    Counters counters;
    double profiler_us;  // host time spent to obtain this report
};

class World {
public:
    virtual ~World() = default;

    /// Spawns the scene, or continues from `from` (its body count and container win).
    /// Throws sort::Unavailable (no device), sort::OverLimit (memory), std::invalid_argument (a scene whose
    /// time step is too coarse for its lightest body; names that do not exist).
    static std::unique_ptr<World> create(const WorldConfig& config, const Snapshot* from = nullptr);

    virtual const WorldConfig& config() const = 0;
    virtual const Container& container() const = 0;

    /// Returns the ground; null: the scene has none. Its heights are in host memory, and do not change.
    virtual const Ground* ground() const { return nullptr; }

    /// Queues `count` steps. Does not wait for them, except that at most a few are in flight on cuda.
    /// Throws sort::OverLimit when the pairs of a step do not fit into memory (message has the count), and
    /// what WorldConfig::stop throws, after which the world can only be dropped.
    virtual void step(uint32_t count) = 0;

    /// Sets the boxes of the next step of a world whose boxes are given, which then is step `completed_steps` + 1;
    /// there may be more or fewer than before. Finishes all queued steps first. Throws std::invalid_argument for
    /// another world and for wrong boxes, and sort::OverLimit: then nothing has changed.
    void give(const GivenBoxes& next, uint64_t completed_steps);
    /// Returns the ids by slot of a world whose boxes are given; finishes first.
    virtual std::vector<uint32_t> ids_by_slot() { return {}; }

    /// Waits until every queued step is completed (steps that ran out of room are done again).
    virtual void finish() = 0;

    /// Appends the reports that are ready, without waiting.
    virtual void poll(std::vector<StepReport>& reports) = 0;

    /// Returns the seconds of std::chrono::steady_clock at which the start_us of reports are 0: on cuda as known now.
    virtual double clock_zero_s() const { return 0; }

    /// Counters of the newest report that was ready; does not wait.
    virtual const Counters& counters() const = 0;

    /// Set the physics, but for `rotation`, the hand and the watched body from the next queued step on. The
    /// first two finish first: a step that is repeated has to have the numbers of its time. Throw
    /// std::invalid_argument.
    virtual void set_physics(const Physics& physics) = 0;
    virtual void set_hand(const Hand& hand) = 0;
    virtual void watch(uint32_t id) = 0;  // kNobody: nobody

    /// Change the sort engine or the broad phase for the next steps, which have the same bits as with the one
    /// before. Finish all queued steps first; the state stays where it is, its pairs and contacts are known
    /// after the next step. Throw as create(), and then nothing has changed.
    void set_engine(const std::string& engine, const sort::EngineConfig& engine_config = {});
    void set_broad_phase(const std::string& broad_phase);  // or kAutoBroadPhase

    /// Saves the state after all queued steps, in the memory of the backend: that of `reuse`, if it has the size.
    /// The hand and the physics are not part of it. Throws sort::OverLimit, also for one of more than `most_bytes`.
    virtual SavedState save(SavedState reuse = {}, uint64_t most_bytes = UINT64_MAX) = 0;
    /// Goes back, or on, to it, with the physics of its time, which were legal. Pairs and contacts of that state are
    /// known after the next step. False, and nothing is done, where this world has other room: then a new one can
    /// start from its snapshot_of(). A state on a device needs the world of that device.
    virtual bool restore(const SavedState& state, const Physics& physics) = 0;
    /// Copies it to the host's memory, if it is on this world's device. Throws sort::OverLimit.
    virtual void move_to_host(SavedState& state) = 0;

    virtual Snapshot snapshot() = 0;                  // finishes first
    virtual std::vector<uint32_t> pairs_by_id() = 0;  // finishes first; i < j, sorted, two a pair (last step)

    virtual BodyView bodies() const = 0;

    /// Queues a list of the last queued step's pairs, unless the step has made one, and says where it is. The
    /// room is that for the newest step whose counters are known, and a little more, if memory has it.
    virtual PairView pairs() = 0;

    /// Queues a list of the last queued step's contacts, in scenes with meshes; else there is none.
    virtual ContactView contacts() { return {}; }
    virtual sort::Stream stream() const = 0;  // null on cpu

    /// Memory that the world holds, in bytes (device memory on cuda).
    virtual uint64_t bytes() const = 0;
    /// Returns the memory of bytes() by purpose; the sum is bytes(). Empty: not known.
    virtual std::vector<NamedBytes> memory() const { return {}; }

protected:
    /// Takes engine, engine_config and broad phase of `config`, whose names exist. Of set_engine(), set_broad_phase().
    virtual void change_search(const WorldConfig& config) = 0;
    /// Takes boxes that are as they have to be, after all queued steps. Of give().
    virtual void take_given(const GivenBoxes&, uint64_t) {}

private:
    void change_to(WorldConfig config);
};

/// Returns the snapshot of a saved state that is in host memory, in this container.
Snapshot snapshot_of(const SavedState& state, const Container& container);

/// Memory of the host that making and running a world of config.bodies takes: what its bytes() will be if
/// that is on the CPU, and twice its bodies as they start, or are looked at. Throws as World::create.
uint64_t host_bytes_needed(const WorldConfig& config);

/// Returns the bodies that `view`, `render` and `profile` use when neither the command nor the scene gives a number.
uint32_t default_bodies(Backend backend);
uint32_t default_bodies(const Scene& scene, Backend backend);
using sort::cuda_available;

/// Loads the kernels of steps on the current CUDA device: they share a module, which the driver compiles here where
/// sort::compiles_kernels. Nothing in a build without CUDA. Throws sort::Unavailable.
void load_world_kernels();
using sort::default_engine;

}  // namespace sim
