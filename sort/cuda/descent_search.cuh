// "In order already?" inside a kernel: the search for a key that is greater than the next.
//
// A warp takes runs of consecutive keys, some loads of 16 bytes in flight in each lane: in order, the keys
// are read as fast as memory gives them. The next key comes from the next lane. The few keys before the first
// address that 16 divides are the head, which every block compares by itself. Example with head 1, runs of
// four keys and no further blocks: in 3 | 4 5 6 7 | 8 9 2 | the head compares 3 4, the first run 4 to 8, and
// the second, whose missing keys are the greatest there are, finds 9 2.
#pragma once
#include "sort/cuda/block.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/cuda/tile.cuh"
#include "sort/key_bits.h"
#include "sort/stage.h"

namespace sort {

/// Four consecutive keys.
template <class Key>
struct FourKeys {
    Key x, y, z, w;
};

/// `from`: a multiple of 16 bytes.
__device__ inline FourKeys<uint32_t> load_four(const uint32_t* from) {
    const uint4 four = __ldcg(reinterpret_cast<const uint4*>(from));
    return {four.x, four.y, four.z, four.w};
}
__device__ inline FourKeys<double> load_four(const double* from) {
    const double2 low = __ldcg(reinterpret_cast<const double2*>(from));
    const double2 high = __ldcg(reinterpret_cast<const double2*>(from + 2));
    return {low.x, low.y, high.x, high.y};
}
__device__ inline FourKeys<uint64_t> load_four(const uint64_t* from) {
    const ulonglong2 low = __ldcg(reinterpret_cast<const ulonglong2*>(from));
    const ulonglong2 high = __ldcg(reinterpret_cast<const ulonglong2*>(from + 2));
    return {low.x, low.y, high.x, high.y};
}

template <class Key, class Bits = KeyBitsOf<Key>>
class DescentSearchOf {
public:
    static constexpr uint32_t kGroupKeys = 32 * 4;  // of a warp: four a lane
    static constexpr uint32_t kRunGroups = 4;       // loads in flight in each lane
    static constexpr uint32_t kRunKeys = kRunGroups * kGroupKeys;

    __device__ DescentSearchOf(const Key* keys, uint32_t count, Bits bits) : keys_(keys), bits_(bits) {
        constexpr uint32_t kSize = sizeof(Key), kInLoad = sizeof(uint4) / kSize;
        const auto past = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(keys) % sizeof(uint4));
        head_ = min((kInLoad - past / kSize) % kInLoad, count);
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
        const Key* const from = keys_ + head_ + first;
        const uint32_t left = count_ - first, at = 4 * own_lane();
        FourKeys<Key> own[kGroups];
        Key after = bits_.greatest();
        if (left > kGroups * kGroupKeys) {
#pragma unroll
            for (uint32_t k = 0; k < kGroups; ++k) {
                own[k] = load_four(from + k * kGroupKeys + at);
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
            const Key wrapped = k + 1 < kGroups ? own[k + 1 < kGroups ? k + 1 : k].x : after;
            const Key next = __shfl_sync(kAllLanes, own_lane() == 0 ? wrapped : own[k].x,
                                         static_cast<int>(own_lane() + 1) % 32);
            const KeyWord<Key> a = bits_(own[k].x), b = bits_(own[k].y), c = bits_(own[k].z),
                               d = bits_(own[k].w);
            seen = seen || a > b || b > c || c > d || d > bits_(next);
        }
        return seen;
        // lesson end
    }

    __device__ FourKeys<Key> some(const Key* from, uint32_t at, uint32_t end) const {
        const auto one = [&](uint32_t i) { return i < end ? __ldcg(from + i) : bits_.greatest(); };
        return {one(at), one(at + 1), one(at + 2), one(at + 3)};
    }

    const Key* keys_;
    Bits bits_;
    uint32_t head_, count_;  // count_: without the head
};
using DescentSearch = DescentSearchOf<uint32_t>;

/// Sets a word, which was 0, where a key is greater than the next. flag() returns its address, in all threads of the block,
/// when the first keys have been read; null: no more keys are read. All blocks of the grid call it together, each of them
/// with a share of its own: keys that are out of order mostly show it at the first look, in every block, so that the check
/// costs such a sort no more than a load takes.
template <uint32_t kThreads, class Key, class Flag>
__device__ void check_order(KeyPairs<Key> pairs, KeyBitsOf<Key> bits, Flag flag) {
    using DescentSearch = DescentSearchOf<Key>;
    const DescentSearch search(pairs.keys, pairs.count, bits);
    const uint32_t warp = blockIdx.x * (kThreads / 32) + own_warp();
    const bool sees = search.block_sees(warp * DescentSearch::kRunKeys);
    uint32_t* const out_of_order = flag();
    if (out_of_order == nullptr) return;
    if (sees) {
        if (threadIdx.x == 0) raise_flag(out_of_order);
    } else {
        search.search(warp, gridDim.x * (kThreads / 32), out_of_order);
    }
}

}  // namespace sort
