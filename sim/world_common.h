// What both backends' worlds share: spawning, going on from a snapshot, choosing sizes.
#pragma once
#include "sim/broad_phase/broad_phase.h"
#include "sim/memory.h"
#include "sim/step_numbers.h"
#include "sim/world.h"

namespace sim {

/// Spawns, or takes `from`; checks the number of bodies.
Snapshot start_of(const WorldConfig& config, const Snapshot* from);

/// The engine of config.engine for its backend. Throws std::invalid_argument.
const sort::Engine& engine_of(const std::string& name, Backend backend);

/// What the engine of a world or a search on the CPU is made with: it has the threads of all the rest.
template <class Config>
sort::EngineConfig engine_config(const Config& config) {
    sort::EngineConfig own = config.engine_config;
    own.threads = config.threads;
    return own;
}

/// Middle of a volume, and the scale at which half its longest side is 2^19 (BoxInput).
struct SpreadFrame {
    Vec3 middle;
    float scale;
};
SpreadFrame spread_frame(const Vec3& min, const Vec3& max);
SpreadFrame spread_frame_of(std::span<const Box> boxes);  // at least one box

/// Pair space to start with, a few more for small worlds: grows when a step needs more.
inline constexpr uint64_t kPairsABody = 8;
uint64_t first_pair_capacity(uint32_t bodies);

/// What is needed for many bodies is told by so few.
inline constexpr uint32_t kFewBodies = 1 << 16;

/// Memory that a body takes in a world on the CPU, scratch of the sort and first pair space included.
double cpu_bytes_a_body(const WorldConfig& config);

/// Pairs of slots as pairs of ids: i < j, lexicographic.
std::vector<uint32_t> normalized_pairs(std::vector<uint32_t> slots, std::span<const uint32_t> id_of_slot,
                                       const StopCheck& stop = {});

std::unique_ptr<World> create_cpu_world(const WorldConfig& config, const Snapshot& start);
std::unique_ptr<World> create_cuda_world(const WorldConfig& config, const Snapshot& start);

}  // namespace sim
