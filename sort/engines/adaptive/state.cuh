// What the kernels of `adaptive` share: its ways and flags; and for those that set movers aside, what they
// are given and the words that they leave for each other and for the next call. No word of one call can make
// the next one's result wrong: it only says where to look first.
#pragma once
#include "sort/digits.h"
#include "sort/engines/adaptive/adaptive.h"
#include "sort/engines/bucketsort/state.cuh"
#include "sort/sorter.h"

namespace sort {

/// After so many calls in a row that windows could not repair, so many go straight to the full sort.
constexpr uint32_t kMissesBeforeRest = 2, kRestCalls = 8;

/// Report.path: which way the sort took.
enum class AdaptivePath : uint32_t { in_order, windows, movers, full_sort };

/// A pair that lies too far from where it belongs for the window of its tile.
struct Mover {
    uint32_t key, place, value, unused;
};

/// Where one output tile ends and the next begins: the pair (key, place in the input), in that order.
struct Splitter {
    uint32_t key, place;
};

/// What a block tells the others of its tile.
struct TileRecord {
    uint32_t pairs;  // of the output tile, movers not counted
    uint32_t flags;  // kDescends, kTooMuch, kDeferred
};

constexpr uint32_t kDescends = 1;  // a key of the input is greater than the next
constexpr uint32_t kTooMuch = 2;   // windows cannot repair this
constexpr uint32_t kDeferred = 4;  // the pairs of the tile are not in shared memory yet

/// The words of one call. There are three: the last call's, this one's, and the next one's, still empty.
struct AdaptiveCall {
    uint32_t movers;     // pairs put on the list
    uint32_t lost;       // not 0: something showed after the flags were read
    uint32_t max_shift;  // of the pairs that windows put right
    uint32_t outcome;    // 0, or 1 + AdaptivePath
    uint32_t halo;       // that the call worked with
};

constexpr uint32_t kFullOnce = 1 + static_cast<uint32_t>(AdaptivePath::full_sort);

struct AdaptiveState {
    uint32_t call;    // how many there were
    uint32_t misses;  // in a row
    uint32_t rest;    // so many calls go straight to the full sort
    AdaptiveCall calls[3];
};

struct AdaptiveArgs {
    Pairs pairs, scratch;  // the caller's, and as many of our own; values null in both: keys alone
    KeyBits bits;
    bool check_order;
    AdaptiveFault fault;
    uint32_t tile_pairs, tiles;
    uint32_t most_halo;    // places beside a tile that a window can hold, at most tile_pairs
    TileRecord* records;   // [tile]
    Mover* movers;         // of all tiles together
    uint32_t most_movers;  // room in `movers`
    AdaptiveState* state;
    Report* report;       // null: not wanted
    BucketsortArgs full;  // of the full sort; its report is not null, and nobody's
};

}  // namespace sort
