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
    {"commit", "Each tile is written to its part of the output."},
    {"full sort",
     "The check has failed: some pair is further from its place than the halo reaches. Nothing has been written, "
     "so the full sort of bucketsort sorts the input."},
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
    {"commit", "windows repaired", Drawn::a_word, "Tiles that had anything to put in order."},
    {"commit", "largest displacement", Drawn::a_word,
     "The most places that a pair has moved. The halo of the next frame follows it."},
};

}  // namespace sort::adaptive
