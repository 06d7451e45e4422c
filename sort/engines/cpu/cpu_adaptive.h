// cpu-adaptive's paths by number, and the faults for its tests.
#pragma once
#include <memory>

#include "sort/sorter.h"

namespace sort::cpu {

/// Report::path of cpu-adaptive.
enum class Path : uint32_t { in_order, windows, movers, windows_and_movers, full };
inline constexpr const char* kAdaptivePaths[] = {"in order", "windows", "movers", "windows and movers",
                                                 "full sort"};

inline constexpr const char* kAdaptiveSentence =
    "moves the few pairs that are out of order, or repairs in windows; otherwise cpu-radix";

/// Faults for tests that prove that the checks detect errors. All off in the engine.
struct RepairFaults {
    uint32_t window = 0;          // of this size, whatever the prediction says
    bool no_movers = false;       // leaves those far from their places in the windows
    bool skip_merges = false;     // leaves the borders of windows as they are
    bool skip_the_check = false;  // believes that all is well
};

/// Creates the sorter of keys of 32 or 64 bits.
template <class Key = uint32_t>
std::unique_ptr<SorterOf<Key>> make_cpu_adaptive(uint32_t capacity, int threads,
                                                 const RepairFaults& faults = {});

}  // namespace sort::cpu
