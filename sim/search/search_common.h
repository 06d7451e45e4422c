// What a search of pairs and a world share: the sort engine, how boxes are spread, sizes, the list in order.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "sim/broad_phase/broad_phase.h"
#include "sim/exec/stop.h"

namespace sim {

using sort::Backend;

/// Returns the engine of that name on the backend. Throws std::invalid_argument.
const sort::Engine& engine_of(const std::string& name, Backend backend);

/// Returns the configuration of the engine of a world or a search on the CPU: it uses as many threads as all
/// other work.
template <class Config>
sort::EngineConfig engine_config(const Config& config) {
    sort::EngineConfig own = config.engine_config;
    own.threads = config.threads;
    return own;
}

/// Returns the frame of all boxes; at least one.
SpreadFrame spread_frame_of(std::span<const Box> boxes);

/// Pair space to start with, a few more for small worlds: grows when a step needs more.
inline constexpr uint64_t kPairsABody = 8;
uint64_t first_pair_capacity(uint32_t bodies);

/// Bodies for which memory is computed, to estimate the memory of many.
inline constexpr uint32_t kFewBodies = 1 << 16;

/// Pairs of slots as pairs of ids: i < j, lexicographic.
std::vector<uint32_t> normalized_pairs(std::vector<uint32_t> slots, std::span<const uint32_t> id_of_slot,
                                       const StopCheck& stop = {});

}  // namespace sim
