// A counter that several threads raise which work on one thing in turns: what those before wrote can be read behind it.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

/// Adds 1; returns what was there.
HOST_DEVICE inline uint32_t arrive(uint32_t* counter) {
#ifdef __CUDA_ARCH__
    // One instruction that acquires and releases takes less than two fences around a plain one.
    uint32_t before;
    asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(counter) : "memory");
    return before;
#else
    return __atomic_fetch_add(counter, 1, __ATOMIC_ACQ_REL);
#endif
}

}  // namespace sim
