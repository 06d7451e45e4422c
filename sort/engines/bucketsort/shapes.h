// What the engine bucketsort and its model agree on: the paths, the tiles that it is compiled for, and the
// shapes that the model has too. No CUDA here.
#pragma once
#include <algorithm>
#include <bit>

#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::bucketsort {

inline constexpr const char* kSentence =
    "one launch: a distribution into buckets, each sorted in shared memory; digits for many pairs (until 0.2.0 "
    "this engine was called onesweep)";

/// Report.path in order.
inline constexpr const char* kPaths[] = {"in order", "one block", "buckets", "digits"};

/// Shapes of the sort by one block: threads, and pairs per thread.
constexpr TileShape kSmallBlock{256, 4}, kLargeBlock{1024, 8};

/// One distribution into buckets: a tile per block, 2^bits buckets, each of up to 2 tiles.
struct BucketsPolicy {
    TileShape tile;
    int bucket_bits, digit_bits;  // of a bucket's number; of a pass, where a bucket does not fit

    constexpr uint32_t buckets() const { return 1u << bucket_bits; }
    uint32_t bucket_pairs() const { return 2 * tile.pairs(); }
    constexpr uint32_t bins() const { return 1u << std::max(bucket_bits, digit_bits); }
};

/// The smallest usual shape, which the model has for all sizes, and that of lessons: one warp. Both have one
/// pair per thread.
constexpr BucketsPolicy kSmallest{{512, 1}, 7, 8}, kLesson{{32, 1}, 5, 5};

/// Shape of a lesson: kLesson, or one with a smaller tile and as many buckets as that has pairs.
inline BucketsPolicy lesson_policy(TileShape tile) {
    const int bits = std::bit_width(tile.pairs()) - 1;
    return {tile, bits, bits};
}

/// The first stands for all policies by size; lessons always have the one distribution.
constexpr TileShape kTiles[] = {{512, 4}, kLesson.tile};

/// Many pairs by digits. A pass over 2^24 pairs on an H200: 125 us; with 18 and 20 items 127 and 132, with
/// 768 threads and 22 items 129.
constexpr TileShape kDigitTile{1024, 16};

/// Bits below which the sort is by passes over one or two digits, and nothing is left to order after that.
constexpr int kFewBits = 16;

}  // namespace sort::bucketsort
