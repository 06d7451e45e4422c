// A tile in shared memory from which pairs are removed until the remainder ascends: the first half of what
// `adaptive` does with movers (movers.cuh). Where a pair is removed the one before it stands in, so that a
// binary search needs not know of it.
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/block.cuh"
#include "sort/sorter.h"

namespace sort::adaptive {

/// A pair of a tile's border: strictly ordered, as no two have the same place.
struct Border {
    uint32_t key, place;  // the key's bits that are sorted by
};

__device__ inline bool operator<(const Border& a, const Border& b) {
    return a.key < b.key || (a.key == b.key && a.place < b.place);
}

/// kItems: pairs a thread, at most; kReachOf: for tests of the check, 0 makes neighbours blind for each
/// other. All functions but the small ones are called by all threads of a block.
template <uint32_t kThreads, uint32_t kItems, uint32_t kReachOf>
class TileRemainder {
public:
    static constexpr uint32_t kPlaces = kThreads * kItems;

protected:
    static constexpr uint32_t kReach = kReachOf;  // places more on either side of a tile
    static constexpr uint32_t kSlots = kPlaces + 2 * kReach, kReachMasks = kReach / 32;
    static constexpr uint32_t kMasks = kSlots / 32 + (kReach == 0 ? 1 : 0);
    static constexpr uint32_t kMostOwn = kPlaces / 4;  // removed from a tile
    // Each takes a pair off either end of neighbours that moved together.
    static constexpr uint32_t kRounds = 16;
    static constexpr uint32_t kWords = kSlots + 3 * kMasks;
    static_assert(kReach % 32 == 0 && kSlots <= 1u << 16 && kMasks <= kThreads);
    static constexpr uint32_t kNone = ~0u;

    /// The tile of this block. `words`: kWords of shared memory; the other two get the pairs removed from this
    /// tile, up to kMostOwn.
    __device__ TileRemainder(Pairs pairs, KeyBits bits, uint32_t tile_pairs, uint32_t* words,
                             uint32_t* removed_keys, uint32_t* removed_places)
        : pairs_(pairs),
          bits_(bits),
          begin_(blockIdx.x * tile_pairs),
          length_(min(tile_pairs, pairs.count - begin_)),
          keys_(words),
          removed_(words + kSlots),
          marked_(removed_ + kMasks),
          removed_before_(marked_ + kMasks),
          removed_keys_(removed_keys),
          removed_places_(removed_places) {}

    // Slots are the places from begin_ - kReach on; those of [low, high) exist.
    __device__ uint32_t low() const { return begin_ < kReach ? kReach - begin_ : 0; }
    __device__ uint32_t high() const { return kReach + min(length_ + kReach, pairs_.count - begin_); }
    __device__ uint32_t place_of(uint32_t slot) const { return begin_ + slot - kReach; }
    __device__ uint32_t key(uint32_t slot) const { return bits_(keys_[slot]); }
    __device__ bool is_removed(uint32_t slot) const { return (removed_[slot / 32] >> slot % 32 & 1) != 0; }
    __device__ bool is_own(uint32_t slot) const { return slot - kReach < length_; }

    /// values[k]: of place k * kThreads + thread of the tile.
    __device__ void load(uint32_t (&values)[kItems]) {
        for (uint32_t i = threadIdx.x; i < kMasks; i += kThreads) removed_[i] = marked_[i] = 0;
        // All loads are in flight before the first is waited for.
        uint32_t keys[kItems], beyond = 0;
        const uint32_t beyond_slot = threadIdx.x < kReach ? threadIdx.x : length_ + threadIdx.x;
        const bool has_beyond = threadIdx.x < 2 * kReach && beyond_slot >= low() && beyond_slot < high();
        if (has_beyond) beyond = __ldcg(pairs_.keys + place_of(beyond_slot));
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i < length_) keys[k] = __ldcg(pairs_.keys + begin_ + i);
        }
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i < length_ && pairs_.values != nullptr) values[k] = __ldcg(pairs_.values + begin_ + i);
        }
        if (has_beyond) keys_[beyond_slot] = beyond;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            const uint32_t i = k * kThreads + threadIdx.x;
            if (i < length_) keys_[kReach + i] = keys[k];
        }
        __syncthreads();
    }

    /// Adds to `own`, in shared memory and 0, how many were removed from this tile. False where they would be
    /// too many, or it does not come to an end. A thread has a word of the masks.
    __device__ bool remove(uint32_t& own) {
        bool descends = false;
        for (uint32_t slot = low() + threadIdx.x; slot + 1 < high(); slot += kThreads) {
            if (key(slot) <= key(slot + 1)) continue;
            descends = true;
            mark(slot, slot + 1);
        }
        bool any = __syncthreads_or(descends);
        if (!any) return true;
        for (uint32_t round = 0; any; ++round) {
            const uint32_t marks = threadIdx.x < kMasks ? marked_[threadIdx.x] : 0;
            if (marks != 0) note(marks, own);
            __syncthreads();
            if (own > kMostOwn || round == kRounds) return false;
            // Where the remainder was joined, does it descend there?
            descends = false;
            for (uint32_t left = marks; left != 0; left &= left - 1) {
                const uint32_t slot = 32 * threadIdx.x + __ffs(static_cast<int>(left)) - 1;
                const uint32_t greater = before(slot), smaller = after(slot);
                if (greater == kNone || smaller == kNone || key(greater) <= key(smaller)) continue;
                descends = true;
                mark(greater, smaller);
            }
            any = __syncthreads_or(descends);
        }
        if (threadIdx.x < kMasks) stand_in(removed_[threadIdx.x]);
        __syncthreads();
        return true;
    }

    /// Return the slot of the remainder before this one, and after it.
    __device__ uint32_t before(uint32_t slot) const {
        uint32_t word = slot / 32, kept = ~removed_[word] & ((1u << slot % 32) - 1);
        while (kept == 0 && word > low() / 32) kept = ~removed_[--word];
        const uint32_t found = 32 * word + 31 - __clz(static_cast<int>(kept));
        return kept != 0 && found >= low() ? found : kNone;
    }
    __device__ uint32_t after(uint32_t slot) const {
        if (++slot >= high()) return kNone;
        uint32_t word = slot / 32, kept = ~removed_[word] & (~0u << slot % 32);
        while (kept == 0 && 32 * (word + 1) < high()) kept = ~removed_[++word];
        const uint32_t found = 32 * word + __ffs(static_cast<int>(kept)) - 1;
        return kept != 0 && found < high() ? found : kNone;
    }

    /// Marks for removal the one of two neighbours in the remainder that fits less, or both.
    __device__ void mark(uint32_t greater, uint32_t smaller) {
        const uint32_t next = after(smaller);
        if (next == kNone || key(greater) <= key(next)) return mark(smaller);
        mark(greater);
        const uint32_t previous = before(greater);
        if (previous != kNone && key(previous) > key(smaller)) mark(smaller);
    }
    __device__ void mark(uint32_t slot) { atomicOr(marked_ + slot / 32, 1u << slot % 32); }

    /// Takes the marked ones of this thread's word out; those of this tile go to the list.
    __device__ void note(uint32_t marks, uint32_t& own) {
        marked_[threadIdx.x] = 0;
        removed_[threadIdx.x] |= marks;
        for (; marks != 0; marks &= marks - 1) {
            const uint32_t slot = 32 * threadIdx.x + __ffs(static_cast<int>(marks)) - 1;
            if (!is_own(slot)) continue;
            const uint32_t to = atomicAdd(&own, 1);
            if (to >= kMostOwn) return;
            removed_keys_[to] = keys_[slot];
            removed_places_[to] = place_of(slot);
        }
    }

    __device__ void stand_in(uint32_t out) {
        for (; out != 0; out &= out - 1) {
            const uint32_t slot = 32 * threadIdx.x + __ffs(static_cast<int>(out)) - 1, from = before(slot);
            keys_[slot] = from != kNone ? keys_[from] : 0;
        }
    }

    /// removed_before_[word]: pairs of this tile that are removed before the word.
    __device__ void count_removed() {
        constexpr uint32_t kOwnMasks = kPlaces / 32;
        uint32_t all = 0;
        for (uint32_t from = 0; from < kOwnMasks; from += 32) {
            if (own_warp() != 0) break;
            const uint32_t i = from + own_lane(), word = i + kReachMasks;
            const uint32_t own = i < kOwnMasks ? __popc(removed_[word]) : 0, sums = warp_sums(own);
            if (i < kOwnMasks) removed_before_[word] = all + sums - own;
            all += __shfl_sync(kAllLanes, sums, 31);
        }
        if (threadIdx.x == 0) removed_before_[kOwnMasks + kReachMasks] = all;
        __syncthreads();
    }

    /// Pairs of this tile that are removed before its place i.
    __device__ uint32_t removed_before(uint32_t i) const {
        const uint32_t slot = kReach + i;
        return removed_before_[slot / 32] + __popc(removed_[slot / 32] & ((1u << slot % 32) - 1));
    }

    /// Returns the first place of this tile whose pair is greater.
    __device__ uint32_t upper_bound(const Border& mover) const {
        uint32_t from = 0, to = length_;
        while (from < to) {
            const uint32_t middle = (from + to) / 2, slot = kReach + middle;
            const Border there{key(slot), place_of(slot)};
            (there < mover ? from : to) = there < mover ? middle + 1 : middle;
        }
        return from;
    }

    Pairs pairs_;
    KeyBits bits_;
    uint32_t begin_, length_;
    uint32_t* keys_;                                 // [slot]; the remainder, with stand-ins
    uint32_t *removed_, *marked_, *removed_before_;  // [slot / 32]; bits, bits, sums
    uint32_t *removed_keys_, *removed_places_;
};

}  // namespace sort::adaptive
