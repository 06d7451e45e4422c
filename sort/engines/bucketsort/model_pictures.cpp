// What the lesson of bucketsort draws: buckets colour the pairs.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"split", Part::groups, "buckets", "bucket"},
    {"split", Part::table, "samples"},
    {"split", Part::table, "first keys"},
    {"split", Part::words, "buckets"},
    {"split", Part::exchange, "exchanged keys"},
    {"split", Part::counts, "tile counts"},
    {"offsets", Part::running_sum, "offsets", "tile counts"},
    {"place", Part::groups, "buckets", "bucket"},
    {"place", Part::moves},
    {"order buckets", Part::groups, "buckets", "bucket"},
    {"order buckets", Part::words, "buckets"},
    {"order buckets", Part::words, "bins"},
    {"order buckets", Part::words, "bin starts"},
    {"order buckets", Part::words, "ranks"},
    {"order buckets", Part::moves},
    {"split by splitters", Part::groups, "buckets", "bucket"},
    {"split by splitters", Part::words, "buckets"},
    {"split by splitters", Part::counts, "tile counts"},
    {"order runs", Part::groups, "buckets", "bucket"},
    {"order runs", Part::moves},
    {"count digits", Part::groups, "digit", "digit"},
    {"count digits", Part::words, "digit"},
    {"count digits", Part::counts, "tile counts"},
    {"place by digit", Part::groups, "digit", "digit"},
    {"place by digit", Part::running_sum, "offsets", "tile counts"},
    {"place by digit", Part::moves},
    {"rank", Part::words, "bins"},
    {"rank", Part::words, "bin starts"},
    {"rank", Part::words, "ranks"},
    {"write", Part::moves},
    {"count", Part::counts, "histograms"},
    {"pass", Part::moves},
};

const bool registered = add_pictures("bucketsort", kPictures);

}  // namespace
}  // namespace sort
