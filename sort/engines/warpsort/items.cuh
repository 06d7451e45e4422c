// What a warp of warpsort sorts: keys, (key, value) pairs, or keys with positions, kItems a lane in
// registers, and the bitonic networks on them. Compare-exchanges within a lane need nothing, those between
// lanes are shuffles: no barriers and no shared memory, and every lane does the same in the same order
// (IV.A). Equal items never change places in a compare-exchange, so sort/engines/warpsort/model.cpp gets the
// same order.
#pragma once
#include <cuda_runtime.h>

#include <type_traits>

#include "sort/cuda/warp.cuh"
#include "sort/engines/warpsort/plan.h"
#include "sort/stage.h"

namespace sort::warpsort {

constexpr uint32_t kLargest = 0xffffffffu;

struct Key {  // keys alone
    uint32_t key;
};
struct KeyValue {  // compared by key alone
    uint32_t key, value;
};
struct Word {  // compared whole: key above, position below
    uint64_t word;
};

__device__ inline uint32_t order_of(Key item) { return item.key; }
__device__ inline uint32_t order_of(KeyValue item) { return item.key; }
__device__ inline uint64_t order_of(Word item) { return item.word; }

__device__ inline uint32_t key_of(Key item) { return item.key; }
__device__ inline uint32_t key_of(KeyValue item) { return item.key; }
__device__ inline uint32_t key_of(Word item) { return static_cast<uint32_t>(item.word >> 32); }

__device__ inline Word word_of(uint32_t key, uint32_t value) { return {uint64_t{key} << 32 | value}; }

/// Returns the item that pads a run that is too short. It is equal only to items that cannot be told from it (Key),
/// that do not exist (Word: no position is so large), or to keys that are merged apart (KeyValue, see the kernels).
template <class Item>
__device__ Item sentinel();
template <>
__device__ inline Key sentinel<Key>() {
    return {kLargest};
}
template <>
__device__ inline KeyValue sentinel<KeyValue>() {
    return {kLargest, kLargest};
}
template <>
__device__ inline Word sentinel<Word>() {
    return {~uint64_t{0}};
}

/// KeyView's turned and back, each in one instruction.
__device__ inline uint32_t turned(uint32_t key, KeyView view) {
    return __funnelshift_r(key, key, view.shift);
}
__device__ inline uint32_t turned_back(uint32_t key, KeyView view) {
    return __funnelshift_l(key, key, view.shift);
}

/// Loads and stores of KeyView's turned keys. A Word is what an earlier kernel stored: key, position.
__device__ inline void load(Key& item, const Pairs& from, uint32_t at, KeyView view) {
    item = {turned(from.keys[at], view)};
}
__device__ inline void load(KeyValue& item, const Pairs& from, uint32_t at, KeyView view) {
    item = {turned(from.keys[at], view), from.values[at]};
}
__device__ inline void load(Word& item, const Pairs& from, uint32_t at, KeyView) {
    item = word_of(from.keys[at], from.values[at]);
}
__device__ inline void store(Key item, const Pairs& to, uint32_t at, KeyView view) {
    to.keys[at] = turned_back(item.key, view);
}
__device__ inline void store(KeyValue item, const Pairs& to, uint32_t at, KeyView view) {
    to.keys[at] = turned_back(item.key, view);
    to.values[at] = item.value;
}
__device__ inline void store(Word item, const Pairs& to, uint32_t at, KeyView) {
    to.keys[at] = static_cast<uint32_t>(item.word >> 32);
    to.values[at] = static_cast<uint32_t>(item.word);
}

/// Returns the pairs from `at` on. With it rows of a chunk lie at constant distances: one address for all of them.
template <class Item>
__device__ Pairs from_place(const Pairs& pairs, uint32_t at) {
    if constexpr (std::is_same_v<Item, Key>) return {pairs.keys + at, nullptr, pairs.count - at};
    return {pairs.keys + at, pairs.values + at, pairs.count - at};
}

/// Row i of a warp's chunk to items[i], a pair a lane; what is missing after `left` pairs is filled up.
/// kReversed: rows and lanes from the last to the first.
template <bool kReversed = false, class Item, int kItems>
__device__ void load_rows(Item (&items)[kItems], const Pairs& pairs, uint32_t begin, uint32_t left,
                          KeyView view) {
    const uint32_t lane = kReversed ? kLanes - 1 - threadIdx.x % kLanes : threadIdx.x % kLanes;
    const Pairs from = from_place<Item>(pairs, begin + (lane < left ? lane : 0));
    if (left >= kLanes * kItems) {
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            load(items[i], from, (kReversed ? kItems - 1 - i : i) * kLanes, view);
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        const uint32_t row = (kReversed ? kItems - 1 - i : i) * kLanes;
        items[i] = sentinel<Item>();
        if (row + lane < left) load(items[i], from, row, view);
    }
}

/// Loads past L1.
__device__ inline void load_past_l1(Key& item, const Pairs& from, uint32_t at, KeyView view) {
    item = {turned(__ldcg(from.keys + at), view)};
}
__device__ inline void load_past_l1(KeyValue& item, const Pairs& from, uint32_t at, KeyView view) {
    item = {turned(__ldcg(from.keys + at), view), __ldcg(from.values + at)};
}
__device__ inline void load_past_l1(Word& item, const Pairs& from, uint32_t at, KeyView) {
    item = word_of(__ldcg(from.keys + at), __ldcg(from.values + at));
}

/// load_rows, uncoalesced: a load of the warp takes from all rows in turns, a lane from the row after that of the lane
/// before, and goes past L1. With 8 rows no two lanes read from the same 32 bytes, with 4 two do; one row is coalesced.
template <class Item, int kItems>
__device__ void load_rows_apart(Item (&items)[kItems], const Pairs& pairs, uint32_t begin, uint32_t left,
                                KeyView view) {
    const uint32_t lane = threadIdx.x % kLanes;
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = place_apart(i, lane, kItems);
        items[i] = sentinel<Item>();
        if (at < left) load_past_l1(items[i], pairs, begin + at, view);
    }
    // Row (i + lane) % kItems is in items[i]: turn the items of a lane by its number, a bit of it at a time.
#pragma unroll
    for (uint32_t step = 1; step < kItems; step *= 2) {
        Item before[kItems];
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) before[i] = items[i];
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            items[i] = (lane & step) != 0 ? before[(i + kItems - step) % kItems] : before[i];
        }
    }
}

template <class Item, int kItems>
__device__ void store_rows(const Item (&items)[kItems], const Pairs& pairs, uint32_t begin, uint32_t left,
                           KeyView view) {
    const uint32_t lane = threadIdx.x % kLanes;
    const Pairs to = from_place<Item>(pairs, begin + (lane < left ? lane : 0));
    if (left >= kLanes * kItems) {
#pragma unroll
        for (int i = 0; i < kItems; ++i) store(items[i], to, i * kLanes, view);
        return;
    }
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        if (i * kLanes + lane < left) store(items[i], to, i * kLanes, view);
    }
}

__device__ inline Key from_lane_xor(Key item, uint32_t step) {
    return {__shfl_xor_sync(kAllLanes, item.key, step)};
}
__device__ inline KeyValue from_lane_xor(KeyValue item, uint32_t step) {
    return {__shfl_xor_sync(kAllLanes, item.key, step), __shfl_xor_sync(kAllLanes, item.value, step)};
}
__device__ inline Word from_lane_xor(Word item, uint32_t step) {
    return {__shfl_xor_sync(kAllLanes, item.word, step)};
}

/// Complements the order, with all bits of `flip` set; with none does nothing.
__device__ inline void turn_order(Key& item, uint32_t flip) { item.key ^= flip; }
__device__ inline void turn_order(KeyValue& item, uint32_t flip) { item.key ^= flip; }
__device__ inline void turn_order(Word& item, uint32_t flip) { item.word ^= uint64_t{flip} << 32 | flip; }

/// Returns the item that a lane of a compare-exchange keeps: the smaller or the larger of its own and the other's.
__device__ inline Key kept_of(Key own, Key other, bool smaller) {
    return {smaller ? min(own.key, other.key) : max(own.key, other.key)};
}
__device__ inline KeyValue kept_of(KeyValue own, KeyValue other, bool smaller) {
    const uint32_t key = smaller ? min(own.key, other.key) : max(own.key, other.key);
    return {key, key == own.key ? own.value : other.value};
}
__device__ inline Word kept_of(Word own, Word other, bool smaller) {
    return {(other.word < own.word) == smaller ? other.word : own.word};
}

/// A compare-exchange of two items of this lane.
template <bool kDescending = false, class Item>
__device__ void exchange(Item& first, Item& second) {
    const bool swap = kDescending ? order_of(first) < order_of(second) : order_of(second) < order_of(first);
    const Item low = swap ? second : first, high = swap ? first : second;
    first = low;
    second = high;
}

/// The stages of one phase whose pairs lie in one lane, `kFrom` items apart and then half as far.
template <int kFrom, class Item, int kItems>
__device__ void exchange_in_lane(Item (&items)[kItems]) {
#pragma unroll
    for (int step = kFrom; step > 0; step /= 2) {
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            if ((i & step) == 0) exchange(items[i], items[i + step]);
        }
    }
}

template <class Item, int kItems>
__device__ void exchange_between_lanes(Item (&items)[kItems], uint32_t step) {
    const bool smaller = (threadIdx.x & step) == 0;
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        items[i] = kept_of(items[i], from_lane_xor(items[i], step), smaller);
    }
}

/// A phase of the sort whose blocks of kSize items lie in one lane, in turns ascending and descending.
template <int kSize, class Item, int kItems>
__device__ void phase_in_lane(Item (&items)[kItems]) {
#pragma unroll
    for (int step = kSize / 2; step > 0; step /= 2) {
#pragma unroll
        for (int i = 0; i < kItems; ++i) {
            if ((i & step) != 0) continue;
            if ((i & kSize) == 0) {
                exchange(items[i], items[i + step]);
            } else {
                exchange<true>(items[i], items[i + step]);
            }
        }
    }
}

/// Figures 2 and 3: sorts the 32 * kItems items of a warp; item i of lane l has place l * kItems + i in the
/// network. Lanes in descending blocks complement their order for that phase, so that all compare alike.
/// after_phase(phase, flip) reads the items, complemented by `flip`.
template <class Item, int kItems, class AfterPhase>
__device__ void bitonic_sort(Item (&items)[kItems], AfterPhase after_phase) {
    int phase = 0;
    // Blocks shorter than a lane's share.
    if constexpr (kItems > 2) phase_in_lane<2>(items), after_phase(phase++, 0u);
    if constexpr (kItems > 4) phase_in_lane<4>(items), after_phase(phase++, 0u);
    if constexpr (kItems > 8) phase_in_lane<8>(items), after_phase(phase++, 0u);
    static_assert(kItems <= 16 && (kItems & (kItems - 1)) == 0, "phases are written out up to 16 items");

    // A block is as many whole lanes; the last one is the warp, ascending.
    uint32_t flip = 0;
    // lesson: warpsort/bitonic sort, warpsort-index/bitonic sort
#pragma unroll 1
    for (uint32_t lanes = kItems > 1 ? 1 : 2; lanes <= kLanes; lanes *= 2) {
        const uint32_t wanted = lanes < kLanes && (threadIdx.x & lanes) != 0 ? kLargest : 0u;
#pragma unroll
        for (int i = 0; i < kItems; ++i) turn_order(items[i], flip ^ wanted);
        flip = wanted;
#pragma unroll 1
        for (uint32_t step = lanes / 2; step > 0; step /= 2) exchange_between_lanes(items, step);
        exchange_in_lane<kItems / 2>(items);
        after_phase(phase++, flip);
    }
    // lesson end
}

/// Moves words from places l * kItems + i to i * 32 + l, in which a warp's stores fall on consecutive words.
template <int kItems>
__device__ void to_rows(uint32_t (&words)[kItems], uint32_t* s_words) {
    const uint32_t lane = threadIdx.x % kLanes;
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
        const uint32_t place = lane * kItems + i;
        s_words[place + place / kLanes] = words[i];  // a word left out a row: no bank conflicts
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < kItems; ++i) words[i] = s_words[i * kLanes + lane + i];
    __syncwarp();
}
template <int kItems>
constexpr uint32_t kRowWords = kItems*(kLanes + 1);

template <int kItems>
__device__ void to_rows(Key (&items)[kItems], uint32_t* s_words) {
    uint32_t keys[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) keys[i] = items[i].key;
    to_rows(keys, s_words);
#pragma unroll
    for (int i = 0; i < kItems; ++i) items[i].key = keys[i];
}
template <int kItems>
__device__ void to_rows(KeyValue (&items)[kItems], uint32_t* s_words) {
    uint32_t keys[kItems], values[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) keys[i] = items[i].key, values[i] = items[i].value;
    to_rows(keys, s_words);
    to_rows(values, s_words);
#pragma unroll
    for (int i = 0; i < kItems; ++i) items[i] = {keys[i], values[i]};
}
template <int kItems>
__device__ void to_rows(Word (&items)[kItems], uint32_t* s_words) {
    KeyValue halves[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) halves[i] = {key_of(items[i]), static_cast<uint32_t>(items[i].word)};
    to_rows(halves, s_words);
#pragma unroll
    for (int i = 0; i < kItems; ++i) items[i] = word_of(halves[i].key, halves[i].value);
}

/// Figure 4: two sorted halves of t items, item i of lane l at place i * 32 + l, the second half reversed.
/// After it the first half has the smaller t / 2, the second the others, both in ascending order.
template <class Item, int kItems>
__device__ void bitonic_merge(Item (&first)[kItems], Item (&second)[kItems]) {
    // lesson: warpsort/merge, warpsort/final merge, warpsort-index/merge, warpsort-index/final merge
#pragma unroll
    for (int i = 0; i < kItems; ++i) exchange(first[i], second[i]);
    exchange_in_lane<kItems / 2>(first);
    exchange_in_lane<kItems / 2>(second);
#pragma unroll
    for (uint32_t step = kLanes / 2; step > 0; step /= 2) {
        exchange_between_lanes(first, step);
        exchange_between_lanes(second, step);
    }
    // lesson end
}

/// Turns places round: i * 32 + l to the one as far from the end.
template <class Item, int kItems>
__device__ void reverse(Item (&items)[kItems]) {
    Item turned[kItems];
#pragma unroll
    for (int i = 0; i < kItems; ++i) turned[i] = from_lane_xor(items[kItems - 1 - i], kLanes - 1);
#pragma unroll
    for (int i = 0; i < kItems; ++i) items[i] = turned[i];
}

/// Returns the first place in [begin, end) of sorted pairs whose item is not below `order`, or, kAfter, is above it.
template <bool kAfter, class Item, class Order>
__device__ uint32_t bound(const Pairs& pairs, uint32_t begin, uint32_t end, Order order, KeyView view) {
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        Item item;
        load(item, pairs, middle, view);
        if (kAfter ? !(order < order_of(item)) : order_of(item) < order) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

}  // namespace sort::warpsort
