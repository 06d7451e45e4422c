// The picture's pixels, on the CPU backend: all threads write into one.
#pragma once
#include <cstdint>

namespace app {

struct PixelsCpu {
    static uint64_t seen(const uint64_t* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
    static void keep_least(uint64_t* at, uint64_t word) {
        uint64_t had = seen(at);
        while (word < had &&
               !__atomic_compare_exchange_n(at, &had, word, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
};

}  // namespace app
