// One tile of a stable distribution: a block ranks its keys by digit, learns where each digit goes, and
// writes the tile so that a digit's pairs lie together. Place of an item: consecutive keys to the lanes of a
// warp, 32 * items consecutive keys to a warp. Keys past the end of the tile are ~0: they rank last and are
// never written, so that ranking needs no test.
//
//   rank   eight ballots name the lanes with the same digit; a counter a warp and digit numbers them
//   start  sums over the warps, then over the digits: the place in the tile
//   move   keys and values change places in shared memory, and leave in runs of equal digit
//
// 85 instructions a warp of pairs, of which ranking takes 39 (H200, 2^22 pairs, 38 us a pass).
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/warp_rank.cuh"
#include "sort/sorter.h"

namespace sort {

constexpr int kMostTileBits = 9;

struct TileShared {
    uint32_t words[kBlockWords];
    uint32_t first[1u << kMostTileBits];  // first place of a digit in the tile
    uint32_t
        base[1u << kMostTileBits];  // of a digit in the output: of all blocks before this one; less `first`
    uint32_t start[1u << kMostTileBits];  // first place of a digit in the output
};

template <uint32_t kThreads, uint32_t kItems>
class Tile {
public:
    static constexpr uint32_t kCapacity = kThreads * kItems;
    static constexpr uint32_t kWarps = kThreads / 32;

    /// Returns the words of shared memory for digits of `bits` bits.
    HOST_DEVICE static constexpr uint32_t words(int bits) {
        return 2 * kCapacity > kWarps << bits ? 2 * kCapacity : kWarps << bits;
    }

    /// Returns the words of shared memory that move_kept() needs for digits of `bits` bits.
    HOST_DEVICE static constexpr uint32_t words_kept(int bits) {
        constexpr uint32_t kToMove = 2 * kCapacity + kCapacity / 2;
        return words(bits) > kToMove ? words(bits) : kToMove;
    }

    /// Creates the tile of `count` <= kCapacity pairs of `from`, at place `begin`.
    __device__ Tile(Pairs from, uint32_t begin, uint32_t count)
        : count_(count),
          items_((count + kThreads - 1) / kThreads),
          own_(own_warp() * items_ * 32 + own_lane()),
          from_{from.keys + begin, from.values ? from.values + begin : nullptr, count} {}

    uint32_t __device__ pads() const { return items_ * kThreads - count_; }

    __device__ void load_keys() {
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k < items_) keys_[k] = has(k) ? __ldcg(from_.keys + own_ + k * 32) : ~0u;
        }
    }

    /// Loads the keys, and returns whether one of this thread's keys is greater than the next one. `more`: a
    /// key follows the tile, and is compared as well.
    __device__ bool load_keys_and_check(KeyBits bits, bool more) {
        uint32_t after_warp[kItems];  // what the last lane compares with, asked for with the keys
        load_keys();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= items_) break;
            const uint32_t at = own_ + k * 32;
            const bool last = at + 1 == count_;
            after_warp[k] = ~0u;
            if (last ? more : own_lane() == 31 && at < count_) after_warp[k] = __ldcg(from_.keys + at + 1);
        }
        bool found = false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= items_) break;
            const uint32_t at = own_ + k * 32;
            const bool last = at + 1 == count_;
            uint32_t next = __shfl_down_sync(kAllLanes, keys_[k], 1);
            if (last || own_lane() == 31) next = after_warp[k];
            if (at < count_ && (!last || more)) found = found || bits(keys_[k]) > bits(next);
        }
        return found;
    }

    /// Ranks the keys by digit(key) < 2^kBits. Afterwards shared.first is known, and thread d < 2^kBits gets
    /// the number of pairs with digit d, pads included. `kKeep`: move_kept() comes next, not move().
    template <int kBits, bool kKeep = false, class Digit>
    __device__ uint32_t rank(Digit digit, uint32_t* words, TileShared& shared) {
        constexpr uint32_t kDigits = 1u << kBits;
        static_assert(kBits <= kMostTileBits && kDigits <= kThreads && kDigits % 32 == 0);
        for (uint32_t i = threadIdx.x; i < kDigits * kWarps; i += kThreads) words[i] = 0;
        __syncthreads();
        uint32_t* const counts = words + own_warp() * kDigits;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= items_) break;
            const uint32_t d = digit(keys_[k]);
            ranks_[k] = rank_in_warp<kBits>(d, counts) | d << 16;
        }
        __syncthreads();
        const uint32_t of_digit = start_digits<kDigits>(words, shared);
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= items_) continue;
            ranks_[k] = (kKeep ? ranks_[k] : ranks_[k] & 0xffffu) + counts[ranks_[k] >> 16];
        }
        return of_digit;
    }

    /// Writes the tile, each pair to shared.base[digit] + its place in the tile.
    template <class Digit>
    __device__ void move(Pairs to, Digit digit, uint32_t* words, const TileShared& shared) {
        uint32_t* const keys = words;
        uint32_t* const values = words + kCapacity;
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= items_) break;
            keys[ranks_[k]] = keys_[k];
            // From here on the value stands in the key's register: with 16 items there is no other.
            if (from_.values != nullptr && has(k)) keys_[k] = __ldcg(from_.values + own_ + k * 32);
        }
        if (from_.values != nullptr) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (k < items_) values[ranks_[k]] = keys_[k];
            }
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            // lesson: bucketsort/place, bucketsort/place by digit
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count_) break;
            const uint32_t key = keys[at], place = shared.base[digit(key)] + at;
            to.keys[place] = key;
            if (from_.values != nullptr) to.values[place] = values[at];
            // lesson end
        }
        __syncthreads();
    }

    /// Writes the tile as move() does, for digits that are too costly to compute again: rank() has kept them
    /// beside the places, and they are moved with the keys.
    __device__ void move_kept(Pairs to, uint32_t* words, const TileShared& shared) {
        static_assert(kCapacity <= 1u << 16);
        uint32_t* const keys = words;
        uint32_t* const values = words + kCapacity;
        auto* const digits = reinterpret_cast<uint16_t*>(words + 2 * kCapacity);
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= items_) break;
            keys[ranks_[k] & 0xffffu] = keys_[k];
            digits[ranks_[k] & 0xffffu] = static_cast<uint16_t>(ranks_[k] >> 16);
            if (from_.values != nullptr && has(k)) keys_[k] = __ldcg(from_.values + own_ + k * 32);
        }
        if (from_.values != nullptr) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (k < items_) values[ranks_[k] & 0xffffu] = keys_[k];
            }
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t at = k * kThreads + threadIdx.x;
            if (at >= count_) break;
            const uint32_t place = shared.base[digits[at]] + at;
            to.keys[place] = keys[at];
            if (from_.values != nullptr) to.values[place] = values[at];
        }
        __syncthreads();
    }

private:
    __device__ bool has(uint32_t k) const { return own_ + k * 32 < count_; }

    /// counts[warp][digit] become first places in the tile. Thread d gets the sum of digit d.
    template <uint32_t kDigits>
    __device__ static uint32_t start_digits(uint32_t* counts, TileShared& shared) {
        uint32_t warp_counts[kWarps], sum = 0;
        const bool has_digit = threadIdx.x < kDigits;
        if (has_digit) {
#pragma unroll
            for (uint32_t warp = 0; warp < kWarps; ++warp) {
                warp_counts[warp] = counts[warp * kDigits + threadIdx.x];
            }
#pragma unroll
            for (uint32_t warp = 0; warp < kWarps; ++warp) sum += warp_counts[warp];
        }
        const uint32_t sums = warp_sums(sum);
        const uint32_t all = __shfl_sync(kAllLanes, sums, 31);
        uint32_t place = sum_before_warp<kThreads>(all, shared.words) + sums - sum;
        if (has_digit) {
            shared.first[threadIdx.x] = place;
#pragma unroll
            for (uint32_t warp = 0; warp < kWarps; ++warp) {
                counts[warp * kDigits + threadIdx.x] = place;
                place += warp_counts[warp];
            }
        }
        __syncthreads();
        return sum;
    }

    uint32_t count_, items_, own_;
    Pairs from_;
    uint32_t keys_[kItems], ranks_[kItems];
};

}  // namespace sort
