// Small sorts of the engine multiscan: one block reads the pairs once, sorts them whole in shared memory and
// writes them once, in one launch with the order check (Merrill, Grimshaw 2010, section 5: below 2048 keys
// the passes are done as a local problem; figure 18 compares with a bitonic network). Both are here.
#pragma once
#include "sort/engines/multiscan/block.cuh"
#include "sort/engines/multiscan/shapes.h"
#include "sort/sorter.h"

namespace sort::multiscan {

/// Request for a sort by one block. passes: those of the radix sort for these bits.
struct LocalSort {
    int begin_bit, end_bit, passes;
    bool check_order;
    Report* report;  // may be null

    __device__ void write_report(uint32_t run) const {
        if (threadIdx.x == 0 && report != nullptr) {
            *report = {run, static_cast<uint32_t>(passes) - run, kLocalSort, 0, 0};
        }
    }
};

/// The passes of the engine with the exchange in shared memory as their only traffic. A pass whose keys all
/// agree in its digit exchanges nothing.
template <int kBits, uint32_t kThreads, uint32_t kItems, class Digit>
static __global__ void __launch_bounds__(kThreads) local_sort_kernel(Pairs pairs, LocalSort local) {
    using Scan = BlockMultiScan<kBits, kThreads, kItems, Flags::composite, Digit>;
    constexpr uint32_t kTilePairs = Scan::kTilePairs;
    __shared__ typename Scan::Shared s_scan;
    __shared__ alignas(16) uint32_t s_keys[kTilePairs];
    __shared__ alignas(16) uint32_t s_values[kTilePairs];
    __shared__ int s_agreed;  // the last pass in which all keys agreed
    const uint32_t count = pairs.count;
    const bool has_values = pairs.values != nullptr;

    // Read the pairs side by side. Missing keys are the largest and stay behind all others.
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = threadIdx.x + i * kThreads;
        s_keys[at] = at < count ? pairs.keys[at] : Digit::greatest();
        if (has_values && at < count) s_values[at] = pairs.values[at];
    }
    if (threadIdx.x == 0) s_agreed = -1;
    __syncthreads();

    if (local.check_order) {
        const uint32_t begin = static_cast<uint32_t>(local.begin_bit);
        const Digit bits{
            KeyBits{begin, ~0u >> (32 - (local.end_bit - local.begin_bit))}};  // passes > 0: some bits
        bool descends = false;
        for (uint32_t at = threadIdx.x; at + 1 < count; at += kThreads) {
            descends = descends || bits(s_keys[at]) > bits(s_keys[at + 1]);
        }
        if (!__syncthreads_or(descends)) {
            local.write_report(0);
            return;
        }
    }

    uint32_t run = 0;
    for (int pass = 0; pass < local.passes; ++pass) {
        const uint32_t begin = static_cast<uint32_t>(local.begin_bit + pass * kBits);
        const uint32_t left = static_cast<uint32_t>(local.end_bit) - begin;
        const Digit digit{KeyBits{begin, (1u << min(left, static_cast<uint32_t>(kBits))) - 1}};
        uint32_t keys[kItems], values[kItems], places[kItems];
        Scan::load(s_keys, kTilePairs, 0, keys);
        if (has_values) Scan::load(s_values, kTilePairs, 0, values);
        Scan::find_places(keys, digit, s_scan, places, [&](uint32_t bin, uint32_t, uint32_t total) {
            const uint32_t missing = bin == digit.mask ? kTilePairs - count : 0;
            if (total - missing == count) s_agreed = pass;
        });
        if (s_agreed == pass) continue;
        ++run;
#pragma unroll
        for (uint32_t i = 0; i < kItems; ++i) {
            s_keys[places[i]] = keys[i];
            if (has_values) s_values[places[i]] = values[i];
        }
        __syncthreads();
    }

#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = threadIdx.x + i * kThreads;
        if (at >= count) break;
        pairs.keys[at] = s_keys[at];
        if (has_values) pairs.values[at] = s_values[at];
    }
    local.write_report(run);
}

/// The variant: a bitonic network over (bits, place) words, which no two are equal, so that the result is
/// stable. The pairs are gathered at the end.
template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads) local_bitonic_kernel(Pairs pairs, LocalSort local) {
    __shared__ uint64_t s_words[kThreads * kItems];
    const uint32_t count = pairs.count;
    const uint32_t begin = static_cast<uint32_t>(local.begin_bit);
    const KeyBits bits{begin, ~0u >> (32 - (local.end_bit - local.begin_bit))};
    uint32_t length = 2;
    while (length < count) length *= 2;

    for (uint32_t at = threadIdx.x; at < length; at += kThreads) {
        s_words[at] = at < count ? uint64_t{bits(pairs.keys[at])} << 32 | at : ~uint64_t{0};
    }
    __syncthreads();
    if (local.check_order) {
        bool descends = false;
        for (uint32_t at = threadIdx.x; at + 1 < count; at += kThreads) {
            descends = descends || s_words[at] > s_words[at + 1];
        }
        if (!__syncthreads_or(descends)) {
            local.write_report(0);
            return;
        }
    }

    // Merge runs that ascend and descend in turn into runs of `run`, halving the distance of what is
    // compared.
    for (uint32_t run = 2; run <= length; run *= 2) {
        for (uint32_t distance = run / 2; distance > 0; distance /= 2) {
            for (uint32_t i = threadIdx.x; i < length / 2; i += kThreads) {
                const uint32_t low = 2 * i - (i & (distance - 1)), high = low + distance;
                const bool ascending = (low & run) == 0;
                const uint64_t a = s_words[low], b = s_words[high];
                if ((a > b) == ascending) {
                    s_words[low] = b;
                    s_words[high] = a;
                }
            }
            __syncthreads();
        }
    }

    // Gather, all reads before all writes.
    uint32_t keys[kItems], values[kItems];
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = threadIdx.x + i * kThreads;
        if (at >= count) break;
        const uint32_t from = static_cast<uint32_t>(s_words[at]);
        keys[i] = pairs.keys[from];
        if (pairs.values != nullptr) values[i] = pairs.values[from];
    }
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < kItems; ++i) {
        const uint32_t at = threadIdx.x + i * kThreads;
        if (at >= count) break;
        pairs.keys[at] = keys[i];
        if (pairs.values != nullptr) pairs.values[at] = values[i];
    }
    local.write_report(static_cast<uint32_t>(local.passes));  // one network in place of all passes
}

}  // namespace sort::multiscan
