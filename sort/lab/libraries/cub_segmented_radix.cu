// cub::DeviceSegmentedRadixSort: a block per segment.
#include <cub/device/device_segmented_radix_sort.cuh>

#include "sort/lab/libraries/cub_segmented.cuh"

namespace sort {
namespace {

struct BySegmentedRadixSort {
    template <class Key>
    static cudaError_t sort(void* temp, size_t& bytes, const TypedArrays& pairs, Key* keys_out,
                            uint32_t* values_out, cudaStream_t stream) {
        return cub::DeviceSegmentedRadixSort::SortPairs(
            temp, bytes, static_cast<const Key*>(pairs.keys), keys_out, pairs.values, values_out, pairs.count,
            pairs.segments, pairs.offsets, pairs.offsets + 1, 0, static_cast<int>(8 * sizeof(Key)), stream);
    }
};

template <class Key>
using SegmentedRadixSort = CubSegments<BySegmentedRadixSort, Key>;

const bool registered = add_segmented_call(
    {segmented_engine("cub-segmented-radix", "reference: cub::DeviceSegmentedRadixSort", true),
     "cub::DeviceSegmentedRadixSort", make_cub_segments<SegmentedRadixSort>, kCubTypes});

}  // namespace
}  // namespace sort
