// CUDA's device functions on the CPU: bits, integers, conversions.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// Bits and integers.
inline int __popc(unsigned v) { return std::popcount(v); }
inline int __popcll(unsigned long long v) { return std::popcount(v); }
inline int __clz(int v) { return std::countl_zero(static_cast<unsigned>(v)); }
inline int __clzll(long long v) { return std::countl_zero(static_cast<unsigned long long>(v)); }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline unsigned long long __brevll(unsigned long long v) {
    unsigned long long reversed = 0;
    for (int bit = 0; bit < 64; ++bit) reversed |= (v >> bit & 1) << (63 - bit);
    return reversed;
}
inline unsigned __brev(unsigned v) { return static_cast<unsigned>(__brevll(v) >> 32); }
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((uint64_t{high} << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((uint64_t{high} << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((uint64_t{high} << 32 | low) >> (shift < 32 ? shift : 32));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((uint64_t{high} << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned select) {
    const uint64_t bytes = uint64_t{y} << 32 | x;
    unsigned result = 0;
    for (unsigned to = 0; to < 4; ++to) {
        const unsigned code = select >> (4 * to) & 15;
        unsigned byte = static_cast<unsigned>(bytes >> (8 * (code & 7))) & 0xffu;
        if (code & 8) byte = byte & 0x80u ? 0xffu : 0u;  // the byte's sign, eight times
        result |= byte << (8 * to);
    }
    return result;
}
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(uint64_t{a} * b >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(int64_t{a} * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
    const int step = offset < 0 ? -1 : 1;
    int left = offset * step;
    for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
        if ((mask >> bit & 1) && (left == 0 || --left == 0)) return static_cast<unsigned>(bit);
    }
    return ~0u;
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
    for (int byte = 0; byte < 4; ++byte) sum += (a >> 8 * byte & 255u) * (b >> 8 * byte & 255u);
    return sum;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned sum) { return (a < b ? b - a : a - b) + sum; }
inline int __float_as_int(float v) { return std::bit_cast<int>(v); }
inline unsigned __float_as_uint(float v) { return std::bit_cast<unsigned>(v); }
inline float __int_as_float(int v) { return std::bit_cast<float>(v); }
inline float __uint_as_float(unsigned v) { return std::bit_cast<float>(v); }
inline long long __double_as_longlong(double v) { return std::bit_cast<long long>(v); }
inline double __longlong_as_double(long long v) { return std::bit_cast<double>(v); }

// Conversions that round as their name says; what does not fit becomes the nearest that does, NaN 0.
namespace emu {
template <class To, class From>
To saturated(From v) {
    using Limits = std::numeric_limits<To>;
    if (v != v) return 0;
    if (v <= static_cast<From>(Limits::min())) return Limits::min();
    return v >= static_cast<From>(Limits::max()) ? Limits::max() : static_cast<To>(v);
}
}  // namespace emu
#define EMU_TO_INTEGER(name, to, from)                                        \
    inline to name##_rz(from v) { return emu::saturated<to>(std::trunc(v)); } \
    inline to name##_rd(from v) { return emu::saturated<to>(std::floor(v)); } \
    inline to name##_ru(from v) { return emu::saturated<to>(std::ceil(v)); }  \
    inline to name##_rn(from v) { return emu::saturated<to>(std::nearbyint(v)); }
EMU_TO_INTEGER(__double2uint, unsigned, double)
EMU_TO_INTEGER(__double2int, int, double)
EMU_TO_INTEGER(__double2ull, unsigned long long, double)
EMU_TO_INTEGER(__double2ll, long long, double)
EMU_TO_INTEGER(__float2uint, unsigned, float)
EMU_TO_INTEGER(__float2int, int, float)
EMU_TO_INTEGER(__float2ull, unsigned long long, float)
EMU_TO_INTEGER(__float2ll, long long, float)
#undef EMU_TO_INTEGER
inline float __uint2float_rn(unsigned v) { return static_cast<float>(v); }
inline float __int2float_rn(int v) { return static_cast<float>(v); }
inline double __uint2double_rn(unsigned v) { return v; }
inline double __int2double_rn(int v) { return v; }
inline double __ull2double_rn(unsigned long long v) { return static_cast<double>(v); }
inline float __double2float_rn(double v) { return static_cast<float>(v); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __frcp_rn(float a) { return 1.0f / a; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline float __saturatef(float v) { return v > 0 ? (v < 1 ? v : 1.0f) : 0.0f; }

// min and max as CUDA overloads them at global scope: an int beside an unsigned becomes unsigned.
template <class A, class B>
requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
constexpr auto min(A a, B b) {
    using T = std::common_type_t<A, B>;
    return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <class A, class B>
requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
constexpr auto max(A a, B b) {
    using T = std::common_type_t<A, B>;
    return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}
