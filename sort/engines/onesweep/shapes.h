// What the engine onesweep and its model agree on: digits, tiles, bytes, and in which order the tiles of a
// traced sort look back, which must not depend on the device. No CUDA here.
#pragma once
#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::onesweep {

inline constexpr const char* kSentence =
    "the paper's sort, 8 bits per pass: one read for all histograms, one launch per pass, decoupled look-back";
inline constexpr const char* kPaper =
    "A. Adinets, D. Merrill: Onesweep: A faster least significant digit radix sort for GPUs. arXiv:2206.01784, "
    "2022";

constexpr int kDigitBits = 8;
constexpr uint32_t kDigitBins = 1u << kDigitBits;
constexpr uint32_t kMostPasses = 32 / kDigitBits;
constexpr uint32_t kMostPairs = 1u << 30;  // tiles publish counts of 30 bits

/// Large tiles make longer runs of stores, small ones keep more blocks busy: where the caller leaves the
/// choice, pairs that give every block at most kSmallRounds small tiles have small ones, as have traced
/// sorts. Lessons: one warp with a pair per thread.
constexpr TileShape kSmallTile{512, 8}, kLargeTile{1024, 16}, kLessonTile{32, 1};
constexpr TileShape kTiles[] = {kSmallTile, kLargeTile, kLessonTile};
constexpr uint32_t kSmallRounds = 2;

/// The same of keys of 64 bits, where callers have no choice.
constexpr TileShape kSmallWideTile{512, 4}, kLargeWideTile{1024, 8};

/// Blocks of a traced pass, or one per tile if those are fewer, which go from tile to tile together:
/// all publish their counts, then all look back, then all publish their totals. So what a tile reads depends
/// on nothing but its number.
constexpr uint32_t kTracedBlocks = 3;

/// State in which a tile of a traced pass reads an earlier one: not at all, its counts, or its total.
enum Read : uint32_t { kNotRead, kCounts, kTotal };

inline uint64_t count_bytes(uint32_t count) { return uint64_t{4} * count; }

/// Returns the bytes that a pass, or the copy back, reads and writes, without the status words.
inline uint64_t pass_bytes(const Pairs& pairs) { return uint64_t{pairs.values ? 16u : 8u} * pairs.count; }

}  // namespace sort::onesweep
