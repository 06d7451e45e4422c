// The sun's bounds on the CUDA backend: a thread takes in many bodies, a warp its threads, and one atomic per
// warp and bound adds it to the result. Reads 16 bytes per body. And the sun map in its last format.
#include "app/gl/frame_data/sun_bounds.h"
#include "sort/cuda/check.cuh"

namespace app {

constexpr uint32_t kThreads = 256, kMostBlocks = 264;

static __global__ void begin_bounds_kernel(SunBounds* out) { *out = no_sun_bounds(); }

static __global__ void bounds_kernel(SunView view, const sim::Vec4* position_radius, uint32_t count,
                                     SunBounds* out) {
    SunBounds bounds = no_sun_bounds();
    for (uint32_t slot = blockIdx.x * kThreads + threadIdx.x; slot < count; slot += gridDim.x * kThreads)
        take_in(bounds, view, position_radius[slot]);
    for (int k = 0; k < 3; ++k) {
        int32_t least = bounds.least[k], most = bounds.most[k];
        for (int away = 16; away > 0; away /= 2) {
            least = min(least, __shfl_xor_sync(0xffffffffu, least, away));
            most = max(most, __shfl_xor_sync(0xffffffffu, most, away));
        }
        if (threadIdx.x % 32 != 0) continue;
        atomicMin(out->least + k, least);
        atomicMax(out->most + k, most);
    }
}

static __global__ void finish_bounds_kernel(SunView view, SunBounds* out) { finish_sun_bounds(view, *out); }

void write_sun_bounds_cuda(const SunView& view, const sim::BodyView& bodies, SunBounds* out,
                           sort::Stream stream) {
    begin_bounds_kernel<<<1, 1, 0, stream>>>(out);
    sort::check_launch(stream);
    if (bodies.count > 0) {
        const uint32_t wanted = (bodies.count + kThreads - 1) / kThreads;
        const uint32_t blocks = wanted < kMostBlocks ? wanted : kMostBlocks;
        bounds_kernel<<<blocks, kThreads, 0, stream>>>(view, bodies.position_radius, bodies.count, out);
        sort::check_launch(stream);
    }
    finish_bounds_kernel<<<1, 1, 0, stream>>>(view, out);
    sort::check_launch(stream);
}

static __global__ void shorten_kernel(const uint64_t* words, uint32_t* out, uint32_t pairs) {
    const uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= pairs) return;
    const uint64_t pair = words[i];
    out[i] = short_sun_words(uint32_t(pair), uint32_t(pair >> 32));
}

void shorten_sun_words_cuda(const uint32_t* words, uint32_t side, uint32_t* out, sort::Stream stream) {
    const uint32_t pairs = side * side / 2;
    shorten_kernel<<<(pairs + kThreads - 1) / kThreads, kThreads, 0, stream>>>(
        reinterpret_cast<const uint64_t*>(words), out, pairs);
    sort::check_launch(stream);
}

}  // namespace app
