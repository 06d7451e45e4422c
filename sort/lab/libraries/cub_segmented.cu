// cub::DeviceSegmentedSort, which has a kernel per range of lengths. It groups segments by length and, where it cannot
// launch from the device, reads the sizes of the groups on the host and waits for them: that wait is its time, and no
// graph can capture it.
#include <cub/device/device_segmented_sort.cuh>

#include "sort/lab/libraries/cub_segmented.cuh"

namespace sort {
namespace {

struct BySegmentedSort {
    template <class Key>
    static cudaError_t sort(void* temp, size_t& bytes, const TypedArrays& pairs, Key* keys_out,
                            uint32_t* values_out, cudaStream_t stream) {
        return cub::DeviceSegmentedSort::StableSortPairs(
            temp, bytes, static_cast<const Key*>(pairs.keys), keys_out, pairs.values, values_out, pairs.count,
            pairs.segments, pairs.offsets, pairs.offsets + 1, stream);
    }
};

template <class Key>
using SegmentedSort = CubSegments<BySegmentedSort, Key>;

const bool registered =
    add_segmented_call({segmented_engine("cub-segmented", "reference: cub::DeviceSegmentedSort", false),
                        "cub::DeviceSegmentedSort", make_cub_segments<SegmentedSort>, kCubTypes});

}  // namespace
}  // namespace sort
