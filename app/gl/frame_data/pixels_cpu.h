// The picture's pixels, on the CPU backend: all threads write into one.
#pragma once
#include <cstdint>

namespace app {

struct PixelsCpu {
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

}  // namespace app
