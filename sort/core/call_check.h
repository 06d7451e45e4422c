// Refuses wrong calls of a sorter before anything is queued or written.
#pragma once
#include <string>

#include "sort/core/typed_sort.h"

namespace sort {

/// What a sorter was made for. Refers to the engine.
struct SorterLimits {
    const Engine& engine;
    uint32_t capacity;
    KeyType widest;
    int device;  // -1: none, a CPU engine
};

/// Throws std::invalid_argument.
[[noreturn]] void refuse(const std::string& why);

/// Returns the call, its bits counted. Throws std::invalid_argument with the reason where it cannot be done.
SortCall checked_call(const SorterLimits& sorter, const SortArrays& arrays, size_t count,
                      const PairSortOptions& options);

}  // namespace sort
