// What the lesson of satish says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/usual_texts.h"

namespace sort::satish {

inline constexpr StageText kStages[] = {
    kOrderCheckText,
    {"local sort",
     "Each block sorts its own tile by this pass's digit with one split per bit: keys with a 0 first, then those "
     "with a 1, each group in its old order.",
     kInOrder},
    {"histogram",
     "In a sorted tile a bin begins where the digit changes; its length is the distance to the next border.",
     kInOrder},
    {"scan",
     "A prefix sum over the counts, bin by bin and tile by tile, gives the index in the result where each tile's "
     "bin begins.",
     kInOrder},
    {"scatter",
     "Each run of equal digits is written to its offset, neighbours to consecutive addresses. The lowest digit is sorted "
     "by first (LSD, least significant digit first); each pass is a counting sort.",
     kInOrder},
};

inline constexpr ArrayText kArrays[] = {
    kOutOfOrderText,
    {"local sort", "digits", Drawn::a_pair, "The {bits} of each key that this pass sorts by."},
    {"local sort", "split 0", Drawn::a_place, "The keys of each tile after the split by the digit's bit 0."},
    {"local sort", "split 1", Drawn::a_place,
     "After the split by bit 1: in order of the digit's two lowest bits."},
    {"local sort", "split 2", Drawn::a_place, "After the split by bit 2: in order of its three lowest bits."},
    {"local sort", "split 3", Drawn::a_place,
     "After the split by bit 3: each tile is in order of the digit."},
    {"histogram", "histograms", Drawn::table, "Number of keys per tile and bin."},
    {"histogram", "bin begins", Drawn::table,
     "Index in the sorted tile where each bin begins (0 for a bin without keys).", "tile", "bin"},
    {"scan", "offsets", Drawn::table, "Index in the result of the first key of each tile's bin."},
    {"scatter", "places", Drawn::a_pair, "Index in the result of each pair of the sorted tiles."},
};

inline constexpr Question kQuestions[] = {
    {"local sort", "Why {splits} splits of one bit, and not one of {bits}?",
     "A split by one bit needs a single prefix sum of flags in the tile. Later engines rank by all bits of the "
     "digit at once with packed counters (fourway, multiscan) and save the repeated exchange in shared memory."},
    {"local sort", "What would happen if a split were not stable?",
     "The split by bit 1 would undo the split by bit 0: after {splits} splits the tile would be in order of the last "
     "bit only."},
    {"scatter", "Why is the tile sorted before it is written?",
     "Pairs of equal digit then lie side by side and go to consecutive addresses, so a warp's writes touch few "
     "sectors. The order within the tile also gives the rank: the distance to the beginning of the bin."},
};

inline constexpr Break kBreaks[] = {
    {"unstable-split", "A split that reverses",
     "Each split writes the keys with a 1 from the last to the first. The next split no longer finds them in order "
     "of the bits before, so the tile is not in order of its digit, and equal keys change their order."},
    {"tile-major-scan", "Prefix sum tile by tile",
     "The prefix sum goes through all bins of tile 0 first, then all of tile 1. Each tile's pairs then stay in the "
     "tile's own part of the result: every tile is sorted, but not the whole."},
};

}  // namespace sort::satish
