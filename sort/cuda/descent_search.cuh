// "In order already?" inside a kernel: the search for a key that is greater than the next.
//
// A warp takes runs of consecutive keys, some loads of 16 bytes in flight in each lane: in order, the keys
// are read as fast as memory gives them. The next key comes from the next lane. The few keys before the first
// address that 16 divides are the head, which every block compares by itself. Example with head 1, runs of
// four keys and no further blocks: in 3 | 4 5 6 7 | 8 9 2 | the head compares 3 4, the first run 4 to 8, and
// the second, whose missing keys are the greatest there are, finds 9 2.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/block.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/cuda/tile.cuh"

namespace sort {

class DescentSearch {
public:
    static constexpr uint32_t kGroupKeys = 32 * 4;  // of a warp: one load a lane
    static constexpr uint32_t kRunGroups = 4;       // loads in flight in each lane
    static constexpr uint32_t kRunKeys = kRunGroups * kGroupKeys;

    __device__ DescentSearch(const uint32_t* keys, uint32_t count, KeyBits bits) : keys_(keys), bits_(bits) {
        const auto past = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(keys) % sizeof(uint4));
        head_ = min((4 - past / 4) % 4, count);
        count_ = count - head_;
    }

    /// Checks first the head and kGroupKeys keys per warp from `first`, a multiple of 4 that counts from
    /// the end of the head. True, in all threads of the block: there is a descent.
    __device__ bool block_sees(uint32_t first) const {
        // lesson: order-check/block
        const uint32_t at = threadIdx.x, all = head_ + count_;
        const bool in_head =
            at < head_ && at + 1 < all && bits_(__ldcg(keys_ + at)) > bits_(__ldcg(keys_ + at + 1));
        const bool in_groups = first < count_ && warp_sees<1>(first);
        return __syncthreads_or(in_head || in_groups);
        // lesson end
    }

    /// Reads the runs `run`, run + step, ... and sets *found, which others set and read at the same time,
    /// where there is a descent. Leaves early when it has, or anyone. A warp calls it together.
    __device__ void search(uint32_t run, uint32_t step, uint32_t* found) const {
        const uint32_t runs = count_ / kRunKeys + (count_ % kRunKeys != 0 ? 1 : 0);
        // lesson: order-check/warp vote
        for (uint32_t round = 0; run < runs; run += step, ++round) {
            const bool known = round % kRoundsAPeek == 0 && flag_is_raised(found);
            const bool seen = warp_sees<kRunGroups>(run * kRunKeys);
            if (__any_sync(kAllLanes, seen || known)) {
                if (seen) raise_flag(found);
                return;
            }
        }
        // lesson end
    }

private:
    /// Rounds between two reads of the flag. All warps read one word in L2: with a read per run they would
    /// queue for it.
    static constexpr uint32_t kRoundsAPeek = 4;

    /// Is any of this lane's keys greater than the next? Missing keys are the greatest: nothing exceeds them.
    template <uint32_t kGroups>
    __device__ bool warp_sees(uint32_t first) const {
        const uint32_t* const from = keys_ + head_ + first;
        const uint32_t left = count_ - first, at = 4 * own_lane();
        uint4 own[kGroups];
        uint32_t after = ~0u;
        if (left > kGroups * kGroupKeys) {
#pragma unroll
            for (uint32_t k = 0; k < kGroups; ++k) {
                own[k] = __ldcg(reinterpret_cast<const uint4*>(from + k * kGroupKeys + at));
            }
            after = __ldcg(from + kGroups * kGroupKeys);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < kGroups; ++k) own[k] = some(from, k * kGroupKeys + at, left);
        }
        // lesson: fourway/order check, eightway/order check, sixteenway/order check, onesweep/order check
        // lesson: bucketsort/order check, multiscan/order check, satish/order check, reghist/order check
        // lesson: warpsort/order check, warpsort-index/order check, order-check/compare
        bool seen = false;
#pragma unroll
        for (uint32_t k = 0; k < kGroups; ++k) {
            const uint32_t wrapped = k + 1 < kGroups ? own[k + 1 < kGroups ? k + 1 : k].x : after;
            const uint32_t next = __shfl_sync(kAllLanes, own_lane() == 0 ? wrapped : own[k].x,
                                              static_cast<int>(own_lane() + 1) % 32);
            const uint32_t a = bits_(own[k].x), b = bits_(own[k].y), c = bits_(own[k].z), d = bits_(own[k].w);
            seen = seen || a > b || b > c || c > d || d > bits_(next);
        }
        return seen;
        // lesson end
    }

    __device__ static uint4 some(const uint32_t* from, uint32_t at, uint32_t end) {
        return {at < end ? __ldcg(from + at) : ~0u, at + 1 < end ? __ldcg(from + at + 1) : ~0u,
                at + 2 < end ? __ldcg(from + at + 2) : ~0u, at + 3 < end ? __ldcg(from + at + 3) : ~0u};
    }

    const uint32_t* keys_;
    KeyBits bits_;
    uint32_t head_, count_;  // count_: without the head
};

}  // namespace sort
