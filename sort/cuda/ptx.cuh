// What CUDA C++ has no short form for, or one that is slow to compile. The CPU emulation of kernels puts a header of its
// own in this place.
#pragma once
#include <cstdint>

namespace sort {

/// Returns the lanes of the warp whose `digit` agrees with this lane's in the one bit that `bit` has. Four
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

/// A word that other blocks store or read meanwhile, in no order with others: what cuda::atomic_ref makes of a relaxed
/// load and store; its header takes longer to compile than most kernels do.
__device__ __forceinline__ unsigned long long load_relaxed(const unsigned long long* place) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(value) : "l"(place) : "memory");
    return value;
}
__device__ __forceinline__ void store_relaxed(unsigned long long* place, unsigned long long value) {
    asm volatile("st.relaxed.gpu.b64 [%0], %1;" ::"l"(place), "l"(value) : "memory");
}

/// Sixteen bytes at a place that is a multiple of 16: as one word that other blocks store or read meanwhile, in no
/// order with others.
__device__ __forceinline__ uint4 load_whole(const void* place) {
    uint64_t low, high;
    asm volatile(
        "{ .reg .b128 whole;\n"
        "  ld.relaxed.gpu.global.b128 whole, [%2];\n"
        "  mov.b128 {%0, %1}, whole; }"
        : "=l"(low), "=l"(high)
        : "l"(__cvta_generic_to_global(place))
        : "memory");
    return {uint32_t(low), uint32_t(low >> 32), uint32_t(high), uint32_t(high >> 32)};
}
__device__ __forceinline__ void store_whole(void* place, const uint4& value) {
    asm volatile(
        "{ .reg .b128 whole;\n"
        "  mov.b128 whole, {%1, %2};\n"
        "  st.relaxed.gpu.global.b128 [%0], whole; }" ::"l"(__cvta_generic_to_global(place)),
        "l"(uint64_t{value.y} << 32 | value.x), "l"(uint64_t{value.w} << 32 | value.z)
        : "memory");
}

/// Lets the next launch on the stream be made ready, once all blocks have come here or ended; waits until the launch
/// before is done and its stores are seen. Nothing on devices before 9.0.
__device__ __forceinline__ void let_next_launch_begin() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
__device__ __forceinline__ void wait_for_launch_before() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The device's clock, of all multiprocessors the same; its steps are 32 ns on an H200, and up to 1 us on others.
__device__ __forceinline__ uint64_t device_time_ns() {
    uint64_t ns;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns)::"memory");
    return ns;
}

}  // namespace sort
