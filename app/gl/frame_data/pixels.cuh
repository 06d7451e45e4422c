// The picture's pixels, on the device: the nearest is kept by atomics.
#pragma once
#include <cstdint>

namespace app {

/// Access to pixels through the L1 cache, for threads that read neighbouring pixels one after the other. It does
/// not see what other multiprocessors wrote: an older word is too large, so nothing visible is taken for hidden.
struct PixelsCuda {
    static __device__ uint64_t seen(const uint64_t* at) { return *at; }
    static __device__ void keep_least(uint64_t* at, uint64_t word) {
        if (word < *at) atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
    static __device__ void keep_least(uint32_t* at, uint32_t word) {
        if (word < *at) atomicMin(at, word);
    }
};

/// Access to pixels past the L1 cache, for neighbouring threads that read neighbouring pixels, each many times.
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
