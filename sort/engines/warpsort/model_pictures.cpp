// What the lessons of warpsort and warpsort-index draw.
#include "sort/lab/model.h"

namespace sort {
namespace {

constexpr Picture kPictures[] = {
    {"order check", Part::descents, "out of order"},
    {"sample", Part::table, "samples"},
    {"bitonic sort", Part::network, "network"},
    {"bitonic sort", Part::zero_one, "network"},
    {"bitonic sort", Part::exchange_ring, "network"},
    {"merge", Part::merge_path, "runs"},
    {"merge", Part::moves},
    {"split", Part::table, "split points"},
    {"final merge", Part::merge_path, "runs"},
    {"final merge", Part::moves},
};

const bool registered = add_pictures("warpsort", kPictures) && add_pictures("warpsort-index", kPictures);

}  // namespace
}  // namespace sort
