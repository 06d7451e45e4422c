// What one launch of `adaptive` does: a repair, by windows or by movers, and what it leaves for the next call and for the
// full sort.
#pragma once
#include "sort/base/tiles.h"
#include "sort/engines/adaptive/movers.cuh"
#include "sort/engines/adaptive/repair.cuh"
#include "sort/engines/bucketsort/policy.cuh"

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
        args.movers.counts[turn ^ 1] = {};
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

}  // namespace sort::adaptive
