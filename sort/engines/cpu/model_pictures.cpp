// What the lessons of cpu-radix and cpu-adaptive draw.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"find movers", Part::groups, "taken out", "taken out"},
    {"find movers", Part::displacement},
    {"find movers", Part::words, "taken out"},
    {"find movers", Part::words, "few enough"},
    {"take out", Part::groups, "taken out", "taken out"},
    {"take out", Part::table, "movers"},
    {"bring in", Part::groups, "taken out", "taken out"},
    {"bring in", Part::moves},
    {"insertion", Part::moves},
    {"count", Part::counts, "histograms"},
    {"scatter", Part::groups, "digit", "digit"},
    {"scatter", Part::words, "digit"},
    {"scatter", Part::table, "offsets"},
    {"scatter", Part::moves},
    {"fix", Part::moves},
};

const bool registered = add_pictures("cpu-radix", kPictures) && add_pictures("cpu-adaptive", kPictures);

}  // namespace
}  // namespace sort
