// What a stage goes over, who works on an item, and what becomes of the results of all: the words of Exec's calls.
#pragma once
#include <cstddef>

#include "sim/exec/word_list.h"

namespace sim {

/// Items [0, *count) whose number a stage before has found, in the backend's memory; at most `capacity` of them.
template <class Count>
struct CountedItems {
    const Count* count;
    uint64_t capacity;
    uint32_t item_bytes = 0;  // moved by each
    uint64_t bytes = 0;       // moved by all, where it is known

    HOST_DEVICE uint64_t size() const { return *count < capacity ? *count : capacity; }
};
template <class Count>
CountedItems(const Count*, uint64_t) -> CountedItems<Count>;
template <class Count>
CountedItems(const Count*, uint64_t, uint32_t) -> CountedItems<Count>;
template <class Count>
CountedItems(const Count*, uint64_t, uint32_t, uint64_t) -> CountedItems<Count>;

// Who works on an item on a device (group.h); on the CPU a thread does.

/// So many lanes of a warp.
template <uint32_t kLanes>
struct ByLanes {};
/// A block: for items that are much work each.
struct ByBlock {};
/// A warp, with memory that its lanes share.
template <class Scratch>
struct ByWarp {};

// What Exec::each_reduced makes of the results of f.

/// Adds to totals[k] how many f(i) have bit k set. Bits above the first are rare.
template <size_t kFlags>
struct CountFlags {
    uint32_t* totals;  // kFlags of them
};
/// Adds to totals[k] what f(i, sums) adds to sums[k], k in [0, 3).
struct AddThree {
    uint64_t* totals;
};
/// Raises most[k] to the largest that f(i, most) makes of it, k in [0, 6).
struct RaiseSix {
    uint32_t* most;
};
/// Appends the words of f(i, to_a, to_b) to two lists (WordsOfItem).
struct AddToLists {
    WordList a, b;
};
/// Sets keys[i] = f(i) and order[i] = i. Adds to *descents how many keys are greater than the next one.
struct MakeKeys {
    uint32_t *keys, *order, *descents;
};

}  // namespace sim
