// What the lesson of onesweep says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/model.h"

namespace sort::onesweep {

inline constexpr StageText kStages[] = {
    {"order check", "Compares each key with the next. If no key is greater, all other stages are skipped."},
    {"count",
     "One read of all keys counts the digits of every pass. The passes move the keys but do not change their digits, "
     "so no other read is needed.",
     "the keys are in order"},
    {"pass",
     "One read and one write of every pair. A block takes the next tile from a counter, ranks its pairs by the digit, "
     "and publishes the tile's counts for the tiles behind it. Then it looks back: it adds the counts of the tile "
     "before, and of the one before that, until it reads a tile that has published a total, which includes all "
     "tiles before it (decoupled look-back, Merrill and Garland 2016). It publishes its own total, and stores the pairs: index = bin start + pairs in earlier tiles "
     "+ rank.",
     "all keys share the digit, or are in order"},
    {"copy back", "After an odd number of passes the pairs are in the scratch arrays: copies them back.",
     "the pairs are in the caller's arrays"},
};

inline constexpr StageLaunches kLaunches[] = {{"", 1}};  // writes the report

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word,
     "1 if some key is greater than the next; if 0, all other stages are skipped."},
    {"count", "histograms", Drawn::table, "Number of keys per digit and pass.", "bin", "pass"},
    {"pass", "digits", Drawn::a_pair, "The {bits} of the key that this pass sorts by."},
    {"pass", "tile counts", Drawn::table,
     "Number of pairs per digit and tile. A tile publishes its column before it looks back."},
    {"pass", "look-back", Drawn::table,
     "What a tile reads: in column 0 of the tile before it, in column 1 of the tile before that. 1 = that tile's "
     "counts, and the look-back goes on; 2 = a total, and the look-back ends; 0 = nothing. In a normal run this "
     "depends on timing; here up to 3 blocks run in step: all publish counts, then all look back, then all publish "
     "totals.",
     "tile", "look"},
    {"pass", "bin starts", Drawn::a_pair,
     "Index where the bin begins: the number of pairs with a smaller digit, from the histogram."},
    {"pass", "earlier tiles", Drawn::a_pair,
     "Number of pairs with this digit in earlier tiles: the sum that the look-back found."},
    {"pass", "ranks", Drawn::a_pair, "Number of pairs with this digit before it in its own tile."},
    {"pass", "places", Drawn::a_pair,
     "bin starts + earlier tiles + ranks: the index of the pair in the output."},
    {"pass", "exchanged keys", Drawn::in_tile,
     "The keys of each tile in shared memory, in order of the digit: pairs of one bin are stored as one run."},
};

inline constexpr Question kQuestions[] = {
    {"count", "Why can the digits of all passes be counted before the first pass?",
     "A pass moves the keys but does not change them, so the number of keys with a digit stays the same. One read "
     "of the keys serves all passes."},
    {"pass", "Why does a block take its tile from a counter and not by its own number?",
     "A block waits for the tiles before its own. If tiles are taken in the order in which blocks start, those "
     "tiles belong to blocks that already run; by block number they might belong to blocks that have not started "
     "and for which there is no room, and all would wait for ever: a deadlock."},
    {"pass", "Why are the state of a tile and its count written as one word?",
     "Another block reads them while they are written. If they were two words, it might see the new state with the "
     "old count."},
};

inline constexpr Break kBreaks[] = {
    {"counts-as-total", "Counts taken for a total",
     "The look-back ends at the first tile that it reads, even if that tile has published only its own counts and "
     "not yet a total. The pairs of the tiles before that are left out of the sum: tiles write to the same places.",
     96},
    {"unstable-ranks", "Ranks from the other end",
     "Pairs of equal digit are ranked from the last to the first in their tile: equal keys change their order, and "
     "with more than one pass the keys are out of order too."},
};

}  // namespace sort::onesweep
