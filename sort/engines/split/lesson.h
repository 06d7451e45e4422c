// What the lesson of split-sort says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/usual_texts.h"

namespace sort::split {

inline constexpr StageText kStages[] = {
    kOrderCheckText,
    {"flags", "Each pair gets a flag: 1 if the bit of this pass is 0 in its key, else 0.", kInOrder},
    {"scan",
     "A prefix sum over the flags of all pairs. Each pair finds how many pairs with a 0 come before it; the sum of "
     "all flags is the number of zeros.",
     kInOrder},
    {"scatter",
     "A pair with a 0 goes to the index that the prefix sum gives. A pair with a 1 goes behind all zeros, at its own "
     "index less the zeros before it: both groups keep their order. The lowest bit is split by first (LSD, least "
     "significant digit first).",
     kInOrder},
    kCopyBackText,
};

inline constexpr ArrayText kArrays[] = {
    kOutOfOrderText,
    {"flags", "flags", Drawn::a_pair, "1 for each pair whose bit is 0."},
    {"scan", "zeros before", Drawn::a_pair, "Number of earlier pairs whose bit is 0."},
    {"scan", "zeros", Drawn::a_word, "Number of pairs whose bit is 0: the index of the first pair with a 1."},
    {"scatter", "places", Drawn::a_pair, "Index in the result of each pair."},
};

inline constexpr Question kQuestions[] = {
    {"scan", "Why is one prefix sum enough, and none needed for the ones?",
     "Of the pairs before index i those that are no zeros are ones: i less the prefix sum. So the sum over the "
     "zeros also ranks the ones."},
    {"scatter", "How many times does this sort read and write each pair, compared with digits of 4 bits?",
     "Four times as often: one pass per bit, 32 passes instead of 8, and each of them also writes and sums a flag "
     "per pair. The sorts that came after it take more bits per pass and sum per tile."},
};

inline constexpr Break kBreaks[] = {
    {"unstable-split", "A split that reverses",
     "Each split writes the pairs with a 1 from the last to the first. The next split no longer finds them in order "
     "of the bits before, so the result is in order of the last bit only."},
    {"no-base", "Ones without the number of zeros",
     "The ones are not put behind the zeros: both groups begin at index 0. Pairs are overwritten and lost."},
};

}  // namespace sort::split
