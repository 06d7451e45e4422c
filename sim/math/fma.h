// fma(a, b, c): a * b + c, rounded once. IEEE 754 defines each bit of it, so where it is written out all machines
// agree; a compiler that chooses where to fuse would not (contract, part 4).
//
// A device has it in one instruction, and so have processors of ARM and most of x86 since 2013 (fma_cpu.h). For others
// it is made of doubles.
#pragma once
#include <cstdint>

#include "sim/math/float_bits.h"

namespace sim {

/// Returns a * b + c, rounded once, for any floats. The product is exact in double; the sum is rounded to odd there:
/// if it is inexact, the last bit of the two doubles around it that is set. So the rounding to float sees on which
/// side of a tie it lies (Boldo and Melquiond 2008, Emulation of a FMA and Correctly Rounded Sums).
inline float fma_by_doubles(float a, float b, float c) {
    const double product = double(a) * double(b), addend = double(c), sum = product + addend;
    const double of_addend = sum - product,
                 lost = (product - (sum - of_addend)) + (addend - of_addend);  // exact (Knuth's TwoSum)
    if (!(lost < 0 || lost > 0)) return float(sum);                            // exact, infinite or NaN
    uint64_t bits = double_bits(sum);
    if (bits % 2 == 0) bits += (lost > 0) == (sum > 0) ? 1 : uint64_t(-1);
    return float(bits_double(bits));
}

/// The fused operation of whatever the compiler makes code for. A type, so that a function that is compiled for
/// processors that have the instruction can be given theirs (fma_cpu.h).
struct PortableFma {
    HOST_DEVICE static float of(float a, float b, float c) {
#ifdef __CUDA_ARCH__
        float sum;
        asm("fma.rn.f32 %0, %1, %2, %3;  // written out" : "=f"(sum) : "f"(a), "f"(b), "f"(c));
        return sum;
#elif defined(__FMA__) || defined(__aarch64__)
        return __builtin_fmaf(a, b, c);
#else
        return fma_by_doubles(a, b, c);
#endif
    }
};

}  // namespace sim
