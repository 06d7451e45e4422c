// Floating-point environments that a caller may have, and what a thread has now.
#pragma once
#include <fenv.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>

#include "sort/base/float_environment.h"

#if defined(__x86_64__)
#include <fpu_control.h>
#include <xmmintrin.h>
#endif

namespace float_environments {

/// The control register with its exception flags, of the calling thread.
inline uint64_t current() {
#if defined(__x86_64__)
    fpu_control_t x87;
    _FPU_GETCW(x87);
    return uint64_t{x87} << 32 | _mm_getcsr();
#else
    uint64_t control, flags;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    asm volatile("mrs %0, fpsr" : "=r"(flags));
    return control << 32 | flags;
#endif
}

/// Does the calling thread round to nearest, keep subnormals and mask all exceptions?
inline bool is_default() {
#if defined(__x86_64__)
    return (_mm_getcsr() & ~0x3fu) == 0x1f80;
#else
    return current() >> 32 == 0;
#endif
}

/// Makes the processor flush subnormals, as the start of a library does that is built with -ffast-math.
inline void flush_subnormals() {
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040);
#else
    asm volatile("msr fpcr, %0" : : "r"(uint64_t{1} << 24));
#endif
}

struct Odd {
    const char* name;
    void (*set)();
};

inline constexpr Odd kOdd[] = {
    {"flushes subnormals", flush_subnormals},
    {"rounds up", [] { fesetround(FE_UPWARD); }},
    {"rounds down", [] { fesetround(FE_DOWNWARD); }},
    {"rounds toward zero", [] { fesetround(FE_TOWARDZERO); }},
    // All that programs trap: a rounded result is usual, in the standard library, too.
    {"traps", [] { feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW); }},
    {"rounds up, flushes subnormals and traps",
     [] {
         fesetround(FE_UPWARD);
         flush_subnormals();
         feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
     }},
    {"has flags raised", [] { feraiseexcept(FE_INEXACT | FE_DIVBYZERO); }},
#if defined(__x86_64__)
    {"has an x87 of single precision",
     [] {
         fpu_control_t word = _FPU_DEFAULT & ~_FPU_EXTENDED;
         _FPU_SETCW(word);
     }},
#endif
};

/// work() on a new thread in each of them, whose loops of TBB then are in that environment too. The environment after
/// work() must be that before. `check` is called afterwards, in the usual environment.
template <class Work, class Check>
void in_each(Work work, Check check) {
    for (const Odd& odd : kOdd) {
        SCOPED_TRACE(std::string("the caller ") + odd.name);
        uint64_t before = 0, after = 1;
        std::thread([&] {
            odd.set();
            before = current();
            work();
            after = current();
        }).join();
        EXPECT_EQ(before, after) << std::hex << before << ' ' << after;
        check();
    }
}

}  // namespace float_environments
