// CUDA's device functions on the CPU: what threads do together. See device_memory.h and device_numbers.h.
#pragma once
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
inline void __threadfence() { emu::fence(); }
inline void __threadfence_block() {}
inline void __threadfence_system() { emu::fence(); }
inline void __nanosleep(unsigned, EMU_SITE) { emu::let_others_run(site); }
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
