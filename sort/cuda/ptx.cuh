// What CUDA C++ has no short form for. The CPU emulation of kernels puts a header of its own in this place.
#pragma once
#include <cstdint>

namespace sort {

/// The lanes of the warp whose `digit` agrees with this lane's in the one bit that `bit` has. Four
/// instructions; the compiler makes five of the same in C++, and a key of a radix pass asks eight times. All
/// lanes call it together.
__device__ __forceinline__ uint32_t lanes_with_same_bit(uint32_t digit, uint32_t bit) {
    uint32_t lanes;
    asm volatile(
        "{ .reg .pred p;\n"
        "  and.b32 %0, %1, %2;\n"
        "  setp.ne.u32 p, %0, 0;\n"
        "  vote.sync.ballot.b32 %0, p, 0xffffffff;\n"
        "  @!p not.b32 %0, %0; }"
        : "=r"(lanes)
        : "r"(digit), "r"(bit));
    return lanes;
}

/// a & b & c in one instruction, where the compiler makes two of what the function above returns.
__device__ __forceinline__ uint32_t and_of_three(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t all;
    asm("lop3.b32 %0, %1, %2, %3, 0x80;" : "=r"(all) : "r"(a), "r"(b), "r"(c));
    return all;
}

}  // namespace sort
