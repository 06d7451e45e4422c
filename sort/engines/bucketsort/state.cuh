// What the kernels of `bucketsort` are given, and the words that they leave for each other.
#pragma once
#include "sort/engines/onesweep/digits.cuh"
#include "sort/key_bits.h"
#include "sort/sorter.h"

namespace sort::bucketsort {

using onesweep::kMostPairs;  // large sorts go by its digits

/// Report.path: which path the sort took.
enum class Path : uint32_t { in_order, one_block, buckets, digits };

/// State on the device, all 0 between two sorts: the thread that sets a word clears it once all have read it.
struct State {
    uint32_t out_of_order;  // some key is greater than the next
    uint32_t passes_run;    // by digits; how many so far
};

template <class Key>
struct ArgsOf {
    KeyPairs<Key> pairs, scratch;  // the caller's, and as many of our own; values null in both: keys alone
    KeyBitsOf<Key> bits;
    int end_of_bits;  // ones of bits.mask
    bool check_order;
    uint32_t tile_pairs;  // a block's share of the pairs, at most what its threads hold
    uint16_t* rows;       // [block][bucket]: pairs of the block's tile in each bucket
    State* state;
    Report* report;  // null: not requested
    onesweep::DigitSortOf<Key> digits;
    const uint32_t* gate;  // of a full sort inside another engine: nothing is done where it is 0; null: none
    uint32_t gated_path;   // what the report of such a sort names as its path
};

using Args = ArgsOf<uint32_t>;

/// Returns the path that the report names.
template <class Key>
HOST_DEVICE uint32_t reported_path(const ArgsOf<Key>& args, Path path) {
    const bool gated = args.gate != nullptr && path != Path::in_order;
    return gated ? args.gated_path : static_cast<uint32_t>(path);
}

}  // namespace sort::bucketsort
