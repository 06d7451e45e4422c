// What the lesson of satish draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"local sort", Part::words, "digits"},
    {"local sort", Part::splits, "split"},
    {"histogram", Part::counts, "histograms"},
    {"histogram", Part::table, "bin begins"},
    {"scan", Part::running_sum, "offsets", "histograms"},
    {"scatter", Part::words, "places"},
    {"scatter", Part::moves},
    {"scatter", Part::sectors},
};

const bool registered = add_pictures("satish", kPictures);

}  // namespace
}  // namespace sort
