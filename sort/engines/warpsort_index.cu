// warpsort-index
#include "sort/engines/warpsort.cuh"

namespace sort {
namespace {

const bool registered = add_engine(warpsort::warpsort_engine<true>(
    "warpsort-index", "warpsort on keys with their positions, which makes it stable; values are gathered"));

}  // namespace
}  // namespace sort
