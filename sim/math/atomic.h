// Integers that many bodies add to or raise: the result does not depend on the order. (Floats never meet
// here.)
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

#ifdef __CUDA_ARCH__

HOST_DEVICE inline uint32_t fetch_add(uint32_t* counter, uint32_t amount) {
    return atomicAdd(counter, amount);
}
HOST_DEVICE inline uint64_t fetch_add(uint64_t* counter, uint64_t amount) {
    return atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(amount));
}

/// fetch_add(counter, 1) by all threads of a warp that come together, as one: with one each, many threads
/// queue at one word.
HOST_DEVICE inline uint64_t fetch_increment(uint64_t* counter) {
    const uint32_t together = __activemask(), before = together & ((1u << threadIdx.x % 32) - 1);
    uint64_t first = 0;
    if (before == 0) first = fetch_add(counter, uint64_t(__popc(together)));
    return __shfl_sync(together, first, __ffs(together) - 1) + uint64_t(__popc(before));
}

/// Writes `value` where `expected` is; returns what was there.
HOST_DEVICE inline uint32_t replace_if(uint32_t* word, uint32_t expected, uint32_t value) {
    return atomicCAS(word, expected, value);
}
HOST_DEVICE inline void raise_to(uint32_t* most, uint32_t value) { atomicMax(most, value); }
HOST_DEVICE inline void lower_to(uint64_t* least, uint64_t value) {
    atomicMin(reinterpret_cast<unsigned long long*>(least), static_cast<unsigned long long>(value));
}
HOST_DEVICE inline uint32_t peek(const uint32_t* word) { return *word; }

HOST_DEVICE inline void raise_flag(uint32_t* flag) { *flag = 1; }

#else

HOST_DEVICE inline uint32_t fetch_add(uint32_t* counter, uint32_t amount) {
    return __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
}
HOST_DEVICE inline uint64_t fetch_add(uint64_t* counter, uint64_t amount) {
    return __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
}

HOST_DEVICE inline uint64_t fetch_increment(uint64_t* counter) { return fetch_add(counter, uint64_t{1}); }

HOST_DEVICE inline uint32_t replace_if(uint32_t* word, uint32_t expected, uint32_t value) {
    __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
HOST_DEVICE inline void raise_to(uint32_t* most, uint32_t value) {
    uint32_t seen = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (seen < value &&
           !__atomic_compare_exchange_n(most, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
HOST_DEVICE inline void lower_to(uint64_t* least, uint64_t value) {
    uint64_t seen = __atomic_load_n(least, __ATOMIC_RELAXED);
    while (seen > value &&
           !__atomic_compare_exchange_n(least, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

HOST_DEVICE inline uint32_t peek(const uint32_t* word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
HOST_DEVICE inline void raise_flag(uint32_t* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }

#endif

}  // namespace sim
