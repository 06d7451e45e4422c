// What the lesson of legrand draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"histogram", Part::words, "digits"},
    {"histogram", Part::table, "thread histograms"},
    {"scan", Part::running_sum, "offsets", "thread histograms"},
    {"scatter", Part::words, "places"},
    {"scatter", Part::moves},
};

const bool registered = add_pictures("legrand", kPictures);

}  // namespace
}  // namespace sort
