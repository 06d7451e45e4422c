// What the engine satish and its model both go by: digits, tiles, how much of the scan one block takes.
#pragma once
#include "sort/base/table_scan.h"
#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::satish {

inline constexpr const char* kSentence =
    "4 bits per pass: tiles sorted by 1-bit splits, histograms, scan, scatter; the baseline of the papers";
inline constexpr const char* kPaper =
    "N. Satish, M. Harris, M. Garland: Designing efficient sorting algorithms for manycore GPUs. IPDPS, 2009";

constexpr int kDigitBits = 4;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr TileShape kTiles[] = {{256, 4}, {32, 1}};  // b = 1024 keys, as in the paper; one warp for lessons

// Moved by each stage of a pass over `count` pairs in `tiles` tiles, by the model of Merrill's figure 4.
inline uint64_t moved_bytes(uint32_t count, bool has_values) {
    return uint64_t{has_values ? 16u : 8u} * count;
}
inline uint64_t table_bytes(uint32_t tiles, uint32_t bins = kBins) { return uint64_t{4} * bins * tiles; }
inline uint64_t histogram_bytes(uint32_t count, uint32_t tiles, uint32_t bins = kBins) {
    return uint64_t{4} * count + 2 * table_bytes(tiles, bins);
}
inline uint64_t scan_bytes(uint32_t tiles, uint32_t bins = kBins) {
    return table_scan::scan_bytes(uint64_t{bins} * tiles);
}
inline uint64_t scatter_bytes(uint32_t count, uint32_t tiles, bool has_values, uint32_t bins = kBins) {
    return moved_bytes(count, has_values) + 2 * table_bytes(tiles, bins);
}

}  // namespace sort::satish
