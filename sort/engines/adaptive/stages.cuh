// The tracing twins of the kernels of `adaptive`, for up to kTraceLimit pairs: the phases of Repair, each a
// launch of its own that also leaves what it found in arrays, with tiles cut the same on every device. Tiles
// go by way of the scratch, as they do where there are more tiles than blocks.
#pragma once
#include "sort/engines/adaptive/launch.cuh"

namespace sort::adaptive {

/// Words of a trace on the device; every sort writes them.
struct TraceWords {
    uint32_t halo;
    uint32_t proved;   // by the check
    uint32_t repairs;  // a gate: tiles are to be written
    uint32_t windows, max_shift;
};

/// The arrays of a traced sort, written by Repair.
struct StageTrace {
    uint32_t *begins, *ends, *descends, *crowded;                             // [tile]
    uint32_t *first_keys, *first_places, *last_keys, *last_places, *ascends;  // [tile]
    uint32_t *kept_keys, *kept_places;                                        // [pair]
    TraceWords* words;

    /// Records a pair of the output. Called by the thread that has it.
    __device__ void keep(uint32_t place, uint32_t key, uint32_t from) const {
        kept_keys[place] = key;
        kept_places[place] = from;
    }
    /// Records a window. Called by one thread of the block that has sorted it.
    __device__ void window(uint32_t tile, const RepairTile& at, uint32_t flags) const {
        begins[tile] = at.first;
        ends[tile] = at.first + at.length;
        descends[tile] = (flags & kDescends) != 0 ? 1 : 0;
        crowded[tile] = (flags & kTooMuch) != 0 ? 1 : 0;
    }
    /// Records the border of a tile. Called by one thread of each block that checks.
    __device__ void border(uint32_t tile, const WindowRecord& record, bool ascends_here) const {
        first_keys[tile] = record.first_key;
        first_places[tile] = record.first_place;
        last_keys[tile] = record.last_key;
        last_places[tile] = record.last_place;
        ascends[tile] = ascends_here ? 1 : 0;
    }
};

template <class Policy>
class TracedRepair : Repair<Policy, StageTrace> {
    using Base = Repair<Policy, StageTrace>;
    using Base::shared_, Base::trace_, Base::words_;

public:
    using typename Base::Shared;
    static constexpr uint32_t kThreads = Base::kThreads, kWords = Base::kWords;

    __device__ TracedRepair(const CallArgs& args, uint32_t* words, Shared& shared, const StageTrace& trace)
        : TracedRepair(args, halo_of(args), words, shared, trace) {}

    /// A block a tile.
    __device__ void make_window() {
        const RepairTile at = this->tile_at(blockIdx.x);
        for (uint32_t i = threadIdx.x; i < at.kept; i += kThreads) trace_.keep(at.begin + i, 0, 0);
        if (this_is_first()) trace_.words->halo = halo_;
        __syncthreads();
        this->make(blockIdx.x, true);
        this->write(blockIdx.x, call_.repair.scratch);
    }

    /// Checks all tiles and sets the gates of the next stages. One block.
    __device__ void check_tiles() {
        const RepairOutcome outcome = this->check();
        if (!this_is_first()) return;
        const bool failed = outcome == RepairOutcome::failed, repaired = outcome == RepairOutcome::repaired;
        end_repair(call_, outcome, halo_, shared_);
        *trace_.words = {halo_, failed ? 0u : 1u, repaired ? 1u : 0u, shared_.windows, shared_.max_shift};
    }

    __device__ void write_tiles() { this->copy_back(); }

private:
    __device__ TracedRepair(const CallArgs& args, uint32_t halo, uint32_t* words, Shared& shared,
                            const StageTrace& trace)
        : Base(args.repair, halo, words, shared, trace), call_(args), halo_(halo) {
        __syncthreads();
    }

    __device__ static uint32_t halo_of(const CallArgs& args) {
        return halo_of_call(__ldcg(&args.state->halo), Policy::most_halo(args.repair.tile_pairs));
    }

    __device__ static bool this_is_first() { return blockIdx.x == 0 && threadIdx.x == 0; }

    const CallArgs& call_;
    uint32_t halo_;
};

template <class Policy>
static __global__ void __launch_bounds__(Policy::kThreads)
    traced_windows_kernel(const __grid_constant__ CallArgs args, const __grid_constant__ StageTrace trace) {
    __shared__ uint32_t words[TracedRepair<Policy>::kWords];
    __shared__ typename TracedRepair<Policy>::Shared shared;
    const bool tries = __ldcg(&args.state->rest) == 0;
    if (blockIdx.x == 0 && threadIdx.x == 0) args.state->tried = tries ? 1 : 0;
    if (tries) TracedRepair<Policy>(args, words, shared, trace).make_window();
}

/// Checks all tiles. One block. Its report is valid for the full sort, too, where that is needed.
template <class Policy>
static __global__ void __launch_bounds__(Policy::kThreads)
    traced_check_kernel(const __grid_constant__ CallArgs args, const __grid_constant__ StageTrace trace) {
    __shared__ typename TracedRepair<Policy>::Shared shared;
    const uint32_t rest = __ldcg(&args.state->rest);
    bool descends = !args.repair.check_order;
    for (uint32_t i = threadIdx.x; rest != 0 && i + 1 < args.repair.pairs.count; i += Policy::kThreads) {
        const uint32_t* const keys = args.repair.pairs.keys;
        descends = descends || args.repair.bits(keys[i]) > args.repair.bits(keys[i + 1]);
    }
    descends = __syncthreads_or(descends);  // all have read the word
    if (rest == 0) {
        TracedRepair<Policy>(args, nullptr, shared, trace).check_tiles();
    } else if (threadIdx.x == 0) {
        end_rest(args, rest);
        trace.words->repairs = 0;
    }
    if (threadIdx.x != 0 || args.state->full == 0 || args.report == nullptr) return;
    const bool idle = rest != 0 && !descends;  // as the full sort will find
    const Path path = idle ? Path::in_order : Path::full_sort;
    *args.report = {idle ? 0u : 1u, idle ? 1u : 0u, static_cast<uint32_t>(path), 0, 0};
}

template <class Policy>
static __global__ void __launch_bounds__(Policy::kThreads)
    traced_write_kernel(const __grid_constant__ CallArgs args, const __grid_constant__ StageTrace trace) {
    __shared__ typename TracedRepair<Policy>::Shared shared;
    if (__ldcg(&trace.words->repairs) == 0) return;
    TracedRepair<Policy>(args, nullptr, shared, trace).write_tiles();
}

}  // namespace sort::adaptive
