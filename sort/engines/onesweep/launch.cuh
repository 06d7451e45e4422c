// The kernels of `onesweep` for one type of key, and how they are launched for one tile: a count, then a launch per pass,
// then an end. onesweep.cu says what they do.
#pragma once
#include <vector>

#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/publish.cuh"
#include "sort/engines/onesweep/digits.cuh"
#include "sort/engines/onesweep/trace.cuh"

namespace sort::onesweep {

/// Results of the count for the passes. In device memory, all 0 between two sorts, like DigitWords.
template <uint32_t kPasses>
struct Plan {
    uint32_t to_run;          // bit p: pass p moves something
    uint32_t moves[kPasses];  // the same, a word per pass: gates
    uint32_t copies;          // 1: the passes end in the scratch
    uint32_t ticket;          // of the blocks that count
};
template <class Key>
using PlanOf = Plan<DigitWordsOf<Key>::kPasses>;

/// Arguments of every kernel. `pass` is the number of the pass.
template <class Key>
struct ArgsOf {
    DigitSortOf<Key> sort;
    PlanOf<Key>* plan;
    const uint32_t* gate;  // of the count: 0 when the pairs are in order; null: none
    uint32_t pass;
    uint32_t* shown_histograms;  // [bin][pass] of a traced sort, else null
    PassTrace trace;             // of 32-bit keys
};

template <uint32_t kThreads, uint32_t kItems, class Key>
static __global__ void __launch_bounds__(kThreads) count_kernel(const __grid_constant__ ArgsOf<Key> args) {
    using Sort = SortByDigits<kThreads, kItems, Key>;
    __shared__ uint32_t words[Sort::Counts::kWords];
    __shared__ typename Sort::Shared shared;
    if (gate_closed(args.gate)) return;
    Sort::count(args.sort, words);
    if (!last_block(&args.plan->ticket)) return;

    // All histograms are there: which passes have something to do?
    const uint32_t to_run = Sort::passes_to_run(args.sort, shared);
    if (threadIdx.x == 0) {
        args.plan->to_run = to_run;
        args.plan->copies = __popc(to_run) % 2;
        for (uint32_t pass = 0; pass < std::size(args.plan->moves); ++pass) {
            args.plan->moves[pass] = to_run >> pass & 1;
        }
    }
    if (args.shown_histograms == nullptr) return;
    const uint32_t passes = args.sort.passes();
    for (uint32_t i = threadIdx.x; i < passes * kDigitBins; i += kThreads) {
        args.shown_histograms[i] = __ldcg(&args.sort.words->histograms[i % passes][i / passes]);
    }
}

template <uint32_t kThreads, uint32_t kItems, bool kTrace, class Key>
static __global__ void __launch_bounds__(kThreads, 1) pass_kernel(const __grid_constant__ ArgsOf<Key> args) {
    using Sort = SortByDigits<kThreads, kItems, Key>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Sort::Shared shared;
    const uint32_t to_run = __ldcg(&args.plan->to_run);
    if constexpr (kTrace) {
        Sort::pass(args.sort, args.pass, to_run, words, shared, args.trace);
    } else {
        Sort::pass(args.sort, args.pass, to_run, words, shared);
    }
}

constexpr uint32_t kEndThreads = 256;

/// Writes the report, and sets all words to 0 for the next sort. By one block.
template <class Key>
static __global__ void end_kernel(DigitWordsOf<Key>* words, PlanOf<Key>* plan, uint32_t* out_of_order,
                                  uint32_t passes, uint32_t path, Report* report) {
    if (threadIdx.x == 0) {
        const uint32_t run = __popc(plan->to_run);
        if (report != nullptr) *report = {run, passes - run, path, 0, 0};
        if (out_of_order != nullptr) *out_of_order = 0;
        *plan = {};
    }
    auto* const all = reinterpret_cast<uint32_t*>(words);
    for (uint32_t i = threadIdx.x; i < sizeof(*words) / sizeof(uint32_t); i += kEndThreads) all[i] = 0;
}

/// The kernels for one tile, and how many of their blocks run at once; no blocks: not on this device.
template <class Key>
struct PolicyOf {
    using Kernel = void (*)(ArgsOf<Key>);

    TileShape tile;
    Kernel count, pass;
    size_t pass_shared_bytes;
    uint32_t count_blocks, pass_blocks;
    Kernel traced_pass = nullptr;  // null: there is none
    bool traceable = false;        // the blocks of a traced pass wait for each other

    uint32_t tiles(uint32_t pairs) const { return tile_count(pairs, tile.pairs()); }

    void launch_count(const ArgsOf<Key>& args, cudaStream_t stream) const {
        const uint32_t block_keys = 8 * tile.threads;  // a block's loads in flight
        const uint32_t blocks = std::min(count_blocks, tile_count(args.sort.pairs.count, block_keys));
        count<<<blocks, tile.threads, 0, stream>>>(args);
        check_launch(stream);
    }

    void launch_pass(const ArgsOf<Key>& args, cudaStream_t stream) const {
        const uint32_t blocks = std::min(pass_blocks, tiles(args.sort.pairs.count));
        pass<<<blocks, tile.threads, pass_shared_bytes, stream>>>(args);
        check_launch(stream);
    }
};

template <const TileShape& kTile, class Key>
PolicyOf<Key> policy_of(const DeviceLimits& limits) {
    constexpr uint32_t kThreads = kTile.threads, kItems = kTile.items;
    const auto count = count_kernel<kThreads, kItems, Key>;
    const auto pass = pass_kernel<kThreads, kItems, false, Key>;
    constexpr size_t kBytes = sizeof(uint32_t) * SortByDigits<kThreads, kItems, Key>::kWords;
    PolicyOf<Key> policy{kTile,
                         count,
                         pass,
                         kBytes,
                         full_grid(count, kThreads),
                         allow_shared_bytes(pass, kThreads, kBytes, limits)};
    if constexpr (sizeof(Key) == 4) {
        policy.traced_pass = pass_kernel<kThreads, kItems, true, Key>;
        policy.traceable =
            allow_shared_bytes(policy.traced_pass, kThreads, kBytes, limits) >= kTracedBlocks &&
            limits.cooperative;
    }
    return policy;
}

/// Returns the policies that this device can run. Throws Unavailable if there is none.
template <class Key>
std::vector<PolicyOf<Key>> usable(std::vector<PolicyOf<Key>> policies, const DeviceLimits& limits) {
    std::erase_if(policies, [](const PolicyOf<Key>& policy) { return policy.pass_blocks == 0; });
    if (policies.empty()) {
        throw Unavailable("this device has too little shared memory for this tile" +
                          because_of_limits(limits, &DeviceLimits::shared_bytes));
    }
    return policies;
}

/// Returns the first policy, of the smallest tile, for pairs that give each block at most kSmallRounds tiles, else the last.
template <class Key>
const PolicyOf<Key>& policy_for(const std::vector<PolicyOf<Key>>& policies, uint32_t count) {
    const PolicyOf<Key>& small = policies.front();
    return small.tiles(count) <= kSmallRounds * small.pass_blocks ? small : policies.back();
}

/// 8-byte words: DigitPass::status_words.
inline size_t status_words(uint32_t count, TileShape tile) {
    return size_t{tile_count(count, tile.pairs())} * (kDigitBins / 2);
}

}  // namespace sort::onesweep
