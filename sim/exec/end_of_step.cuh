// The last kernel of a step.
#pragma once
#include "sim/exec/status.h"
#include "sim/exec/step_log.cuh"

namespace sim {

/// Ends the step and reports it to the host, whose memory the device writes: a copy would be one more launch.
static __global__ void end_kernel(Status* status, Status* host_status, StampCopy stamps, Stamp stamp) {
    static_assert(sizeof(Status) % sizeof(uint32_t) == 0);
    begin_launch(stamp);
    if (threadIdx.x == 0) end_status(status);
    __syncthreads();
    const auto* from = reinterpret_cast<const uint32_t*>(status);
    auto* to = reinterpret_cast<uint32_t*>(host_status);
    for (uint32_t k = threadIdx.x; k < sizeof(Status) / sizeof(uint32_t); k += blockDim.x) to[k] = from[k];
    stamps.by_block();
}

}  // namespace sim
