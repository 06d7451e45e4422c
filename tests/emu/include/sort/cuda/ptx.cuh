// Found before the real sort/cuda/ptx.cuh, whose functions are one PTX instruction each: the same functions,
// with the same names and parameters, as g++ compiles them. See "Inline PTX" in tests/emu/README.md.
#pragma once
#include <cuda_runtime.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <cuda/atomic>

namespace sort {

__device__ inline uint32_t lanes_with_same_bit(uint32_t digit, uint32_t bit) {
    const uint32_t lanes = __ballot_sync(~0u, (digit & bit) != 0);
    return digit & bit ? lanes : ~lanes;
}

__device__ inline uint32_t and_of_three(uint32_t a, uint32_t b, uint32_t c) { return a & b & c; }

__device__ inline unsigned long long load_relaxed(const unsigned long long* place) {
    return *static_cast<const volatile unsigned long long*>(place);
}
__device__ inline void store_relaxed(unsigned long long* place, unsigned long long value) {
    cuda::atomic_ref<unsigned long long>(*place).store(value, cuda::memory_order_relaxed);
}

__device__ inline uint4 load_whole(const void* place) {
    uint4 value;
    std::memcpy(&value, place, sizeof value);
    return value;
}
__device__ inline void store_whole(void* place, const uint4& value) {
    std::memcpy(place, &value, sizeof value);
    emu::seen_by_all(place, sizeof value);  // late stores come in halves
    emu::progress();
    emu::interrupt(4);
}

__device__ inline void let_next_launch_begin() {}
__device__ inline void wait_for_launch_before() {}

__device__ inline uint64_t device_time_ns() {
    return uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace sort
