// What the lessons of fourway, eightway and sixteenway draw.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"count", Part::bits},
    {"count", Part::words, "digits"},
    {"count", Part::lanes, "packed counts"},
    {"count", Part::prefix_sums, "packed sums"},
    {"count", Part::words, "ranks"},
    {"count", Part::moves},
    {"count", Part::counts, "histograms"},
    {"scan", Part::running_sum, "offsets", "histograms"},
    {"map", Part::moves},
    {"map", Part::sectors},  // the last: it compares with what a variant does
};
constexpr std::span<const Picture> kOfVariants = std::span(kPictures).first(std::size(kPictures) - 1);

const bool registered =
    add_pictures("fourway", kPictures) && add_pictures("fourway:no-shuffle", kOfVariants) &&
    add_pictures("eightway", kPictures) && add_pictures("eightway:no-shuffle", kOfVariants) &&
    add_pictures("sixteenway", kPictures) && add_pictures("sixteenway:no-shuffle", kOfVariants);

}  // namespace
}  // namespace sort
