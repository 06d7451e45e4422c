// The sun map of bodies with meshes, on the CUDA backend: a warp per body.
#include "app/gl/frame_data/mesh_sun.h"
#include "app/gl/frame_data/pixels.cuh"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256, kWarps = kThreads / 32;

static __global__ void sun_points_kernel(MeshSunView view, const SunBounds* fit, sim::BodyView bodies,
                                         const MeshPoint* points, uint32_t* map) {
    const uint32_t slot = blockIdx.x * kWarps + threadIdx.x / 32;
    if (slot < bodies.count)
        draw_sun_points<PixelsCuda>(view, *fit, points, bodies, slot, threadIdx.x % 32, 32, map);
}

void place_sun_points_cuda(const MeshSunView& view, const SunBounds* fit, const sim::BodyView& bodies,
                           const MeshPoint* points, uint32_t* map, sort::Stream stream) {
    sort::check(cudaMemsetAsync(map, 0xff, sun_word_bytes(view.side), stream));
    if (bodies.count == 0) return;
    sun_points_kernel<<<(bodies.count + kWarps - 1) / kWarps, kThreads, 0, stream>>>(view, fit, bodies,
                                                                                     points, map);
    sort::check_launch(stream);
}

}  // namespace app
