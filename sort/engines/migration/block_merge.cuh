// The order of a few thousand nearly sorted keys inside one block: a merge sort that leaves alone what is in order.
//
//   thread   each thread has kItems neighbours in registers, and sorts them where one of its warp's descends
//   borders  each merges its items with those of the next thread, twice: enough where nothing is further astray
//   level    else neighbouring runs are merged, twice as long at each level: each thread finds by a binary search
//            where its share of the merged run begins in both, and takes the smaller item kItems times. Runs
//            of which the first ends before the second begins stay in their registers; where only the items of
//            the two threads at the border overlap, these two merge theirs
//
// Up to a warp's items a level waits for the warp alone. Example, two items a thread, keys 3 1 | 4 7 | 5 6 | 8 9:
// the first thread sorts 1 3; of the runs 1 3 | 4 7 and 5 6 | 8 9 neither is merged; of 1 3 4 7 | 5 6 8 9 the threads
// at the border merge 4 7 | 5 6.
#pragma once
#include "sort/cuda/block.cuh"

namespace sort::migration {

/// An item: a key, and the slot of the block's arrays that holds the rest of it.
template <class Key>
struct MergeItem {
    Key key;
    uint32_t slot;
};

/// Shared memory that the sort works in, and leaves its result in.
template <class Key, uint32_t kThreads, uint32_t kItems>
struct MergeShared {
    Key keys[kThreads * kItems];
    uint16_t slots[kThreads * kItems];
};

template <class Key, uint32_t kThreadsOf, uint32_t kItemsOf>
class BlockMerge {
    static constexpr uint32_t kThreads = kThreadsOf, kItems = kItemsOf;

public:
    using Item = MergeItem<Key>;
    using Shared = MergeShared<Key, kThreads, kItems>;
    static constexpr uint32_t kNoSlot = 0xffff;

    /// Sorts the first `count` items of `shared`, by all threads of the block; `less` compares two items, of which
    /// no two are equal. An item of key `greatest` and slot kNoSlot, which it must accept, comes behind all others.
    template <class Less>
    __device__ static void sort(uint32_t count, Key greatest, Shared& shared, Less less) {
        Item items[kItems];
        const uint32_t first = threadIdx.x * kItems;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const bool there = first + i < count;
            items[i] = {there ? shared.keys[first + i] : greatest, there ? shared.slots[first + i] : kNoSlot};
        }
        bool descends = false;
#pragma unroll
        for (uint32_t i = 0; i + 1 < kItems; ++i) descends = descends || less(items[i + 1], items[i]);
        if (__any_sync(kAllLanes, descends)) sort_own(items, less);

        store(items, shared);
        __syncthreads();
        // Often that and neighbours are enough: the runs of threads 2i and 2i + 1, then those of 2i + 1 and 2i + 2.
        const uint32_t last_thread = (count - 1) / kItems;  // of those that have items
        const bool repaired = merge_neighbours(items, (threadIdx.x | 1u), last_thread, shared, less);
        if (!merge_neighbours(items, (threadIdx.x + 1) & ~1u, last_thread, shared, less) && !repaired) return;
        if (!descends_at_border(last_thread, shared, less)) return;

        for (uint32_t run = 1; run < 32; run *= 2) {
            __syncwarp();
            const uint32_t border = threadIdx.x / (2 * run) * 2 * run + run;
            const Overlap overlap = overlap_at(border, run, shared, less);
            if (!__any_sync(kAllLanes, overlap != Overlap::none)) continue;
            const bool taken = take_part(items, border, run, overlap, shared, less);
            __syncwarp();
            if (taken) store(items, shared);
        }
        __syncthreads();
        for (uint32_t run = 32; run <= last_thread; run *= 2) {
            const uint32_t border = threadIdx.x / (2 * run) * 2 * run + run;
            const Overlap overlap =
                border <= last_thread ? overlap_at(border, run, shared, less) : Overlap::none;
            if (!__syncthreads_or(overlap != Overlap::none)) continue;
            const bool taken = take_part(items, border, run, overlap, shared, less);
            __syncthreads();
            if (taken) store(items, shared);
            __syncthreads();
        }
    }

private:
    /// How much of two neighbouring runs overlaps: of the two threads at their border, or more.
    enum class Overlap { none, border, more };

    __device__ static Item item(uint32_t at, const Shared& shared) {
        return {shared.keys[at], shared.slots[at]};
    }

    __device__ static void store(const Item (&items)[kItems], Shared& shared) {
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            shared.keys[threadIdx.x * kItems + i] = items[i].key;
            shared.slots[threadIdx.x * kItems + i] = static_cast<uint16_t>(items[i].slot);
        }
    }

    /// Sorts the items of this thread: compares neighbours, the odd ones and the even ones in turn.
    template <class Less>
    __device__ static void sort_own(Item (&items)[kItems], Less less) {
#pragma unroll
        for (uint32_t round = 0; round < kItems; ++round) {
#pragma unroll
            for (uint32_t i = round % 2; i + 1 < kItems; i += 2) {
                const Item a = items[i], b = items[i + 1];
                const bool swap = less(b, a);
                items[i] = swap ? b : a;
                items[i + 1] = swap ? a : b;
            }
        }
    }

    /// Merges the runs of the threads `border` - 1 and `border`, one of which this thread is. Returns, in all threads of
    /// the block, whether there was something to do.
    template <class Less>
    __device__ static bool merge_neighbours(Item (&items)[kItems], uint32_t border, uint32_t last_thread,
                                            Shared& shared, Less less) {
        const bool both = border > 0 && border <= last_thread;
        const Overlap overlap = both ? overlap_at(border, 1, shared, less) : Overlap::none;
        if (!__syncthreads_or(overlap != Overlap::none)) return false;
        const bool taken = take_part(items, border, 1, overlap, shared, less);
        __syncthreads();
        if (taken) store(items, shared);
        __syncthreads();
        return true;
    }

    template <class Less>
    __device__ static bool descends_at_border(uint32_t last_thread, const Shared& shared, Less less) {
        const uint32_t at = threadIdx.x * kItems;
        const bool found =
            threadIdx.x > 0 && threadIdx.x <= last_thread && less(item(at, shared), item(at - 1, shared));
        return __syncthreads_or(found);
    }

    /// Thread `border` is the first of the second run of `run` threads.
    template <class Less>
    __device__ static Overlap overlap_at(uint32_t border, uint32_t run, const Shared& shared, Less less) {
        const uint32_t at = border * kItems;
        const Item last = item(at - 1, shared), next = item(at, shared);
        if (!less(next, last)) return Overlap::none;
        if (run == 1) return Overlap::border;
        const bool near = less(last, item(at + kItems, shared)) && less(item(at - kItems - 1, shared), next);
        return near ? Overlap::border : Overlap::more;
    }

    /// Takes this thread's share of the merged run, if the merge concerns it; then the answer is true.
    template <class Less>
    __device__ static bool take_part(Item (&items)[kItems], uint32_t border, uint32_t run, Overlap overlap,
                                     const Shared& shared, Less less) {
        if (overlap == Overlap::border) run = 1;
        const uint32_t first = border - run;
        if (overlap == Overlap::none || threadIdx.x < first || threadIdx.x >= border + run) return false;
        take(items, first * kItems, run * kItems, (threadIdx.x - first) * kItems, shared, less);
        return true;
    }

    /// The items become those from `skipped` on of the merge of two runs of `length` items at `begin`.
    template <class Less>
    __device__ static void take(Item (&items)[kItems], uint32_t begin, uint32_t length, uint32_t skipped,
                                const Shared& shared, Less less) {
        const uint32_t middle = begin + length, end = middle + length;
        // How many of those skipped are of the first run?
        uint32_t from = skipped > length ? skipped - length : 0, to = min(skipped, length);
        while (from < to) {
            const uint32_t half = (from + to) / 2;
            if (less(item(middle + skipped - 1 - half, shared), item(begin + half, shared))) {
                to = half;
            } else {
                from = half + 1;
            }
        }
        uint32_t a = begin + from, b = middle + skipped - from;
        Item next_a = item(min(a, middle - 1), shared), next_b = item(min(b, end - 1), shared);
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            const bool second = b < end && (a >= middle || less(next_b, next_a));
            items[i] = second ? next_b : next_a;
            a += second ? 0 : 1;
            b += second ? 1 : 0;
            const Item next = item(second ? min(b, end - 1) : min(a, middle - 1), shared);
            next_a = second ? next_a : next;
            next_b = second ? next : next_b;
        }
    }
};

}  // namespace sort::migration
