// CUDA's device functions on the CPU.
#pragma once
#include <bit>
#include <chrono>
#include <type_traits>

#include "tests/emu/launch.h"

namespace emu {

template <class T>
uint64_t pack(T value) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T>
T unpack(uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
T shuffle(uint32_t mask, T value, uint32_t source, const Site& site) {
    return unpack<T>(with_warp(Op::shuffle, mask, pack(value), source, site));
}

/// Minimum and maximum of signed numbers go through the order of unsigned ones.
template <class T>
T reduce(Op op, uint32_t mask, T value, const Site& site) {
    static_assert(sizeof(T) == 4);
    const bool flip = std::is_signed_v<T> && (op == Op::minimum || op == Op::maximum);
    const uint32_t sign = flip ? 0x80000000u : 0u;
    return static_cast<T>(
        static_cast<uint32_t>(with_warp(op, mask, static_cast<uint32_t>(value) ^ sign, 0, site)) ^ sign);
}

}  // namespace emu

#define EMU_SITE const emu::Site& site = emu::Site::current()

// Barriers and fences.
inline void __syncthreads(EMU_SITE) { emu::with_block(emu::Op::sync, 0, site); }
inline int __syncthreads_count(int p, EMU_SITE) {
    return static_cast<int>(emu::with_block(emu::Op::add, p != 0, site));
}
inline int __syncthreads_or(int p, EMU_SITE) {
    return static_cast<int>(emu::with_block(emu::Op::bit_or, p != 0, site));
}
inline int __syncthreads_and(int p, EMU_SITE) {
    return static_cast<int>(emu::with_block(emu::Op::bit_and, p != 0, site));
}
inline void __syncwarp(unsigned mask = ~0u, EMU_SITE) { emu::with_warp(emu::Op::sync, mask, 0, 0, site); }
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned) { emu::let_others_run(); }
[[noreturn]] inline void __trap(EMU_SITE) { emu::fail("__trap", site); }
inline unsigned __activemask(EMU_SITE) {
    emu::fail("__activemask says nothing about which lanes will come", site);
}
inline long long clock64() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

// Shuffles and votes.
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, EMU_SITE) {
    const unsigned low = static_cast<unsigned>(width) - 1;
    return emu::shuffle(mask, value, (emu::lane() & ~low) | (static_cast<unsigned>(source) & low), site);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, EMU_SITE) {
    const unsigned in = emu::lane() & (static_cast<unsigned>(width) - 1);
    return emu::shuffle(mask, value, in >= delta ? emu::lane() - delta : emu::lane(), site);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, EMU_SITE) {
    const unsigned in = emu::lane() & (static_cast<unsigned>(width) - 1);
    const bool within = delta < static_cast<unsigned>(width) - in;
    return emu::shuffle(mask, value, within ? emu::lane() + delta : emu::lane(), site);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32, EMU_SITE) {
    const unsigned source = emu::lane() ^ static_cast<unsigned>(bits);
    const bool within = source < (emu::lane() & ~(static_cast<unsigned>(width) - 1)) + width;
    return emu::shuffle(mask, value, within ? source : emu::lane(), site);
}
inline unsigned __ballot_sync(unsigned mask, int p, EMU_SITE) {
    return static_cast<unsigned>(emu::with_warp(emu::Op::ballot, mask, p != 0, 0, site));
}
inline int __any_sync(unsigned mask, int p, EMU_SITE) {
    return emu::with_warp(emu::Op::bit_or, mask, p != 0, 0, site) != 0;
}
inline int __all_sync(unsigned mask, int p, EMU_SITE) {
    return emu::with_warp(emu::Op::bit_and, mask, p != 0, 0, site) != 0;
}
template <class T>
unsigned __match_any_sync(unsigned mask, T value, EMU_SITE) {
    return static_cast<unsigned>(emu::with_warp(emu::Op::match_any, mask, emu::pack(value), 0, site));
}
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* all, EMU_SITE) {
    const auto same =
        static_cast<unsigned>(emu::with_warp(emu::Op::match_all, mask, emu::pack(value), 0, site));
    *all = same != 0;
    return same;
}
#define EMU_REDUCE(name, op, type)                          \
    inline type name(unsigned mask, type value, EMU_SITE) { \
        return emu::reduce(emu::Op::op, mask, value, site); \
    }
EMU_REDUCE(__reduce_add_sync, add, unsigned)
EMU_REDUCE(__reduce_add_sync, add, int)
EMU_REDUCE(__reduce_min_sync, minimum, unsigned)
EMU_REDUCE(__reduce_min_sync, minimum, int)
EMU_REDUCE(__reduce_max_sync, maximum, unsigned)
EMU_REDUCE(__reduce_max_sync, maximum, int)
EMU_REDUCE(__reduce_and_sync, bit_and, unsigned)
EMU_REDUCE(__reduce_or_sync, bit_or, unsigned)
EMU_REDUCE(__reduce_xor_sync, bit_xor, unsigned)
#undef EMU_REDUCE
#undef EMU_SITE

// Memory with a cache hint.
template <class T>
T __ldg(const T* p) {
    return *p;
}
template <class T>
T __ldcg(const T* p) {
    return *const_cast<const volatile T*>(p);
}
template <class T>
requires std::is_class_v<T> T __ldcg(const T* p) { return *p; }
template <class T>
T __ldca(const T* p) {
    return *p;
}
template <class T>
T __ldcs(const T* p) {
    return *p;
}
template <class T>
T __ldlu(const T* p) {
    return *p;
}
template <class T>
T __ldcv(const T* p) {
    return *const_cast<const volatile T*>(p);
}
template <class T>
void __stcs(T* p, std::type_identity_t<T> value) {
    *p = value;
}
template <class T>
void __stcg(T* p, std::type_identity_t<T> value) {
    *p = value;
}
template <class T>
void __stwb(T* p, std::type_identity_t<T> value) {
    *p = value;
}
template <class T>
void __stwt(T* p, std::type_identity_t<T> value) {
    *p = value;
}

// Atomics: a fiber is never interrupted.
#define EMU_ATOMIC(name, result)                  \
    template <class T>                            \
    T name(T* p, std::type_identity_t<T> value) { \
        const T old = *p;                         \
        *p = static_cast<T>(result);              \
        return old;                               \
    }
EMU_ATOMIC(atomicAdd, old + value)
EMU_ATOMIC(atomicSub, old - value)
EMU_ATOMIC(atomicExch, value)
EMU_ATOMIC(atomicMin, value < old ? value : old)
EMU_ATOMIC(atomicMax, old < value ? value : old)
EMU_ATOMIC(atomicAnd, old& value)
EMU_ATOMIC(atomicOr, old | value)
EMU_ATOMIC(atomicXor, old ^ value)
EMU_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
EMU_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
#undef EMU_ATOMIC
template <class T>
T atomicCAS(T* p, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
    const T old = *p;
    if (old == compare) *p = value;
    return old;
}

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
