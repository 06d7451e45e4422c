// What the lessons of cpu-radix and cpu-adaptive draw.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"find movers", Part::words, "taken out"},
    {"find movers", Part::words, "few enough"},
    {"take out", Part::table, "movers"},
    {"count", Part::counts, "histograms"},
    {"scatter", Part::groups, "digit", "digit"},
    {"scatter", Part::words, "digit"},
    {"scatter", Part::table, "offsets"},
    {"scatter", Part::moves},
};

const bool registered = add_pictures("cpu-radix", kPictures) && add_pictures("cpu-adaptive", kPictures);

}  // namespace
}  // namespace sort
