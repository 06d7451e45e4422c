// Keys of 64 bits by `bucketsort`, as keys of 32 bits and what those leave, in four launches:
//
//   lead    one read of the keys: are they in order, and which of their bits differ? Then pieces: the 32 leading ones
//           of the bits that differ, with the places of the pairs
//   sort    the pieces with the places, as any keys of 32 bits (mid.cuh)
//   gather  the pairs in the order of their pieces, into the scratch. From there they go back, and each of up to
//           kReach pairs with one piece finds its place among them
//   digits  where longer runs of one piece are out of order: passes over all digits that differ
//
// Of sixteen million random keys of 64 bits four in a thousand share their piece with another. Stable, as each part is:
// pairs with equal keys have equal pieces. Bytes a pair: 8 in order; 8 + 16 to lead, 20 to 36 to sort, 28 and 24 to gather, of
// which 12 are read at places in no order.
// Example, pieces of the upper one of two digits: 31 12 30 11, in order of the pieces 12 11 31 30; then 11 12 30 31.
#pragma once
#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/cuda/warp.cuh"
#include "sort/engines/bucketsort/state.cuh"

namespace sort::bucketsort {

/// Words that the launches leave for each other.
struct WideState {
    unsigned long long differing;  // bits in which a key differs from the first; 0 between two sorts
    uint32_t out_of_order;         // some key is greater than the next; 0 between two sorts
    uint32_t sorts;                // gate of the launches behind lead
    uint32_t left;                 // gate of the digits
};

template <class Key>
struct WideArgs {
    KeyPairs<Key> pairs, scratch;  // the caller's, and as many of our own; values null in both: keys alone
    KeyBitsOf<Key> bits;
    bool check_order;
    Pairs pieces;  // with the places of their pairs
    WideState* state;
    Path path;       // of the sort of the pieces, for the report
    Report* report;  // null: not requested
};

template <class Key>
class WideSort {
public:
    static constexpr uint32_t kThreads = 512, kReach = 32;

    __device__ explicit WideSort(const WideArgs<Key>& args) : args_(args) {}

    __device__ void lead() {
        __shared__ unsigned long long s_differing;
        if (threadIdx.x == 0) s_differing = 0;
        __syncthreads();
        const unsigned long long differing = warp_fold(read_keys(), Union64());
        if (own_lane() == 0 && differing != 0) atomicOr(&s_differing, differing);
        __syncthreads();
        if (threadIdx.x == 0 && s_differing != 0) atomicOr(&args_.state->differing, s_differing);
        GridBarrier()();
        const bool sorts = !args_.check_order || flag_is_raised(&args_.state->out_of_order);
        if (first_thread()) {
            args_.state->sorts = sorts ? 1 : 0;
            args_.state->left = 0;
            if (!sorts) args_.state->differing = 0;
            if (args_.report != nullptr) {
                const Path path = sorts ? args_.path : Path::in_order;
                *args_.report = {sorts ? 1u : 0u, sorts ? 0u : 1u, static_cast<uint32_t>(path), 0, 0};
            }
        }
        if (!sorts) return;
        const uint32_t shift = shift_of(__ldcg(&args_.state->differing));
        each([&](uint32_t i) {
            args_.pieces.keys[i] = static_cast<uint32_t>(args_.bits(args_.pairs.keys[i]) >> shift);
            args_.pieces.values[i] = i;
        });
    }

    __device__ void gather() {
        const bool whole = shift_of(__ldcg(&args_.state->differing)) == 0;  // a piece is all that differs
        const bool values = args_.pairs.values != nullptr;
        each([&](uint32_t i) {
            const uint32_t from = args_.pieces.values[i];
            args_.scratch.keys[i] = args_.pairs.keys[from];
            if (values) args_.scratch.values[i] = args_.pairs.values[from];
        });
        GridBarrier()();
        if (first_thread()) args_.state->differing = 0, args_.state->out_of_order = 0;  // all have read them
        each([&](uint32_t i) {
            const Key key = __ldcg(args_.scratch.keys + i);
            const uint32_t place = whole ? i : place_of(i, key);
            args_.pairs.keys[place] = key;
            if (values) args_.pairs.values[place] = __ldcg(args_.scratch.values + i);
        });
    }

private:
    struct Union64 {
        __device__ unsigned long long operator()(unsigned long long a, unsigned long long b) const {
            return a | b;
        }
    };

    __device__ static bool first_thread() { return blockIdx.x == 0 && threadIdx.x == 0; }

    /// Calls f(i) for every pair, all blocks together.
    template <class F>
    __device__ void each(F f) const {
        const uint32_t count = args_.pairs.count;
        for (uint64_t i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads)
            f(static_cast<uint32_t>(i));
    }

    /// Returns the bits in which this thread's keys differ from the first key; notes descents.
    __device__ unsigned long long read_keys() const {
        const uint64_t first = args_.bits(args_.pairs.keys[0]);
        unsigned long long differing = 0;
        bool descends = false;
        each([&](uint32_t i) {
            const uint64_t word = args_.bits(args_.pairs.keys[i]);
            differing |= word ^ first;
            descends = descends || (i + 1 < args_.pairs.count && word > args_.bits(args_.pairs.keys[i + 1]));
        });
        if (descends) raise_flag(&args_.state->out_of_order);
        return differing;
    }

    /// Returns how many of the bits lie below a piece.
    __device__ static uint32_t shift_of(unsigned long long differing) {
        const int used = 64 - __clzll(static_cast<long long>(differing));
        return used > 32 ? static_cast<uint32_t>(used - 32) : 0;
    }

    __device__ uint64_t word_at(uint32_t i) const { return args_.bits(__ldcg(args_.scratch.keys + i)); }

    /// Returns where pair i of the scratch goes: among up to kReach pairs with its piece by the whole key. Of more
    /// such pairs each stays where it is, and the digits follow unless they are in order.
    __device__ uint32_t place_of(uint32_t i, Key key) const {
        const uint32_t count = args_.pairs.count;
        const uint32_t* const pieces = args_.pieces.keys;
        const uint32_t piece = pieces[i];
        uint32_t first = i, end = i + 1;
        while (first > 0 && i - first < kReach && pieces[first - 1] == piece) --first;
        while (end < count && end - i <= kReach && pieces[end] == piece) ++end;
        const uint64_t word = args_.bits(key);
        if (end - first > kReach) {
            if (first < i && word < word_at(i - 1)) raise_flag(&args_.state->left);
            return i;
        }
        uint32_t place = first;
        for (uint32_t k = first; k < end; ++k) {
            if (k == i) continue;
            const uint64_t other = word_at(k);
            place += other < word || (other == word && k < i) ? 1 : 0;
        }
        return place;
    }

    const WideArgs<Key>& args_;
};

template <class Key>
static __global__ void __launch_bounds__(WideSort<Key>::kThreads)
    lead_kernel(const __grid_constant__ WideArgs<Key> args) {
    WideSort<Key>(args).lead();
}

template <class Key>
static __global__ void __launch_bounds__(WideSort<Key>::kThreads)
    gather_kernel(const __grid_constant__ WideArgs<Key> args) {
    if (!gate_closed(&args.state->sorts)) WideSort<Key>(args).gather();
}

}  // namespace sort::bucketsort
