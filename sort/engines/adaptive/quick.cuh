// How `adaptive` sorts unless it is observed: windows, and behind them the full sort of `bucketsort`.
//
// The halo of the windows is a quarter more than the greatest displacement that the last repair met. After
// two calls in a row that windows could not repair, eight go to the full sort at once. What is remembered
// costs time when it is wrong, never order.
//
// Up to 2^18 pairs on an H200 all of it is one cooperative launch. For more pairs the repair and the
// full sort want blocks of different shapes: two launches, of which a device word lets the second leave at
// once (1 us in a graph). More than 2^23 pairs go to the full sort at once.
#pragma once
#include <vector>

#include "sort/engines/adaptive/state.cuh"
#include "sort/engines/adaptive/window_maker.cuh"
#include "sort/engines/bucketsort/ways.cuh"

namespace sort {

/// What one call leaves for the next, and for the launch behind it.
struct QuickState {
    uint32_t halo;    // that the next call should try; 0: none yet
    uint32_t misses;  // in a row
    uint32_t rest;    // so many calls go straight to the full sort
    uint32_t full;    // 1: this call needs the full sort
    uint32_t always;  // 1
};

struct QuickArgs {
    RepairArgs repair;
    BucketsortArgs full;  // for the single launch
    QuickState* state;
    Report* report;  // null: not wanted
    bool narrow;     // for tests: windows are an eighth of what they should be
};

/// By the first thread of the grid, once all blocks have read the state.
__device__ inline void end_repair(const QuickArgs& args, RepairOutcome outcome, uint32_t halo,
                                  uint32_t windows, uint32_t max_shift) {
    QuickState& state = *args.state;
    const bool failed = outcome == RepairOutcome::failed, repaired = outcome == RepairOutcome::repaired;
    state.full = failed ? 1 : 0;
    if (failed) {
        state.halo = ~0u;  // the widest that there is
        if (++state.misses >= kMissesBeforeRest) state.rest = kRestCalls, state.misses = 0;
        return;
    }
    state.misses = 0;
    if (repaired) state.halo = max(max_shift + max_shift / 4 + 32, halo - halo / 8);
    if (args.report == nullptr) return;
    *args.report = {repaired ? 1u : 0u, repaired ? 0u : 1u,
                    static_cast<uint32_t>(repaired ? AdaptivePath::windows : AdaptivePath::in_order), windows,
                    max_shift};
}

/// Returns, the same in all threads of the grid, whether the full sort is needed.
template <class Shape, class Sync>
__device__ bool quick_repair(const QuickArgs& args, uint32_t* words,
                             typename RepairWindows<Shape>::Shared& shared, Sync sync) {
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    const uint32_t rest = __ldcg(&args.state->rest), wished = __ldcg(&args.state->halo);
    const uint32_t most_halo = Shape::most_halo(args.repair.tile_pairs);
    if (rest != 0) {
        sync();  // all have read the words
        if (first_thread) args.state->rest = rest - 1, args.state->full = 1;
        return true;
    }
    const uint32_t halo = wished == 0 ? most_halo / 2 : min(wished, most_halo);
    const RepairOutcome outcome = RepairWindows<Shape>(args.repair, args.narrow ? halo / 8 : halo,
                                                       args.repair.tile_pairs, words, shared)
                                      .run(sync);
    if (first_thread) end_repair(args, outcome, halo, shared.repair.windows, shared.repair.max_shift);
    return outcome == RepairOutcome::failed;
}

template <class Shape, uint32_t kBlocks>
static __global__ void __launch_bounds__(Shape::kThreads, kBlocks)
    quick_kernel(const __grid_constant__ QuickArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename RepairWindows<Shape>::Shared shared;
    quick_repair<Shape>(args, words, shared, GridBarrier{});
}

template <class Shape, class Full>
static __global__ void __launch_bounds__(Shape::kThreads, 1)
    quick_or_sort_kernel(const __grid_constant__ QuickArgs args) {
    static_assert(Shape::kThreads == Full::kThreads);
    extern __shared__ __align__(16) uint32_t words[];
    union Shared {
        typename RepairWindows<Shape>::Shared windows;
        MidShared<Full> full;
    };
    __shared__ Shared shared;
    if (quick_repair<Shape>(args, words, shared.windows, GridBarrier{})) {
        __syncthreads();
        mid_sort<Full, GridBarrier>(args.full, words, shared.full);
    }
}

/// A kernel for repairs of up to so many pairs.
struct QuickWay {
    void (*kernel)(QuickArgs);
    uint32_t threads = 0, blocks = 0, places = 0;
    size_t shared_bytes = 0;
    uint32_t most_pairs = 0;
    uint32_t tile_pairs = 0;  // at most, a tile a block; 0: as the halo leaves
    bool sorts = false;       // the full sort is in the same launch
};

template <class Shape, uint32_t kBlocks>
QuickWay quick_way(uint32_t tile_pairs, const DeviceLimits& limits) {
    QuickWay way{quick_kernel<Shape, kBlocks>, Shape::kThreads};
    way.shared_bytes = sizeof(uint32_t) * RepairWindows<Shape>::kWords;
    way.blocks = std::min(kBlocks * limits.processors,
                          allow_shared_bytes(way.kernel, Shape::kThreads, way.shared_bytes, limits));
    way.places = Shape::kPlaces;
    way.tile_pairs = tile_pairs;
    way.most_pairs = tile_pairs == 0 ? kMostPairs : tile_pairs * way.blocks;
    return way;
}

template <class Shape, class Full>
QuickWay quick_or_sort_way(const DeviceLimits& limits) {
    QuickWay way{quick_or_sort_kernel<Shape, Full>, Shape::kThreads};
    way.shared_bytes = sizeof(uint32_t) * std::max(RepairWindows<Shape>::kWords, MidSort<Full>::kWords);
    way.blocks = std::min(limits.processors,
                          allow_shared_bytes(way.kernel, Shape::kThreads, way.shared_bytes, limits));
    way.places = Shape::kPlaces;
    way.tile_pairs = Full::kTilePairs;
    way.most_pairs = std::min(way.blocks * Full::kTilePairs, Full::kBuckets * Full::kBucketPairs / 2);
    way.sorts = true;
    return way;
}

/// From few pairs to many.
inline std::vector<QuickWay> quick_ways(const DeviceLimits& limits) {
    return {quick_or_sort_way<RepairShape<512, 2>, MidShape<512, 1, 2, 7>>(limits),
            quick_or_sort_way<RepairShape<512, 3>, MidShape<512, 2, 4, 7>>(limits),
            quick_or_sort_way<RepairShape<512, 6>, MidShape<512, 4, 8, 7>>(limits),
            quick_way<RepairShape<512, 6>, 2>(2048, limits),
            quick_way<RepairShape<512, 11>, 2>(4096, limits),
            quick_way<RepairShape<512, 12>, 2>(0, limits)};
}

class QuickRepair {
public:
    explicit QuickRepair(uint32_t capacity)
        : records_(record_count(capacity)), disordered_(kMostBlocks), state_(1) {
        const DeviceLimits limits = device_limits();
        if (!limits.cooperative) throw Unavailable("this device has no cooperative launches");
        if (capacity > sort::kMostPairs) throw OverLimit("adaptive sorts up to 2^30 pairs");
        for (const QuickWay& way : quick_ways(limits)) {
            if (way.blocks > 0) ways_.push_back(way);
        }
        const bucketsort::Way full_ways[] = {bucketsort::mid_way<MidShape<512, 8, 16, 7>>(limits),
                                             bucketsort::mid_way<MidShape<1024, 8, 16, 7>>(limits),
                                             bucketsort::mid_way<MidShape<1024, 16, 16, 8>>(limits),
                                             bucketsort::large_digits_way(limits),
                                             bucketsort::digits_way<512, 8>(limits)};
        for (const bucketsort::Way& way : full_ways) {
            if (way.blocks > 0) full_ways_.push_back(way);
        }
        if (full_ways_.empty() || full_ways_.back().kind != bucketsort::WayKind::digits) {
            throw Unavailable("this device has too little shared memory");
        }
        QuickState state{};
        state.always = 1;
        check(cudaMemcpy(state_.data(), &state, sizeof state, cudaMemcpyHostToDevice));
    }

    static size_t bytes(uint32_t capacity) {
        return sizeof(WindowRecord) * record_count(capacity) + sizeof(uint32_t) * kMostBlocks +
               sizeof(QuickState);
    }

    /// `full`: all that bucketsort is given, but for the tile, the gate and the report.
    void queue(const BucketsortArgs& full, const Options& options, bool narrow, cudaStream_t stream) const {
        if (!queue_windows(full, options, narrow, stream, true)) queue_full(full, options, stream, true);
    }

    /// Where `may_sort`, the full sort may be in the same launch: the answer is then true.
    bool queue_windows(const BucketsortArgs& full, const Options& options, bool narrow, cudaStream_t stream,
                       bool may_sort) const {
        const uint32_t count = full.pairs.count;
        const QuickWay* const way = way_for(count, may_sort);
        if (way == nullptr) return false;
        QuickArgs args{};
        args.repair.pairs = full.pairs;
        args.repair.scratch = full.scratch;
        args.repair.bits = full.bits;
        args.repair.check_order = options.check_order;
        args.repair.records = records_.data();
        args.repair.disordered = disordered_.data();
        args.state = state_.data();
        args.report = options.report;
        args.narrow = narrow;
        args.full = gated(full, options, &state_.data()->always);
        uint32_t blocks = std::min(way->blocks, kMostBlocks);
        if (way->tile_pairs != 0) {
            args.full.tile_pairs = args.repair.tile_pairs = (tile_count(count, blocks) + 31) / 32 * 32;
            blocks = tile_count(count, args.full.tile_pairs);
        }
        launch_cooperative(way->kernel, blocks, way->threads, way->shared_bytes, stream, args);
        return way->sorts;
    }

    /// Behind queue_windows(): does nothing unless the windows failed.
    void queue_full(const BucketsortArgs& full, const Options& options, cudaStream_t stream,
                    bool may_sort) const {
        const uint32_t count = full.pairs.count;
        BucketsortArgs args = gated(full, options, full_gate(count, may_sort));
        for (const bucketsort::Way& way : full_ways_) {
            const bool digits = way.kind == bucketsort::WayKind::digits;
            if (count > way.most_pairs || (!digits && args.end_of_bits <= bucketsort::kFewBits)) continue;
            uint32_t blocks = way.blocks;
            if (!digits) {
                args.tile_pairs = (tile_count(count, blocks) + 31) / 32 * 32;
                blocks = tile_count(count, args.tile_pairs);
            }
            return launch_cooperative(way.kernel, blocks, way.threads, way.shared_bytes, stream, args);
        }
    }

    /// The word that says whether the full sort of so many pairs is needed.
    const uint32_t* full_gate(uint32_t count, bool may_sort) const {
        return way_for(count, may_sort) != nullptr ? &state_.data()->full : &state_.data()->always;
    }

private:
    static constexpr uint32_t kLeastTile = 1536;      // where tiles are many
    static constexpr uint32_t kMostPairs = 1u << 23;  // more move too far for windows that are worth it
    static constexpr uint32_t kMostBlocks = 1024;

    static size_t record_count(uint32_t capacity) {
        return std::max(tile_count(std::min(capacity, kMostPairs), kLeastTile), kMostBlocks) + 1;
    }

    static BucketsortArgs gated(BucketsortArgs full, const Options& options, const uint32_t* d_gate) {
        full.check_order = options.check_order;
        full.report = options.report;
        full.gate = d_gate;
        full.gated_path = static_cast<uint32_t>(AdaptivePath::full_sort);
        return full;
    }

    /// Null: the full sort at once.
    const QuickWay* way_for(uint32_t count, bool may_sort) const {
        if (count > kMostPairs) return nullptr;
        for (const QuickWay& way : ways_) {
            if (count <= way.most_pairs && (may_sort || !way.sorts)) return &way;
        }
        return nullptr;
    }

    std::vector<QuickWay> ways_;  // from few pairs to many
    std::vector<bucketsort::Way> full_ways_;
    DeviceBuffer<WindowRecord> records_;
    DeviceBuffer<uint32_t> disordered_;
    DeviceBuffer<QuickState> state_;
};

}  // namespace sort
