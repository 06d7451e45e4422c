// Functions for machines with AVX2, in a program that runs without it too: FOR_AVX2 is defined where they can be
// compiled, and has_avx2() says whether they can be called.
#pragma once
#if defined(__x86_64__) && !defined(__CUDACC__)
#include <immintrin.h>

#define FOR_AVX2 __attribute__((target("avx2")))

namespace sim {

inline bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2") != 0;
    return has;
}

}  // namespace sim
#elif !defined(__CUDACC__)
namespace sim {

inline bool has_avx2() { return false; }

}  // namespace sim
#endif
