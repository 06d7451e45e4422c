// The sentences of the lesson `scan`.
#pragma once

namespace app {

inline constexpr const char* kAdded = "Index of the sum that is added; its own index: nothing is added.";
inline constexpr const char* kAddedOrTaken =
    "Right places: index of the sum that is added. Left places: index of the sum that is taken in place of their own.";
inline constexpr const char* kHillisSteele =
    "Each thread adds the sum that lies some distance before its own; the distance doubles from step to step. "
    "Neighbouring threads read neighbouring words, so no two want the same bank.";
inline constexpr const char* kUpSweep =
    "Sums of two, then of two of those: each level adds half as often as the one before, so the scan is work-efficient (its "
    "additions grow like n). In the end the last place "
    "holds the sum of all. The threads at work are the first ones, without gaps: thread t adds to index 2 d (t + 1) - 1, "
    "where d is the distance. Banks are counted for warps of 32 threads.";
inline constexpr const char* kDownSweep =
    "Going down, each right place gets the sum of both, each left place what the right one had: the sum of all before "
    "it. Thread t has index 2 d (t + 1) - 1 and the one d before it.";
inline constexpr const char* kWarpSums =
    "The last sum of each warp, the sum of its numbers, went to shared memory. After a barrier one warp, as wide as on a "
    "GPU, scans these sums like the numbers before: the same steps for a few words.";
inline constexpr const char* kManyWarpSums =
    "The last sum of each warp, the sum of its numbers, went to shared memory. These are more sums than a warp of a GPU "
    "has threads, so they are scanned there by recursive doubling, with a barrier before each step.";
inline constexpr const char* kSideBySide =
    "What the three methods have cost with these numbers. Work is the number of additions, depth that of the steps with "
    "additions, one after another. A barrier is counted before each step, and before the sums are read at the end, if a "
    "thread reads a word of shared memory that another has written since the last barrier; recursive doubling takes "
    "turns between two arrays, so that no sum is overwritten before it is read. Bank conflicts are those of warps of 32 "
    "threads, without padding.";
inline constexpr const char* kSideBySideTable =
    "A row per method: 0 Hillis-Steele, 1 Blelloch, 2 the warps. Columns: 0 additions, 1 steps, 2 barriers, 3 bank "
    "conflicts.";
inline constexpr const char* kAdd =
    "After a second barrier each thread adds the sum of all warps before its own. The first warp adds nothing.";
/// Sentence of the first step of the second and third method: the steps before left other sums.
inline constexpr const char* kAgain = "Starts over with the input. ";

}  // namespace app
