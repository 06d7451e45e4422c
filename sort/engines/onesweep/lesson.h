// What the lesson of onesweep says of each stage and array.
#pragma once
#include "sort/lab/model.h"

namespace sort::onesweep {

inline constexpr StageText kStages[] = {
    {"order check",
     "Compare each key with the next: if no key is greater, the sort is done and all other stages are skipped."},
    {"count",
     "One read of all keys counts the digits of every pass. The keys change places later, their digits do not, "
     "so no other read is needed. A pass whose keys all have the same digit is skipped."},
    {"pass",
     "One read and one write of every pair. A block takes the next tile from a counter and ranks its pairs by "
     "the digit. It publishes the tile's counts for the tiles behind it. Then it looks back: it adds the counts "
     "of the tile before, and of the one before that, until it meets a tile that has published a total, which "
     "includes all tiles before it. Its own total is published for the tiles behind, and the pairs are stored: "
     "index = bin start + pairs in earlier tiles + rank."},
    {"copy back", "After an odd number of passes the pairs are in the scratch arrays: copy them back."},
};

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word,
     "1 if some key is greater than the next; if 0, all other stages are skipped."},
    {"count", "histograms", Drawn::table, "How many keys have each digit, in each pass.", "bin", "pass"},
    {"pass", "digits", Drawn::a_pair, "The 8 bits of the key that this pass sorts by."},
    {"pass", "tile counts", Drawn::table,
     "How many pairs of the tile have the digit. The tile publishes this column before it looks back."},
    {"pass", "look-back", Drawn::table,
     "What the tile reads, column 0 of the tile before it, column 1 of the tile before that: 1 = that tile's "
     "counts, and the look-back goes on; 2 = a total, and the look-back ends; 0 = nothing. In a normal run "
     "this depends on timing; here 3 blocks go in step: all publish counts, then all look back, then all "
     "publish totals.",
     "tile", "look"},
    {"pass", "bin starts", Drawn::a_pair,
     "Where the bin begins in the output: all pairs with a smaller digit, from the histogram."},
    {"pass", "earlier tiles", Drawn::a_pair,
     "How many pairs with this digit the earlier tiles hold: the sum that the look-back found."},
    {"pass", "ranks", Drawn::a_pair, "How many pairs with this digit come before it in its own tile."},
    {"pass", "places", Drawn::a_pair,
     "bin starts + earlier tiles + ranks: the index of the pair in the output."},
    {"pass", "exchanged keys", Drawn::in_tile,
     "The keys of each tile in shared memory, in order of the digit: pairs that are stored to the same bin are "
     "neighbours."},
};

}  // namespace sort::onesweep
