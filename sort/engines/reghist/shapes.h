// What the engine reghist and its model both go by: digits, tiles, segments and who counts which key.
#pragma once
#include <algorithm>

#include "sort/base/host_device.h"
#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::reghist {

inline constexpr const char* kSentence =
    "4 bits per pass: histograms in registers by masking, scan fused with the scatter";
inline constexpr const char* kPaper =
    "L. Polok, V. Ila, P. Smrz: Fast radix sort for sparse linear algebra on GPU. HPC, 2014";

constexpr int kDigitBits = 4;
constexpr uint32_t kBins = 1u << kDigitBits;
constexpr TileShape kTiles[] = {{512, 8}, {256, 8}, {32, 1}};  // the last: one warp, for lessons

/// Segments of a traced sort of up to kTraceLimit pairs, whatever the device: as the model has no device.
constexpr uint32_t kTracedSegments = 4;

/// `tiles` are dealt to the segments in runs of equal length, the first tiles % segments one longer.
HOST_DEVICE inline uint32_t first_tile(uint32_t tiles, uint32_t segments, uint32_t segment) {
    const uint32_t longer = tiles % segments;
    return segment * (tiles / segments) + (segment < longer ? segment : longer);
}

/// Returns the keys of a vector: the first kernel reads `loads` times one vector per thread, 16 bytes, one
/// key in a tile of lessons.
constexpr uint32_t vector_keys(uint32_t items) { return items % 4 == 0 ? 4 : 1; }

/// Returns the thread that counts the key with this number in its segment.
inline uint32_t counting_thread(uint32_t key, TileShape tile) {
    return key / vector_keys(tile.items) % tile.threads;
}

// Moved by each kernel of a pass over `count` pairs in `segments` segments: the paper's table 1.
inline uint64_t table_bytes(uint32_t segments, uint32_t bins = kBins) {
    return uint64_t{4} * bins * segments;
}
inline uint64_t histogram_bytes(uint32_t count, uint32_t segments, uint32_t bins = kBins) {
    return uint64_t{4} * count + table_bytes(segments, bins);
}
inline uint64_t scatter_bytes(uint32_t count, uint32_t segments, bool has_values, uint32_t bins = kBins) {
    return uint64_t{has_values ? 16u : 8u} * count + table_bytes(segments, bins);
}

}  // namespace sort::reghist
