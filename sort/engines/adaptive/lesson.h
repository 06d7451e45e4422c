// What the lesson of adaptive says of each stage and array.
#pragma once
#include "sort/lab/model.h"

namespace sort::adaptive {

inline constexpr StageText kStages[] = {
    {"order check",
     "Compare each key with the next: if none is greater, all stages after this are left out."},
    {"windows",
     "Nothing was far from its place one frame ago, so each block makes one tile of the output from the places "
     "around it: the tile's own and a halo on both sides. It sorts that window and keeps the middle, which is "
     "the tile if no pair came from further off than the halo. A window in which nothing descends is kept as "
     "it is. Nothing is written yet."},
    {"check",
     "Is that the whole sort? The tiles are n copies of pairs of the input. If each comes after the one before "
     "it by (key, place in the input), they all differ, so every pair is there once: nothing is lost, "
     "nothing is there twice, and the order is right. Inside a tile it is so, for a block has sorted it. Only "
     "the borders have to be looked at: the last pair of each tile and the first of the next."},
    {"movers",
     "The check has failed: some pair came from further off. Splitters, pairs taken from around each border, "
     "say where a tile ends: each pair belongs to the tile between two splitters. One that lies outside of "
     "that tile's window is a mover and goes on a list. When the windows and the list together have all "
     "pairs, and movers are few, windows can still repair it. (A sort that nobody watches leaves this out "
     "unless it is asked for: its full sort is as fast.)"},
    {"commit",
     "Each block writes its tile where it belongs, with its movers sorted in among the others. Tiles in which "
     "nothing moves are there already."},
    {"full sort",
     "Too much has moved for windows. The input is still whole: the full sort of bucketsort puts it in order."},
};

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word, "1 when some key is greater than the next, else 0."},
    {"windows", "halo", Drawn::a_word,
     "How many places beside its tile a window has: from the largest displacement of the frame before."},
    {"windows", "window begins", Drawn::table, "The first place of each tile's window.", "tile", ""},
    {"windows", "window ends", Drawn::table, "The place after its last.", "tile", ""},
    {"windows", "descends", Drawn::table, "1 where some key of the window is greater than the next.", "tile",
     ""},
    {"windows", "kept keys", Drawn::in_tile,
     "The middle of each sorted window, as it lies in shared memory: the tile."},
    {"windows", "kept places", Drawn::in_tile, "Where in the input each of them comes from."},
    {"check", "first keys", Drawn::table, "The first key that each tile keeps ...", "tile", ""},
    {"check", "first places", Drawn::table, "... and where it comes from.", "tile", ""},
    {"check", "last keys", Drawn::table, "The last key that each tile keeps ...", "tile", ""},
    {"check", "last places", Drawn::table, "... and where it comes from.", "tile", ""},
    {"check", "ascends", Drawn::table,
     "1 where the tile's last (key, place) comes before the first of the next tile.", "tile", ""},
    {"check", "proved", Drawn::a_word, "1 when every border ascends: the tiles are the sort."},
    {"movers", "splitter keys", Drawn::table, "The key at which each tile begins ...", "tile", ""},
    {"movers", "splitter places", Drawn::table, "... and, of equal keys, the place.", "tile", ""},
    {"movers", "tile", Drawn::a_pair, "The tile that the pair belongs to."},
    {"movers", "mover", Drawn::a_pair, "1 when it lies outside of that tile's window."},
    {"movers", "tile pairs", Drawn::table, "How many pairs of its own each window holds.", "tile", ""},
    {"movers", "tile movers", Drawn::table, "How many movers belong to the tile.", "tile", ""},
    {"movers", "complete", Drawn::a_word,
     "1: all pairs are found, each tile fits a block, and movers are few."},
    {"commit", "way", Drawn::a_word, "1: the windows alone. 2: windows with movers."},
    {"commit", "windows repaired", Drawn::a_word, "Tiles that had anything to put in order."},
    {"commit", "largest displacement", Drawn::a_word,
     "The most places that a pair has moved; the next frame's halo follows it, movers left aside."},
};

}  // namespace sort::adaptive
