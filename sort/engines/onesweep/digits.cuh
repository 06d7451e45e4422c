// The sort that is always valid: by digits of 8 bits, the least significant first, as phases that all blocks
// of a grid do together, with a barrier of the grid between them or each in a launch of its own.
//
//   clear    counters and tickets
//   count    one read of the keys: histograms of all digits; status words are cleared
//   pass     one a digit, from one pair of arrays to the other and back; one whose keys all share the digit
//            is left out, which every block sees from the histogram
//   copy     after an odd number of passes
//
// No phase keeps anything in registers or shared memory for the next. Bytes a pair: 4 to count, 16 a pass, 16
// to copy.
#pragma once
#include "sort/engines/onesweep/histograms.cuh"
#include "sort/engines/onesweep/passes.cuh"
#include "sort/engines/onesweep/shapes.h"

namespace sort::onesweep {

/// Words in device memory, 0 before count(): by clear(), or by the end of the sort before.
template <class Key>
struct DigitWordsOf {
    static constexpr uint32_t kPasses = 8 * sizeof(Key) / kDigitBits;

    uint32_t histograms[kPasses][kDigitBins];
    uint32_t tickets[kPasses];
};
using DigitWords = DigitWordsOf<uint32_t>;

/// A digit of a 64-bit key.
template <class Key>
struct WideDigit {
    KeyBitsOf<Key> bits;

    __device__ uint32_t operator()(Key key) const { return static_cast<uint32_t>(bits(key)); }
    __device__ Key greatest() const { return bits.greatest(); }
};

/// Data of the phases. Both pairs of arrays hold `pairs.count`, `other` is scratch; both have values, or neither.
template <class Key>
struct DigitSortOf {
    KeyPairs<Key> pairs, other;
    int begin_bit, end_bit;
    DigitWordsOf<Key>* words;
    unsigned long long* status;  // status_words(count) of the class below
    uint64_t flipped = 0;        // of 64-bit keys: KeyBitsOf

    HOST_DEVICE uint32_t passes() const {
        return (static_cast<uint32_t>(end_bit - begin_bit) + kDigitBits - 1) / kDigitBits;
    }
    __device__ KeyBitsOf<Key> bits() const { return bits_between(begin_bit, end_bit); }
    __device__ auto digit(uint32_t pass) const {
        const int begin = begin_bit + static_cast<int>(pass * kDigitBits);
        const auto bits = bits_between(begin, min(begin + static_cast<int>(kDigitBits), end_bit));
        if constexpr (sizeof(Key) == 8) {
            return WideDigit<Key>{bits};
        } else {
            return bits;
        }
    }

private:
    __device__ KeyBitsOf<Key> bits_between(int begin, int end) const {
        using Word = KeyWord<Key>;
        const Word mask = begin >= end ? 0 : ~Word{0} >> (8 * static_cast<int>(sizeof(Key)) - (end - begin));
        const uint32_t shift = begin >= end ? 0 : static_cast<uint32_t>(begin);
        if constexpr (sizeof(Key) == 8) {
            return {shift, mask, flipped};
        } else {
            return {shift, mask};
        }
    }
};
using DigitSort = DigitSortOf<uint32_t>;

/// Sets `count` words to 0, all blocks together.
__device__ inline void clear_words(uint32_t* words, uint32_t count) {
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        words[i] = 0;
}

/// Sets `count` words of 8 bytes to 0, all blocks together, two words per store. `status` is aligned to 16 bytes.
__device__ inline void clear_status(unsigned long long* status, uint64_t count) {
    auto* const two = reinterpret_cast<ulonglong2*>(status);
    const uint32_t first = blockIdx.x * blockDim.x + threadIdx.x, stores = uint32_t(count / 2);
    for (uint32_t i = first; i < stores; i += gridDim.x * blockDim.x) two[i] = {0, 0};
    if (first == 0 && count % 2 != 0) status[count - 1] = 0;
}

template <uint32_t kThreads, uint32_t kItems, class Key = uint32_t>
class SortByDigits {
public:
    using Task = DigitSortOf<Key>;
    using Pass = DigitPass<kThreads, kItems, kDigitBits, Key>;
    using Counts = DigitCounts<kThreads, DigitWordsOf<Key>::kPasses, kDigitBits, Key>;
    static constexpr uint32_t kWords = Pass::kWords > Counts::kWords ? Pass::kWords : Counts::kWords;

    struct Shared {
        typename Pass::Shared pass;
        uint32_t uniform;
    };

    HOST_DEVICE static constexpr uint64_t status_words(uint32_t count) { return Pass::status_words(count); }

    __device__ static void clear(const Task& sort) {
        clear_words(reinterpret_cast<uint32_t*>(sort.words), sizeof(*sort.words) / sizeof(uint32_t));
    }

    __device__ static void count(const Task& sort, uint32_t* words) {
        // Here and not with the counters: pairs that turn out to be in order do without.
        clear_status(sort.status, status_words(sort.pairs.count));
        Counts::run(sort.pairs.keys, sort.pairs.count, sort.bits(), &sort.words->histograms[0][0], words);
    }

    /// Bit p: pass p has something to do. For phases after count().
    __device__ static uint32_t passes_to_run(const Task& sort, Shared& shared) {
        if (threadIdx.x == 0) shared.uniform = 0;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < sort.passes() * kDigitBins; i += kThreads) {
            const uint32_t pass = i / kDigitBins;
            if (__ldcg(&sort.words->histograms[pass][i % kDigitBins]) == sort.pairs.count) {
                atomicOr(&shared.uniform, 1u << pass);
            }
        }
        __syncthreads();
        const uint32_t to_run = ((1u << sort.passes()) - 1) & ~shared.uniform;
        __syncthreads();
        return to_run;
    }

    /// Does nothing for a pass that is not in `to_run`.
    template <class Trace = NoTrace>
    __device__ static void pass(const Task& sort, uint32_t pass, uint32_t to_run, uint32_t* words,
                                Shared& shared, Trace trace = {}) {
        if ((to_run >> pass & 1) == 0) return;
        const uint32_t before = __popc(to_run & ((1u << pass) - 1));
        const bool there = before % 2 != 0;  // in the other arrays
        Pass::run(pick(there, sort.other, sort.pairs), pick(there, sort.pairs, sort.other), sort.digit(pass),
                  sort.words->histograms[pass], &sort.words->tickets[pass], TileStatus{sort.status, before},
                  words, shared.pass, trace);
    }

    /// Does nothing when an even number of passes has run.
    __device__ static void copy(const Task& sort, uint32_t to_run) {
        if (__popc(to_run) % 2 == 0) return;
        copy_items(sort.other.keys, sort.pairs.keys, sort.pairs.count);
        if (sort.pairs.values != nullptr) copy_items(sort.other.values, sort.pairs.values, sort.pairs.count);
    }

    /// Runs all passes, after count() and a barrier; barrier() is one of the whole grid. Returns
    /// passes_to_run.
    template <class Barrier>
    __device__ static uint32_t run_passes(const Task& sort, Barrier barrier, uint32_t* words,
                                          Shared& shared) {
        const uint32_t to_run = passes_to_run(sort, shared);
        for (uint32_t p = 0; p < sort.passes(); ++p) {
            if ((to_run >> p & 1) == 0) continue;
            pass(sort, p, to_run, words, shared);
            barrier();
        }
        copy(sort, to_run);
        return to_run;
    }

    /// Runs the whole sort from nothing, without an order check.
    template <class Barrier>
    __device__ static uint32_t run(const Task& sort, Barrier barrier, uint32_t* words, Shared& shared) {
        clear(sort);
        barrier();
        count(sort, words);
        barrier();
        return run_passes(sort, barrier, words, shared);
    }

private:
    /// Word by word: a choice between the structs would put both into local memory.
    __device__ static KeyPairs<Key> pick(bool first, const KeyPairs<Key>& a, const KeyPairs<Key>& b) {
        return {first ? a.keys : b.keys, first ? a.values : b.values, a.count};
    }

    template <class Item>
    __device__ static void copy_items(const Item* from, Item* to, uint32_t count) {
        constexpr uint32_t kGroup = 4 * kThreads;
        // lesson: onesweep/copy back
        for (uint32_t begin = blockIdx.x * kGroup; begin < count; begin += gridDim.x * kGroup) {
            Item item[4];
#pragma unroll
            for (uint32_t k = 0; k < 4; ++k) {
                const uint32_t at = begin + k * kThreads + threadIdx.x;
                if (at < count) item[k] = __ldcs(from + at);
            }
#pragma unroll
            for (uint32_t k = 0; k < 4; ++k) {
                const uint32_t at = begin + k * kThreads + threadIdx.x;
                if (at < count) to[at] = item[k];
            }
        }
        // lesson end
    }
};

}  // namespace sort::onesweep
