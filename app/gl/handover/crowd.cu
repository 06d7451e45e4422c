// The crowd's picture on the CUDA backend: a thread a body, or a block where it is large, the nearest kept at each
// pixel by atomics on depth and slot in one word.
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

constexpr uint32_t kLanes = 32, kSharingBlocks = 2048;

/// A block a body, in turn: its warps share the rows, their lanes the columns.
static __global__ void draw_shared_kernel(CrowdView view, CrowdArrays out) {
    const uint32_t count = min(out.head->shared_wanted, kMostShared);
    const SpotShare share = {int(threadIdx.x % kLanes), int(kLanes), int(threadIdx.x / kLanes),
                             int(kThreads / kLanes)};
    for (uint32_t i = blockIdx.x; i < count; i += gridDim.x)
        draw_shared<PixelsCuda>(view, out.shared[i], out.pixels, share);
}

static __global__ void begin_crowd_kernel(CrowdHead* head) { head->selected.slot = sim::kNobody; }

static __global__ void finish_crowd_kernel(CrowdHead* head) { finish_crowd(*head); }

void place_crowd_cuda(const CrowdView& view, const Instance* instances, uint32_t count, const SunBounds* fit,
                      void* out, sort::Stream stream) {
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
    if (view.blocks) {
        draw_shared_kernel<<<kSharingBlocks, kThreads, 0, stream>>>(view, arrays);
        sort::check_launch(stream);
    }
    if (view.disc_side > 0) place_discs_cuda(view, instances, count, fit, arrays.discs, stream);
    finish_crowd_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
}

}  // namespace app
