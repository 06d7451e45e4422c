// What the lesson of warpsort says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/model.h"

namespace sort::warpsort {

inline constexpr const char* kInOrder = "the keys are in order";

inline constexpr StageText kStages[] = {
    {"order check",
     "Compares each key with the next. If none is greater, the keys are in order, and the remaining stages do "
     "nothing.",
     kInOrder},
    {"sample",
     "Random keys are sampled and sorted. Those at equal distances are the splitters: the borders between parts "
     "of the keys, by which the last merges are split among warps.",
     kInOrder},
    {"bitonic sort",
     "Each warp sorts a run of its own with a bitonic network: in every step each key is compared with one other, "
     "and the two are swapped if they are out of order. A warp needs no barrier for that.",
     kInOrder},
    {"merge",
     "Each warp merges two neighbouring runs: it loads the next chunk of the run whose last loaded key is "
     "smaller, merges it with the keys that it holds, and writes the lower half.",
     kInOrder},
    {"split",
     "Each splitter is searched in every run, which cuts the run into pieces: piece i of every run holds its keys "
     "of part i.",
     kInOrder},
    {"final merge",
     "Each warp merges piece i of two neighbouring runs. The parts do not overlap, so many warps have work "
     "although few runs are left.",
     kInOrder},
    {"gather", "Each value is read from the position that was sorted along with its key.", kInOrder},
    {"copy back", "The sorted pairs are in the scratch arrays: copies them back.",
     "the result is in place already"},
};

inline constexpr StageLaunches kLaunches[] = {{"sample", 2}, {"", 1}};  // the last one writes the report

inline constexpr const char* kFetchSentence = "Which load of its warp brought the pair, counted from 0.";
inline constexpr const char* kRunsSentence =
    "Where run a of each warp begins and ends, and where run b does.";

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word, "1 when some key is greater than the next, else 0."},
    {"sample", "samples", Drawn::table, "The sampled keys in order, one part per row.", "part", "sample"},
    {"sample", "splitters", Drawn::table,
     "The first key of each part. Part 0 begins at the lowest key, so its splitter is not used.", "part",
     "splitter"},
    {"sample", "splitter positions", Drawn::table,
     "Index of each splitter in the input: it distinguishes equal keys.", "part", "position"},
    {"bitonic sort", "network", Drawn::table,
     "The keys after each phase: runs of 2, 4, 8, ... keys, alternately ascending and descending.", "phase",
     "index"},
    {"merge", "fetch", Drawn::a_pair, kFetchSentence},
    {"merge", "runs", Drawn::table, kRunsSentence, "warp", "edge"},
    {"split", "split points", Drawn::table, "Where each part begins in each run.", "run", "part"},
    {"final merge", "fetch", Drawn::a_pair, kFetchSentence},
    {"final merge", "runs", Drawn::table, kRunsSentence, "warp", "edge"},
};

inline constexpr Question kQuestions[] = {
    {"bitonic sort", "The network makes the same comparisons for every input. Why does that suit a warp?",
     "All threads of a warp execute the same instruction. In a network each thread always has one comparison to "
     "make per step, with a partner known beforehand, so no thread waits for a branch of another."},
    {"bitonic sort", "Why is a bitonic network not stable?",
     "It compares and swaps keys that are far apart, so of two equal keys the later may pass the earlier together "
     "with others. warpsort-index sorts the positions along with the keys, and no two pairs are equal then."},
    {"merge", "Why is it enough to compare the last keys of the two chunks that were loaded?",
     "Both runs ascend. The run whose last loaded key is smaller may continue with keys that belong to the lower "
     "half; of the other run all further keys are larger than what has been loaded."},
    {"merge",
     "A warp could read its second chunk backwards, as the network wants it. Why does the paper not?",
     "Devices of its time merged the reads of a warp only where thread i read word i: backwards, each thread had an "
     "access of its own, and merging took nearly twice the time. Today the order of the threads does not matter (the "
     "variant reversed-fetch); an access of 32 bytes per thread still costs (the variant uncoalesced)."},
    {"split", "Why are the last merges split?",
     "With few runs left, few warps would have work. The splitters cut every run at the same keys, so that the "
     "parts can be merged independently of each other."},
};

inline constexpr Break kBreaks[] = {
    {"wrong-direction", "One comparator turned round",
     "In the first step of the network's last phase, the first comparator puts the larger key first. The runs do not "
     "ascend then, but the merges that follow take it that they do."},
    {"wrong-chunk", "The wrong run continues",
     "In a merge the next chunk is loaded from the run whose last loaded key is larger. Smaller keys of the other "
     "run come too late: they are behind keys that have been written.",
     256},
};

}  // namespace sort::warpsort
