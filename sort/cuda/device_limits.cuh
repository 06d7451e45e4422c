// What a device has: the one place that asks it, so that SWEEPLAB_LIMITS holds everywhere. Kernels
// of libraries (CUB) ask for themselves.
#pragma once
#include <algorithm>

#include "sort/base/limits.h"
#include "sort/cuda/check.cuh"

namespace sort {

/// Returns the limits of a device and its driver, lowered to those in SWEEPLAB_LIMITS. -1: the current device.
inline DeviceLimits device_limits(int device = -1) {
    int driver = 0;
    if (device < 0) check(cudaGetDevice(&device));
    check(cudaDriverGetVersion(&driver));
    const auto ask = [&](cudaDeviceAttr what) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, what, device));
        return value;
    };
    DeviceLimits own;
    own.processors = static_cast<uint32_t>(ask(cudaDevAttrMultiProcessorCount));
    own.threads = static_cast<uint32_t>(ask(cudaDevAttrMaxThreadsPerMultiProcessor));
    own.shared_bytes = static_cast<size_t>(ask(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    own.cooperative = ask(cudaDevAttrCooperativeLaunch) != 0;
    own.if_nodes = driver >= 12040;
    return lower_of(own, requested_limits());
}

/// Returns how many blocks of this kernel are resident at once on a multiprocessor; 0: it cannot run there.
template <class Kernel>
uint32_t blocks_per_processor(Kernel kernel, uint32_t threads, size_t shared_bytes,
                              const DeviceLimits& limits) {
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads),
                                                        shared_bytes));
    return std::min(static_cast<uint32_t>(std::max(blocks, 0)), limits.threads / threads);
}

/// Returns how many blocks of this kernel are resident at once on the current device; at least one per multiprocessor.
template <class Kernel>
uint32_t full_grid(Kernel kernel, uint32_t threads) {
    const DeviceLimits limits = device_limits();
    return limits.processors * std::max(blocks_per_processor(kernel, threads, 0, limits), 1u);
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
    return limits.processors * blocks_per_processor(kernel, threads, shared_bytes, limits);
}

}  // namespace sort
