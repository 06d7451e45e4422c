// What the engine legrand and its model both go by: digits, and the strip of pairs that a thread has.
#pragma once
#include <algorithm>

#include "sort/base/table_scan.h"
#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::legrand {

inline constexpr const char* kSentence =
    "4 bits per pass: a histogram per thread, one prefix sum over all of them, uncoalesced scatter";
inline constexpr const char* kPaper =
    "S. Le Grand: Broad-phase collision detection with CUDA. GPU Gems 3, chapter 32, 2007";

constexpr int kDigitBits = 4;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr uint32_t kThreads = 128;           // of a block: their counters take 4 KB of shared memory
constexpr uint32_t kLeastStrip = 16;         // pairs of a thread
constexpr uint32_t kTracedStrip = 4;         // of a lesson
constexpr uint32_t kMostStrips = 520 * 128;  // so many that a strip of 2^32 pairs fits a counter of 16 bits

/// Returns the pairs of a thread, in a sort of `count` pairs: whole groups of 16 bytes. The number of threads is
/// bounded, and so is the table of their counters.
inline uint32_t strip_pairs(uint32_t count, bool traced) {
    if (traced) return kTracedStrip;
    return std::max(kLeastStrip, (tile_count(count, kMostStrips) + 3) / 4 * 4);
}
inline uint32_t strip_count(uint32_t count, bool traced) {
    return tile_count(count, strip_pairs(count, traced));
}

/// Returns the most words of the table in any sort of up to `capacity` pairs.
inline uint32_t most_table_words(uint32_t capacity) {
    const uint32_t traced = strip_count(std::min(capacity, kTraceLimit), true);
    const uint32_t others = std::min(tile_count(capacity, kLeastStrip), kMostStrips);
    return kBins * std::max(traced, others);
}

// Moved by each stage of a pass.
inline uint64_t table_bytes(uint32_t strips, uint32_t bins = kBins) { return uint64_t{4} * bins * strips; }
inline uint64_t histogram_bytes(uint32_t count, uint32_t strips, uint32_t bins = kBins) {
    return uint64_t{4} * count + table_bytes(strips, bins);
}
inline uint64_t scatter_bytes(uint32_t count, uint32_t strips, bool has_values, uint32_t bins = kBins) {
    return uint64_t{has_values ? 16u : 8u} * count + table_bytes(strips, bins);
}

}  // namespace sort::legrand
