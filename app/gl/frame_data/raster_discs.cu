// The raster's shadows on the CUDA backend: the nearest disc is kept at each pixel of the sun map by atomics.
#include "app/gl/frame_data/pixels.cuh"
#include "app/gl/frame_data/raster_discs.h"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256, kBlocks = 2048;

constexpr uint32_t kLanes = 32;
constexpr float kAloneRows = 10;  // a disc of more is drawn by a warp, a part of a row by eight threads

/// A thread a body. Those that are large on the map are listed: a warp takes the places of all of its own at once.
static __global__ void small_discs_kernel(DiscView view, const SunBounds* fit, const Instance* instances,
                                          uint32_t count, uint32_t* discs, DiscList large) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x, lane = threadIdx.x % kLanes;
    const Instance body = instances[slot < count ? slot : count - 1];
    const bool is_large = slot < count && large.most > 0 && disc_rows(view, *fit, body.radius) > kAloneRows;
    const uint32_t all = __ballot_sync(0xffffffffu, is_large);
    uint32_t first = 0;
    if (lane == 0 && all) first = atomicAdd(large.wanted, uint32_t(__popc(all)));
    first = __shfl_sync(0xffffffffu, first, 0);
    const uint32_t place = first + uint32_t(__popc(all & ((1u << lane) - 1)));
    if (is_large && place < large.most)
        large.slots[place] = slot;
    else if (slot < count)
        draw_disc<PixelsCuda>(view, *fit, body, discs);
}

static __global__ void large_discs_kernel(DiscView view, const SunBounds* fit, const Instance* instances,
                                          uint32_t* discs, DiscList large) {
    const uint32_t count = min(*large.wanted, large.most), lane = threadIdx.x % kLanes;
    const SpotShare share = {int(lane % 8), 8, int(lane / 8), int(kLanes / 8)};
    const SunBounds sun = *fit;
    for (uint32_t i = (blockIdx.x * kThreads + threadIdx.x) / kLanes; i < count;
         i += gridDim.x * (kThreads / kLanes))
        draw_disc<FreshPixelsCuda>(view, sun, instances[large.slots[i]], discs, share);
}

void place_discs_cuda(const DiscView& view, const Instance* instances, uint32_t count, const SunBounds* fit,
                      uint32_t* discs, const DiscList& large, sort::Stream stream) {
    sort::check(cudaMemsetAsync(discs, 0xff, sun_word_bytes(view.side), stream));
    sort::check(cudaMemsetAsync(large.wanted, 0, sizeof(uint32_t), stream));
    if (count == 0) return;
    small_discs_kernel<<<(count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(view, fit, instances,
                                                                                   count, discs, large);
    sort::check_launch(stream);
    large_discs_kernel<<<kBlocks, kThreads, 0, stream>>>(view, fit, instances, discs, large);
    sort::check_launch(stream);
}

}  // namespace app
