// Short segments, a warp each: radix passes of 8 bits over up to 32 bits of the key, with the place in the segment
// beside them; keys and values are then gathered by that place. Ranks of digits are those of warp_rank.cuh, so passes
// are stable; no block waits, as a warp has words and counters of its own.
//
// Left out are passes whose digit all keys share, and all of them where a segment is in order: in place it is then only
// read. Up to 32 pairs need no pass: each lane counts the keys that come before its own.
//
// Bytes per pair, u32 keys with u32 values: 16, and the second read of the keys, from the caches. Example, a segment of
// keys 9 2 9 4 at place 100: the order of its places is 1 3 0 2, so 2 4 9 9 stand at 100 to 103.
#include "sort/core/short_segments.h"

#include <type_traits>

#include "sort/cuda/warp_rank.cuh"

namespace sort {
namespace {

constexpr uint32_t kThreads = 64, kWarps = kThreads / 32, kItems = kShortSegment / 32;
constexpr uint32_t kDigitBits = 8, kDigits = 1u << kDigitBits, kPlaceMask = 0xffffu;
static_assert(kDigits == 8 * 32, "a lane adds up eight counters");

struct WarpShared {
    alignas(16) uint16_t counts[kDigits];
    uint32_t words[kShortSegment];
    uint16_t places[kShortSegment];
};

/// The order of a segment's places, in rows of 32: row k of the order lies in places[k] of the lanes.
struct WarpOrder {
    uint32_t first, count, rows;
    uint32_t words[kItems], places[kItems];

    __device__ uint32_t own(uint32_t k) const { return k * 32 + own_lane(); }
    __device__ bool has(uint32_t k) const { return own(k) < count; }

    /// Loads all bits, of which words[] keeps the lower 32. Returns whether the keys ascend, in all lanes. Behind the
    /// last pair stand words that are never before any other.
    template <class Word, class Words>
    __device__ bool load(const Words& key_words, Word& first_row) {
        Word above = 0;  // the last word of the row before
        bool descends = false;
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            const Word word = has(k) ? static_cast<Word>(key_words(first + own(k), 0)) : ~Word{0};
            const Word lower = __shfl_up_sync(kAllLanes, word, 1);
            descends |= (own_lane() == 0 ? above : lower) > word;
            above = __shfl_sync(kAllLanes, word, 31);
            if (k == 0) first_row = word;
            words[k] = static_cast<uint32_t>(word);
            places[k] = own(k);
        }
        return !__any_sync(kAllLanes, descends);
    }

    /// Loads the next 32 bits of the keys, in the order that there is.
    template <class Words>
    __device__ void load_upper(const Words& key_words, int from) {
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            words[k] = has(k) ? static_cast<uint32_t>(key_words(first + places[k], from)) : ~0u;
        }
    }

    /// Orders one row.
    template <class Word>
    __device__ void by_counting(Word word, WarpShared& shared) {
        uint32_t rank = 0;
        for (uint32_t lane = 0; lane < count; ++lane) {
            const Word other = __shfl_sync(kAllLanes, word, lane);
            rank += other < word || (other == word && lane < own_lane());
        }
        if (has(0)) shared.places[rank] = static_cast<uint16_t>(own_lane());
        __syncwarp();
        if (has(0)) places[0] = shared.places[own_lane()];
    }

    __device__ void pass(int shift, WarpShared& shared) {
        const auto digit = [&](uint32_t k) { return words[k] >> shift & (kDigits - 1); };
        uint4* const counts = reinterpret_cast<uint4*>(shared.counts) + own_lane();
        *counts = uint4{0, 0, 0, 0};
        __syncwarp();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            places[k] |= rank_in_warp<kDigitBits>(digit(k), shared.counts) << 16;
        }
        if (start_digits(counts)) {
#pragma unroll
            for (uint32_t k = 0; k < kItems; ++k) {
                if (k < rows) places[k] &= kPlaceMask;
            }
            return;
        }
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            const uint32_t to = shared.counts[digit(k)] + (places[k] >> 16);
            shared.words[to] = words[k];
            shared.places[to] = static_cast<uint16_t>(places[k]);
        }
        __syncwarp();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            words[k] = shared.words[own(k)];
            places[k] = shared.places[own(k)];
        }
        __syncwarp();
    }

    /// Counters become first places. Returns whether one digit has all pairs, in all lanes: then they are as they were.
    __device__ bool start_digits(uint4* counts) const {
        const uint4 four = *counts;
        uint32_t pairs[4] = {four.x, four.y, four.z, four.w};  // of counters
        uint32_t sum = 0;
        bool all = false;
#pragma unroll
        for (uint32_t i = 0; i < 4; ++i) {
            const uint32_t low = pairs[i] & 0xffffu, high = pairs[i] >> 16;
            // The greatest digit counts what stands behind the last pair, too.
            const bool greatest = own_lane() == 31 && i == 3;
            all |= low == count || high == (greatest ? 32 * rows : count);
            sum += low + high;
        }
        if (__any_sync(kAllLanes, all)) return true;
        uint32_t place = warp_sums(sum) - sum;
#pragma unroll
        for (uint32_t i = 0; i < 4; ++i) {
            const uint32_t low = pairs[i] & 0xffffu, high = pairs[i] >> 16;
            pairs[i] = place | (place + low) << 16;
            place += low + high;
        }
        *counts = uint4{pairs[0], pairs[1], pairs[2], pairs[3]};
        __syncwarp();
        return false;
    }

    /// Writes the items of the segment in order; null: their places in the array. All are read before one is written.
    template <class Item>
    __device__ void gather(const void* from, void* to) const {
        const Item* const in = static_cast<const Item*>(from);
        Item items[kItems];
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k >= rows) break;
            if (has(k)) items[k] = in ? in[first + places[k]] : static_cast<Item>(first + places[k]);
        }
        __syncwarp();
#pragma unroll
        for (uint32_t k = 0; k < kItems; ++k) {
            if (k < rows && has(k)) static_cast<Item*>(to)[first + own(k)] = items[k];
        }
    }
};

template <class Key>
static __global__ void __launch_bounds__(kThreads, bound_blocks(kThreads, 16))
    short_segments_kernel(SortArrays arrays, uint32_t count, PairSortOptions options, const uint32_t* state) {
    __shared__ WarpShared shared[kWarps];
    using Word = std::conditional_t<sizeof(Key) == 8, uint64_t, uint32_t>;
    const uint32_t segment = blockIdx.x * kWarps + own_warp();
    if (segment >= options.segments) return;
    const uint32_t first = options.offsets[segment], end = options.offsets[segment + 1];
    if ((*state & SegmentState::not_ascending) != 0 || end - first > kShortSegment) return;
    const uint32_t last = min(end, options.live_count ? min(*options.live_count, count) : count);
    if (first >= last) return;

    const int bits = options.end_bit - options.begin_bit;
    PairSortOptions whole;
    whole.descending = options.descending;
    const OrderWords<Key> key_words{static_cast<const Key*>(arrays.keys_in), options.begin_bit, bits, whole};
    WarpOrder order;
    order.first = first;
    order.count = last - first;
    order.rows = (order.count + 31) / 32;
    Word first_row;
    const bool ascends = order.load(key_words, first_row);
    if (!ascends && order.rows == 1) {
        order.by_counting(first_row, shared[own_warp()]);
    } else if (!ascends) {
        for (int from = 0; from < bits; from += 32) {
            if (from > 0) order.load_upper(key_words, from);
            for (int shift = 0; shift < min(bits - from, 32); shift += static_cast<int>(kDigitBits)) {
                order.pass(shift, shared[own_warp()]);
            }
        }
    }
    const bool stays = ascends && arrays.keys_in == arrays.keys_out;
    if (arrays.keys_out != nullptr && !stays) order.gather<Key>(arrays.keys_in, arrays.keys_out);
    if (arrays.values_out == nullptr || (ascends && arrays.values_in == arrays.values_out)) return;
    if (arrays.value_bytes == 8) return order.gather<uint64_t>(arrays.values_in, arrays.values_out);
    order.gather<uint32_t>(arrays.values_in, arrays.values_out);
}

constexpr uint32_t kCheckThreads = 256;

/// A thread per segment.
static __global__ void __launch_bounds__(kCheckThreads)
    segment_state_kernel(const uint32_t* offsets, uint32_t segments, uint32_t* state) {
    const uint64_t segment = uint64_t{blockIdx.x} * kCheckThreads + threadIdx.x;
    uint32_t own = 0;
    if (segment < segments) {
        const uint32_t first = offsets[segment], end = offsets[segment + 1];
        if (end < first) own = SegmentState::not_ascending;
        if (end > first && end - first > kShortSegment) own = SegmentState::some_long;
    }
    own = warp_or(own);
    if (own != 0 && own_lane() == 0) atomicOr(state, own);
}

template <class Item>
__device__ void copy_item(const void* from, void* to, uint32_t i) {
    if (to == nullptr || from == to) return;
    const Item* const in = static_cast<const Item*>(from);
    static_cast<Item*>(to)[i] = in ? in[i] : static_cast<Item>(i);
}

/// A thread per pair.
template <class Key>
static __global__ void __launch_bounds__(kCheckThreads)
    copy_outside_kernel(SortArrays arrays, uint32_t count, PairSortOptions options) {
    const uint64_t place = uint64_t{blockIdx.x} * kCheckThreads + threadIdx.x;
    if (place >= count) return;
    const uint32_t i = static_cast<uint32_t>(place);
    const bool live = options.live_count == nullptr || i < *options.live_count;
    if (live && i >= options.offsets[0] && i < options.offsets[options.segments]) return;
    copy_item<Key>(arrays.keys_in, arrays.keys_out, i);
    if (arrays.value_bytes == 8) return copy_item<uint64_t>(arrays.values_in, arrays.values_out, i);
    copy_item<uint32_t>(arrays.values_in, arrays.values_out, i);
}

template <class Key>
void queue_kernels(const SortArrays& arrays, uint32_t count, const PairSortOptions& options,
                   const uint32_t* state, Stream stream) {
    const uint32_t blocks = (options.segments - 1) / kWarps + 1;
    short_segments_kernel<Key><<<blocks, kThreads, 0, stream>>>(arrays, count, options, state);
    check_launch(stream);
    const bool keys_stay = arrays.keys_out == nullptr || arrays.keys_out == arrays.keys_in;
    const bool values_stay = arrays.values_out == nullptr || arrays.values_out == arrays.values_in;
    if (keys_stay && values_stay) return;
    copy_outside_kernel<Key>
        <<<(count - 1) / kCheckThreads + 1, kCheckThreads, 0, stream>>>(arrays, count, options);
    check_launch(stream);
}

}  // namespace

void sort_short_segments(const SortArrays& arrays, uint32_t count, const PairSortOptions& options,
                         uint32_t* state, Stream stream) {
    check(cudaMemsetAsync(state, 0, sizeof *state, stream));
    if (count == 0 || options.segments == 0) return;
    segment_state_kernel<<<(options.segments - 1) / kCheckThreads + 1, kCheckThreads, 0, stream>>>(
        options.offsets, options.segments, state);
    check_launch(stream);
    with_key_type(arrays.type,
                  [&](auto key) { queue_kernels<decltype(key)>(arrays, count, options, state, stream); });
}

}  // namespace sort
