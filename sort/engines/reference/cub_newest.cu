// cub-newest: cub-radix once more, with newer headers than the toolkit's, where a build has been told of some
// (SWEEPLAB_CCCL_DIR): the rival as its makers have it today.
#include <cub/device/device_radix_sort.cuh>

#include "sort/engines/reference/cub_plain.cuh"

namespace sort {

bool register_cub_newest() {
    static const std::string library = reference::library_text("CUB", CUB_VERSION);
    return add_engine(reference::cub_radix_engine<reference::PlainForm<cub::DeviceRadixSort>>(
        kCubNewestText, library.c_str()));
}

}  // namespace sort
