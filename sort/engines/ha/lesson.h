// What the lessons of fourway, eightway and sixteenway say of each stage and array, what to ask, and what can
// be broken in their model.
#pragma once
#include <array>

#include "sort/lab/usual_texts.h"

namespace sort::ha {

inline constexpr StageText kStages[] = {
    kOrderCheckText,
    {"count",
     "Each thread counts the digits of its keys in one packed word, a counter per digit side by side. One prefix "
     "sum over the words of the tile sums all digits at once, and gives each key its rank among the keys of equal "
     "digit. Each tile then groups its pairs by digit; pairs of equal digit keep their order.",
     kInOrder},
    {"scan",
     "A prefix sum over the counts of all tiles, digit 0 of all tiles first, gives the index in the result where "
     "the pairs of each tile and digit begin.",
     kInOrder},
    {"map",
     "Each tile writes its groups of equal digits to their offsets: the pairs are now in order of this digit. The "
     "sort begins with the lowest digit (LSD, least significant digit first); each pass is a counting sort.",
     kInOrder},
    {"copy back", "After an odd number of passes the pairs are in the second buffer: copies them back.",
     "the result is in the first buffer already"},
};

/// Without the exchange in the tile.
inline constexpr StageText kNoShuffleStages[] = {
    {"count",
     "Each thread counts the digits of its keys in one packed word, a counter per digit side by side. One prefix "
     "sum over the words of the tile sums all digits at once, and gives each key its rank among the keys of equal "
     "digit. The pairs stay where they are, and each rank is written to memory.",
     kInOrder},
    {"map",
     "Each thread reads the pair at its index and the rank of it, and writes the pair to the offset of its tile and "
     "digit plus the rank: neighbouring threads with different digits write far apart. The sort begins with the "
     "lowest digit (LSD, least significant digit first); each pass is a counting sort.",
     kInOrder},
};

/// The last block that counts does the scan; the last launch writes the report.
inline constexpr StageLaunches kLaunches[] = {{"scan", 0}, {"", 1}};

/// Returns the array texts of the engine with `digit_bits` bits per digit. A thread's counters fill 64 bits.
constexpr std::array<ArrayText, 7> arrays_of(int digit_bits) {
    return {
        {{"order check", "out of order", Drawn::a_word,
          "1 when some key is greater than the next (a descent), else 0."},
         {"count", "histograms", Drawn::table, "Number of keys per tile and digit."},
         {"count", "digits", Drawn::a_pair, "The bits of each key that this pass sorts by."},
         {"count", "packed counts", Drawn::lanes,
          "The packed word of each thread: 1 in the counter of its key's digit (with several keys per "
          "thread, their number).",
          "bin", "thread", 64u >> digit_bits},
         {"count", "packed sums", Drawn::lanes,
          digit_bits == 2
              ? "Sum of the packed words of all earlier threads of the tile: one addition adds all "
                "counters. In the counter of its own digit each thread finds its rank."
              : "Sum of the packed words of all earlier threads of the tile: one addition adds all "
                "counters of a word. In the counter of its own digit each thread finds its rank.",
          "bin", "thread", 16},
         {"count", "ranks", Drawn::a_pair,
          "Number of earlier keys in the tile with the same digit: the index within the group."},
         {"scan", "offsets", Drawn::table,
          "Prefix sum of the histograms: the index in the result of the tile's first pair of the digit."}}};
}

template <int kDigitBits>
inline constexpr auto kArrays = arrays_of(kDigitBits);

inline constexpr Question kQuestions[] = {
    {"count", "Why does one prefix sum suffice for all digits?",
     "The counters lie side by side in one word, and adding two words adds all counters at once, as long as none "
     "overflows: a counter of 16 bits holds any tile's count."},
    {"count", "Why must pairs of equal digit keep their order in the tile?",
     "The passes before have put them in order of their lower digits. If this pass changed the order of equal "
     "digits, it would undo them."},
    {"scan", "Why does the prefix sum go digit by digit and not tile by tile?",
     "In the result all pairs with digit 0 come first, from all tiles, then all with digit 1. So before a tile's "
     "pairs of a digit come those of all smaller digits, and those of the same digit in earlier tiles."},
    {"map",
     "The paper writes digit by digit, and shifts the threads to lines of 128 bytes. What was that for?",
     "Devices of its time merged the writes of a warp only where thread i wrote to place i of an aligned line. Today "
     "writes merge by sectors of 32 bytes, whichever thread writes them. The variant cluster-map writes as the paper "
     "does."},
    {"map", "What does the exchange in the tile save?",
     "Neighbouring threads then hold neighbours of one group and write to consecutive addresses, so a warp's "
     "writes touch fewer sectors of 32 bytes."},
};

inline constexpr Break kBreaks[] = {
    {"unstable-ranks", "Ranks from the other end",
     "Keys of equal digit are ranked from the last to the first in their tile. Each pass still sorts by its own "
     "digit, but reverses equal digits in a tile, so that it undoes what the passes before have sorted."},
    {"tile-major-scan", "Prefix sum tile by tile",
     "The prefix sum goes through all digits of tile 0 first, then all of tile 1. Each tile's pairs then stay in "
     "the tile's own part of the result: every tile is sorted, but not the whole."},
    {"no-tail-guard", "No test for the end of the input",
     "In the last tile, threads without a pair count too. They read what lies behind the input (here: zeros) and "
     "take it for pairs; the counts are too large, and real pairs are pushed out.",
     60},
    {"no-barrier", "Prefix sum before the counts are complete",
     "A race condition: the prefix sum does not wait for the last tile, and in place of its counts reads what the pass "
     "before left there. The offsets do not fit the pairs: some are overwritten and lost."},
};

}  // namespace sort::ha
