// cub-radix: the reference sort on CUDA, NVIDIA's cub::DeviceRadixSort as it comes with the toolkit in its plain
// form, SortPairs(in, out). cub_radix_double.cu has the form that sorts between two buffers.
//
// Bytes a pair: 4 histogram + 16 a pass, and 16 for the copy back, which a Sorter owes its caller but CUB
// does not owe to whom it is compared with: measurements leave it out (Engine::call_library). CUB keeps a
// third buffer in its scratch. Launches: see CUB; captured like any other.
// Example: keys 5 2 7 2 0 1 6 3 with values 0..7 become 0 1 2 2 3 5 6 7 with 4 5 1 3 7 0 6 2.
#include <cub/device/device_radix_sort.cuh>

#include "sort/engines/reference/cub_plain.cuh"

namespace sort {

bool register_cub_radix() {
    static const std::string library = reference::library_text("CUB", CUB_VERSION);
    return add_engine(reference::cub_radix_engine<reference::PlainForm<cub::DeviceRadixSort>>(
        kCubRadixText, library.c_str()));
}

}  // namespace sort
