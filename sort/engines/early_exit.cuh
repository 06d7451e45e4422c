// Whether a sort leaves early by gated launches or by an IF node of the graph that it is captured into.
#pragma once
#include "sort/base/errors.h"
#include "sort/cuda/device_limits.cuh"
#include "sort/cuda/if_node.cuh"
#include "sort/registry.h"

namespace sort {

/// IF nodes in captured sorts; the config says otherwise, or the driver has none. Throws Unavailable where
/// the config asks for what the driver has not.
inline bool uses_if_nodes(EarlyExit early_exit) {
    if (early_exit == EarlyExit::gated) return false;
    const DeviceLimits limits = device_limits();
    if (!limits.if_nodes && early_exit == EarlyExit::if_node) {
        throw Unavailable("this driver has no conditional graph nodes (CUDA 12.4 has)" +
                          because_of_limits(limits, &DeviceLimits::if_nodes));
    }
    return limits.if_nodes;
}

}  // namespace sort
