// warpsort
#include "sort/engines/warpsort.cuh"

namespace sort {
namespace {

const bool registered = add_engine(warpsort::warpsort_engine<false>(
    "warpsort", "comparison sort: bitonic sort a warp, bitonic merges, split by samples, final merges"));

}  // namespace
}  // namespace sort
