// What the lesson of adaptive says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/model.h"

namespace sort::adaptive {

inline constexpr StageText kStages[] = {
    {"windows",
     "The sort assumes that no pair is far from its place, as in keys that were in order one frame ago; check "
     "will tell whether that is so. Each block makes one tile of the output from a window of the input: the "
     "places of the tile and a halo on either side. It checks the order of the window; if some key is greater "
     "than the next, it sorts the window and keeps the middle, which is the tile if no pair has moved further "
     "than the halo. The caller's arrays are not written yet.",
     "the last sorts could not be repaired, so this one goes straight to the full sort"},
    {"check",
     "Are the tiles together the sorted input? Together the tiles hold n pairs, each copied from the input. If "
     "the pairs ascend strictly by (key, place in the input), no two are the same, so none is lost and the order "
     "is right. Inside a sorted tile they ascend. So only the borders are compared: the last pair of each tile "
     "with the first of the next. In normal use windows, check and write are one kernel launch.",
     "no windows were sorted"},
    {"write",
     "If all borders ascend and some window was sorted, each tile is written to its part of the output.",
     "the check failed, or nothing was out of order"},
    {"full sort",
     "Runs if the tiles are not the sorted input: some pair is further from its place than the halo reaches, or "
     "too many keys of a window share a bin. The input has not been changed, so the full sort of bucketsort "
     "sorts it. In normal use, if only few keys were greater than the next, the sorter's next call removes the "
     "misplaced pairs and merges them with the rest, however far they have moved.",
     "the tiles are the sorted input already"},
};

/// Launches by stage: the one launch is listed where it begins; with more pairs the full sort is a second one.
inline constexpr StageLaunches kLaunches[] = {
    {"windows", 1}, {"check", 0, 1}, {"write", 0}, {"full sort", 0, -1}};

inline constexpr Outcome kOutcomes[] = {
    {"windows", "descends", true, "Here some windows had to be sorted."},
    {"windows", "descends", false, "Here every window is in order already, so nothing has to be sorted."},
    {"windows", "crowded", true, "A block gave up: too many keys of its window share a bin."},
    {"check", "proved", true, "Here every border ascends, so the tiles are the sorted input."},
    {"check", "proved", false, "Here they are not, so the full sort follows."},
    {"full sort", "crowded", true, "Here keys crowd in a bin of a window."},
    {"full sort", "crowded", false, "Here some pair is further from its place than the halo reaches."},
};

inline constexpr ArrayText kArrays[] = {
    {"windows", "halo", Drawn::a_word,
     "How many places a window has on either side of its tile: in a first sort half of what there is room for, "
     "later a quarter more than the largest displacement of the last sort, and 32, if there is room."},
    {"windows", "window begins", Drawn::table, "The first place of each tile's window.", "tile", ""},
    {"windows", "window ends", Drawn::table, "The place after its last.", "tile", ""},
    {"windows", "descends", Drawn::table, "1 where some key of the window is greater than the next.", "tile",
     ""},
    {"windows", "crowded", Drawn::table,
     "1 where too many keys of the window share a bin: the block gives up, keeps zeros, and the full sort is "
     "needed.",
     "tile", ""},
    {"windows", "kept keys", Drawn::in_tile,
     "The middle of each sorted window, as it lies in shared memory: the tile."},
    {"windows", "kept places", Drawn::in_tile, "Index in the input of each of them."},
    {"check", "first keys", Drawn::table, "The first key that each tile keeps.", "tile", ""},
    {"check", "first places", Drawn::table, "Index in the input of the first pair that each tile keeps.",
     "tile", ""},
    {"check", "last keys", Drawn::table, "The last key that each tile keeps.", "tile", ""},
    {"check", "last places", Drawn::table, "Index in the input of the last pair that each tile keeps.",
     "tile", ""},
    {"check", "ascends", Drawn::table,
     "1 where the tile's last (key, place) comes before the first of the next tile.", "tile", ""},
    {"check", "proved", Drawn::a_word,
     "1 when every border ascends and no block gave up: the tiles are the "
     "sorted input."},
    {"write", "windows repaired", Drawn::a_word, "Windows in which some key was greater than the next."},
    {"write", "largest displacement", Drawn::a_word,
     "The most places that a pair has moved. The halo of the next sort follows from it."},
};

inline constexpr Question kQuestions[] = {
    {"windows", "How far may a pair be from its place so that the windows still repair the order?",
     "As far as the halo reaches on either side of the tile. Try displaced:{near} and displaced:{far}: the first is "
     "repaired, with the second the check fails."},
    {"check", "Why is it enough to compare the borders of the tiles?",
     "Inside a tile the pairs ascend, since a block has sorted it. If the last pair of each tile also comes "
     "before the first of the next, all pairs ascend strictly, so no pair is there twice, and of n pairs none is "
     "missing."},
    {"full sort", "What has a failed repair cost?",
     "One read of the input, no write: the tiles were still in shared memory, so the full sort finds the input "
     "as it was."},
};

inline constexpr Break kBreaks[] = {
    {"no-check", "No comparison at the borders",
     "The sort takes the tiles for the sorted input without comparing their borders. A pair that is further from "
     "its place than the halo reaches is in no tile, and another is in two."},
};

}  // namespace sort::adaptive
