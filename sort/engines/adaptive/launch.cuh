// The launches of a sort by `adaptive`: a repair, and behind it the full sort of `bucketsort`.
//
// A call repairs in windows; where they fail and the descents are few, the next calls repair by movers,
// until that fails, or until eight calls in a row were in order (windows see that in half the bytes). The
// halo of the windows is a quarter more than the greatest displacement that the last of them met. After two
// calls in a row that could not be repaired, eight go to the full sort at once. What is remembered costs
// time when it is wrong, never order.
//
// Up to 2^18 pairs on an H200 all of it is one cooperative launch. For more pairs the repair and the
// full sort want blocks of different shapes: two launches, of which a device word lets the second leave at
// once (1 us in a graph). More than 2^23 pairs go to the full sort at once. An observer is notified of each
// launch as one stage; the order check is part of them.
#pragma once
#include <vector>

#include "sort/base/tiles.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/adaptive/movers.cuh"
#include "sort/engines/adaptive/repair.cuh"
#include "sort/engines/bucketsort/policy.cuh"
#include "sort/engines/observed.h"

namespace sort::adaptive {

using bucketsort::mid_sort, bucketsort::MidShape, bucketsort::MidShared, bucketsort::MidSort;

/// State that one call leaves in device memory for the next call, for the full sort after it and for observers.
struct alignas(16) CallState {
    uint32_t rest;             // calls of the cooldown that are left: they go straight to the full sort
    uint32_t halo;             // that the next call should try; 0: none yet
    uint32_t by_movers;        // 1: it should move pairs one by one rather than repair windows
    uint32_t turn;             // of MoverArgs::counts
    uint32_t misses;           // in a row
    uint32_t quiet;            // calls in a row that looked for movers and found none
    uint32_t full;             // 1: this call needs the full sort
    uint32_t tried, in_order;  // 1: this call tried a repair; and found nothing to do
    uint32_t always;           // 1
};

struct CallArgs {
    RepairArgs repair;
    MoverArgs movers;
    bucketsort::Args full;  // for the single launch
    CallState* state;
    Report* report;  // null: not requested
    bool narrow;     // for tests: windows are an eighth of what they should be
};

__device__ inline void miss(CallState& state) {
    if (++state.misses >= kMissesBeforeCooldown) state.rest = kCooldownCalls, state.misses = 0;
}

/// Updates the state and the report after a call that tried windows. Run by the first thread of the grid,
/// once all blocks have read the state.
__device__ inline void end_repair(const CallArgs& args, RepairOutcome outcome, uint32_t halo,
                                  const RepairShared& found) {
    CallState& state = *args.state;
    const bool failed = outcome == RepairOutcome::failed, repaired = outcome == RepairOutcome::repaired;
    state.full = failed ? 1 : 0;
    state.tried = 1;
    state.in_order = outcome == RepairOutcome::in_order ? 1 : 0;
    if (failed) {
        state.halo = kWidestHalo;
        // A descent is seen in all windows that it lies in.
        const uint64_t tile = found.tile_pairs, window = tile + 2 * found.halo;
        const bool few = found.descending * tile <= most_movers(args.repair.pairs.count) * window;
        if (args.movers.tile_pairs != 0) state.by_movers = few ? 1 : 0;  // else they are too many
        return miss(state);
    }
    state.misses = 0;
    if (repaired) state.halo = halo_after(found.max_shift, halo);
    if (args.report == nullptr) return;
    *args.report = {repaired ? 1u : 0u, repaired ? 0u : 1u,
                    static_cast<uint32_t>(repaired ? Path::windows : Path::in_order), found.windows,
                    found.max_shift};
}

/// Updates the state and the report after a call that tried movers. Run by the first thread of the grid; each
/// block adds its max_shift to the report itself.
__device__ inline void end_movers(const CallArgs& args, bool repaired, uint32_t movers) {
    CallState& state = *args.state;
    const bool in_order = repaired && movers == 0 && args.repair.check_order;
    state.turn ^= 1;
    state.full = repaired ? 0 : 1;
    state.tried = 1;
    state.in_order = in_order ? 1 : 0;
    if (!repaired) {
        state.by_movers = 0;
        return miss(state);
    }
    state.misses = 0;
    state.quiet = in_order ? state.quiet + 1 : 0;
    if (state.quiet >= kQuietCalls) state.by_movers = state.quiet = 0;
    if (args.report == nullptr) return;
    Report& report = *args.report;
    report.passes_run = in_order ? 0 : 1;
    report.passes_skipped = in_order ? 1 : 0;
    report.path = static_cast<uint32_t>(in_order ? Path::in_order : Path::movers);
    report.windows = 0;
    report.movers = movers;
}

/// Updates the state after a call of the cooldown, which tries no repair. `rest`: calls of the cooldown that
/// were left, this one included.
__device__ inline void end_rest(const CallArgs& args, uint32_t rest) {
    args.state->rest = rest - 1;
    args.state->full = 1;
    args.state->tried = args.state->in_order = 0;
}

template <class Policy>
union RepairOrMovers {
    typename Repair<Policy>::Shared windows;
    MoverShared movers;
};

/// Returns, the same in all threads of the grid, whether the full sort is needed.
template <uint32_t kThreads, uint32_t kItems, class Sync>
__device__ __forceinline__ bool movers_fail(const CallArgs& args, uint32_t turn, uint32_t* words,
                                            MoverShared& shared, Sync sync) {
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    if (first_thread) {
        args.movers.counts[turn ^ 1] = 0;
        if (args.report != nullptr) args.report->max_shift = 0;
    }
    Movers<kThreads, kItems> movers(args.movers, args.repair.pairs, args.repair.bits, turn, words, shared);
    const bool repaired = movers.run(sync);
    if (first_thread) end_movers(args, repaired, movers.movers());
    if (repaired && threadIdx.x == 0 && args.report != nullptr && movers.movers() != 0) {
        atomicMax(&args.report->max_shift, movers.max_shift());
    }
    return !repaired;
}

/// Calls movers_fail() as a function that is not inlined, so that its registers do not add to those of the
/// windows. Inlined into the kernel of the most pairs it made windows slower by 6 to 10 %; apart it costs 2
/// us, because the compiler no longer knows that its words are in shared memory.
template <uint32_t kThreads, uint32_t kItems, class Sync>
__device__ __noinline__ bool movers_fail_apart(const CallArgs& args, uint32_t turn, uint32_t* words,
                                               MoverShared& shared, Sync sync) {
    return movers_fail<kThreads, kItems>(args, turn, words, shared, sync);
}

constexpr uint32_t kMostInlinedItems = 8;

/// Tries a repair by windows or by movers, and returns, the same in all threads of the grid, whether the full
/// sort is needed.
template <class Policy, uint32_t kMoverItems, class Sync>
__device__ bool repair_fails(const CallArgs& args, uint32_t* words, RepairOrMovers<Policy>& shared,
                             Sync sync) {
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    const uint4 left = __ldcg(reinterpret_cast<const uint4*>(args.state));  // rest, halo, by_movers, turn
    const uint32_t rest = left.x, turn = left.w;
    if (rest != 0) {
        sync();  // all have read the words
        if (first_thread) end_rest(args, rest);
        return true;
    }
    if (left.z != 0 && args.movers.tile_pairs != 0) {
        constexpr uint32_t kThreads = Policy::kThreads;
        if constexpr (kMoverItems > kMostInlinedItems) {
            return movers_fail_apart<kThreads, kMoverItems>(args, turn, words, shared.movers, sync);
        } else {
            return movers_fail<kThreads, kMoverItems>(args, turn, words, shared.movers, sync);
        }
    }
    const uint32_t halo = halo_of_call(left.y, Policy::most_halo(args.repair.tile_pairs));
    const RepairOutcome outcome =
        Repair<Policy>(args.repair, args.narrow ? halo / 8 : halo, words, shared.windows).run(sync);
    if (first_thread) end_repair(args, outcome, halo, shared.windows.repair);
    return outcome == RepairOutcome::failed;
}

template <class Policy, uint32_t kMoverItems, uint32_t kBlocks>
static __global__ void __launch_bounds__(Policy::kThreads, kBlocks)
    repair_kernel(const __grid_constant__ CallArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ RepairOrMovers<Policy> shared;
    repair_fails<Policy, kMoverItems>(args, words, shared, GridBarrier{});
}

template <class Policy, class Full>
static __global__ void __launch_bounds__(Policy::kThreads, 1)
    repair_or_sort_kernel(const __grid_constant__ CallArgs args) {
    static_assert(Policy::kThreads == Full::kThreads);
    extern __shared__ __align__(16) uint32_t words[];
    union Shared {
        RepairOrMovers<Policy> repair;
        MidShared<Full> full;
    };
    __shared__ Shared shared;
    // lesson: adaptive/full sort
    if (repair_fails<Policy, Full::kTilePairs / Full::kThreads>(args, words, shared.repair, GridBarrier{})) {
        __syncthreads();
        mid_sort<Full, GridBarrier>(args.full, words, shared.full);
    }
    // lesson end
}

/// A kernel that repairs up to most_pairs pairs.
struct LaunchPolicy {
    void (*kernel)(CallArgs);
    uint32_t threads = 0, blocks = 0;  // 0 blocks: this device cannot run it
    size_t shared_bytes = 0;
    uint32_t most_pairs = 0;
    uint32_t tile_pairs = 0;  // at most, a tile a block; 0: as the halo leaves, by way of the scratch
    uint32_t mover_tile = 0;  // the same for movers
    bool sorts = false;       // the full sort is in the same launch
};

constexpr uint32_t kMostInWindows = 1u << 23;  // more pairs move too far for windows that are worth it

template <class Policy, uint32_t kMoverItems>
constexpr uint32_t repair_words() {
    return std::max(Repair<Policy>::kWords, Movers<Policy::kThreads, kMoverItems>::kWords);
}

template <class Policy, uint32_t kMoverItems, uint32_t kBlocks>
LaunchPolicy repair_policy(uint32_t tile_pairs, const DeviceLimits& limits) {
    LaunchPolicy policy{repair_kernel<Policy, kMoverItems, kBlocks>, Policy::kThreads};
    policy.shared_bytes = sizeof(uint32_t) * repair_words<Policy, kMoverItems>();
    policy.blocks = std::min(kBlocks * limits.processors, allow_shared_bytes(policy.kernel, Policy::kThreads,
                                                                             policy.shared_bytes, limits));
    policy.tile_pairs = tile_pairs;
    policy.mover_tile = Policy::kThreads * kMoverItems;
    policy.most_pairs = tile_pairs == 0 ? kMostInWindows : tile_pairs * policy.blocks;
    return policy;
}

template <class Policy, class Full>
LaunchPolicy repair_or_sort_policy(const DeviceLimits& limits) {
    LaunchPolicy policy{repair_or_sort_kernel<Policy, Full>, Policy::kThreads};
    policy.shared_bytes =
        sizeof(uint32_t) *
        std::max(repair_words<Policy, Full::kTilePairs / Full::kThreads>(), MidSort<Full>::kWords);
    policy.blocks = std::min(
        limits.processors, allow_shared_bytes(policy.kernel, Policy::kThreads, policy.shared_bytes, limits));
    policy.tile_pairs = policy.mover_tile = Full::kTilePairs;
    policy.most_pairs = std::min(policy.blocks * Full::kTilePairs, Full::kBuckets * Full::kBucketPairs / 2);
    policy.sorts = true;
    return policy;
}

/// Returns the policies of repairs, from few pairs to many.
inline std::vector<LaunchPolicy> repair_policies(const DeviceLimits& limits) {
    return {repair_or_sort_policy<WindowPolicy<512, 2>, MidShape<512, 1, 2, 7>>(limits),
            repair_or_sort_policy<WindowPolicy<512, 3>, MidShape<512, 2, 4, 7>>(limits),
            repair_or_sort_policy<WindowPolicy<512, 6>, MidShape<512, 4, 8, 7>>(limits),
            repair_policy<WindowPolicy<512, 6>, 4, 2>(2048, limits),
            repair_policy<WindowPolicy<512, 11>, 8, 2>(4096, limits),
            repair_policy<WindowPolicy<512, 12>, 16, 2>(0, limits)};
}

class Launches {
public:
    explicit Launches(uint32_t capacity)
        : records_(record_count(capacity)),
          disordered_(kMostBlocks),
          rests_(kMostBlocks),
          movers_(kMostMovers),
          mover_values_(kMostMovers),
          mover_counts_(2),
          state_(1) {
        const DeviceLimits limits = device_limits();
        require_cooperative(limits);
        if (capacity > bucketsort::kMostPairs) throw OverLimit("adaptive sorts up to 2^30 pairs");
        for (const LaunchPolicy& policy : repair_policies(limits)) {
            if (policy.blocks > 0) repairs_.push_back(policy);
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
            throw Unavailable("this device has too little shared memory" +
                              because_of_limits(limits, &DeviceLimits::shared_bytes));
        }
        CallState state{};
        state.always = 1;
        check(cudaMemcpy(state_.data(), &state, sizeof state, cudaMemcpyHostToDevice));
        check(cudaMemset(mover_counts_.data(), 0, mover_counts_.bytes()));
        check(cudaMemset(movers_.data(), 0, movers_.bytes()));  // read before it is known how many there are
    }

    static size_t bytes(uint32_t capacity) {
        return sizeof(WindowRecord) * record_count(capacity) + sizeof(uint32_t) * kMostBlocks +
               sizeof(RemainderRecord) * kMostBlocks + (sizeof(uint2) + sizeof(uint32_t)) * kMostMovers +
               2 * sizeof(uint32_t) + sizeof(CallState);
    }

    /// `full`: all that the full sort is given, but for tile and gate.
    void queue(const bucketsort::Args& full, bool narrow, cudaStream_t stream, const Options& options) const {
        const Pairs pairs = full.pairs;
        const CallState* const state = state_.data();
        const uint64_t count = pairs.count, pair_bytes = uint64_t{pairs.values ? 8u : 4u} * count;
        const LaunchPolicy* const repair = repair_policy_for(pairs.count);
        // What the sort leaves in its scratch: the values in buckets, the movers.
        const StageArray left[] = {{"in buckets", full.scratch.values, pairs.count},
                                   {"movers", words_of_movers(), 2 * kMostMovers, 2}};
        const std::span<const StageArray> by_full_sort = std::span(left).first(pairs.values ? 1 : 0);
        if (repair != nullptr) {
            const bool by_scratch = repair->tile_pairs == 0;
            Stage stage{repair->sorts ? "repair or full sort" : "repair", -1, pairs};
            stage.bytes = by_scratch ? 4 * count + 4 * pair_bytes : 2 * pair_bytes;
            stage.items = count;
            if (!repair->sorts) stage.gate = &state->tried;
            if (pairs.values) stage.arrays = repair->sorts ? std::span(left) : std::span(left).subspan(1);
            stage.stopped = &state->in_order;
            stage.bytes_if_stopped = 4 * count;
            observed(pairs, stage, stream, options,
                     [&] { queue_repair(*repair, call_args(full, narrow), stream); });
            if (repair->sorts) return;
        }
        const uint32_t* const d_gate = repair != nullptr ? &state->full : &state->always;
        observed(pairs, {"full sort", -1, pairs, by_full_sort, 4 * count + 4 * pair_bytes, count, d_gate},
                 stream, options, [&] { queue_full_sort(full, d_gate, stream); });
    }

private:
    static constexpr uint32_t kLeastTile = 1536;  // where tiles are many
    static constexpr uint32_t kMostBlocks = 1024;

    static size_t record_count(uint32_t capacity) {
        const uint32_t tiles = tile_count(std::min(capacity, kMostInWindows), kLeastTile);
        return std::max(tiles, kMostBlocks) + 1;
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

    /// Returns the arguments of a call, without the tiles.
    CallArgs call_args(const bucketsort::Args& full, bool narrow) const {
        CallArgs args{};
        args.repair.pairs = full.pairs;
        args.repair.scratch = full.scratch;
        args.repair.bits = full.bits;
        args.repair.check_order = full.check_order;
        args.repair.records = records_.data();
        args.repair.disordered = disordered_.data();
        args.movers.list = movers_.data();
        args.movers.values = mover_values_.data();
        args.movers.counts = mover_counts_.data();
        args.movers.records = rests_.data();
        args.full = gated(full, &state_.data()->always);
        args.state = state_.data();
        args.report = full.report;
        args.narrow = narrow;
        return args;
    }

    /// Returns key and place of each mover in turn, as many movers as the report says.
    const uint32_t* words_of_movers() const { return reinterpret_cast<const uint32_t*>(movers_.data()); }

    static bucketsort::Args gated(bucketsort::Args full, const uint32_t* d_gate) {
        full.gate = d_gate;
        full.gated_path = static_cast<uint32_t>(Path::full_sort);
        return full;
    }

    /// Returns the policy of the repair; null: such calls begin with the full sort.
    const LaunchPolicy* repair_policy_for(uint32_t count) const {
        if (count > kMostInWindows) return nullptr;
        for (const LaunchPolicy& policy : repairs_) {
            if (count <= policy.most_pairs) return &policy;
        }
        return nullptr;
    }

    static void queue_repair(const LaunchPolicy& policy, CallArgs args, cudaStream_t stream) {
        const uint32_t count = args.repair.pairs.count;
        uint32_t blocks = std::min(policy.blocks, kMostBlocks);
        const uint32_t share = (tile_count(count, blocks) + 31) / 32 * 32;
        blocks = tile_count(count, share);
        if (policy.tile_pairs != 0) args.full.tile_pairs = args.repair.tile_pairs = share;
        if (share <= policy.mover_tile) args.movers.tile_pairs = share;
        launch_cooperative(policy.kernel, blocks, policy.threads, policy.shared_bytes, stream, args);
    }

    std::vector<LaunchPolicy> repairs_;           // from few pairs to many
    std::vector<bucketsort::Policy> full_sorts_;  // likewise
    DeviceBuffer<WindowRecord> records_;
    DeviceBuffer<uint32_t> disordered_;
    DeviceBuffer<RemainderRecord> rests_;
    DeviceBuffer<uint2> movers_;
    DeviceBuffer<uint32_t> mover_values_, mover_counts_;
    DeviceBuffer<CallState> state_;
};

}  // namespace sort::adaptive
