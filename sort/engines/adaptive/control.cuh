// What one call of `adaptive` that sets movers aside learns from the last, and how it ends: all on the
// device.
//
// The halo is a quarter more than the largest displacement that the last call met, or twice its halo when
// many pairs had to go as movers; it shrinks by an eighth a call at most. After two calls in a row that
// windows could not repair, eight go straight to the full sort. A wrong guess costs time only.
#pragma once
#include "sort/engines/adaptive/state.cuh"

namespace sort {

struct AdaptivePlan {
    uint32_t call;        // the number of this call
    uint32_t halo;        // places on either side of a tile that its window has
    bool tries;           // windows
    bool expects_movers;  // as the last call had
};

/// The same in every thread of the grid, until end_call().
__device__ inline AdaptivePlan plan_call(const AdaptiveArgs& args) {
    const uint32_t* words = reinterpret_cast<const uint32_t*>(args.state);
    const AdaptiveState& state = *args.state;
    const uint32_t call = __ldcg(words), rest = __ldcg(&state.rest);
    uint32_t halos[3], movers[3], shifts[3], outcomes[3];
#pragma unroll
    for (uint32_t i = 0; i < 3; ++i) {  // all at once: one after the other each read would take half a us
        halos[i] = __ldcg(&state.calls[i].halo);
        movers[i] = __ldcg(&state.calls[i].movers);
        shifts[i] = __ldcg(&state.calls[i].max_shift);
        outcomes[i] = __ldcg(&state.calls[i].outcome);
    }
    const uint32_t last = (call + 2) % 3;
    const auto of_last = [&](const uint32_t(&of)[3]) {
        return last == 0 ? of[0] : last == 1 ? of[1] : of[2];
    };
    const uint32_t outcome = of_last(outcomes), halo = of_last(halos), shift = of_last(shifts);
    const bool many_movers = of_last(movers) > args.pairs.count / 512 + 8;
    uint32_t wish = args.most_halo;
    if (outcome == 0) {
        wish = args.most_halo / 2;
    } else if (outcome != kFullOnce) {
        wish = shift + shift / 4 + 32;
        if (many_movers) wish = max(wish, 2 * halo);
        wish = max(wish, halo - halo / 8);
    }
    wish = max(1u, min(wish, args.most_halo));
    return {call, wish, rest == 0, outcome != 0 && outcome != kFullOnce && of_last(movers) != 0};
}

/// Before the first barrier, by one thread of the grid.
__device__ inline void begin_call(const AdaptiveArgs& args, const AdaptivePlan& plan) {
    args.state->calls[(plan.call + 1) % 3] = AdaptiveCall{};
    if (args.report != nullptr) *args.report = Report{};
}

/// By one thread of the grid, after a barrier that all have reached. A full sort reports for itself.
__device__ inline void end_call(const AdaptiveArgs& args, const AdaptivePlan& plan, AdaptivePath path) {
    AdaptiveState& state = *args.state;
    AdaptiveCall& own = state.calls[plan.call % 3];
    const bool full = path == AdaptivePath::full_sort;
    own.outcome = 1 + static_cast<uint32_t>(path);
    own.halo = plan.halo;
    if (!full) {
        state.misses = 0;
    } else if (!plan.tries) {
        --state.rest;
    } else if (++state.misses >= kMissesBeforeRest) {
        state.rest = kRestCalls;
        state.misses = 0;
    }
    state.call = plan.call + 1;
    if (full || args.report == nullptr) return;
    const bool repaired = path != AdaptivePath::in_order;
    args.report->passes_run = repaired ? 1 : 0;
    args.report->passes_skipped = repaired ? 0 : 1;
    args.report->path = static_cast<uint32_t>(path);
}

/// By one thread of each block that has put a tile right.
__device__ inline void report_tile(const AdaptiveArgs& args, const AdaptivePlan& plan, uint32_t windows,
                                   uint32_t shift, uint32_t mover_shift) {
    if (shift != 0) atomicMax(&args.state->calls[plan.call % 3].max_shift, shift);
    if (args.report == nullptr) return;
    if (windows != 0) atomicAdd(&args.report->windows, windows);
    shift = max(shift, mover_shift);
    if (shift != 0) atomicMax(&args.report->max_shift, shift);
}

__device__ inline void report_full_sort(const AdaptiveArgs& args, uint32_t run, uint32_t skipped) {
    if (args.report == nullptr) return;
    *args.report = {run, skipped, static_cast<uint32_t>(AdaptivePath::full_sort), 0, 0};
}

}  // namespace sort
