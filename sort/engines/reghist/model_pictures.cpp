// What the lesson of reghist draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"histogram", Part::threads, "thread histograms"},
    {"histogram", Part::counts, "segment histograms"},
    {"scan and scatter", Part::running_sum, "offsets", "segment histograms"},
    {"scan and scatter", Part::words, "digits"},
    {"scan and scatter", Part::addends, "offsets", "ranks"},
    {"scan and scatter", Part::words, "ranks"},
    {"scan and scatter", Part::words, "places"},
    {"scan and scatter", Part::exchange, "exchanged"},
    {"scan and scatter", Part::moves},
    {"scan and scatter", Part::sectors},
};

const bool registered = add_pictures("reghist", kPictures);

}  // namespace
}  // namespace sort
