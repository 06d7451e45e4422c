// The crowd's shadows on the CUDA backend: the nearest disc is kept at each pixel of the sun map by atomics.
#include "app/gl/handover/crowd_discs.h"
#include "app/gl/handover/pixels.cuh"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256;

constexpr float kSharedRows = 24;  // a disc of more is drawn by the whole warp, one after the other

/// The sun map: a thread a body, but a warp a body that is large on the map.
static __global__ void discs_kernel(CrowdView view, const SunBounds* fit, const Instance* instances,
                                    uint32_t count, uint32_t* discs) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x, lane = threadIdx.x % 32;
    const Instance body = instances[slot < count ? slot : count - 1];
    const SunBounds sun = *fit;
    const bool large = disc_rows(view, sun, body.radius) > kSharedRows;
    if (slot < count && !large) draw_disc<PixelsCuda>(view, sun, body, discs, 0, 1);
    for (uint32_t left = __ballot_sync(0xffffffffu, slot < count && large); left; left &= left - 1) {
        const int owner = __ffs(int(left)) - 1;
        Instance shared = body;
        shared.x = __shfl_sync(0xffffffffu, body.x, owner);
        shared.y = __shfl_sync(0xffffffffu, body.y, owner);
        shared.z = __shfl_sync(0xffffffffu, body.z, owner);
        shared.radius = __shfl_sync(0xffffffffu, body.radius, owner);
        draw_disc<PixelsCuda>(view, sun, shared, discs, lane, 32);
    }
}

void place_discs_cuda(const CrowdView& view, const Instance* instances, uint32_t count, const SunBounds* fit,
                      uint32_t* discs, sort::Stream stream) {
    if (count == 0) return;
    discs_kernel<<<(count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(view, fit, instances, count,
                                                                             discs);
    sort::check_launch(stream);
}

}  // namespace app
