// A counter that several threads raise which work on one thing in turns: what those before wrote can be read behind it.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"
#ifdef __CUDACC__
#include <cuda/atomic>
#endif

namespace sim {

/// Adds 1; returns what was there.
HOST_DEVICE inline uint32_t arrive(uint32_t* counter) {
#ifdef __CUDA_ARCH__
    return cuda::atomic_ref<uint32_t, cuda::thread_scope_device>(*counter).fetch_add(
        1, cuda::memory_order_acq_rel);
#else
    return __atomic_fetch_add(counter, 1, __ATOMIC_ACQ_REL);
#endif
}

}  // namespace sim
