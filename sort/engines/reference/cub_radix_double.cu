// cub-radix-double: the second reference sort on CUDA, cub::DeviceRadixSort in its DoubleBuffer form: CUB may
// write into both buffers, needs no third one, and says on the host in which the result is. That is the
// caller's for an even number of passes; else it is copied back. cub_radix.cu has the form with separate
// input and output.
//
// Bytes a pair: 4 histogram + 16 a pass, and 16 for the copy after an odd number of passes. Launches: see
// CUB; captured like any other.
// Example: keys 5 2 7 2 0 1 6 3 with values 0..7 become 0 1 2 2 3 5 6 7 with 4 5 1 3 7 0 6 2.
#include <cub/device/device_radix_sort.cuh>

#include "sort/engines/reference/cub_radix.cuh"

namespace sort {
namespace {

struct DoubleForm {
    static constexpr bool kThirdBuffer = false;
    static constexpr bool ends_at_caller(uint32_t passes) { return passes % 2 == 0; }

    static cudaError_t sort(void* temp, size_t& temp_bytes, Pairs pairs, Pairs other, const Options& options,
                            cudaStream_t stream, Pairs& result) {
        cub::DoubleBuffer<uint32_t> keys(pairs.keys, other.keys), values(pairs.values, other.values);
        const cudaError_t status =
            pairs.values ? cub::DeviceRadixSort::SortPairs(temp, temp_bytes, keys, values, pairs.count,
                                                           options.begin_bit, options.end_bit, stream)
                         : cub::DeviceRadixSort::SortKeys(temp, temp_bytes, keys, pairs.count,
                                                          options.begin_bit, options.end_bit, stream);
        result = {keys.Current(), pairs.values ? values.Current() : nullptr, pairs.count};
        return status;
    }
};

}  // namespace

bool register_cub_radix_double() {
    static const std::string library = reference::library_text("CUB", CUB_VERSION);
    return add_engine(reference::cub_radix_engine<DoubleForm>(kCubRadixDoubleText, library.c_str()));
}

}  // namespace sort
