// The last step of the partition of a large sort: the pairs lie together by bucket, in order of arrival, and
// each bucket is put in order in place.
//
// The output is cut into windows of `window` places; a unit of work is the buckets that begin in one window.
//
//   find    a warp a window: where its first and its last bucket begin
//   order   a block a unit: reads it, orders it in shared memory (block_order.cuh), writes it back
//   crowded  the units whose keys are too uneven for that, by digits in shared memory
//
// Units do not overlap, and where buckets begin does not change while others are put in order. A bucket that
// no block can hold is right already when all its keys are equal, which the units that it covers look at
// together; else they set a word, and the sort goes on digit by digit: all steps so far were stable.
// Example, window 4, capacity 7, bucket = tens: 11 13 | 12 25 21 24 | 20 22 38 31: the windows begin at 0 4
// 8, their buckets at (0, 3), none, (8, 8); bucket 20 to 25 has 5 pairs and covers a window: too large.
#pragma once
#include "sort/engines/block_order.cuh"
#include "sort/sorter.h"

namespace sort::onesweep {

/// Where the first and the last bucket of a window begin; kNone where none does.
struct Window {
    static constexpr uint32_t kNone = ~0u;
    uint32_t first, last;
};

/// In device memory, all 0 at first.
struct UnitWords {
    uint32_t ticket;
    uint32_t crowded;   // how many runs of pairs order() has left
    uint32_t overflow;  // a bucket did not fit
};

template <uint32_t kThreads, uint32_t kItems>
class BucketUnits {
    using Order = BlockOrder<kThreads, kItems>;

public:
    static constexpr uint32_t kCapacity = Order::kCapacity;  // of a block, in pairs
    static constexpr uint32_t kLeastWindow = kCapacity / 2 + 1;
    static constexpr uint32_t kWords = Order::kWords;

    struct Shared {
        typename Order::Shared order;
        uint32_t unit;
    };

    HOST_DEVICE static constexpr uint32_t window_count(uint32_t count, uint32_t window) {
        return count / window + (count % window != 0 ? 1 : 0);
    }

    /// Writes windows[window_count]. All blocks of the grid call it together.
    template <class Bucket>
    __device__ static void find(const uint32_t* keys, uint32_t count, uint32_t window, Bucket bucket,
                                Window* windows) {
        const uint32_t number = window_count(count, window);
        const uint32_t warps = gridDim.x * (kThreads / 32);
        for (uint32_t i = blockIdx.x * (kThreads / 32) + own_warp(); i < number; i += warps) {
            const uint32_t begin = i * window, end = begin + min(window, count - begin);
            const uint32_t groups = (end - begin + kGroup - 1) / kGroup;
            Window found{Window::kNone, Window::kNone};
            for (uint32_t g = 0; g < groups && found.first == Window::kNone; ++g) {
                found.first = starts_in(keys, begin + g * kGroup, end, bucket).least;
            }
            if (found.first != Window::kNone) {
                for (uint32_t g = groups; g > 0 && found.last == Window::kNone; --g) {
                    found.last = starts_in(keys, begin + (g - 1) * kGroup, end, bucket).greatest;
                }
            }
            if (own_lane() == 0) windows[i] = found;
        }
    }

    /// Orders the pairs of all buckets that fit; what crowds the bins of BlockOrder is left to
    /// order_crowded(). Sets words.overflow where a bucket does not fit and is not right already. window >=
    /// kLeastWindow. All blocks of the grid call it together.
    __device__ static void order(Pairs pairs, uint32_t window, const Window* windows, UnitWords* state,
                                 Window* crowded, uint32_t* words, Shared& shared) {
        const uint32_t number = window_count(pairs.count, window);
        if (threadIdx.x == 0) shared.unit = atomicAdd(&state->ticket, 1u);
        __syncthreads();
        for (uint32_t unit = shared.unit; unit < number; unit = shared.unit) {
            const Window own = read(windows + unit);
            uint32_t behind = pairs.count;  // where the last bucket of the unit ends
            if (unit + 1 < number) behind = read(windows + unit + 1).first;
            __syncthreads();
            if (threadIdx.x == 0) shared.unit = atomicAdd(&state->ticket, 1u);

            const uint32_t begin = unit * window, end = begin + min(window, pairs.count - begin);
            const bool none = own.first == Window::kNone;
            if (unit > 0) {
                const Window before = read(windows + unit - 1);
                if (before.first == Window::kNone || none || own.first - before.last > kCapacity) {
                    require_equal(pairs.keys, begin - 1, none ? end : own.first, &state->overflow);
                }
            }
            if (none) {
                __syncthreads();
                continue;
            }
            const bool too_large = behind == Window::kNone || behind - own.last > kCapacity;
            const bool together = !too_large && behind - own.first <= kCapacity;
            uint32_t from = own.first, to = together ? behind : own.last;
            while (true) {
                if (!order_pairs(pairs, from, to - from, words, shared) && threadIdx.x == 0) {
                    crowded[atomicAdd(&state->crowded, 1u)] = {from, to};
                }
                if (together || too_large || to == behind) break;
                from = to;
                to = behind;
            }
            if (too_large) require_equal(pairs.keys, own.last, end, &state->overflow);
        }
    }

    /// The same for the runs of pairs that order() has left, which the caller knows there are. Every block
    /// takes its share.
    __device__ static void order_crowded(Pairs pairs, const UnitWords* state, const Window* crowded,
                                         uint32_t* words, Shared& shared) {
        const uint32_t number = __ldcg(&state->crowded);
        for (uint32_t i = blockIdx.x; i < number; i += gridDim.x) {
            const Window run = read(crowded + i);  // begin and end
            const uint32_t* const keys = pairs.keys + run.first;
            const uint32_t count = run.last - run.first;
            Order::rank_by_digits([keys](uint32_t at) { return __ldcg(keys + at); }, count, KeyBits{}, words,
                                  shared.order);
            uint32_t ranks[kItems];
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) ranks[k] = words[place(k)];
            __syncthreads();
            move(pairs.keys + run.first, count, ranks, words);
            if (pairs.values != nullptr) move(pairs.values + run.first, count, ranks, words);
        }
    }

private:
    static constexpr uint32_t kScanItems = 4;
    static constexpr uint32_t kGroup = 32 * kScanItems;

    __device__ static Window read(const Window* window) {
        const uint2 both = __ldcg(reinterpret_cast<const uint2*>(window));
        return {both.x, both.y};
    }

    /// The first and last place of [base, base + kGroup), before `end`, where a bucket begins; {kNone, kNone}
    /// for none. The same in all lanes.
    template <class Bucket>
    __device__ static Range starts_in(const uint32_t* keys, uint32_t base, uint32_t end, Bucket bucket) {
        uint32_t own[kScanItems];
#pragma unroll
        for (uint32_t k = 0; k < kScanItems; ++k) {
            const uint32_t at = base + k * 32 + own_lane();
            own[k] = at < end ? __ldcg(keys + at) : 0;
        }
        const uint32_t before = bucket(base > 0 ? __ldcg(keys + base - 1) : 0);
        Range found{Window::kNone, 0};
        uint32_t left_group = before;  // bucket of the key before lane 0's
#pragma unroll
        for (uint32_t k = 0; k < kScanItems; ++k) {
            const uint32_t at = base + k * 32 + own_lane();
            const uint32_t id = bucket(own[k]);
            uint32_t left = __shfl_up_sync(kAllLanes, id, 1);
            if (own_lane() == 0) left = left_group;
            left_group = __shfl_sync(kAllLanes, id, 31);
            if (at < end && (at == 0 || id != left)) {
                found = {min(found.least, at), max(found.greatest, at + 1)};
            }
        }
        found = {__reduce_min_sync(kAllLanes, found.least), __reduce_max_sync(kAllLanes, found.greatest)};
        return {found.least, found.greatest - 1};  // 0 - 1 is kNone
    }
    static_assert(Window::kNone == 0u - 1);

    __device__ static uint32_t place(uint32_t k) { return k * kThreads + threadIdx.x; }

    /// Pairs [begin, begin + count), count <= kCapacity. Ends with a barrier of the block. False: they crowd
    /// the bins, and nothing was done.
    __device__ static bool order_pairs(Pairs pairs, uint32_t begin, uint32_t count, uint32_t* words,
                                       Shared& shared) {
        if (count < 2) {
            __syncthreads();
            return true;
        }
        const bool has_values = pairs.values != nullptr;
        uint32_t* const keys = pairs.keys + begin;
        uint32_t* const values = has_values ? pairs.values + begin : nullptr;
        uint32_t* const s_keys = words;
        uint32_t* const s_values = words + kCapacity;
        uint32_t own[kItems], ranks[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) own[k] = place(k) < count ? __ldcs(keys + place(k)) : 0;
        const bool ranked = Order::rank(own, count, KeyBits{}, ranks, words, shared.order);
        __syncthreads();
        if (!ranked) return false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) s_keys[ranks[k]] = own[k];
        }
        if (has_values) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) own[k] = place(k) < count ? __ldcs(values + place(k)) : 0;
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (place(k) < count) s_values[ranks[k]] = own[k];
            }
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) >= count) break;
            keys[place(k)] = s_keys[place(k)];
            if (has_values) values[place(k)] = s_values[place(k)];
        }
        __syncthreads();
        return true;
    }

    /// The word of place(k) goes to ranks[k].
    __device__ static void move(uint32_t* items, uint32_t count, const uint32_t (&ranks)[kItems],
                                uint32_t* words) {
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) words[ranks[k]] = __ldcg(items + place(k));
        }
        __syncthreads();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (place(k) < count) items[place(k)] = words[place(k)];
        }
        __syncthreads();
    }

    /// Sets *overflow unless all keys of [begin, end) are equal.
    __device__ static void require_equal(const uint32_t* keys, uint32_t begin, uint32_t end,
                                         uint32_t* overflow) {
        for (uint32_t i = begin + threadIdx.x; i + 1 < end; i += kThreads) {
            if (__ldcg(keys + i) != __ldcg(keys + i + 1)) *overflow = 1;
        }
    }
};

}  // namespace sort::onesweep
