// What one call of a sorter sorts: arrays by the types that they name, and how.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sort/keys.h"

namespace sort {

struct Report;

/// The arrays of a call, of `count` items each. An array of the input and that of the output are the same or do not
/// overlap; keys and values never do, nor what PairSortOptions names (which nobody looks at).
struct SortArrays {
    KeyType type = KeyType::u32;
    const void* keys_in = nullptr;
    void* keys_out = nullptr;         // null: sorted keys are not written
    const void* values_in = nullptr;  // null: the places of the keys in the input, 0, 1, 2, ..., of 4 bytes
    void* values_out = nullptr;       // null: keys alone
    size_t value_bytes = 4;           // 4 or 8
};

inline constexpr int kAllBits = -1;

struct PairSortOptions {
    /// Bits of the key to sort by, counted in its ordered unsigned form (ordered_key in keys.h). Fewer bits,
    /// fewer passes. 0 <= begin_bit <= end_bit <= bits of the key.
    int begin_bit = 0, end_bit = kAllBits;
    /// Written in stream order, where the pairs live; of keys that an engine sorts in more than one run, that of the last.
    Report* report = nullptr;
    bool descending = false;  // the greatest key first, NaN before all numbers; equal keys keep their order
    /// One number where the pairs live, read in stream order: only so many of the `count` pairs are sorted. What lies
    /// behind them keeps its values; its keys are not defined afterwards. More than `count` means `count`.
    const uint32_t* live_count = nullptr;
    /// Segments that are sorted each by itself: segment s has the places offsets[s] to offsets[s + 1] - 1. `segments` + 1
    /// ascending numbers, where the pairs live. Pairs outside of all segments stay where they are. Where the numbers do
    /// not ascend, CPU engines refuse the call, and CUDA engines give some order of the pairs.
    const uint32_t* offsets = nullptr;
    uint32_t segments = 0;
};

}  // namespace sort
