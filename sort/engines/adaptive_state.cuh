// What the kernels of `adaptive` are given, and the words that they leave for each other and for the next
// call. No word of one call can make the next one's result wrong: it only says where to look first.
#pragma once
#include "sort/digits.h"
#include "sort/engines/adaptive.h"
#include "sort/engines/onesweep_state.cuh"
#include "sort/sorter.h"

namespace sort {

/// Report.path: which way the sort took.
enum class AdaptivePath : uint32_t { in_order, windows, movers, full_sort };

/// What a launch does: all of it, or one stage alone for an observer.
enum class AdaptiveStage : uint32_t { all, windows, commit, full_sort };

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
    uint32_t flags;  // kDescends, kTooMuch
};

constexpr uint32_t kDescends = 1;  // a key of the input is greater than the next
constexpr uint32_t kTooMuch = 2;   // windows cannot repair this
constexpr uint32_t kDeferred = 4;  // the pairs of the tile are not in shared memory yet

/// The words of one call. There are three: the last call's, this one's, and the next one's, still empty.
struct AdaptiveCall {
    uint32_t movers;     // pairs put on the list
    uint32_t flags;      // of all tiles, where they are many
    uint32_t lost;       // not 0: something showed after the flags were read
    uint32_t max_shift;  // of the pairs that windows put right
    uint32_t outcome;    // 0, or 1 + AdaptivePath
    uint32_t halo;       // that the call worked with
};

constexpr uint32_t kRepairedOnce = 1 + static_cast<uint32_t>(AdaptivePath::windows);
constexpr uint32_t kFullOnce = 1 + static_cast<uint32_t>(AdaptivePath::full_sort);

struct AdaptiveState {
    uint32_t call;      // how many there were
    uint32_t misses;    // in a row
    uint32_t rest;      // so many calls go straight to the full sort
    uint32_t full;      // stages alone: the full sort is needed; a gate
    uint32_t repaired;  // stages alone: it is not
    AdaptiveCall calls[3];
};

struct AdaptiveArgs {
    Pairs pairs, scratch;  // the caller's, and as many of our own; values null in both: keys alone
    KeyBits bits;
    bool check_order;
    AdaptiveStage stage;
    AdaptiveFault fault;
    uint32_t tile_pairs, tiles;
    uint32_t most_halo;    // places beside a tile that a window can hold, at most tile_pairs
    TileRecord* records;   // [tile]
    Mover* movers;         // all together; where tiles are many, a row for each
    uint32_t most_movers;  // room in `movers`, or in a row of it
    AdaptiveState* state;
    Report* report;     // null: not wanted
    OnesweepArgs full;  // of the full sort; its report is not null, and nobody's
};

}  // namespace sort
