// The kernels of `bucketsort`, each for sorts of up to so many pairs: the single launch, and its stages one
// by one for observers.
#pragma once
#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/descent_search.cuh"
#include "sort/engines/bucketsort/mid.cuh"
#include "sort/engines/bucketsort/observed.cuh"
#include "sort/engines/bucketsort/one.cuh"
#include "sort/engines/onesweep/digits.cuh"

namespace sort::bucketsort {

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1)
    one_block_kernel(const __grid_constant__ BucketsortArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename OneBlockSort<kThreads, kItems>::Shared shared;
    if (!gate_closed(args.gate)) OneBlockSort<kThreads, kItems>::sort(args, words, shared);
}

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1)
    one_block_stage_kernel(const __grid_constant__ BucketsortArgs args,
                           const __grid_constant__ StageCall call) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename OneBlockStages<kThreads, kItems>::Shared shared;
    OneBlockStages<kThreads, kItems>::run(args, call, words, shared);
}

template <class Shape>
static __global__ void __launch_bounds__(Shape::kThreads, 1)
    mid_kernel(const __grid_constant__ BucketsortArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ MidShared<Shape> shared;
    if (!gate_closed(args.gate)) mid_sort<Shape, GridBarrier>(args, words, shared);
}

template <class Shape>
static __global__ void __launch_bounds__(Shape::kThreads, 1)
    mid_stage_kernel(const __grid_constant__ BucketsortArgs args, const __grid_constant__ StageCall call) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ MidShared<Shape> shared;
    MidStages<Shape>(args, call, words, shared).run();
}

/// Sets *out_of_order, which was 0, where a key is greater than the next. All blocks of the grid call it
/// together, each of them with a share of its own: keys that are out of order mostly show it at the first
/// look, in every block, so that the check costs such a sort no more than a load takes.
template <uint32_t kThreads>
__device__ inline void check_order(const BucketsortArgs& args, uint32_t* out_of_order) {
    const DescentSearch search(args.pairs.keys, args.pairs.count, args.bits);
    const uint32_t warp = blockIdx.x * (kThreads / 32) + own_warp();
    if (search.block_sees(warp * DescentSearch::kRunKeys)) {
        if (threadIdx.x == 0) *static_cast<volatile uint32_t*>(out_of_order) = 1;
    } else {
        search.search(warp, gridDim.x * (kThreads / 32), out_of_order);
    }
}

/// Asks for the order before it counts: with both in one read an H200 took 57 us for 2^24 keys in order, and
/// takes 31 now.
template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1)
    digits_kernel(const __grid_constant__ BucketsortArgs args) {
    using Sort = onesweep::SortByDigits<kThreads, kItems>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Sort::Shared shared;
    if (gate_closed(args.gate)) return;
    const onesweep::DigitSort& sort = args.digits;
    const GridBarrier barrier;
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    uint32_t* const out_of_order = &args.state->out_of_order;
    Sort::clear(sort);
    if (args.check_order) check_order<kThreads>(args, out_of_order);
    barrier();
    const bool needed = !args.check_order || __ldcg(out_of_order) != 0;
    uint32_t passes = 0;
    if (needed) {
        Sort::count(sort, words);
        barrier();
        if (first_thread) *out_of_order = 0;  // all have read it
        passes = __popc(Sort::run_passes(sort, barrier, words, shared));
    }
    if (first_thread && args.report != nullptr) {
        const auto path = needed ? BucketsortPath::digits : BucketsortPath::in_order;
        *args.report = {passes, sort.passes() - passes, reported_path(args, path), 0, 0};
    }
}

template <uint32_t kThreads, uint32_t kItems>
static __global__ void __launch_bounds__(kThreads, 1)
    digits_stage_kernel(const __grid_constant__ BucketsortArgs args, const __grid_constant__ StageCall call) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename DigitStages<kThreads, kItems>::Shared shared;
    DigitStages<kThreads, kItems>::run(args, call, words, shared);
}

enum class WayKind { one_block, buckets, digits };

struct Way {
    WayKind kind;
    void (*kernel)(BucketsortArgs) = nullptr;
    void (*stages)(BucketsortArgs, StageCall) = nullptr;
    uint32_t threads = 0, most_pairs = 0;
    uint32_t blocks = 0;  // at most; 0: this device cannot run it
    size_t shared_bytes = 0;
    TileShape tile{};
    uint32_t buckets = 0, digit_bits = 0;

    StageGrid stage_grid(uint32_t grid_blocks) const {
        return {stages, grid_blocks, threads, shared_bytes, buckets, digit_bits};
    }
};

template <class Kernel, class Stages>
Way way_of(WayKind kind, Kernel kernel, Stages stages, uint32_t threads, uint32_t words,
           const DeviceLimits& limits) {
    Way way{kind, kernel, stages, threads};
    way.shared_bytes = sizeof(uint32_t) * words;
    way.blocks = std::min({limits.processors, allow_shared_bytes(kernel, threads, way.shared_bytes, limits),
                           allow_shared_bytes(stages, threads, way.shared_bytes, limits)});
    return way;
}

template <uint32_t kThreads, uint32_t kItems>
Way one_block_way(const DeviceLimits& limits) {
    using Sort = OneBlockSort<kThreads, kItems>;
    Way way = way_of(WayKind::one_block, one_block_kernel<kThreads, kItems>,
                     one_block_stage_kernel<kThreads, kItems>, kThreads, Sort::kWords, limits);
    way.blocks = std::min(way.blocks, 1u);
    way.most_pairs = Sort::kCapacity;
    way.tile = {kThreads, kItems};
    return way;
}

template <class Shape>
Way mid_way(const DeviceLimits& limits) {
    Way way = way_of(WayKind::buckets, mid_kernel<Shape>, mid_stage_kernel<Shape>, Shape::kThreads,
                     MidSort<Shape>::kWords, limits);
    // Buckets half full on average leave room for uneven ones.
    way.most_pairs = std::min(way.blocks * Shape::kTilePairs, Shape::kBuckets * Shape::kBucketPairs / 2);
    way.tile = {Shape::kThreads, Shape::kTileItems};
    way.buckets = Shape::kBuckets;
    way.digit_bits = Shape::kDigitBits;
    return way;
}

template <uint32_t kThreads, uint32_t kItems>
Way digits_way(const DeviceLimits& limits) {
    using Sort = onesweep::SortByDigits<kThreads, kItems>;
    Way way = way_of(WayKind::digits, digits_kernel<kThreads, kItems>, digits_stage_kernel<kThreads, kItems>,
                     kThreads, Sort::kWords, limits);
    way.most_pairs = kMostPairs;
    return way;
}

/// Where there is room for its tiles.
inline Way large_digits_way(const DeviceLimits& limits) {
    return digits_way<kDigitTile.threads, kDigitTile.items>(limits);
}

}  // namespace sort::bucketsort
