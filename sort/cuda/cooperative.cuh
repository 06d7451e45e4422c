// Cooperative launches: all blocks of the grid run at once, which the launch guarantees or refuses, whatever
// else the device is doing; so they may wait for each other.
#pragma once
#define _CG_LIMIT_INCLUDED_DEPENDENCIES  // without libcu++, which takes longer to compile than most kernels do
#include <cooperative_groups.h>

#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/launch_with.cuh"
#include "sort/device.h"

namespace sort {

/// The barrier over the grid, as a type: kernels that never wait are compiled with another one.
struct GridBarrier {
    __device__ void operator()() const { cooperative_groups::this_grid().sync(); }
};

/// Returns why a device has no cooperative launches; "" if it has.
inline std::string no_cooperative(const DeviceLimits& limits) {
    return limits.cooperative ? ""
                              : "this device has no cooperative launches" +
                                    because_of_limits(limits, &DeviceLimits::cooperative);
}

/// Throws Unavailable where the device cannot launch so: asked by an engine's constructor.
inline void require_cooperative(const DeviceLimits& limits) {
    const std::string refusal = no_cooperative(limits);
    if (!refusal.empty()) throw Unavailable(refusal);
}

/// Engine::refusal of engines that launch so; where there is no device at all, why. Throws Unavailable where there is
/// none of this number.
inline std::string refused_for_cooperative(int device, bool) {
    std::string reason;
    return cuda_available(&reason) ? no_cooperative(device_limits(device)) : reason;
}

/// Launches `blocks` that all run at once; otherwise the launch is an error.
template <class Args>
void launch_cooperative(void (*kernel)(Args), uint32_t blocks, uint32_t threads, size_t shared_bytes,
                        cudaStream_t stream, const Args& args) {
    require_cooperative(requested_limits());  // a device that can would not refuse
    cudaLaunchAttribute cooperative{};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    launch_with(&cooperative, kernel, blocks, threads, shared_bytes, stream, args);
    check_launch(stream);
}

}  // namespace sort
