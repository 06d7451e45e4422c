// What the lesson of bucketsort says of each stage and array.
#pragma once
#include "sort/lab/model.h"

namespace sort::bucketsort {

inline constexpr StageText kStages[] = {
    {"order check",
     "Compare each key with the next: if none is greater, all stages after this are left out. A sort that "
     "nobody watches asks this while it splits; all of its stages are one launch."},
    {"split",
     "Every block looks at the same sample of the keys and makes the same map from it: a straight line that "
     "spreads the keys over the buckets, so that greater keys never come into a lower bucket. With it each "
     "block puts its own tile in order of the bucket, and tells the others how many keys it has for each."},
    {"offsets",
     "Every block adds up what all blocks have told. All keys of lower buckets, and those of the same bucket "
     "in earlier tiles, come before: that is where its first key of a bucket goes. No bucket may hold more "
     "than a block can order."},
    {"place",
     "Each block writes its tile to the scratch arrays, one run a bucket. The buckets are now in order; "
     "inside a bucket the keys still stand as they came."},
    {"order buckets",
     "Each block takes buckets and puts them in order in shared memory, with no pass over digits: a second "
     "straight line stretches the bucket's keys over bins, about one bin a key, so most keys are alone in "
     "theirs. A key comes after all keys of lower bins and after the smaller ones of its own bin: that is "
     "its rank. Then the bucket goes back to the caller's arrays."},
    {"count digits",
     "A bucket would not fit, so the sort goes by digits, the lowest bits first: each block counts the digits "
     "of its tile."},
    {"place by digit",
     "Every block adds up the counts of all, and writes its tile where its digits begin. Keys of equal digit "
     "keep their order. A digit that all keys share moves nothing."},
    {"rank",
     "So few pairs fit one block. A straight line stretches the keys over bins, about one bin a key; a key "
     "comes after all keys of lower bins and after the smaller ones of its own bin: that is its rank."},
    {"write", "Each pair goes to its rank, once all have been read."},
    {"count", "One read of all keys counts every digit of every pass."},
    {"pass",
     "Each block ranks a tile by the digit, waits for the counts of the tiles before it, and writes. A digit "
     "that all keys share moves nothing."},
    {"copy back", "After an odd number of passes the pairs lie in the scratch arrays: bring them back."},
};

inline constexpr ArrayText kArrays[] = {
    {"order check", "out of order", Drawn::a_word, "1 when some key is greater than the next, else 0."},
    {"split", "samples", Drawn::table, "The keys that every block looks at, taken from all over the input.",
     "sample", ""},
    {"split", "by value", Drawn::a_word,
     "0: the line goes through the bits of the keys. 1: through the floats that they stand for, because that "
     "spreads the sample better."},
    {"split", "first keys", Drawn::table,
     "The map: the least key of each bucket. It is a line through the sample, with some room on both sides.",
     "bucket", ""},
    {"split", "buckets", Drawn::a_pair, "The bucket of each key."},
    {"split", "exchanged keys", Drawn::in_tile,
     "The keys of each tile as they lie in shared memory, in order of the bucket."},
    {"split", "tile counts", Drawn::table, "How many keys of each bucket a tile has.", "tile", "bucket"},
    {"offsets", "offsets", Drawn::table, "Where the tile's first key of each bucket goes.", "tile", "bucket"},
    {"offsets", "bucket starts", Drawn::table, "Where each bucket begins.", "bucket", ""},
    {"offsets", "uneven", Drawn::a_word,
     "1 when many samples share few parts of the map: then it would fill some buckets too full."},
    {"offsets", "fullest bucket", Drawn::a_word, "The pairs of the bucket that has most."},
    {"offsets", "fits", Drawn::a_word,
     "1: every bucket fits a block. 0: some bucket does not, and the sort goes by digits."},
    {"order buckets", "buckets", Drawn::a_pair, "The bucket that the pair lies in."},
    {"order buckets", "bins", Drawn::a_pair, "The bin of the key, among those of its bucket."},
    {"order buckets", "bin starts", Drawn::a_pair, "How many keys of the bucket lie in lower bins."},
    {"order buckets", "ranks", Drawn::a_pair,
     "Bin start and the keys before it in the bin: the place in the sorted bucket."},
    {"order buckets", "by digits", Drawn::table,
     "1 where too many keys met in a bin: that block ranked its bucket by digits instead.", "bucket", ""},
    {"count digits", "digit", Drawn::a_pair, "The bits of the key that this pass looks at."},
    {"count digits", "tile counts", Drawn::table, "How often each digit occurs in a tile.", "tile", "digit"},
    {"place by digit", "offsets", Drawn::table, "Where the tile's first pair of each digit goes.", "tile",
     "digit"},
    {"rank", "bins", Drawn::a_pair, "The bin of the key."},
    {"rank", "bin starts", Drawn::a_pair, "How many keys lie in lower bins."},
    {"rank", "ranks", Drawn::a_pair, "Bin start and the keys before it in the bin: the place in the result."},
    {"count", "histograms", Drawn::table, "How often each digit occurs.", "pass", "digit"},
};

}  // namespace sort::bucketsort
