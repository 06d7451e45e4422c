// cusort: libcusort's DeviceRadixSort, SortPairs(in, out), where a build has been told of its header
// (SWEEPLAB_CUSORT_DIR). It is one-sweep, as CUB's, and has CUB's interface.
//
// Bytes per pair and the copy back: as cub_radix.cu. Launches: one of a CUDA graph that the library keeps and changes at
// each call, so it cannot be captured into another. <cuda.h> comes first: the library looks for CUDA_VERSION, without
// which it leaves out its graph.
// Example: keys 5 2 7 2 0 1 6 3 with values 0..7 become 0 1 2 2 3 5 6 7 with 4 5 1 3 7 0 6 2.
#include <cuda.h>

#include <libcusort.cuh>

#include "sort/engines/reference/cub_plain.cuh"

namespace sort {

bool register_cusort() {
    Engine engine = reference::cub_radix_engine<reference::PlainForm<cusort::DeviceRadixSort>>(
        kCusortText, "libcusort " LIBCUSORT_VERSION_STRING);
    engine.capturable = false;
    return add_engine(engine);
}

}  // namespace sort
