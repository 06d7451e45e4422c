// What the lesson of adaptive says of each stage and array.
#pragma once
#include "sort/lab/model.h"

namespace sort::adaptive {

inline constexpr StageText kStages[] = {
    {"windows",
     "Keys were in order one frame ago, so none is far from its place. Each block makes one tile of the output "
     "from a window of the input: the places of the tile and a halo on either side. It checks the order of the "
     "window; if some key is greater than the next, it sorts the window and keeps the middle, which is the "
     "tile if no pair has moved further than the halo. The caller's arrays are not written yet."},
    {"check",
     "Are the tiles together the sorted input? Together the tiles hold n pairs, each copied from the input. If "
     "the pairs ascend strictly by (key, place in the input), no two are the same, so none is lost and the "
     "order is right. Inside a tile they ascend, for a block has sorted it. So only the borders are compared: "
     "the last pair of each tile with the first of the next. In normal use windows, check and write are one "
     "kernel launch; if no window descends, it ends here."},
    {"write", "Each tile is written to its part of the output."},
    {"full sort",
     "The check has failed, or failed in the last two sorts: some pair is further from its place than the halo "
     "reaches, or too many keys of a window share a bin. The input has not been changed, so the full sort of "
     "bucketsort sorts it. In normal use, if only few keys were greater than the next, the sorter's next call "
     "removes the misplaced pairs and merges them with the rest, however far they have moved."},
};

inline constexpr ArrayText kArrays[] = {
    {"windows", "halo", Drawn::a_word,
     "How many places a window has on either side of its tile: a quarter more than the largest displacement of "
     "the last sort, and 32."},
    {"windows", "window begins", Drawn::table, "The first place of each tile's window.", "tile", ""},
    {"windows", "window ends", Drawn::table, "The place after its last.", "tile", ""},
    {"windows", "descends", Drawn::table, "1 where some key of the window is greater than the next.", "tile",
     ""},
    {"windows", "crowded", Drawn::table,
     "1 where too many keys of the window share a bin: the block gives up, and the full sort is needed.",
     "tile", ""},
    {"windows", "kept keys", Drawn::in_tile,
     "The middle of each sorted window, as it lies in shared memory: the tile."},
    {"windows", "kept places", Drawn::in_tile, "Where in the input each of them comes from."},
    {"check", "first keys", Drawn::table, "The first key that each tile keeps ...", "tile", ""},
    {"check", "first places", Drawn::table, "... and where it comes from.", "tile", ""},
    {"check", "last keys", Drawn::table, "The last key that each tile keeps ...", "tile", ""},
    {"check", "last places", Drawn::table, "... and where it comes from.", "tile", ""},
    {"check", "ascends", Drawn::table,
     "1 where the tile's last (key, place) comes before the first of the next tile.", "tile", ""},
    {"check", "proved", Drawn::a_word, "1 when every border ascends: the tiles are the sorted input."},
    {"write", "windows repaired", Drawn::a_word, "Windows in which some key was greater than the next."},
    {"write", "largest displacement", Drawn::a_word,
     "The most places that a pair has moved. The halo of the next sort follows from it."},
};

}  // namespace sort::adaptive
