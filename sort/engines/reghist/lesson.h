// What the lesson of reghist says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/usual_texts.h"

namespace sort::reghist {

inline constexpr StageText kStages[] = {
    kOrderCheckText,
    {"histogram",
     "One block counts each segment of the keys: every thread counts the keys that it reads in registers of its "
     "own, then the counts of all threads are summed.",
     kInOrder},
    {"scan and scatter",
     "Each block sums the counts of all blocks before it to find its offset in each bin, puts a tile in order of "
     "the digit in shared memory, and writes each run of equal digits. The sort begins with the "
     "lowest digit (LSD, least significant digit first).",
     kInOrder},
    kCopyBackText,
};

inline constexpr ArrayText kArrays[] = {
    kOutOfOrderText,
    {"histogram", "thread histograms", Drawn::table,
     "The counts that each thread of the first segment holds in its registers.", "thread", "bin"},
    {"histogram", "segment histograms", Drawn::table, "Number of keys per segment and bin.", "bin",
     "segment"},
    {"scan and scatter", "offsets", Drawn::table,
     "Index in the result of the first key of each segment's bin, behind all keys of lower bins and of this bin "
     "in earlier segments.",
     "bin", "segment"},
    {"scan and scatter", "digits", Drawn::a_pair, "The {bits} of each key that this pass sorts by."},
    {"scan and scatter", "ranks", Drawn::a_pair, "Number of earlier keys in the tile with the same digit."},
    {"scan and scatter", "exchanged", Drawn::in_tile,
     "The keys of each tile in shared memory, in order of the digit."},
    {"scan and scatter", "places", Drawn::a_pair,
     "Index in the result of each pair: the next offset of its bin plus its rank."},
};

inline constexpr Question kQuestions[] = {
    {"histogram", "Why does no thread need an atomic addition here?",
     "Each thread counts in registers of its own, {bins} bins of them. Only the finished counts of all threads are "
     "summed, once per block."},
    {"histogram", "Can a counter overflow when all keys have the same digit?",
     "Not here: a counter is emptied into wider ones before it can. A counter of 8 bits that is never emptied "
     "would be 0 again after 256 keys of one digit, and random keys would hardly ever show it: test with keys that "
     "differ in other digits only."},
    {"scan and scatter", "Why can every block sum the counts of all blocks itself?",
     "There are only as many blocks as fill the device, so the table of counts is small. To sum it in "
     "each block costs less than one more kernel launch with its own pass over the table."},
};

inline constexpr Break kBreaks[] = {
    {"unstable-ranks", "Ranks from the other end",
     "Keys of equal digit are ranked from the last to the first in their tile. Each pass still sorts by its own "
     "digit, but reverses equal digits in a tile, so that it undoes what the passes before have sorted."},
    {"own-segment-only", "Offsets without the other segments",
     "A block adds the counts of all smaller digits, but not those of the same digit in earlier segments. The "
     "segments write their pairs of a digit to the same places: pairs are overwritten and lost."},
};

}  // namespace sort::reghist
