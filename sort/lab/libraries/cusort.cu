// The call of cusort, where a build has libcusort's header. <cuda.h>: see sort/engines/reference/cusort.cu.
#include <cuda.h>

#include <libcusort.cuh>

#include "sort/lab/libraries/cub.cuh"

namespace sort {
namespace {

template <class Key>
using CusortPlain = PlainRadixSort<cusort::DeviceRadixSort, Key>;

const bool registered =
    add_library_call("cusort", {"cusort::DeviceRadixSort", make_library_sort<CusortPlain>});

}  // namespace
}  // namespace sort
