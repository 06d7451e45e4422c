// What the lesson of onesweep draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"count", Part::counts, "histograms"},
    {"pass", Part::words, "digits"},
    {"pass", Part::counts, "tile counts"},
    {"pass", Part::look_back, "look-back"},
    {"pass", Part::waits},
    {"pass", Part::words, "bin starts"},
    {"pass", Part::words, "earlier tiles"},
    {"pass", Part::words, "ranks"},
    {"pass", Part::words, "places"},
    {"pass", Part::exchange, "exchanged keys"},
    {"pass", Part::moves},
    {"pass", Part::sectors},
};

const bool registered = add_pictures("onesweep", kPictures);

}  // namespace
}  // namespace sort
