// What the lesson of multiscan draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"upsweep", Part::words, "digits"},
    {"upsweep", Part::counts, "block counts"},
    {"scan", Part::running_sum, "offsets", "block counts"},
    {"downsweep", Part::lanes, "packed counts"},
    {"downsweep", Part::prefix_sums, "packed sums"},
    {"downsweep", Part::words, "ranks"},
    {"downsweep", Part::exchange, "exchanged keys"},
    {"downsweep", Part::moves},
    {"downsweep", Part::sectors},
    {"local sort", Part::moves},
};

const bool registered = add_pictures("multiscan", kPictures);

}  // namespace
}  // namespace sort
