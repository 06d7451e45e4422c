// The kernels of `quicksort`: sequences of pairs, and how blocks part them by a pivot and sort the short ones.
#pragma once
#include "sort/base/digits.h"
#include "sort/base/tiles.h"
#include "sort/cuda/block.cuh"
#include "sort/cuda/tile.cuh"
#include "sort/sorter.h"

namespace sort::quicksort {

constexpr uint32_t kMostPairs = 1u << 30;  // a step over all pairs stays within 32 bits
constexpr uint32_t kThreads = 256;
constexpr uint32_t kItems = 8;
constexpr uint32_t kChunkPairs = kThreads * kItems;  // of a sequence, for one block of the first phase
constexpr uint32_t kShortPairs = 1024;               // a sequence that is sorted in shared memory
constexpr uint32_t kMostRounds = 10;                 // of the first phase
constexpr uint32_t kMostSequences = 1u << kMostRounds;
constexpr Range kNoKeys = {~0u, 0};

HOST_DEVICE constexpr uint32_t chunks_of(uint32_t pairs) { return tile_count(pairs, kChunkPairs); }

/// Returns the most chunks of all sequences of a round.
HOST_DEVICE constexpr uint32_t most_chunks(uint32_t pairs, uint32_t round) {
    return chunks_of(pairs) + (1u << round);
}

/// Pairs that are sorted by themselves, from place `begin` on, in the caller's arrays or in the scratch. `keys` is the
/// exact range of their bits.
struct Sequence {
    uint32_t begin, count;
    Range keys;
    uint32_t in_scratch;

    __device__ uint32_t pivot() const { return keys.least + (keys.greatest - keys.least) / 2; }
    /// Returns whether a pivot partitions the sequence: otherwise all keys are equal, or it is short.
    __device__ bool has_pivot() const { return count > kShortPairs && keys.least < keys.greatest; }
    /// Returns the sequence of the keys up to the pivot, or of the others, once they have been moved to the other
    /// arrays.
    __device__ Sequence lesser(uint32_t pairs, Range range) const {
        return {begin, pairs, range, 1 - in_scratch};
    }
    __device__ Sequence greater(uint32_t pairs, Range range) const {
        return {begin + count - pairs, pairs, range, 1 - in_scratch};
    }
};

/// A sequence that blocks part, and the ranges of both sides.
struct Partition {
    Sequence whole;
    uint32_t first_chunk;
    Range lesser_keys, greater_keys;

    /// Returns how many keys are up to the pivot; `sums`: of such keys in all chunks before each.
    __device__ uint32_t lesser(const uint32_t* sums) const {
        return sums[first_chunk + chunks_of(whole.count)] - sums[first_chunk];
    }
};

/// Words in device memory, set by start_kernel.
struct State {
    Range keys;                               // of the input
    uint32_t partitions_count[2], chunks[2];  // by round % 2
    uint32_t sequences_count, ticket;
    Partition partitions[2][kMostSequences];
    Sequence sequences[kMostSequences];  // for the second phase
};

/// `pairs` are the caller's, `scratch` as many.
struct Args {
    Pairs pairs, scratch;
    KeyBits bits;
    State* state;

    __device__ Pairs arrays(uint32_t in_scratch) const {
        return {in_scratch ? scratch.keys : pairs.keys, in_scratch ? scratch.values : pairs.values,
                pairs.count};
    }
};

__device__ inline void extend(Range& range, uint32_t key) {
    range = {min(range.least, key), max(range.greatest, key)};
}

/// Adds the ranges of the threads of a block to one in global memory.
__device__ inline void add_range(Range* to, Range own, uint32_t* words) {
    const Range all = block_range<kThreads>(own, words);
    if (threadIdx.x != 0 || all.least > all.greatest) return;
    atomicMin(&to->least, all.least);
    atomicMax(&to->greatest, all.greatest);
}

static __global__ void start_kernel(State* state) {
    state->keys = kNoKeys;
    state->partitions_count[0] = state->partitions_count[1] = 0;
    state->sequences_count = state->ticket = 0;
}

static __global__ void __launch_bounds__(kThreads) range_kernel(const __grid_constant__ Args args) {
    __shared__ uint32_t s_words[kBlockWords];
    Range own = kNoKeys;
    for (uint32_t i = blockIdx.x * kThreads + threadIdx.x; i < args.pairs.count; i += gridDim.x * kThreads) {
        extend(own, args.bits(args.pairs.keys[i]));
    }
    add_range(&args.state->keys, own, s_words);
}

/// Makes the sequences of a round of those that the round before has partitioned. In the `last` round all go to the
/// second phase; before, those that no pivot partitions. By one block.
static __global__ void __launch_bounds__(kThreads)
    plan_kernel(const __grid_constant__ Args args, uint32_t round, bool last, const uint32_t* sums) {
    __shared__ unsigned long long s_planned;  // partitions in the upper half, their chunks in the lower
    State& state = *args.state;
    const uint32_t parity = round % 2;
    if (threadIdx.x == 0) s_planned = 0;
    __syncthreads();
    const auto add = [&](const Sequence& one) {
        if (last || !one.has_pivot()) {
            state.sequences[atomicAdd(&state.sequences_count, 1u)] = one;
            return;
        }
        const unsigned long long chunks = chunks_of(one.count);
        const unsigned long long at = atomicAdd(&s_planned, 1ull << 32 | chunks);
        state.partitions[parity][at >> 32] = {one, static_cast<uint32_t>(at), kNoKeys, kNoKeys};
    };
    if (round == 0) {
        if (threadIdx.x == 0) add({0, args.pairs.count, state.keys, 0});
    } else {
        for (uint32_t i = threadIdx.x; i < state.partitions_count[1 - parity]; i += kThreads) {
            const Partition& partitioned = state.partitions[1 - parity][i];
            const uint32_t lesser = partitioned.lesser(sums);
            add(partitioned.whole.lesser(lesser, partitioned.lesser_keys));
            add(partitioned.whole.greater(partitioned.whole.count - lesser, partitioned.greater_keys));
        }
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    state.partitions_count[parity] = static_cast<uint32_t>(s_planned >> 32);
    state.chunks[parity] = static_cast<uint32_t>(s_planned);
}

/// Returns which of `count` partitions a chunk belongs to.
__device__ inline uint32_t partition_of(const Partition* partitions, uint32_t count, uint32_t chunk) {
    uint32_t first = 0;
    while (count > 1) {
        const uint32_t half = count / 2;
        const bool behind = partitions[first + half].first_chunk <= chunk;
        first += behind ? half : 0;
        count = behind ? count - half : half;
    }
    return first;
}

/// What a block has of a chunk: its pairs, and each thread its consecutive ones.
struct Chunk {
    Partition* partition;
    Sequence whole;
    uint32_t start, valid;

    __device__ Chunk(State& state, uint32_t parity, uint32_t chunk) {
        Partition* const partitions = state.partitions[parity];
        partition = partitions + partition_of(partitions, state.partitions_count[parity], chunk);
        whole = partition->whole;
        const uint32_t before = (chunk - partition->first_chunk) * kChunkPairs;
        start = whole.begin + before;
        valid = min(whole.count - before, kChunkPairs);
    }

    __device__ static uint32_t first() { return threadIdx.x * kItems; }
    __device__ bool has(uint32_t i) const { return first() + i < valid; }
    __device__ void load(const Pairs& in, uint32_t (&keys)[kItems]) const {
        load_items(in.keys + start, valid, is_aligned(in.keys + start), keys);
    }
};

/// Phase one, pass 1: each block counts the keys of chunks up to the pivot, and the ranges of both sides.
static __global__ void __launch_bounds__(kThreads)
    count_kernel(const __grid_constant__ Args args, uint32_t round, uint32_t* counts) {
    __shared__ uint32_t s_words[3][kBlockWords];
    State& state = *args.state;
    for (uint32_t chunk = blockIdx.x; chunk < state.chunks[round % 2]; chunk += gridDim.x) {
        const Chunk own(state, round % 2, chunk);
        const uint32_t pivot = own.whole.pivot();
        uint32_t keys[kItems], count = 0;
        own.load(args.arrays(own.whole.in_scratch), keys);
        Range lesser = kNoKeys, greater = kNoKeys;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            if (!own.has(i)) continue;
            const uint32_t key = args.bits(keys[i]);
            count += key <= pivot;
            extend(key <= pivot ? lesser : greater, key);
        }
        const uint32_t warp_sum = warp_total(count);
        const uint32_t before = sum_before_warp<kThreads>(warp_sum, s_words[0]);
        if (threadIdx.x == kThreads - 1) counts[chunk] = before + warp_sum;
        add_range(&own.partition->lesser_keys, lesser, s_words[1]);
        add_range(&own.partition->greater_keys, greater, s_words[2]);
        __syncthreads();  // all have read the shared words before those of the next chunk are written
    }
}

/// Phase one, pass 2: each block moves chunks to both sides of the same places in the other arrays, in their order.
/// `sums`: of the counts of all chunks before.
static __global__ void __launch_bounds__(kThreads)
    move_kernel(const __grid_constant__ Args args, uint32_t round, const uint32_t* sums) {
    __shared__ uint32_t s_words[kBlockWords];
    State& state = *args.state;
    for (uint32_t chunk = blockIdx.x; chunk < state.chunks[round % 2]; chunk += gridDim.x) {
        const Chunk own(state, round % 2, chunk);
        const uint32_t pivot = own.whole.pivot();
        const Pairs in = args.arrays(own.whole.in_scratch), out = args.arrays(1 - own.whole.in_scratch);
        uint32_t keys[kItems], count = 0;
        own.load(in, keys);
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) count += own.has(i) && args.bits(keys[i]) <= pivot;
        const uint32_t up_to_own = warp_sums(count);
        const uint32_t warp_sum = __shfl_sync(kAllLanes, up_to_own, 31);
        const uint32_t first_sum = sums[own.partition->first_chunk];
        const uint32_t all = own.partition->lesser(sums),
                       lesser_before = sums[chunk] - first_sum +
                                       sum_before_warp<kThreads>(warp_sum, s_words) + up_to_own - count;
        const uint32_t before = own.start - own.whole.begin + min(Chunk::first(), own.valid);
        uint32_t to_lesser = own.whole.begin + lesser_before;
        uint32_t to_greater = own.whole.begin + all + before - lesser_before;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            if (!own.has(i)) continue;
            const uint32_t to = args.bits(keys[i]) <= pivot ? to_lesser++ : to_greater++;
            out.keys[to] = keys[i];
            if (in.values != nullptr) out.values[to] = in.values[own.start + Chunk::first() + i];
        }
        __syncthreads();  // all have read the shared words before those of the next chunk are written
    }
}

/// Phase two: each block takes sequences one by one, and sorts each with a stack of its own.
class BlockSort {
public:
    static constexpr uint32_t kMostDepth = 40;  // a partition halves the range of the keys: 32 times at most

    struct Shared {
        uint32_t keys[kShortPairs], values[kShortPairs];
        Sequence stack[kMostDepth];
        uint32_t words[3][kBlockWords];
        uint32_t total;
    };

    __device__ BlockSort(const Args& args, Shared& shared) : args_(args), shared_(shared) {}

    /// All threads of the block call it together. The sorted pairs are in the caller's arrays.
    __device__ void sort(const Sequence& sequence) const {
        if (threadIdx.x == 0) shared_.stack[0] = sequence;
        for (uint32_t depth = 1; depth > 0;) {
            __syncthreads();
            const Sequence now = shared_.stack[--depth];
            __syncthreads();
            if (now.has_pivot()) {
                partition(now, depth);
                depth += 2;
            } else if (now.count <= kShortPairs) {
                sort_short(now);
            } else if (now.in_scratch) {  // equal keys
                for (uint32_t i = threadIdx.x; i < now.count; i += kThreads)
                    copy(args_.scratch, args_.pairs, now.begin + i, now.begin + i);
            }
        }
        __syncthreads();
    }

private:
    __device__ static void copy(const Pairs& in, const Pairs& out, uint32_t from, uint32_t to) {
        out.keys[to] = in.keys[from];
        if (in.values != nullptr) out.values[to] = in.values[from];
    }

    /// Counts, sums, moves; the sides go on the stack, the lesser one on top.
    __device__ void partition(const Sequence& now, uint32_t depth) const {
        const Pairs in = args_.arrays(now.in_scratch), out = args_.arrays(1 - now.in_scratch);
        const uint32_t pivot = now.pivot(), thread = threadIdx.x;
        uint32_t own = 0;
        Range lesser = kNoKeys, greater = kNoKeys;
        for (uint32_t i = thread; i < now.count; i += kThreads) {
            const uint32_t key = args_.bits(in.keys[now.begin + i]);
            own += key <= pivot;
            extend(key <= pivot ? lesser : greater, key);
        }
        const uint32_t up_to_own = warp_sums(own);
        const uint32_t warp_sum = __shfl_sync(kAllLanes, up_to_own, 31);
        const uint32_t lesser_before =
            sum_before_warp<kThreads>(warp_sum, shared_.words[0]) + up_to_own - own;
        if (thread == kThreads - 1) shared_.total = lesser_before + own;
        lesser = block_range<kThreads>(lesser, shared_.words[1]);
        greater = block_range<kThreads>(greater, shared_.words[2]);
        const uint32_t total = shared_.total;  // behind the barrier of block_range
        if (thread == 0) {
            shared_.stack[depth] = now.greater(now.count - total, greater);
            shared_.stack[depth + 1] = now.lesser(total, lesser);
        }
        const uint32_t pairs_before = now.count / kThreads * thread + min(thread, now.count % kThreads);
        uint32_t to_lesser = now.begin + lesser_before;
        uint32_t to_greater = now.begin + total + pairs_before - lesser_before;
        for (uint32_t i = thread; i < now.count; i += kThreads) {
            const bool is_lesser = args_.bits(in.keys[now.begin + i]) <= pivot;
            copy(in, out, now.begin + i, is_lesser ? to_lesser++ : to_greater++);
        }
    }

    /// A bitonic sort whose comparisons all ascend, so that places behind the last pair take no part.
    __device__ void sort_short(const Sequence& now) const {
        const Pairs in = args_.arrays(now.in_scratch);
        const bool has_values = in.values != nullptr;
        for (uint32_t i = threadIdx.x; i < now.count; i += kThreads) {
            shared_.keys[i] = in.keys[now.begin + i];
            if (has_values) shared_.values[i] = in.values[now.begin + i];
        }
        for (uint32_t run = 2; run < 2 * now.count; run *= 2) {
            __syncthreads();
            compare(now.count, run / 2,
                    [&](uint32_t block, uint32_t k) { return block * run + run - 1 - k; });
            for (uint32_t half = run / 4; half > 0; half /= 2) {
                __syncthreads();
                compare(now.count, half,
                        [&](uint32_t block, uint32_t k) { return 2 * block * half + half + k; });
            }
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < now.count; i += kThreads) {
            args_.pairs.keys[now.begin + i] = shared_.keys[i];
            if (has_values) args_.pairs.values[now.begin + i] = shared_.values[i];
        }
    }

    /// Compares place k of the lower half of each block of 2 * half places with the place that partner(block, k) names.
    template <class Partner>
    __device__ void compare(uint32_t count, uint32_t half, Partner partner) const {
        for (uint32_t i = threadIdx.x; 2 * (i - i % half) < count; i += kThreads) {
            const uint32_t block = i / half, k = i % half;
            const uint32_t low = 2 * block * half + k, high = partner(block, k);
            if (high >= count || args_.bits(shared_.keys[low]) <= args_.bits(shared_.keys[high])) continue;
            const uint32_t key = shared_.keys[low], value = shared_.values[low];
            shared_.keys[low] = shared_.keys[high], shared_.values[low] = shared_.values[high];
            shared_.keys[high] = key, shared_.values[high] = value;
        }
    }

    const Args& args_;
    Shared& shared_;
};

static __global__ void __launch_bounds__(kThreads) sort_kernel(const __grid_constant__ Args args) {
    __shared__ BlockSort::Shared s_shared;
    __shared__ uint32_t s_ticket;
    const uint32_t count = args.state->sequences_count;
    for (;;) {
        if (threadIdx.x == 0) s_ticket = atomicAdd(&args.state->ticket, 1u);
        __syncthreads();
        const uint32_t own = s_ticket;
        if (own >= count) return;
        BlockSort(args, s_shared).sort(args.state->sequences[own]);
    }
}

}  // namespace sort::quicksort
