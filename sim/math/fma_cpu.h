// The fused multiply-add of x86 processors that have it, chosen while the program runs. A function that is marked
// FOR_FMA may be called only where has_fma() is true.
#pragma once
#include "sim/math/fma.h"

namespace sim {

/// As PortableFma, in functions that are compiled for the instruction.
struct InstructionFma {
    [[gnu::always_inline]] static float of(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
};

#if defined(__x86_64__)
#define FOR_FMA __attribute__((target("avx2,fma")))

/// Returns whether this processor has the instruction, and eight lanes to do it in.
inline bool has_fma() {
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return has;
}
#else
#define FOR_FMA

/// Other processors have it always, and PortableFma knows that, or never.
inline bool has_fma() { return false; }
#endif

/// Returns whether fused operations take one instruction here.
inline bool fma_is_instruction() {
#if defined(__FMA__) || defined(__aarch64__)
    return true;
#else
    return has_fma();
#endif
}

}  // namespace sim
