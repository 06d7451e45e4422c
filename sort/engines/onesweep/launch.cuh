// The kernels of `onesweep` for one type of key, and how they are launched for one tile: a count, then a launch per
// pass, then an end. onesweep.cu says what they do.
#pragma once
#include <vector>

#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/live_count.cuh"
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
    const uint32_t* live;        // Options::live_count
};

/// What a pass does beside sorting: nothing, writing arrays, reading a live count.
enum class PassKind { plain, traced, live };

/// Returns the sort of the arguments; with kLive that of as many pairs as there are.
template <bool kLive, class Key>
__device__ decltype(auto) sort_of(const ArgsOf<Key>& args) {
    if constexpr (kLive) {
        DigitSortOf<Key> sort = args.sort;
        sort.pairs.count = sort.other.count = live_pairs<true>(args.sort.pairs.count, args.live);
        return sort;
    } else {
        return (args.sort);
    }
}

template <uint32_t kThreads, uint32_t kItems, bool kLive, class Key>
static __global__ void __launch_bounds__(kThreads) count_kernel(const __grid_constant__ ArgsOf<Key> args) {
    using Sort = SortByDigits<kThreads, kItems, Key>;
    __shared__ uint32_t words[Sort::Counts::kWords];
    __shared__ typename Sort::Shared shared;
    if (gate_closed(args.gate)) return;
    const auto& sort = sort_of<kLive>(args);
    Sort::count(sort, words);
    if (!last_block(&args.plan->ticket)) return;

    // All histograms are there: which passes have something to do?
    const uint32_t to_run = Sort::passes_to_run(sort, shared);
    if (threadIdx.x == 0) {
        args.plan->to_run = to_run;
        args.plan->copies = __popc(to_run) % 2;
        for (uint32_t pass = 0; pass < std::size(args.plan->moves); ++pass) {
            args.plan->moves[pass] = to_run >> pass & 1;
        }
    }
    if (args.shown_histograms == nullptr) return;
    const uint32_t passes = sort.passes();
    for (uint32_t i = threadIdx.x; i < passes * kDigitBins; i += kThreads) {
        args.shown_histograms[i] = __ldcg(&sort.words->histograms[i % passes][i / passes]);
    }
}

template <uint32_t kThreads, uint32_t kItems, PassKind kKind, class Key>
static __global__ void __launch_bounds__(kThreads, 1) pass_kernel(const __grid_constant__ ArgsOf<Key> args) {
    using Sort = SortByDigits<kThreads, kItems, Key>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Sort::Shared shared;
    const uint32_t to_run = __ldcg(&args.plan->to_run);
    const auto& sort = sort_of<kKind == PassKind::live>(args);
    if constexpr (kKind == PassKind::traced) {
        Sort::pass(sort, args.pass, to_run, words, shared, args.trace);
    } else {
        Sort::pass(sort, args.pass, to_run, words, shared);
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

/// A kernel, and how many of its blocks run at once; 0: not on this device.
template <class Key>
struct KernelOf {
    void (*run)(ArgsOf<Key>) = nullptr;
    uint32_t blocks = 0;
};

/// The kernels for one tile.
template <class Key>
struct PolicyOf {
    TileShape tile;
    size_t pass_shared_bytes;
    KernelOf<Key> count, live_count, pass, live_pass;  // live: of calls with a live count
    KernelOf<Key> traced_pass = {};                    // of 32-bit keys
    bool traceable = false;  // the blocks of a traced pass, which wait for each other, run at once

    uint32_t tiles(uint32_t pairs) const { return tile_count(pairs, tile.pairs()); }

    void launch_count(const ArgsOf<Key>& args, cudaStream_t stream) const {
        const KernelOf<Key>& kernel = args.live ? live_count : count;
        const uint32_t block_keys = 8 * tile.threads;  // a block's loads in flight
        const uint32_t blocks = std::min(kernel.blocks, tile_count(args.sort.pairs.count, block_keys));
        const auto run = kernel.run;
        run<<<blocks, tile.threads, 0, stream>>>(args);
        check_launch(stream);
    }

    void launch_pass(const ArgsOf<Key>& args, cudaStream_t stream) const {
        const KernelOf<Key>& kernel = args.live ? live_pass : pass;
        const uint32_t blocks = std::min(kernel.blocks, tiles(args.sort.pairs.count));
        const auto run = kernel.run;
        run<<<blocks, tile.threads, pass_shared_bytes, stream>>>(args);
        check_launch(stream);
    }
};

template <const TileShape& kTile, class Key>
PolicyOf<Key> policy_of(const DeviceLimits& limits) {
    constexpr uint32_t kThreads = kTile.threads, kItems = kTile.items;
    constexpr size_t kBytes = sizeof(uint32_t) * SortByDigits<kThreads, kItems, Key>::kWords;
    const auto counting = [](auto kernel) { return KernelOf<Key>{kernel, full_grid(kernel, kThreads)}; };
    const auto passing = [&](auto kernel) {
        return KernelOf<Key>{kernel, allow_shared_bytes(kernel, kThreads, kBytes, limits)};
    };
    PolicyOf<Key> policy{kTile,
                         kBytes,
                         counting(count_kernel<kThreads, kItems, false, Key>),
                         counting(count_kernel<kThreads, kItems, true, Key>),
                         passing(pass_kernel<kThreads, kItems, PassKind::plain, Key>),
                         passing(pass_kernel<kThreads, kItems, PassKind::live, Key>)};
    if constexpr (sizeof(Key) == 4) {
        policy.traced_pass = passing(pass_kernel<kThreads, kItems, PassKind::traced, Key>);
        policy.traceable = limits.cooperative && policy.traced_pass.blocks >= kTracedBlocks;
    }
    return policy;
}

/// Returns the policies that this device can run. Throws Unavailable if there is none.
template <class Key>
std::vector<PolicyOf<Key>> usable(std::vector<PolicyOf<Key>> policies, const DeviceLimits& limits) {
    std::erase_if(policies, [](const PolicyOf<Key>& policy) {
        return std::min(policy.pass.blocks, policy.live_pass.blocks) == 0;
    });
    if (policies.empty()) {
        throw Unavailable("this device has too little shared memory for this tile" +
                          because_of_limits(limits, &DeviceLimits::shared_bytes));
    }
    return policies;
}

/// Returns the first policy, of the smallest tile, for pairs that give each block at most kSmallRounds tiles, else the
/// last.
template <class Key>
const PolicyOf<Key>& policy_for(const std::vector<PolicyOf<Key>>& policies, uint32_t count) {
    const PolicyOf<Key>& small = policies.front();
    return small.tiles(count) <= kSmallRounds * small.pass.blocks ? small : policies.back();
}

/// 8-byte words: DigitPass::status_words.
inline size_t status_words(uint32_t count, TileShape tile) {
    return size_t{tile_count(count, tile.pairs())} * (kDigitBins / 2);
}

}  // namespace sort::onesweep
