// The pixels of a picture or a map, in which the least word stays, whichever thread writes it.
#pragma once
#include <cstdint>

#include "sort/base/host_device.h"

namespace app {

#ifdef __CUDA_ARCH__

/// Access through the L1 cache, for threads that read neighbouring pixels one after the other. It does not see what
/// other multiprocessors wrote: an older word is too large, so nothing visible is taken for hidden.
struct Pixels {
    template <class Word>
    HOST_DEVICE static Word seen(const Word* at) {
        return *at;
    }
    HOST_DEVICE static void keep_least(uint64_t* at, uint64_t word) {
        if (word < *at) atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
    HOST_DEVICE static void keep_least(uint32_t* at, uint32_t word) {
        if (word < *at) atomicMin(at, word);
    }
};

/// Access past the L1 cache, for neighbouring threads that read neighbouring pixels, each many times.
struct FreshPixels {
    HOST_DEVICE static uint64_t seen(const uint64_t* at) { return __ldcg(at); }
    HOST_DEVICE static void keep_least(uint64_t* at, uint64_t word) {
        atomicMin(reinterpret_cast<unsigned long long*>(at), (unsigned long long)(word));
    }
    HOST_DEVICE static void keep_least(uint32_t* at, uint32_t word) {
        if (word < __ldcg(at)) atomicMin(at, word);
    }
};

#else

struct Pixels {
    template <class Word>
    static Word seen(const Word* at) {
        return __atomic_load_n(at, __ATOMIC_RELAXED);
    }
    template <class Word>
    static void keep_least(Word* at, Word word) {
        Word had = seen(at);
        while (word < had &&
               !__atomic_compare_exchange_n(at, &had, word, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
};
using FreshPixels = Pixels;

#endif

}  // namespace app
