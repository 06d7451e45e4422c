// The call of cub-newest, where a build has headers newer than the toolkit's.
#include <cub/device/device_radix_sort.cuh>

#include "sort/lab/libraries/cub.cuh"

namespace sort {
namespace {

template <class Key>
using CubPlain = PlainRadixSort<cub::DeviceRadixSort, Key>;

const bool registered = add_library_call("cub-newest", {"cub::DeviceRadixSort", make_library_sort<CubPlain>});

}  // namespace
}  // namespace sort
