// The raster's boxes in one order on the CUDA backend.
#include <cub/device/device_merge_sort.cuh>

#include "app/gl/frame_data/sphere_raster.h"
#include "sort/cuda/check.cuh"

namespace app {

struct BySlot {
    __device__ bool operator()(const RasterBody& a, const RasterBody& b) const { return a.slot < b.slot; }
};

/// Sorts the listed boxes by slot. Unused entries have the greatest slot and stay last. With `scratch` null
/// it returns the bytes of scratch in `bytes`.
static void sort_boxes(void* scratch, size_t& bytes, RasterBody* boxes, cudaStream_t stream) {
    sort::check(cub::DeviceMergeSort::SortKeys(scratch, bytes, boxes, kMostBoxes, BySlot{}, stream));
}

size_t boxes_scratch_bytes() {
    size_t bytes = 0;
    sort_boxes(nullptr, bytes, nullptr, nullptr);
    return bytes;
}

void sort_boxes_cuda(const RasterView& view, void* raster, std::span<std::byte> scratch,
                     sort::Stream stream) {
    size_t bytes = scratch.size();
    sort_boxes(scratch.data(), bytes, RasterArrays(raster, RasterLayout::of(view), {}).boxes, stream);
}

}  // namespace app
