// The first kernel of reghist: a segment's histogram, counted in registers without a branch, an atomic or an
// address that depends on a key (Polok, Ila, Smrz 2014, section 4.2, algorithm 3).
//
// Two keys at once: a word with a bit for each of their bins is masked by every bin's bit, and what is left
// is added to that bin's counter; two keys of one bin leave one bit, so it is added twice. As the paper
// shifts its masks and not the word, at the price of counter bits, a counter counts in steps of its mask's
// lowest bit. Four bins share a register here: bin b lives in byte b % 4 of counter b / 4.
//
//   digits 5 and 7: bits 8 * 1 + 1 and 8 * 3 + 1 of the word, 0x02000200
//   counters[1] += 0x02000200 & 0x02020202: byte 1 (bin 5) and byte 3 (bin 7) grow by 1 << 1
#pragma once
#include "sort/base/digits.h"
#include "sort/cuda/warp.cuh"
#include "sort/engines/reghist/shapes.h"

namespace sort::reghist {

constexpr uint32_t kLoads = 4;  // a thread's loads in flight; half of them, for a last tile or a part of it
constexpr uint32_t kCounters = kBins / 4;
constexpr uint32_t kEveryByte = 0x01010101u;
static_assert(kBins == 16, "a word has a bit for each bin and counter step");

/// A thread's histogram between two batches: bins 4k and 4k + 2 in the halves of words[2k], 4k + 1 and 4k + 3
/// in those of words[2k + 1].
struct ThreadHistogram {
    uint32_t words[2 * kCounters];

    __device__ uint32_t bin(uint32_t b) const {
        return words[b / 4 * 2 + b % 2] >> (b % 4 / 2 * 16) & 0xffffu;
    }
};
constexpr uint32_t kMostThreadKeys = 0xffff;  // of a half word

/// Returns the most tiles of a segment, so that no thread counts more than kMostThreadKeys.
constexpr uint32_t most_segment_tiles(uint32_t items) {
    return (kMostThreadKeys - kLoads * vector_keys(items)) / items;
}

/// Returns one bit: byte digit % 4, bit digit / 4 of it. The shift is taken modulo 32.
__device__ inline uint32_t bin_bit(uint32_t digit) {
    return __funnelshift_l(0u, 1u, digit << 3 | digit >> 2);
}

/// Algorithm 3 for two keys, by their bins' bits. A missing key has no bit.
__device__ inline void count_two(uint32_t a, uint32_t b, uint32_t (&counters)[kCounters]) {
    const uint32_t both = a | b, times = a == b ? 2 : 1;
#pragma unroll
    for (uint32_t k = 0; k < kCounters; ++k) counters[k] += (both & (kEveryByte << k)) * times;
}

/// Counts a batch of keys, `left` of them, or kVectors vectors a thread when kWhole.
template <uint32_t kThreads, uint32_t kVector, uint32_t kVectors, bool kWhole>
__device__ void count_batch(const uint32_t* keys, uint32_t left, bool aligned, KeyBits digit,
                            ThreadHistogram& histogram) {
    constexpr uint32_t kKeys = kVectors * kVector;
    static_assert(kKeys % 2 == 0 && (kKeys << (kCounters - 1)) < 256, "a byte holds a batch in any steps");
    const auto place = [](uint32_t i) {
        return (i / kVector * kThreads + threadIdx.x) * kVector + i % kVector;
    };
    uint32_t own[kKeys];
    if (kWhole && kVector == 4 && aligned) {
#pragma unroll
        for (uint32_t i = 0; i < kKeys; i += 4) {
            const uint4 four = *reinterpret_cast<const uint4*>(keys + place(i));
            own[i] = four.x, own[i + 1] = four.y, own[i + 2] = four.z, own[i + 3] = four.w;
        }
    } else {
#pragma unroll
        for (uint32_t i = 0; i < kKeys; ++i) own[i] = kWhole || place(i) < left ? keys[place(i)] : 0;
    }

    uint32_t counters[kCounters] = {};
#pragma unroll
    for (uint32_t i = 0; i < kKeys; i += 2) {
        const uint32_t a = kWhole || place(i) < left ? bin_bit(digit(own[i])) : 0;
        const uint32_t b = kWhole || place(i + 1) < left ? bin_bit(digit(own[i + 1])) : 0;
        count_two(a, b, counters);
    }
#pragma unroll
    for (uint32_t k = 0; k < kCounters; ++k) {
        const uint32_t counts = counters[k] >> k;
        histogram.words[2 * k] += counts & 0x00ff00ffu;
        histogram.words[2 * k + 1] += counts >> 8 & 0x00ff00ffu;
    }
}

/// Counts the digits, one block per segment. segment_histograms: a row per bin, a column per segment.
/// thread_histograms, for lessons: of segment 0, a row per thread.
template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads)
    histogram_kernel(const uint32_t* keys, uint32_t count, KeyBits digit, uint32_t tiles,
                     const uint32_t* gate, uint32_t* segment_histograms, uint32_t* thread_histograms) {
    if (gate_closed(gate)) return;
    constexpr uint32_t kWarps = kThreads / 32;
    constexpr uint32_t kVector = vector_keys(kItems);
    constexpr uint32_t kBatch = kThreads * kLoads * kVector, kHalf = kBatch / 2;
    static_assert((kWarps & (kWarps - 1)) == 0, "the tree over the warps halves");
    __shared__ uint32_t s_threads[kThreads * kBins];
    __shared__ uint32_t s_warps[kWarps * kBins];

    // Count the keys of the segment, a batch at a time.
    const uint32_t segment = blockIdx.x, segments = gridDim.x;
    const uint32_t first = first_tile(tiles, segments, segment),
                   end = first_tile(tiles, segments, segment + 1);
    const uint32_t start = first * (kThreads * kItems);
    const uint32_t length = (end == tiles ? count : end * (kThreads * kItems)) - start;
    const uint32_t* const own_keys = keys + start;
    const bool aligned = reinterpret_cast<uintptr_t>(own_keys) % sizeof(uint4) == 0;
    ThreadHistogram own = {};
    uint32_t done = 0;
    for (; length - done >= kBatch; done += kBatch) {
        count_batch<kThreads, kVector, kLoads, true>(own_keys + done, kBatch, aligned, digit, own);
    }
    if (length - done >= kHalf) {
        count_batch<kThreads, kVector, kLoads / 2, true>(own_keys + done, kHalf, aligned, digit, own);
        done += kHalf;
    }
    if (done < length) {
        count_batch<kThreads, kVector, kLoads / 2, false>(own_keys + done, length - done, aligned, digit,
                                                          own);
    }

    // Reduce a warp's histograms with no barrier of the block. Each thread rotates its bins by its number, so
    // that neither the rows' writers nor the bins' readers meet in a bank.
    const uint32_t lane = own_lane(), warp = own_warp(), bin = lane % kBins;
#pragma unroll
    for (uint32_t b = 0; b < kBins; ++b) {
        s_threads[threadIdx.x * kBins + (b + threadIdx.x) % kBins] = own.bin(b);
        if (thread_histograms != nullptr && segment == 0) {
            thread_histograms[threadIdx.x * kBins + b] = own.bin(b);
        }
    }
    __syncwarp();
    uint32_t sum = 0;
#pragma unroll
    for (uint32_t i = 0; i < 32 / 2; ++i) {  // the two halves of the warp take half of the rows each
        const uint32_t row = warp * 32 + lane / kBins * kBins + i;
        sum += s_threads[row * kBins + (bin + row) % kBins];
    }
    sum += __shfl_xor_sync(kAllLanes, sum, kBins);
    if (lane < kBins) s_warps[warp * kBins + bin] = sum;

    // Then a tree over the warps.
    for (uint32_t step = kWarps / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step * kBins) s_warps[threadIdx.x] += s_warps[threadIdx.x + step * kBins];
    }
    __syncthreads();
    if (threadIdx.x < kBins) segment_histograms[threadIdx.x * segments + segment] = s_warps[threadIdx.x];
}

}  // namespace sort::reghist
