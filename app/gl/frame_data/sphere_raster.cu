// The raster's picture on the CUDA backend: a thread a body, a warp or a block where it is large, the nearest kept
// at each pixel by atomics on depth and slot in one word.
#include "app/gl/frame_data/pixels.cuh"
#include "app/gl/frame_data/sphere_raster.h"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256;

constexpr uint32_t kLanes = 32, kWarps = kThreads / kLanes, kBlocks = 2048;

static __device__ SphereVisibility sight_of(const RasterView& view, const Instance& body) {
    return sight_of(view, to_view(view, {body.x, body.y, body.z}), body.radius);
}

static __global__ void list_bodies_kernel(RasterView view, RasterArrays out, const Instance* instances,
                                          uint32_t count) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot >= count) return;
    const Instance body = instances[slot];
    if (!list_body(view, out, body, slot, sight_of(view, body)))
        draw_body<PixelsCuda>(view, body, slot, out.pixels);
}

/// A block a body, in turn: its warps share the rows, their lanes the columns.
static __global__ void draw_near_kernel(RasterView view, RasterArrays out, const Instance* instances) {
    const uint32_t count = min(out.head->near_wanted, kMostShared);
    const SpotShare share = {int(threadIdx.x % kLanes), int(kLanes), int(threadIdx.x / kLanes), int(kWarps)};
    for (uint32_t i = blockIdx.x; i < count; i += gridDim.x)
        draw_body<FreshPixelsCuda>(view, instances[out.near[i]], out.near[i], out.pixels, nullptr, share);
}

/// A warp a body, unless nearer ones hide it: half a warp a row.
static __global__ void draw_middle_kernel(RasterView view, RasterArrays out, const Instance* instances) {
    const uint32_t count = min(out.head->middle_wanted, kMostShared), warp = threadIdx.x / kLanes;
    const SpotShare share = {int(threadIdx.x % 16), 16, int(threadIdx.x % kLanes / 16), 2};
    for (uint32_t i = blockIdx.x * kWarps + warp; i < count; i += gridDim.x * kWarps)
        draw_body<FreshPixelsCuda>(view, instances[out.middle[i]], out.middle[i], out.pixels, out.tiles,
                                   share);
}

static __global__ void draw_alone_kernel(RasterView view, RasterArrays out, const Instance* instances,
                                         uint32_t count) {
    const uint32_t slot = blockIdx.x * kThreads + threadIdx.x;
    if (slot >= count) return;
    const Instance body = instances[slot];
    // Kernels may round differently: rather drawn twice than by nobody.
    const SphereVisibility sight = sight_of(view, body);
    if (is_alone(view, {body.x, body.y, body.z, body.radius}, sight, 1.001f * kMostAlonePx))
        draw_body<PixelsCuda>(view, body, slot, out.pixels, out.tiles);
}

/// The farthest pixel of each tile: a warp a tile.
static __global__ void farthest_kernel(RasterView view, RasterArrays out, uint32_t tiles) {
    const uint32_t tile = blockIdx.x * kWarps + threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
    if (tile >= tiles) return;
    const int along = int(tiles_along(view.width));
    const int left = int(tile) % along * kTilePx, bottom = int(tile) / along * kTilePx;
    uint32_t farthest = 0;
    for (int i = int(lane); i < kTilePx * kTilePx; i += int(kLanes)) {
        const int x = left + i % kTilePx, y = bottom + i / kTilePx;
        if (x >= int(view.width) || y >= int(view.height)) continue;
        farthest = max(farthest, uint32_t(out.pixels[size_t(y) * size_t(view.width) + size_t(x)] >> 32));
    }
    for (uint32_t step = kLanes / 2; step > 0; step /= 2)
        farthest = max(farthest, __shfl_xor_sync(0xffffffffu, farthest, int(step)));
    if (lane == 0) out.tiles[tile] = farthest;
}

/// Draws bodies from near to far, so that most hidden ones are known to be hidden before they are drawn.
static void draw_bodies(const RasterView& view, const RasterArrays& arrays, const Instance* instances,
                        uint32_t count, cudaStream_t stream) {
    const uint32_t tiles = tiles_along(view.width) * tiles_along(view.height);
    const auto blocks = [](uint32_t items, uint32_t each) { return (items + each - 1) / each; };
    list_bodies_kernel<<<blocks(count, kThreads), kThreads, 0, stream>>>(view, arrays, instances, count);
    sort::check_launch(stream);
    draw_near_kernel<<<kBlocks, kThreads, 0, stream>>>(view, arrays, instances);
    sort::check_launch(stream);
    farthest_kernel<<<blocks(tiles, kWarps), kThreads, 0, stream>>>(view, arrays, tiles);
    sort::check_launch(stream);
    draw_middle_kernel<<<kBlocks, kThreads, 0, stream>>>(view, arrays, instances);
    sort::check_launch(stream);
    farthest_kernel<<<blocks(tiles, kWarps), kThreads, 0, stream>>>(view, arrays, tiles);
    sort::check_launch(stream);
    draw_alone_kernel<<<blocks(count, kThreads), kThreads, 0, stream>>>(view, arrays, instances, count);
    sort::check_launch(stream);
}

static __global__ void begin_raster_kernel(RasterHead* head) { head->selected.slot = sim::kNobody; }

static __global__ void finish_raster_kernel(RasterHead* head) { finish_raster(*head); }

void place_raster_cuda(const RasterView& view, const Instance* instances, uint32_t count, void* out,
                       const Scratch& scratch, sort::Stream stream) {
    const RasterLayout layout = RasterLayout::of(view);
    const RasterArrays arrays(out, layout, scratch);
    sort::check(cudaMemsetAsync(out, 0, layout.large, stream));
    sort::check(cudaMemsetAsync(arrays.pixels, 0xff, pixel_word_bytes(view), stream));
    if (view.box_stride)
        sort::check(cudaMemsetAsync(arrays.boxes, 0xff, layout.bytes - layout.boxes, stream));
    begin_raster_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
    if (count > 0) draw_bodies(view, arrays, instances, count, stream);
    finish_raster_kernel<<<1, 1, 0, stream>>>(arrays.head);
    sort::check_launch(stream);
}

}  // namespace app
