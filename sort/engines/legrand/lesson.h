// What the lesson of legrand says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/usual_texts.h"

namespace sort::legrand {

inline constexpr StageText kStages[] = {
    kOrderCheckText,
    {"histogram",
     "Each thread has a strip of consecutive pairs, and counts their digits in {bins} counters of its own. No two "
     "threads write the same counter, so no atomic addition is needed.",
     kInOrder},
    {"scan",
     "A prefix sum over the counters of all threads, digit by digit and thread by thread, gives the index in the "
     "result where each thread's pairs of a digit begin.",
     kInOrder},
    {"scatter",
     "Each thread goes through its strip again and writes each pair to the next index of its digit: in the order of "
     "the input, so equal digits keep it. Neighbouring threads write far apart. The sort begins with the lowest digit "
     "(LSD, least significant digit first).",
     kInOrder},
    kCopyBackText,
};

inline constexpr ArrayText kArrays[] = {
    kOutOfOrderText,
    {"histogram", "digits", Drawn::a_pair, "The {bits} of each key that this pass sorts by."},
    {"histogram", "thread histograms", Drawn::table, "Number of keys per digit in the strip of each thread.",
     "bin", "thread"},
    {"scan", "offsets", Drawn::table, "Index in the result of the first key of each thread's bin.", "bin",
     "thread"},
    {"scatter", "places", Drawn::a_pair, "Index in the result of each pair."},
};

inline constexpr Question kQuestions[] = {
    {"histogram", "Why are the counters of a thread 16 bits wide?",
     "They lie in shared memory, {bins} for each of 128 threads: small counters leave room for more blocks per "
     "multiprocessor. A strip may then have no more than 65,535 pairs, which the number of threads sees to."},
    {"scan",
     "What does a prefix sum over the counters of every thread cost, compared with one count per tile?",
     "The table is as many times longer as a block has threads. With few pairs per thread it is as long as the input; "
     "so the number of threads is bounded, and with more pairs each thread has a longer strip."},
    {"scatter", "Why do the writes of this sort touch more sectors than those of satish or fourway?",
     "Each thread writes the pairs of its own strip one by one, and neighbouring threads have different strips. The "
     "other sorts put a tile in order of the digit first, so that neighbouring threads write neighbouring pairs."},
};

inline constexpr Break kBreaks[] = {
    {"unstable-strip", "Strips from the other end",
     "Each thread goes through its strip from the last pair to the first when it writes. Equal digits of a strip are "
     "reversed, so that each pass undoes what the passes before have sorted."},
    {"thread-major-scan", "Prefix sum thread by thread",
     "The prefix sum goes through all digits of thread 0 first, then all of thread 1. Each thread's pairs then stay in "
     "the thread's own part of the result: every strip is sorted, but not the whole."},
};

}  // namespace sort::legrand
