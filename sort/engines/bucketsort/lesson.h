// What the lesson of bucketsort says of each stage and array, what to ask, and what can be broken in its model.
#pragma once
#include "sort/lab/model.h"

namespace sort::bucketsort {

inline constexpr const char* kNotNeeded = "the buckets fitted, so this fallback was not needed";
inline constexpr const char* kNoBuckets = "the keys are in order, or a bucket does not fit a block";

inline constexpr StageText kStages[] = {
    {"order check",
     "Compares each key with the next. If none is greater, all other stages are skipped. In normal use this "
     "check is part of the split; the whole sort is one kernel launch."},
    {"split",
     "Every block reads the same sample of the keys and computes the same map from it: a straight line that "
     "spreads the keys over the buckets, so that a greater key never falls into a lower bucket (a sample sort; in "
     "lessons the sample has {sample}). Each block then "
     "puts its own tile in order of the bucket, and publishes how many keys it has for each.",
     "the keys are in order"},
    {"offsets",
     "Every block sums the counts that all blocks published. The keys of lower buckets, and those of the same "
     "bucket in earlier tiles, come before: this gives the index of the tile's first key of each bucket. No "
     "bucket may hold more pairs than a block can sort.",
     "the keys are in order, or the stages before it were skipped"},
    {"place",
     "Each block writes its tile to the scratch arrays, one run per bucket. The buckets are now in order; inside "
     "a bucket the keys are still in input order.",
     kNoBuckets},
    {"order buckets",
     "Each block sorts buckets in shared memory, without passes over digits. A second straight line spreads the "
     "bucket's keys over as many bins as a block can hold pairs, so most keys are alone in theirs. The rank of a "
     "key is the number of keys in lower bins plus the smaller ones in its own bin. The sorted bucket is written "
     "to the caller's arrays.",
     kNoBuckets},
    {"sort samples",
     "Runs if the map would fill some bucket too full: all blocks together sort a larger sample of the keys.",
     kNotNeeded},
    {"split by splitters",
     "Every eighth key of the sample, or a gap near it, becomes a splitter: the bucket of a key is the number of "
     "splitters that are not greater. Each block puts its tile in order of these buckets and publishes its "
     "counts. A key that is a splitter twice has a bucket of its own, which needs no sort.",
     kNotNeeded},
    {"order runs",
     "Each block sorts what begins in its share of the output: neighbouring buckets together where they fit a "
     "block, by bins, or by digits where many keys meet in a bin. A bucket of one key is copied.",
     "no buckets between splitters were filled, or one does not fit a block"},
    {"count digits",
     "Runs if a bucket does not fit a block: the sort then goes by digits, the lowest bits first. Each block "
     "counts the digits of its tile.",
     kNotNeeded},
    {"place by digit",
     "Every block sums the counts of all blocks, and writes its tile to the other arrays where its digits begin. "
     "Keys of equal digit keep their order. A pass whose keys all share the digit is skipped.",
     "not needed, or all keys share the digit"},
    {"rank",
     "So few pairs fit one block. A straight line spreads the keys over as many bins as the block can hold "
     "pairs; the rank of a key is the number of keys in lower bins plus the smaller ones in its own bin.",
     "the keys are in order"},
    {"write", "Each pair is written to its rank, once all have been read.", "the keys are in order"},
    {"count",
     "Few bits of the keys count, so the sort goes by digits: one read counts every digit of every pass.",
     "the keys are in order"},
    {"pass",
     "Each block ranks a tile by the digit, finds the counts of the earlier tiles by decoupled look-back (the "
     "lesson of onesweep shows it), and writes the pairs.",
     "all keys share the digit, or are in order"},
    {"copy back", "After an odd number of passes the pairs are in the scratch arrays: copies them back.",
     "the pairs are in the caller's arrays"},
};

/// Launches by stage: the one launch is listed where it begins.
inline constexpr StageLaunches kLaunches[] = {
    {"order check", 1, 1},
    {"split", 0},
    {"offsets", 0},
    {"place", 0},
    {"order buckets", 0, 1},
    {"sort samples", 0, -1},
    {"split by splitters", 0, -1},
    {"order runs", 0, -1},
    {"count digits", 0, -1},
    {"place by digit", 0, -1},
    {"rank", 0},
    {"write", 0},
    {"count", 0, -1},
    {"pass", 0, -1},
    {"copy back", 0, -1},
};

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word, "1 if some key is greater than the next, else 0."},
    {"split", "samples", Drawn::table, "The keys that every block reads, taken from all over the input.",
     "sample", ""},
    {"split", "by value", Drawn::a_word,
     "0 where the map is linear in the bits of the keys, 1 where it is in the floats that they stand for, because that spreads "
     "the sample more evenly."},
    {"split", "first keys", Drawn::table,
     "The map: the smallest key of each bucket. It is a line through the sample, with some room on both sides.",
     "bucket", ""},
    {"split", "buckets", Drawn::a_pair, "The bucket of each key."},
    {"split", "exchanged keys", Drawn::in_tile,
     "The keys of each tile in shared memory, in order of the bucket."},
    {"split", "tile counts", Drawn::table, "Number of keys per tile and bucket.", "tile", "bucket"},
    {"offsets", "offsets", Drawn::table, "Index in the result of the tile's first key of each bucket.",
     "tile", "bucket"},
    {"offsets", "bucket starts", Drawn::table, "Index where each bucket begins.", "bucket", ""},
    {"offsets", "uneven", Drawn::a_word,
     "1 if many samples share few parts of the map: some buckets would be too full."},
    {"offsets", "fullest bucket", Drawn::a_word, "Number of pairs in the fullest bucket."},
    {"offsets", "fits", Drawn::a_word,
     "1: every bucket fits a block. 0: some bucket does not, and the sort falls back."},
    {"order buckets", "buckets", Drawn::a_pair, "The bucket of the pair."},
    {"order buckets", "bins", Drawn::a_pair, "The bin of the key, among those of its bucket."},
    {"order buckets", "bin starts", Drawn::a_pair, "Number of keys of the bucket in lower bins."},
    {"order buckets", "ranks", Drawn::a_pair,
     "bin starts + the smaller keys of the bin: the index in the sorted bucket."},
    {"order buckets", "by digits", Drawn::table,
     "1 where too many keys fell into one bin: that bucket was ranked by digits instead.", "bucket", ""},
    {"sort samples", "samples", Drawn::table, "The sorted sample.", "sample", ""},
    {"split by splitters", "splitters", Drawn::table, "The splitters: the borders of the buckets.",
     "splitter", ""},
    {"split by splitters", "buckets", Drawn::a_pair, "The bucket of each key."},
    {"split by splitters", "tile counts", Drawn::table, "Number of keys per tile and bucket.", "tile",
     "bucket"},
    {"count digits", "digit", Drawn::a_pair, "The bits of the key that this pass sorts by."},
    {"count digits", "tile counts", Drawn::table, "Number of keys per tile and digit.", "tile", "digit"},
    {"place by digit", "offsets", Drawn::table, "Index of the tile's first pair of each digit.", "tile",
     "digit"},
    {"rank", "bins", Drawn::a_pair, "The bin of the key."},
    {"rank", "bin starts", Drawn::a_pair, "Number of keys in lower bins."},
    {"rank", "ranks", Drawn::a_pair, "bin starts + the smaller keys of the bin: the index in the result."},
    {"count", "histograms", Drawn::table, "Number of keys per pass and digit.", "pass", "digit"},
};

inline constexpr Question kQuestions[] = {
    {"split", "Why must every block read the same sample?",
     "All blocks must put equal keys into the same bucket, and a greater key into no lower one. From the same "
     "sample each block computes the same map, without asking the others."},
    {"offsets", "What if too many keys fall into one bucket?",
     "A block sorts a bucket in shared memory, which holds only so many pairs. Then the sort takes another path: "
     "splitters from a larger sample, or digits. Try few different keys (few:2) with 256 keys."},
    {"order buckets", "Why is a bucket sorted by bins and not by passes over digits?",
     "It holds about as many keys as there are bins, so most keys are alone in their bin and are in place after "
     "one distribution. Passes over digits would move every key several times."},
};

inline constexpr Break kBreaks[] = {
    {"own-sample", "A sample per tile",
     "Each block computes the map from a sample of its own tile. The maps differ, so that a bucket holds smaller "
     "keys of one tile and greater keys of another, and keys end in the wrong bucket.",
     64, "reversed"},
    {"unstable-ranks", "Equal keys in reverse",
     "Of equal keys in a bucket the last gets the lowest rank: equal keys change their order."},
};

}  // namespace sort::bucketsort
