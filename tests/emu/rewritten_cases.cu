// Each way in which CUDA declares dynamic shared memory and launches; rewrite.py makes C++ of it for the
// test.
#include "tests/emu/rewritten_cases.h"

#include <cooperative_groups.h>

#include <cuda/atomic>

namespace {

namespace cg = cooperative_groups;

template <class T>
__device__ T* dynamic_words() {
    extern __shared__ __align__(16) unsigned char s_memory[];
    return reinterpret_cast<T*>(s_memory);
}

template <unsigned kFactor, class T>
__global__ void reversed_kernel(T* out, unsigned add) {
    T* s_words = dynamic_words<T>();
    s_words[threadIdx.x] = kFactor * threadIdx.x + add;
    __syncthreads();
    out[threadIdx.x] = s_words[blockDim.x - 1 - threadIdx.x];
}

__global__ void pairs_kernel(unsigned* out) {
    extern __shared__ alignas(sizeof(uint2)) uint2 s_pairs[];
    s_pairs[threadIdx.x] = {threadIdx.x, 7};
    __syncthreads();
    const uint2 pair = s_pairs[threadIdx.x ^ 1];
    out[threadIdx.x] = pair.x * pair.y;
}

__global__ void turns_kernel(unsigned* out, unsigned* turn) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> word(*turn);
    if (threadIdx.x == 0) {
        while (word.load(cuda::memory_order_acquire) != gridDim.x - 1 - blockIdx.x) __nanosleep(8);
        word.fetch_add(1, cuda::memory_order_release);
    }
    cg::this_grid().sync();
    out[cg::this_grid().thread_rank()] = word.load() + static_cast<unsigned>(cg::this_grid().num_blocks());
}

cudaError_t launch_reversed(unsigned* out) {
    constexpr unsigned kThreads = 64;
    reversed_kernel<3, unsigned><<<1, kThreads, kThreads * sizeof(unsigned)>>>(out, 5);
    return cudaGetLastError();
}

cudaError_t launch_pairs(unsigned* out) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(64);
    config.dynamicSmemBytes = 64 * sizeof(uint2);
    return cudaLaunchKernelEx(&config, pairs_kernel, out);
}

cudaError_t launch_template(unsigned* out) {
    unsigned add = 1;
    void* arguments[] = {&out, &add};
    return cudaLaunchKernel(reinterpret_cast<const void*>(&reversed_kernel<2, unsigned>), dim3(1), dim3(64),
                            arguments, 256, nullptr);
}

template <class... Parameters>
cudaError_t cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block, Parameters... parameters) {
    void* arguments[] = {static_cast<void*>(&parameters)...};
    return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, 0, nullptr);
}

cudaError_t launch_turns(unsigned* out) {
    unsigned turn = 0;
    return cooperative(turns_kernel, dim3(5), dim3(64), out, &turn);
}

}  // namespace

std::vector<RewrittenCase> rewritten_cases() {
    return {
        {"<<<>>> of a template", 64, launch_reversed, [](unsigned i) { return 3 * (63 - i) + 5; }},
        {"cudaLaunchKernelEx", 64, launch_pairs, [](unsigned i) { return 7 * (i ^ 1); }},
        {"cudaLaunchKernel", 64, launch_template, [](unsigned i) { return 2 * (63 - i) + 1; }},
        {"cudaLaunchCooperativeKernel", 320, launch_turns, [](unsigned) { return 10u; }},
    };
}
