// Cooperative launches: all blocks of the grid run at once, which the launch guarantees or refuses, whatever
// else the device is doing; so they may wait for each other.
#pragma once
#include <cooperative_groups.h>

#include <algorithm>

#include "sort/cuda/check.cuh"

namespace sort {

/// The barrier over the grid, as a type: kernels that never wait are compiled with another one.
struct GridBarrier {
    __device__ void operator()() const { cooperative_groups::this_grid().sync(); }
};

struct DeviceLimits {
    uint32_t processors = 0;
    size_t shared_bytes = 0;  // a block may ask for so many
    bool cooperative = false;
};

inline DeviceLimits device_limits() {
    int device = 0, processors = 0, shared_bytes = 0, cooperative = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    check(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    check(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    return {static_cast<uint32_t>(processors), static_cast<size_t>(shared_bytes), cooperative != 0};
}

/// Lets the kernel use so much shared memory, or more if it may already: several callers may share a kernel.
/// Returns the blocks that fit the current device at once; 0: such a kernel cannot run here.
template <class Kernel>
uint32_t allow_shared_bytes(Kernel kernel, uint32_t threads, size_t shared_bytes,
                            const DeviceLimits& limits) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel));
    if (attributes.sharedSizeBytes + shared_bytes > limits.shared_bytes) return 0;
    const int most = std::max(static_cast<int>(shared_bytes), attributes.maxDynamicSharedSizeBytes);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads),
                                                        shared_bytes));
    return limits.processors * static_cast<uint32_t>(std::max(blocks, 0));
}

/// All `blocks` run at once, or the launch is an error.
template <class Args>
void launch_cooperative(void (*kernel)(Args), uint32_t blocks, uint32_t threads, size_t shared_bytes,
                        cudaStream_t stream, const Args& args) {
    cudaLaunchAttribute cooperative{};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    config.attrs = &cooperative;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, args));
    check_launch(stream);
}

}  // namespace sort
