// The picture's pixels, on the device: the nearest is kept by atomics.
#pragma once
#include <cstdint>

namespace app {

/// Where a thread looks at pixels beside each other: the first cache has them. It does not see what other processors
/// wrote: an older word is too large, so nothing visible is taken for hidden.
struct PixelsCuda {
    static __device__ uint64_t seen(const uint64_t* at) { return *at; }
    static __device__ void keep_least(uint64_t* at, uint64_t word) {
        if (word < *at) atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
    static __device__ void keep_least(uint32_t* at, uint32_t word) {
        if (word < *at) atomicMin(at, word);
    }
};

/// Where threads beside each other look at pixels beside each other, and at each many times: past the first cache.
struct FreshPixelsCuda {
    static __device__ uint64_t seen(const uint64_t* at) { return __ldcg(at); }
    static __device__ void keep_least(uint64_t* at, uint64_t word) {
        atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
    static __device__ void keep_least(uint32_t* at, uint32_t word) {
        if (word < __ldcg(at)) atomicMin(at, word);
    }
};

}  // namespace app
