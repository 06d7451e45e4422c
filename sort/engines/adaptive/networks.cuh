// How `adaptive` orders the window of a tile when no pair lies further than kReach places from where it
// belongs: in registers.
//
// Each thread sorts 16 keys that stand side by side by a network. A pair that belongs to the 16 of the next
// thread, or of the one before, is then among the last or the first 8; so merging the last 8 of each thread
// with the first 8 of the next gives every pair its place. (Proof: if nothing moves further than D, sorting
// blocks of 2 D places, then those in between, sorts all.) The networks compare one word: the key less the
// least one near by, shifted, and the place; so ties keep their order, and a comparison is a minimum and a
// maximum. Keys that are too far apart for that, and pairs that lie too far off, are seen and said.
//
// About 12 instructions a pair for both networks (Batcher 1968: 63 comparators, then 25).
#pragma once
#include "sort/engines/adaptive/repair.cuh"

namespace sort {

/// Batcher's odd-even merge sort of 16 words in registers; `kRun` words side by side are sorted already.
template <uint32_t kRun>
__device__ __forceinline__ void sort_16(uint32_t (&words)[16]) {
#pragma unroll
    for (uint32_t run = kRun; run < 16; run *= 2) {
#pragma unroll
        for (uint32_t step = run; step > 0; step /= 2) {
#pragma unroll
            for (uint32_t i = 0; i < 16; ++i) {
                // Comparators of this step begin at i, in groups of `step`, within a block of 2 * run.
                const uint32_t from = i - step % run;
                const bool begins = i >= step % run && from / step % 2 == 0 && i + step < 16 &&
                                    i / (2 * run) == (i + step) / (2 * run);
                if (!begins) continue;
                const uint32_t low = min(words[i], words[i + step]);
                words[i + step] = max(words[i], words[i + step]);
                words[i] = low;
            }
        }
    }
}

template <uint32_t kThreadsOf>
class NetworkMaker {
    static constexpr uint32_t kOwn = 16, kHalf = kOwn / 2, kPlaceBits = 5;
    static constexpr uint32_t kWarps = kThreadsOf / 32;
    static constexpr uint32_t kAbsent = ~0u;  // stands behind all keys

    /// A word unused behind each thread's 16: threads that read theirs at once find them in different banks.
    HOST_DEVICE static constexpr uint32_t padded(uint32_t slot) { return slot + slot / kOwn; }

public:
    static constexpr uint32_t kThreads = kThreadsOf, kPlaces = kThreads * kOwn;
    static constexpr uint32_t kReach = kHalf;
    static constexpr uint32_t kMostTile = kPlaces - 2 * kReach;
    static constexpr uint32_t kWords = 2 * padded(kPlaces);

    struct Shared {
        uint32_t heads[kWarps + 1][kHalf + 1];  // of each warp's first thread: least key, first words
    };

    // A tile's pair i is where thread i / 16 puts it.
    __device__ static uint32_t key_at(uint32_t i) { return padded(i); }
    __device__ static uint32_t value_at(uint32_t i) { return padded(kPlaces) + padded(i); }

    /// See Repair. The tile's halo is kReach; in the window's slots the tile always begins at kReach.
    __device__ static bool make(const RepairArgs& args, const RepairTile& tile, WindowRecord& record,
                                bool always, uint32_t* words, Shared& shared, uint32_t* max_shift) {
        const Window window = {tile.begin - kReach, tile.begin < kReach ? kReach : 0,
                               tile.first + tile.length + kReach - tile.begin};
        load(args.pairs.keys, window, words);
        __syncthreads();
        uint32_t keys[kOwn];
        const bool disordered = __syncthreads_or(read(args, window, words, keys));
        if (!disordered && !always) {
            if (threadIdx.x == 0) {
                const uint32_t last = tile.kept - 1;
                record = {args.bits(words[padded(kReach)]),
                          tile.begin,
                          args.bits(words[padded(kReach + last)]),
                          tile.begin + last,
                          0,
                          0};
            }
            return false;
        }
        if (args.pairs.values != nullptr) load(args.pairs.values, window, words + padded(kPlaces));
        uint32_t
            order[kOwn];  // of the places from kReach behind this thread's first: the slots of their pairs
        const bool exact = make_order(window, keys, order, shared);
        if (__syncthreads_or(!exact)) {
            if (threadIdx.x == 0) record = {0, 0, 0, 0, kDescends | kTooMuch, 0};
            __syncthreads();
            return true;
        }
        place(args, window, tile, order, words, record, max_shift);
        if (threadIdx.x == 0) record.flags = disordered ? kDescends : 0;
        return disordered;
    }

private:
    struct Window {
        uint32_t place;  // in the input, of slot 0; wraps below 0, where slots are not there
        uint32_t first;  // slot that is there
        uint32_t end;    // behind the last
    };

    __device__ static uint32_t first_slot() { return threadIdx.x * kOwn; }

    __device__ static void load(const uint32_t* from, const Window& window, uint32_t* to) {
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t slot = k * kThreads + threadIdx.x;
            if (k * kThreads >= window.end) break;
            if (slot >= window.first && slot < window.end)
                to[padded(slot)] = __ldcg(from + (window.place + slot));
        }
    }

    /// This thread's keys; absent slots hold what their neighbours allow. True where one descends.
    __device__ static bool read(const RepairArgs& args, const Window& window, const uint32_t* words,
                                uint32_t (&keys)[kOwn]) {
        bool descends = false;
        uint32_t before = 0;
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t slot = first_slot() + k;
            const bool there = slot >= window.first && slot < window.end;
            keys[k] = there ? args.bits(words[padded(slot)]) : kAbsent;
            if (k > 0) descends = descends || (there && slot > window.first && before > keys[k]);
            before = keys[k];
        }
        const uint32_t next = first_slot() + kOwn;
        if (next < window.end && next > window.first)
            descends = descends || before > args.bits(words[padded(next)]);
        return descends;
    }

    /// False when keys are too far apart for the words, or the places that come out do not ascend.
    __device__ static bool make_order(const Window& window, const uint32_t (&keys)[kOwn],
                                      uint32_t (&order)[kOwn], Shared& shared) {
        // Sort the own keys, as words (key - least, place). Slots before the first stand for the least key.
        constexpr uint32_t kMostApart = kAbsent >> kPlaceBits;
        uint32_t least = kAbsent, greatest = 0;
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t slot = first_slot() + k;
            if (slot < window.first || slot >= window.end) continue;
            least = min(least, keys[k]);
            greatest = max(greatest, keys[k]);
        }
        bool exact = least > greatest || greatest - least < kMostApart;
        uint32_t sorted[kOwn];
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t slot = first_slot() + k;
            sorted[k] = (keys[k] - least) << kPlaceBits | k;
            if (slot < window.first) sorted[k] = k;
            if (slot >= window.end) sorted[k] = kAbsent;
        }
        sort_16<1>(sorted);

        // Merge the last half with the first half of the next thread.
        const uint32_t lane = own_lane(), warp = own_warp();
        if (lane == 0) {
            shared.heads[warp][0] = least;
#pragma unroll
            for (uint32_t k = 0; k < kHalf; ++k) shared.heads[warp][1 + k] = sorted[k];
        }
        if (threadIdx.x == 0) {
            for (uint32_t k = 0; k <= kHalf; ++k) shared.heads[kWarps][k] = kAbsent;
        }
        __syncthreads();
        uint32_t next_least = __shfl_down_sync(kAllLanes, least, 1);
        if (lane == 31) next_least = shared.heads[warp + 1][0];
        const uint32_t base = min(least, next_least);
#pragma unroll
        for (uint32_t k = 0; k < kHalf; ++k) {
            uint32_t next = __shfl_down_sync(kAllLanes, sorted[k], 1);
            if (lane == 31) next = shared.heads[warp + 1][1 + k];
            exact = exact && fits(next, next_least - base) && fits(sorted[kHalf + k], least - base);
            order[k] = moved(sorted[kHalf + k], least - base, 0);
            order[kHalf + k] = moved(next, next_least - base, kOwn);
        }
        sort_16<kHalf>(order);

        // Look whether all ascend: the last of each thread's places, then the first of the next thread's.
        const uint32_t first = order[0], last = order[kOwn - 1];
        uint32_t next_first = __shfl_down_sync(kAllLanes, first, 1),
                 next_base = __shfl_down_sync(kAllLanes, base, 1);
        __syncthreads();
        if (lane == 0) shared.heads[warp][0] = base, shared.heads[warp][1] = first;
        __syncthreads();
        if (lane == 31) next_base = shared.heads[warp + 1][0], next_first = shared.heads[warp + 1][1];
        if (next_first != kAbsent && exact) exact = ascends(last, base, next_first, next_base);
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            order[k] = order[k] == kAbsent ? kAbsent : first_slot() + (order[k] & ((1u << kPlaceBits) - 1));
        }
        return exact;
    }

    /// Whether a word of a thread whose least key is so much above the common base can be told from it.
    __device__ static bool fits(uint32_t word, uint32_t above) {
        return word == kAbsent || above < (kAbsent >> kPlaceBits) - (word >> kPlaceBits);
    }
    __device__ static uint32_t moved(uint32_t word, uint32_t above, uint32_t places) {
        return word == kAbsent ? kAbsent : word + (above << kPlaceBits) + places;
    }
    /// Whether the pair of the first word, from this thread, comes before that of the second, from the next.
    __device__ static bool ascends(uint32_t last, uint32_t base, uint32_t first, uint32_t first_base) {
        if (last == kAbsent) return false;
        const uint32_t place = last & ((1u << kPlaceBits) - 1), next_place = first & ((1u << kPlaceBits) - 1);
        const uint32_t key = base + (last >> kPlaceBits), next_key = first_base + (first >> kPlaceBits);
        return key < next_key || (key == next_key && place < next_place + kOwn);
    }

    /// Brings the pairs of this thread's places, first_slot() and on of the tile, to them.
    __device__ static void place(const RepairArgs& args, const Window& window, const RepairTile& tile,
                                 const uint32_t (&order)[kOwn], uint32_t* words, WindowRecord& record,
                                 uint32_t* max_shift) {
        const bool has_values = args.pairs.values != nullptr;
        uint32_t keys[kOwn], values[kOwn], furthest = 0;
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t to = first_slot() + k, from = order[k];
            if (to >= tile.kept) continue;
            keys[k] = words[padded(from)];
            if (has_values) values[k] = words[value_at(from)];
            const uint32_t target = to + kReach;
            furthest = max(furthest, from < target ? target - from : from - target);
            if (to == 0) record.first_key = args.bits(keys[k]), record.first_place = window.place + from;
            if (to == tile.kept - 1)
                record.last_key = args.bits(keys[k]), record.last_place = window.place + from;
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kOwn; ++k) {
            const uint32_t to = first_slot() + k;
            if (to >= tile.kept) continue;
            words[key_at(to)] = keys[k];
            if (has_values) words[value_at(to)] = values[k];
        }
        furthest = warp_max(furthest);
        if (own_lane() == 0 && furthest != 0) atomicMax(max_shift, furthest);
    }
};

template <uint32_t kThreads>
using RepairNetworks = Repair<NetworkMaker<kThreads>>;

}  // namespace sort
