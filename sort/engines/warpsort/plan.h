// Plan of warpsort for a number of pairs: how long the runs are, how many levels are merged, where it splits.
// The engine and its model read the same plan. Everything follows from the count alone, so a device and the
// CPU do the same, and the number of launches does not depend on the data.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

#include "sort/base/digits.h"
#include "sort/base/host_device.h"
#include "sort/base/tiles.h"
#include "sort/registry.h"

namespace sort::warpsort {

inline constexpr const char* kPaper =
    "X. Ye, D. Fan, W. Lin, N. Yuan, P. Ienne: High performance comparison-based sorting algorithm on "
    "many-core GPUs. IPDPS 2010";
inline constexpr const char* kSentence =
    "comparison sort: bitonic sort per warp, bitonic merges, split by samples, final merges";
inline constexpr const char* kIndexedSentence =
    "warpsort on keys with their positions, which makes it stable; values are gathered";

constexpr uint32_t kLanes = 32;

/// Pairs a lane of the bitonic sort: a warp sorts runs of 512. 4: the paper's 128. 1: for lessons.
constexpr TileShape kTiles[] = {{kLanes, 16}, {kLanes, 4}, {kLanes, 1}};
constexpr uint32_t kLessonItems = 1;  // of a lesson's warp, which in the model may have fewer lanes

constexpr uint32_t kMostLargeRuns = 1024, kMostParts = 2048;
constexpr uint32_t kPiecePairs = 32;  // pairs of a piece on average; of a lesson half a run
constexpr uint32_t kSamplesAPart = 16, kLessonSamplesAPart = 4;       // the paper's k
constexpr uint32_t kUnsplitRuns = 4;                                  // so few are merged without a split
constexpr uint32_t kWideMergeLength = 512, kMiddleMergeLength = 128;  // see merge_items

constexpr uint32_t kCopyItems = 8;  // pairs a lane at once where a run has none to be merged with

enum class Variant { none, block_sort, reversed_fetch, uncoalesced, rank_merge };
constexpr const char* kVariants[] = {"block-bitonic", "reversed-fetch", "uncoalesced", "rank-merge"};

inline Variant variant_of(const EngineConfig& config) {
    for (size_t i = 0; i < std::size(kVariants); ++i) {
        if (config.variant == kVariants[i]) return static_cast<Variant>(i + 1);
    }
    return Variant::none;
}

struct Plan {
    uint32_t lanes;           // threads of a warp
    uint32_t items;           // pairs a lane in the bitonic sort
    uint32_t run;             // pairs that a warp sorts
    uint32_t runs;            // how many such runs there are; the last one may be shorter
    uint32_t merges;          // levels of step 2
    uint32_t large_runs;      // the paper's l: runs after step 2
    uint32_t parts;           // the paper's s; 1: nothing is split, step 2 merges all
    uint32_t samples_a_part;  // the paper's k
    uint32_t final_merges;    // levels of step 4
    uint32_t most_pieces;     // large_runs * parts for this count or any smaller one is not more

    uint32_t samples() const { return parts > 1 ? parts * samples_a_part : 0; }
    uint32_t pieces() const { return large_runs * parts; }
    /// Returns the pairs of a large run; the last one may be shorter.
    uint64_t large_run() const { return uint64_t{run} << merges; }
    uint32_t levels() const { return 1 + merges + final_merges; }
};

inline uint32_t half_rounded_up(uint32_t count) { return count / 2 + count % 2; }

/// Levels that leave `most` of `runs` runs.
inline uint32_t levels_to(uint32_t runs, uint32_t most) {
    uint32_t levels = 0;
    for (; runs > most; runs = half_rounded_up(runs)) ++levels;
    return levels;
}

inline Plan make_plan(uint32_t count, const TileShape& tile) {
    Plan plan{};
    const bool lesson = tile.items == kLessonItems;
    plan.items = tile.items ? tile.items : kTiles[0].items;
    plan.lanes = lesson ? tile.threads : kLanes;
    plan.run = plan.lanes * plan.items;
    plan.runs = tile_count(count, plan.run);
    plan.samples_a_part = lesson ? kLessonSamplesAPart : kSamplesAPart;

    // Levels with too few warps cost most at the ends of steps 2 and 4, so l and s are about equal; more of
    // both would leave pieces too short to merge.
    const uint32_t pieces = count / (lesson ? plan.run / 2 : kPiecePairs);
    const uint32_t log_pieces = std::max(2, static_cast<int>(std::bit_width(pieces)) - 1);
    const uint32_t most_runs = std::min(kMostLargeRuns, 1u << (log_pieces / 2));
    const uint32_t parts = std::min(kMostParts, 1u << (log_pieces - log_pieces / 2));

    const bool split = plan.runs > (lesson ? 1 : kUnsplitRuns);
    plan.parts = split ? parts : 1;
    plan.most_pieces = split ? most_runs * parts : 1;
    plan.merges = levels_to(plan.runs, split ? most_runs : 1);
    plan.large_runs = tile_count(count, plan.large_run());
    plan.final_merges = levels_to(plan.large_runs, 1);
    return plan;
}

/// Pairs a lane fetches at once when runs or pieces of about `length` are merged: t is 64 times as much. Long
/// chunks take fewer rounds and more registers; from these lengths on they gain (2^24 pairs on an H200: 2367
/// us; a quarter and half of the lengths: 2390).
inline uint32_t merge_items(const Plan& plan, uint64_t length) {
    if (plan.items == kLessonItems) return 1;
    return length >= kWideMergeLength ? 8 : length >= kMiddleMergeLength ? 4 : 1;
}

/// Returns the place in a chunk of 32 * `items` pairs that a lane loads into items[i] when the fetch is uncoalesced: the
/// lanes of a load take from all rows of 32 in turns.
HOST_DEVICE constexpr uint32_t place_apart(uint32_t i, uint32_t lane, uint32_t items) {
    return (i + lane) % items * kLanes + lane;
}

/// Returns where run `index` begins when runs have `length` pairs; `count` for runs that do not exist.
HOST_DEVICE inline uint32_t run_begin(uint32_t index, uint64_t length, uint32_t count) {
    const uint64_t begin = index * length;
    return begin < count ? static_cast<uint32_t>(begin) : count;
}

/// Returns the position of sample `sample`: random, and the same every time.
HOST_DEVICE inline uint32_t sample_position(uint32_t sample, uint32_t count) {
    uint64_t mixed = (sample + 1ull) * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 31;
    mixed *= 0xa24baed4963ee407ull;
    mixed ^= mixed >> 29;
    return static_cast<uint32_t>(((mixed & 0xffffffffull) * count) >> 32);
}

/// Returns where splitter number `of_equal` of `equal` equal ones cuts the keys that equal it, [first, last)
/// of a run: into equal shares, so that many equal keys do not all go to one part.
HOST_DEVICE inline uint32_t cut_among_equals(uint32_t first, uint32_t last, uint32_t of_equal,
                                             uint32_t equal) {
    return first + static_cast<uint32_t>(uint64_t{last - first} * (of_equal + 1) / (equal + 1));
}

/// View of keys while they are sorted: rotated right, then masked.
struct KeyView {
    uint32_t shift = 0;
    uint32_t mask = 0xffffffffu;

    HOST_DEVICE uint32_t turned(uint32_t key) const { return key >> (shift & 31) | key << (-shift & 31); }
    HOST_DEVICE uint32_t into(uint32_t key) const { return turned(key) & mask; }
    HOST_DEVICE uint32_t back(uint32_t key) const { return key << (shift & 31) | key >> (-shift & 31); }
};

/// Bits [begin, end) on top and the others below: then whole words can be compared. Keys that are equal in
/// the range come in the order of the other bits, which an engine that is not stable is free to choose.
inline KeyView range_on_top(const Options& options) {
    return {static_cast<uint32_t>(options.end_bit) % 32, 0xffffffffu};
}

/// Bits [begin, end) alone.
inline KeyView range_alone(const Options& options) {
    const KeyBits bits = key_bits(options.begin_bit, options.end_bit);
    return {bits.shift, bits.mask};
}

/// Returns the bytes moved by a stage that reads every pair once and writes it once.
inline uint64_t stage_bytes(uint32_t count, uint32_t words) { return uint64_t{8} * words * count; }

/// Returns the bytes that the bitonic sort moves. With `indexed` it reads no positions, only writes them.
inline uint64_t sort_bytes(uint32_t count, uint32_t words, bool indexed) {
    return indexed ? uint64_t{12} * count : stage_bytes(count, words);
}

/// Positions and keys are read, keys written, and values both.
inline uint64_t gather_bytes(uint32_t count, bool has_values) {
    return uint64_t{has_values ? 20u : 12u} * count;
}

/// Returns the bytes of the samples: each is read, written with its run, and written in its place.
inline uint64_t sample_bytes(const Plan& plan, bool indexed) {
    return uint64_t{plan.samples()} * (indexed ? 20 : 12);
}

}  // namespace sort::warpsort
