// The sort engines of a backend on one frame's keys: copies of them, each engine with the same input.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/bench/race/race.h"
#include "sort/registry.h"

namespace app {

struct SortRaceInput {
    sort::Backend backend = sort::Backend::cpu;
    int threads = 0;
    uint64_t held_bytes = 0;  // host memory that others hold meanwhile
    std::string in_use;       // the engine, and how it was made
    sort::EngineConfig config{};
    std::vector<uint32_t>
        keys;  // in the order that the frame's sort found them; the values are their indices
};

/// All engines of the backend. Those on cuda run as graphs, as in a frame, on streams of their own, on the current
/// device; those on the CPU on as many threads as a world with the same setting.
std::vector<RaceEntry> sort_race(SortRaceInput input);

/// Checks that these are the keys in ascending order, each with its index in the input, every index once,
/// and, of a stable engine, equal keys in input order: there is one such result. Returns "" or the first
/// place that is wrong.
std::string sort_fault(std::span<const uint32_t> input, std::span<const uint32_t> keys,
                       std::span<const uint32_t> values, bool stable);

}  // namespace app
