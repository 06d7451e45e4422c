// The picture's pixels, on the device: the nearest is kept by atomics.
#pragma once
#include <cstdint>

namespace app {

/// A read past the first cache, which does not see what other processors wrote: an older word is too large, so nothing
/// visible would be taken for hidden, but most of what is hidden for visible.
struct PixelsCuda {
    static __device__ uint64_t seen(const uint64_t* at) { return __ldcg(at); }
    static __device__ void keep_least(uint64_t* at, uint64_t word) {
        if (word < __ldcg(at))
            atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
    static __device__ void keep_least(uint32_t* at, uint32_t word) {
        if (word < __ldcg(at)) atomicMin(at, word);
    }
};

}  // namespace app
