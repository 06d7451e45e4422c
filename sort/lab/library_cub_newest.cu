// The call of cub-newest, where a build has headers newer than the toolkit's.
#include "sort/lab/library_cub.cuh"

namespace sort {
namespace {

const bool registered = add_library_call("cub-newest", {"cub::DeviceRadixSort", make_library_sort<CubPlain>});

}  // namespace
}  // namespace sort
