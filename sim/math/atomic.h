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

/// Writes `value` where `expected` is; returns what was there.
HOST_DEVICE inline uint64_t replace_if(uint64_t* word, uint64_t expected, uint64_t value) {
    return atomicCAS(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(expected),
                     static_cast<unsigned long long>(value));
}
HOST_DEVICE inline void raise_to(uint32_t* most, uint32_t value) { atomicMax(most, value); }
HOST_DEVICE inline uint32_t peek(const uint32_t* word) { return *word; }
HOST_DEVICE inline void raise_flag(uint32_t* flag) { *flag = 1; }

#else

HOST_DEVICE inline uint32_t fetch_add(uint32_t* counter, uint32_t amount) {
    return __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
}
HOST_DEVICE inline uint64_t fetch_add(uint64_t* counter, uint64_t amount) {
    return __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
}

HOST_DEVICE inline uint64_t replace_if(uint64_t* word, uint64_t expected, uint64_t value) {
    __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
HOST_DEVICE inline void raise_to(uint32_t* most, uint32_t value) {
    uint32_t seen = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (seen < value &&
           !__atomic_compare_exchange_n(most, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

HOST_DEVICE inline uint32_t peek(const uint32_t* word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
HOST_DEVICE inline void raise_flag(uint32_t* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }

#endif

}  // namespace sim
