// What the lesson of multiscan says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/usual_texts.h"

namespace sort::multiscan {

inline constexpr const char* kNotNeeded = "the keys are in order, or all have the same digit";

inline constexpr StageText kStages[] = {
    kOrderCheckText,
    {"upsweep", "Each block counts the digits of its own tiles and keeps only the totals: one count per bin.",
     kNotNeeded},
    {"scan",
     "One block computes the prefix sum of the counts, bin by bin and, within a bin, block by block: the index in "
     "the result where a block's first pair of that bin goes. If all keys have the same digit, no pair has to "
     "move.",
     kNotNeeded},
    {"downsweep",
     "Each block reads its tiles again, ranks the pairs of equal digit with packed counters, four per word, puts "
     "the tile in order of the digit in shared memory, and writes each run of equal digits to consecutive "
     "addresses. The sort begins with the lowest digit (LSD, least significant digit first).",
     kNotNeeded},
    kCopyBackText,
    {"local sort",
     "The pairs fit one block: it reads them once, runs all passes in shared memory, and writes them once.",
     kInOrder},
};

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word, "1 when some key is greater than the next, else 0."},
    {"upsweep", "digits", Drawn::a_pair, "The bits of each key that this pass sorts by."},
    {"upsweep", "block counts", Drawn::table, "Number of keys per digit in the tiles of each block.", "bin",
     "block"},
    {"scan", "offsets", Drawn::table, "Index in the result of the first pair of each block's bin.", "bin",
     "block"},
    {"scan", "digit in use", Drawn::a_word,
     "0 when all keys have the same digit: the pass then moves nothing."},
    {"downsweep", "packed counts", Drawn::lanes,
     "The packed words of each thread: 1 in the counter of its key's digit (with several keys per thread, their "
     "number).",
     "bin", "thread", 8},
    {"downsweep", "packed sums", Drawn::lanes,
     "Sum of the packed words of all earlier threads of {lanes}: one addition adds four counters. In the counter "
     "of its own digit each thread finds the number of such keys before it.",
     "bin", "thread", 8},
    {"downsweep", "ranks", Drawn::a_pair, "Number of earlier pairs in the tile with the same digit."},
    {"downsweep", "exchanged keys", Drawn::in_tile,
     "The keys of each tile in shared memory, in order of the digit."},
};

inline constexpr Question kQuestions[] = {
    {"upsweep", "Why does this stage keep only one count per bin and block?",
     "The scan needs no more than how many pairs of each digit a block has. The ranks inside a tile are computed "
     "again in downsweep, which costs less than to write them to memory and read them back."},
    {"scan", "When is sorting by four bits slower than by two?",
     "With few keys and many blocks: the table has 16 bins per block instead of 4, and to fill and to scan it "
     "becomes a large part of the work. For 32 bits there are 8 passes instead of 16, though."},
    {"downsweep", "Why do counters of 8 bits suffice in a warp?",
     "A sum over the lanes before a lane is at most 31 times 8 keys, which is 248. The sum over all 32 lanes may "
     "be 256 and would overflow, so it is never formed in packed words."},
    {"downsweep", "How does a radix sort order signed integers and floats?",
     "As unsigned keys of the same order: of a signed integer and of a positive float the sign bit is inverted, of a "
     "negative float all bits. The paper converts keys in the first pass, as they are read, and back in the last one, as "
     "they are written. The variant twiddle converts a key wherever a digit is taken from it and moves the original "
     "one: the two zeros, and all NaNs, are equal keys whose bits must survive, so there is no way back."},
    {"downsweep", "What would ranking cost without composite words?",
     "A scan per digit: {bins} of them over the lanes of a warp, or a ballot, a mask and a population count per key and "
     "digit. Four digits in a word need one scan. The variants separate-flags and ballots count without them."},
};

inline constexpr Break kBreaks[] = {
    {"unstable-ranks", "Ranks from the other end",
     "Keys of equal digit are ranked from the last to the first in their tile. Each pass still sorts by its own "
     "digit, but reverses equal digits in a tile, so that it undoes what the passes before have sorted."},
    {"block-major-scan", "Prefix sum block by block",
     "The prefix sum goes through all bins of block 0 first, then all of block 1. Each block's pairs then stay in "
     "the block's own part of the result: every block is sorted, but not the whole."},
};

}  // namespace sort::multiscan
