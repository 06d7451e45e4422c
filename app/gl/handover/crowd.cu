// The crowd's picture on the CUDA backend: a thread a body, the nearest kept at each pixel by atomics on
// depth and slot in one word.
#include <cub/device/device_merge_sort.cuh>

#include "app/gl/handover/crowd_discs.h"
#include "app/gl/handover/pixels.cuh"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256;

static __global__ void place_crowd_kernel(CrowdView view, CrowdArrays out, const Instance* instances,
                                          uint32_t count) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot < count) place_body<PixelsCuda>(view, out, instances[slot], slot);
}

static __global__ void begin_crowd_kernel(CrowdHead* head) { head->selected.slot = sim::kNobody; }

static __global__ void finish_crowd_kernel(CrowdHead* head) { finish_crowd(*head); }

struct BySlot {
    __device__ bool operator()(const CrowdBody& a, const CrowdBody& b) const { return a.slot < b.slot; }
};

/// Lines are blended, so the order of the boxes is seen: that of the atomics would flicker. What is not
/// listed has the last of all slots, and stays behind. `scratch` null asks for its bytes.
static void sort_boxes(void* scratch, size_t& bytes, CrowdBody* boxes, cudaStream_t stream) {
    sort::check(cub::DeviceMergeSort::SortKeys(scratch, bytes, boxes, kMostBoxes, BySlot{}, stream));
}

size_t boxes_scratch_bytes() {
    size_t bytes = 0;
    sort_boxes(nullptr, bytes, nullptr, nullptr);
    return bytes;
}

void place_crowd_cuda(const CrowdView& view, const Instance* instances, uint32_t count, const SunBounds* fit,
                      void* out, std::span<std::byte> scratch, sort::Stream stream) {
    const CrowdLayout layout = CrowdLayout::of(view);
    const CrowdArrays arrays(out, layout);
    sort::check(cudaMemsetAsync(out, 0, layout.large, stream));
    sort::check(cudaMemsetAsync(arrays.pixels, 0xff, layout.bytes - layout.pixels, stream));
    if (view.box_stride)
        sort::check(cudaMemsetAsync(arrays.boxes, 0xff, layout.pixels - layout.boxes, stream));
    begin_crowd_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
    if (count > 0) {
        place_crowd_kernel<<<(count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(view, arrays,
                                                                                       instances, count);
        sort::check_launch(stream);
    }
    if (view.disc_side > 0) place_discs_cuda(view, instances, count, fit, arrays.discs, stream);
    finish_crowd_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
    if (view.box_stride) {
        size_t bytes = scratch.size();
        sort_boxes(scratch.data(), bytes, arrays.boxes, stream);
    }
}

}  // namespace app
