// Composite flags of the engine multiscan (Merrill, Grimshaw 2011, 3.3.3): the counts of several digits side
// by side in one word, so that one addition counts, and one scan sums, all of them.
//
//   a thread, up to 8 keys     4 bits a digit: eight digits in a 32-bit word, sixteen in a 64-bit word
//   a warp, up to 8 keys each  8 bits a digit: the paper's four counters in a 32-bit word
//   a block                    32 bits a digit
//
// A sum over the lanes before a lane is at most 31 * 8 = 248 and fits 8 bits. The sum over all 32 may be 256:
// nobody reads it from the packed words (block.cuh adds the last lane's part in wide words).
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "sort/engines/multiscan/shapes.h"

namespace sort::multiscan {

static_assert(kGroupKeys < (1u << 4), "a 4-bit counter holds a thread's group");
static_assert(31 * kGroupKeys < (1u << 8), "an 8-bit counter holds the groups of the lanes before");

/// Words with four 8-bit counters each, for all digits of kBits bits.
template <int kBits>
constexpr uint32_t kCounterWords = counter_words(kBits);

/// Four counters each of the even and the odd digits of one run of eight become digits 0 to 3 and 4 to 7.
__device__ inline void widen_eight(uint32_t nibbles, uint32_t& low, uint32_t& high) {
    const uint32_t even = nibbles & 0x0f0f0f0fu, odd = (nibbles >> 4) & 0x0f0f0f0fu;
    low = __byte_perm(even, odd, 0x5140);
    high = __byte_perm(even, odd, 0x7362);
}

/// The counts of one thread's group of keys, 4 bits a digit.
template <int kBits>
struct GroupCounters {
    using Word = std::conditional_t<(kBits <= 3), uint32_t, uint64_t>;
    Word low = 0, high = 0;  // high: digits 16 to 31

    /// Counts a key. Returns how many keys of its digit came before.
    __device__ uint32_t take(uint32_t digit) {
        if constexpr (kBits == 5) {
            const bool upper = digit >= 16;
            const uint32_t at = 4 * (digit & 15);
            const uint32_t before = static_cast<uint32_t>((upper ? high : low) >> at) & 15;
            const Word one = Word{1} << at;
            low += upper ? 0 : one;
            high += upper ? one : 0;
            return before;
        } else {
            const uint32_t at = 4 * digit;
            const uint32_t before = static_cast<uint32_t>(low >> at) & 15;
            low += Word{1} << at;
            return before;
        }
    }

    /// Writes the counts with 8 bits per digit, digit 0 in the lowest byte of the first word.
    __device__ void widen(uint32_t (&words)[kCounterWords<kBits>]) const {
        uint32_t unused;
        if constexpr (kBits <= 2) {
            widen_eight(static_cast<uint32_t>(low), words[0], unused);
        } else {
            widen_eight(static_cast<uint32_t>(low), words[0], words[1]);
        }
        if constexpr (kBits >= 4) widen_eight(static_cast<uint32_t>(low >> 32), words[2], words[3]);
        if constexpr (kBits == 5) {
            widen_eight(static_cast<uint32_t>(high), words[4], words[5]);
            widen_eight(static_cast<uint32_t>(high >> 32), words[6], words[7]);
        }
    }
};

/// Returns a word with all bits set if this bit of the digit is, else 0.
__device__ inline uint32_t bit_mask(uint32_t digit, int bit) { return 0u - ((digit >> bit) & 1); }

__device__ inline uint32_t choose(uint32_t mask, uint32_t set, uint32_t clear) {
    return (set & mask) | (clear & ~mask);
}

/// Returns one 8-bit counter: chooses two words by masks, then a byte of the two. (With conditions the
/// compiler chooses between addresses instead, and the words go to memory.)
template <int kBits>
__device__ uint32_t counter(const uint32_t (&words)[kCounterWords<kBits>], uint32_t digit) {
    if constexpr (kBits <= 2) {
        return (words[0] >> (8 * digit)) & 0xffu;
    } else if constexpr (kBits == 3) {
        return __byte_perm(words[0], words[1], digit) & 0xffu;
    } else {
        const uint32_t by_8 = bit_mask(digit, 3);
        uint32_t low = choose(by_8, words[2], words[0]), high = choose(by_8, words[3], words[1]);
        if constexpr (kBits == 5) {
            const uint32_t by_16 = bit_mask(digit, 4);
            low = choose(by_16, choose(by_8, words[6], words[4]), low);
            high = choose(by_16, choose(by_8, words[7], words[5]), high);
        }
        return __byte_perm(low, high, digit & 7) & 0xffu;
    }
}

/// A thread's counts over a whole run of tiles: bytes while they last, then 32 bits a digit, all in registers
/// (the paper's serial reduction).
template <int kBits>
struct RunCounters {
    static constexpr uint32_t kBins = 1u << kBits;
    uint32_t bytes[kCounterWords<kBits>] = {};
    uint32_t totals[kBins] = {};
    uint32_t most = 0;  // no byte is larger

    __device__ void add(const GroupCounters<kBits>& group) {
        if (most + kGroupKeys > 255) empty_bytes();
        uint32_t words[kCounterWords<kBits>];
        group.widen(words);
#pragma unroll
        for (uint32_t w = 0; w < kCounterWords<kBits>; ++w) bytes[w] += words[w];
        most += kGroupKeys;
    }

    __device__ void empty_bytes() {
#pragma unroll
        for (uint32_t b = 0; b < kBins; ++b) totals[b] += (bytes[b / 4] >> (8 * (b % 4))) & 0xffu;
#pragma unroll
        for (uint32_t w = 0; w < kCounterWords<kBits>; ++w) bytes[w] = 0;
        most = 0;
    }

    /// Sums over the warp; lane l gets bin l >> (5 - kBits). In each step a lane gives half of its bins to
    /// the lane across and keeps the other half, so 16 bins need 16 shuffles and not 80.
    __device__ uint32_t warp_totals() {
        empty_bytes();
        halve<0>();
        return totals[0];
    }

private:
    template <int kStep>
    __device__ void halve() {
        constexpr int kAcross = 16 >> kStep;
        if constexpr (kStep < kBits) {
            constexpr uint32_t kHalf = kBins >> (kStep + 1);
            const bool upper = (threadIdx.x & kAcross) != 0;
#pragma unroll
            for (uint32_t b = 0; b < kHalf; ++b) {
                const uint32_t kept = upper ? totals[b + kHalf] : totals[b];
                const uint32_t given = upper ? totals[b] : totals[b + kHalf];
                totals[b] = kept + __shfl_xor_sync(0xffffffffu, given, kAcross);
            }
        } else {
            totals[0] += __shfl_xor_sync(0xffffffffu, totals[0], kAcross);
        }
        if constexpr (kStep < 4) halve<kStep + 1>();
    }
};

}  // namespace sort::multiscan
