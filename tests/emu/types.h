// Words of CUDA C++ and its small vector types, for the emulation of kernels on the CPU.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#define EMU_CUDA 1
#define __global__
#define __device__
#define __host__
#define __constant__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __shared__ static  // one block runs at a time, on one OS thread

#define EMU_VECTORS(type, name, align2, align4)                                 \
    struct name##1 {                                                            \
        type x;                                                                 \
    };                                                                          \
    struct alignas(align2) name##2 {                                            \
        type x, y;                                                              \
    };                                                                          \
    struct name##3 {                                                            \
        type x, y, z;                                                           \
    };                                                                          \
    struct alignas(align4) name##4 {                                            \
        type x, y, z, w;                                                        \
    };                                                                          \
    inline name##1 make_##name##1(type x) { return {x}; }                       \
    inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
    inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
    inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
EMU_VECTORS(signed char, char, 2, 4)
EMU_VECTORS(unsigned char, uchar, 2, 4)
EMU_VECTORS(short, short, 4, 8)
EMU_VECTORS(unsigned short, ushort, 4, 8)
EMU_VECTORS(int, int, 8, 16)
EMU_VECTORS(unsigned int, uint, 8, 16)
EMU_VECTORS(float, float, 8, 16)
EMU_VECTORS(double, double, 16, 16)
EMU_VECTORS(long long, longlong, 16, 16)
EMU_VECTORS(unsigned long long, ulonglong, 16, 16)
#undef EMU_VECTORS

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

// Of the thread that runs now.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;
