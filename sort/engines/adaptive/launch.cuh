// The launches of a sort by `adaptive`: windows, and behind them the full sort of `bucketsort`.
//
// The halo of the windows is a quarter more than the greatest displacement that the last repair met. After
// two calls in a row that windows could not repair, eight go to the full sort at once. What is remembered
// costs time when it is wrong, never order.
//
// Up to 2^18 pairs on an H200 all of it is one cooperative launch. For more pairs the repair and the
// full sort want blocks of different shapes: two launches, of which a device word lets the second leave at
// once (1 us in a graph). More than 2^23 pairs go to the full sort at once. An observer is told of each
// launch as one stage; the order check is part of them.
#pragma once
#include <vector>

#include "sort/engines/adaptive/repair.cuh"
#include "sort/engines/bucketsort/policy.cuh"
#include "sort/engines/observed.h"

namespace sort::adaptive {

using bucketsort::mid_sort, bucketsort::MidShape, bucketsort::MidShared, bucketsort::MidSort;

/// What one call leaves for the next, for the launch behind it and for observers.
struct CallState {
    uint32_t halo;             // that the next call should try; 0: none yet
    uint32_t misses;           // in a row
    uint32_t rest;             // so many calls go straight to the full sort
    uint32_t full;             // 1: this call needs the full sort
    uint32_t tried, in_order;  // 1: this call looked at windows; and found nothing to do
    uint32_t always;           // 1
};

struct CallArgs {
    RepairArgs repair;
    bucketsort::Args full;  // for the single launch
    CallState* state;
    Report* report;  // null: not requested
    bool narrow;     // for tests: windows are an eighth of what they should be
};

/// By the first thread of the grid, once all blocks have read the state, in a call that tried windows.
__device__ inline void end_repair(const CallArgs& args, RepairOutcome outcome, uint32_t halo,
                                  uint32_t windows, uint32_t max_shift) {
    CallState& state = *args.state;
    const bool failed = outcome == RepairOutcome::failed, repaired = outcome == RepairOutcome::repaired;
    state.full = failed ? 1 : 0;
    state.tried = 1;
    state.in_order = outcome == RepairOutcome::in_order ? 1 : 0;
    if (failed) {
        state.halo = kWidestHalo;
        if (++state.misses >= kMissesBeforeRest) state.rest = kRestCalls, state.misses = 0;
        return;
    }
    state.misses = 0;
    if (repaired) state.halo = halo_after(max_shift, halo);
    if (args.report == nullptr) return;
    *args.report = {repaired ? 1u : 0u, repaired ? 0u : 1u,
                    static_cast<uint32_t>(repaired ? Path::windows : Path::in_order), windows, max_shift};
}

/// The same in a call that does not try windows; `rest`: how many such calls were left.
__device__ inline void end_rest(const CallArgs& args, uint32_t rest) {
    args.state->rest = rest - 1;
    args.state->full = 1;
    args.state->tried = args.state->in_order = 0;
}

/// Returns, the same in all threads of the grid, whether the full sort is needed.
template <class Policy, class Sync>
__device__ bool windows_fail(const CallArgs& args, uint32_t* words, typename Repair<Policy>::Shared& shared,
                             Sync sync) {
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    const uint32_t rest = __ldcg(&args.state->rest), left = __ldcg(&args.state->halo);
    if (rest != 0) {
        sync();  // all have read the words
        if (first_thread) end_rest(args, rest);
        return true;
    }
    const uint32_t halo = halo_of_call(left, Policy::most_halo(args.repair.tile_pairs));
    const RepairOutcome outcome =
        Repair<Policy>(args.repair, args.narrow ? halo / 8 : halo, words, shared).run(sync);
    if (first_thread) end_repair(args, outcome, halo, shared.repair.windows, shared.repair.max_shift);
    return outcome == RepairOutcome::failed;
}

template <class Policy, uint32_t kBlocks>
static __global__ void __launch_bounds__(Policy::kThreads, kBlocks)
    windows_kernel(const __grid_constant__ CallArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Repair<Policy>::Shared shared;
    windows_fail<Policy>(args, words, shared, GridBarrier{});
}

template <class Policy, class Full>
static __global__ void __launch_bounds__(Policy::kThreads, 1)
    windows_or_sort_kernel(const __grid_constant__ CallArgs args) {
    static_assert(Policy::kThreads == Full::kThreads);
    extern __shared__ __align__(16) uint32_t words[];
    union Shared {
        typename Repair<Policy>::Shared windows;
        MidShared<Full> full;
    };
    __shared__ Shared shared;
    if (windows_fail<Policy>(args, words, shared.windows, GridBarrier{})) {
        __syncthreads();
        mid_sort<Full, GridBarrier>(args.full, words, shared.full);
    }
}

/// A kernel for windows over up to so many pairs.
struct LaunchPolicy {
    void (*kernel)(CallArgs);
    uint32_t threads = 0, blocks = 0;  // 0 blocks: this device cannot run it
    size_t shared_bytes = 0;
    uint32_t most_pairs = 0;
    uint32_t tile_pairs = 0;  // at most, a tile a block; 0: as the halo leaves, by way of the scratch
    bool sorts = false;       // the full sort is in the same launch
};

constexpr uint32_t kMostInWindows = 1u << 23;  // more pairs move too far for windows that are worth it

template <class Policy, uint32_t kBlocks>
LaunchPolicy windows_policy(uint32_t tile_pairs, const DeviceLimits& limits) {
    LaunchPolicy policy{windows_kernel<Policy, kBlocks>, Policy::kThreads};
    policy.shared_bytes = sizeof(uint32_t) * Repair<Policy>::kWords;
    policy.blocks = std::min(kBlocks * limits.processors, allow_shared_bytes(policy.kernel, Policy::kThreads,
                                                                             policy.shared_bytes, limits));
    policy.tile_pairs = tile_pairs;
    policy.most_pairs = tile_pairs == 0 ? kMostInWindows : tile_pairs * policy.blocks;
    return policy;
}

template <class Policy, class Full>
LaunchPolicy windows_or_sort_policy(const DeviceLimits& limits) {
    LaunchPolicy policy{windows_or_sort_kernel<Policy, Full>, Policy::kThreads};
    policy.shared_bytes = sizeof(uint32_t) * std::max(Repair<Policy>::kWords, MidSort<Full>::kWords);
    policy.blocks = std::min(
        limits.processors, allow_shared_bytes(policy.kernel, Policy::kThreads, policy.shared_bytes, limits));
    policy.tile_pairs = Full::kTilePairs;
    policy.most_pairs = std::min(policy.blocks * Full::kTilePairs, Full::kBuckets * Full::kBucketPairs / 2);
    policy.sorts = true;
    return policy;
}

/// From few pairs to many.
inline std::vector<LaunchPolicy> windows_policies(const DeviceLimits& limits) {
    return {windows_or_sort_policy<WindowPolicy<512, 2>, MidShape<512, 1, 2, 7>>(limits),
            windows_or_sort_policy<WindowPolicy<512, 3>, MidShape<512, 2, 4, 7>>(limits),
            windows_or_sort_policy<WindowPolicy<512, 6>, MidShape<512, 4, 8, 7>>(limits),
            windows_policy<WindowPolicy<512, 6>, 2>(2048, limits),
            windows_policy<WindowPolicy<512, 11>, 2>(4096, limits),
            windows_policy<WindowPolicy<512, 12>, 2>(0, limits)};
}

class Launches {
public:
    explicit Launches(uint32_t capacity)
        : records_(record_count(capacity)), disordered_(kMostBlocks), state_(1) {
        const DeviceLimits limits = device_limits();
        if (!limits.cooperative) throw Unavailable("this device has no cooperative launches");
        if (capacity > bucketsort::kMostPairs) throw OverLimit("adaptive sorts up to 2^30 pairs");
        for (const LaunchPolicy& policy : windows_policies(limits)) {
            if (policy.blocks > 0) windows_.push_back(policy);
        }
        const bucketsort::Policy full_sorts[] = {bucketsort::mid_policy<MidShape<512, 8, 16, 7>>(limits),
                                                 bucketsort::mid_policy<MidShape<1024, 8, 16, 7>>(limits),
                                                 bucketsort::mid_policy<MidShape<1024, 16, 16, 8>>(limits),
                                                 bucketsort::large_digits_policy(limits),
                                                 bucketsort::digits_policy<512, 8>(limits)};
        for (const bucketsort::Policy& full_sort : full_sorts) {
            if (full_sort.blocks > 0) full_sorts_.push_back(full_sort);
        }
        if (full_sorts_.empty() || full_sorts_.back().path != bucketsort::Path::digits) {
            throw Unavailable("this device has too little shared memory");
        }
        CallState state{};
        state.always = 1;
        check(cudaMemcpy(state_.data(), &state, sizeof state, cudaMemcpyHostToDevice));
    }

    static size_t bytes(uint32_t capacity) {
        return sizeof(WindowRecord) * record_count(capacity) + sizeof(uint32_t) * kMostBlocks +
               sizeof(CallState);
    }

    /// `full`: all that the full sort is given, but for tile and gate.
    void queue(const bucketsort::Args& full, bool narrow, cudaStream_t stream, const Options& options) const {
        const Pairs pairs = full.pairs;
        const CallState* const state = state_.data();
        const uint64_t count = pairs.count, pair_bytes = uint64_t{pairs.values ? 8u : 4u} * count;
        const LaunchPolicy* const windows = windows_policy_for(pairs.count);
        if (windows != nullptr) {
            const bool by_scratch = windows->tile_pairs == 0;
            Stage stage{windows->sorts ? "windows or full sort" : "windows", -1, pairs};
            stage.bytes = by_scratch ? 4 * count + 4 * pair_bytes : 2 * pair_bytes;
            stage.items = count;
            if (!windows->sorts) stage.gate = &state->tried;
            stage.stopped = &state->in_order;
            stage.bytes_if_stopped = 4 * count;
            observed(pairs, stage, stream, options,
                     [&] { queue_windows(*windows, call_args(full, narrow), stream); });
            if (windows->sorts) return;
        }
        const uint32_t* const d_gate = windows != nullptr ? &state->full : &state->always;
        observed(pairs, {"full sort", -1, pairs, {}, 4 * count + 4 * pair_bytes, count, d_gate}, stream,
                 options, [&] { queue_full_sort(full, d_gate, stream); });
    }

    /// Does nothing where the word is 0.
    void queue_full_sort(const bucketsort::Args& full, const uint32_t* d_gate, cudaStream_t stream) const {
        const uint32_t count = full.pairs.count;
        bucketsort::Args args = gated(full, d_gate);
        for (const bucketsort::Policy& policy : full_sorts_) {
            const bool digits = policy.path == bucketsort::Path::digits;
            if (count > policy.most_pairs || (!digits && args.end_of_bits <= bucketsort::kFewBits)) continue;
            uint32_t blocks = policy.blocks;
            if (!digits) {
                args.tile_pairs = (tile_count(count, blocks) + 31) / 32 * 32;
                blocks = tile_count(count, args.tile_pairs);
            }
            return launch_cooperative(policy.kernel, blocks, policy.threads, policy.shared_bytes, stream,
                                      args);
        }
    }

    /// But for the tiles.
    CallArgs call_args(const bucketsort::Args& full, bool narrow) const {
        CallArgs args{};
        args.repair.pairs = full.pairs;
        args.repair.scratch = full.scratch;
        args.repair.bits = full.bits;
        args.repair.check_order = full.check_order;
        args.repair.records = records_.data();
        args.repair.disordered = disordered_.data();
        args.full = gated(full, &state_.data()->always);
        args.state = state_.data();
        args.report = full.report;
        args.narrow = narrow;
        return args;
    }

private:
    static constexpr uint32_t kLeastTile = 1536;  // where tiles are many
    static constexpr uint32_t kMostBlocks = 1024;
    static constexpr uint32_t kMostTracedTiles = kTraceLimit / (kLesson.tile.threads * kLesson.tile.items);

    static size_t record_count(uint32_t capacity) {
        const uint32_t tiles = tile_count(std::min(capacity, kMostInWindows), kLeastTile);
        return std::max({tiles, kMostBlocks, kMostTracedTiles}) + 1;
    }

    static bucketsort::Args gated(bucketsort::Args full, const uint32_t* d_gate) {
        full.gate = d_gate;
        full.gated_path = static_cast<uint32_t>(Path::full_sort);
        return full;
    }

    /// Null: the full sort at once.
    const LaunchPolicy* windows_policy_for(uint32_t count) const {
        if (count > kMostInWindows) return nullptr;
        for (const LaunchPolicy& policy : windows_) {
            if (count <= policy.most_pairs) return &policy;
        }
        return nullptr;
    }

    static void queue_windows(const LaunchPolicy& policy, CallArgs args, cudaStream_t stream) {
        uint32_t blocks = std::min(policy.blocks, kMostBlocks);
        if (policy.tile_pairs != 0) {
            const uint32_t count = args.repair.pairs.count;
            args.full.tile_pairs = args.repair.tile_pairs = (tile_count(count, blocks) + 31) / 32 * 32;
            blocks = tile_count(count, args.full.tile_pairs);
        }
        launch_cooperative(policy.kernel, blocks, policy.threads, policy.shared_bytes, stream, args);
    }

    std::vector<LaunchPolicy> windows_;           // from few pairs to many
    std::vector<bucketsort::Policy> full_sorts_;  // likewise
    DeviceBuffer<WindowRecord> records_;
    DeviceBuffer<uint32_t> disordered_;
    DeviceBuffer<CallState> state_;
};

}  // namespace sort::adaptive
