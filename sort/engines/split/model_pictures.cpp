// What the lesson of split-sort draws.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"flags", Part::bits},
    {"flags", Part::words, "flags"},
    {"scan", Part::words, "zeros before"},
    {"scatter", Part::words, "places"},
    {"scatter", Part::moves},
    {"scatter", Part::sectors},
};

const bool registered = add_pictures("split-sort", kPictures);

}  // namespace
}  // namespace sort
