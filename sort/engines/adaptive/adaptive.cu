// adaptive: repairs what was in order one frame ago instead of sorting it. Stable, in place, exact; which way
// it goes is decided on the device:
//
//   in order             nothing descends: nothing is written
//   windows              each output tile is found whole in a window of the input and sorted in a block
//   windows with movers  a few pairs come from further off: teleports, spawns, deaths
//   full sort            all else, in the same launch or the next, the input being still whole
//
// quick.cuh is the usual way: overlapping windows, else the full sort. In the variant `movers`, for
// up to about two million pairs on an H200, far movers are set aside instead: window.cuh cuts the
// tiles, and one.cuh says what happens around the barrier. It is not the usual way because it
// never paid: with 0.1 % teleports it took 24, 31, 51 and 76 us for 2^16, 2^18, 2^20 and 2^21 pairs on an
// H200, and the full sort 17, 23, 44 and 70. In the variant `networks` displacements of up to 8 places are
// put right in registers (networks.cuh), also of more than 2^23 pairs: 34 us instead of 63 for 2^21
// pairs, 361 instead of 516 for 2^24. It is not the usual way because it slows down all else a little: 73 us
// instead of 63 for a gas of 2^21, 51 instead of 32 for 2^24 in order (H200). An observer gets stages of
// their own: observed.cuh up to kTraceLimit pairs, which sets movers aside as well; beyond, the two
// launches of the usual way.
//
// Bytes a pair, on an H200: 4 in order; 16 and the halos of the windows up to about a million pairs, 36 and
// the halos beyond, where tiles go by way of the scratch; more than 2^23 pairs are sorted in full.
#include <algorithm>

#include "sort/base/tiles.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/report.cuh"
#include "sort/engines/adaptive/full.cuh"
#include "sort/engines/adaptive/observed.cuh"
#include "sort/engines/adaptive/one.cuh"
#include "sort/engines/adaptive/quick.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"
#include "sort/registry.h"

namespace sort {
namespace {

/// Words of dynamic shared memory.
template <class Windows, class FullSort>
constexpr uint32_t kWordsOf = std::max(Windows::kWords, FullSort::kWords);

template <class Windows, class FullSort>
__device__ void repair_or_sort(const AdaptiveArgs& args, uint32_t* words) {
    union Shared {
        typename Windows::Shared windows;
        typename FullSort::Shared full;
    };
    __shared__ Shared shared;
    if (Windows(args, words, shared.windows).run(GridBarrier{})) {
        __syncthreads();  // all have read what `full` lies upon
        FullSort::template sort<GridBarrier>(args, words, shared.full);
    }
}

// Threads, pairs of a tile a thread, places of a window a thread, movers; and the full sort's shape. The
// smallest that a tile fits is taken: code that is unrolled further takes longer to fetch than it runs.
template <class WindowsOf, class FullOf>
struct OneShape {
    using Windows = WindowsOf;
    using Repair = AdaptiveOne<WindowsOf>;
    using FullSort = FullSortOfTiles<FullOf>;
    static constexpr uint32_t kThreads = WindowsOf::kThreads, kWords = kWordsOf<Repair, FullSort>;
    static constexpr uint32_t kMostFull = FullOf::kTilePairs;
    static_assert(FullOf::kThreads == kThreads);
};
using TileOf1K = OneShape<WindowShape<512, 2, 3, 64>, MidShape<512, 2, 4, 7>>;
using TileOf2K = OneShape<WindowShape<512, 4, 6, 128>, MidShape<512, 4, 8, 7>>;
using TileOf4K = OneShape<WindowShape<512, 8, 12, 256>, MidShape<512, 8, 16, 7>>;
using TileOf8K = OneShape<WindowShape<1024, 8, 10, 256>, MidShape<1024, 8, 16, 7>>;
using TileOf11K = OneShape<WindowShape<1024, 11, 13, 256>, MidShape<1024, 16, 16, 8>>;
using TileOf17K = OneShape<WindowShape<1024, 17, 20, 256>, MidShape<1024, 16, 16, 8>>;

template <class Shape>
static __global__ void __launch_bounds__(Shape::kThreads, 1)
    adaptive_one_kernel(const __grid_constant__ AdaptiveArgs args) {
    extern __shared__ __align__(16) uint32_t words[];
    repair_or_sort<typename Shape::Repair, typename Shape::FullSort>(args, words);
}

template <class Shape>
void launch_one(const AdaptiveArgs& args, uint32_t grid, cudaStream_t stream) {
    void* arguments[] = {const_cast<AdaptiveArgs*>(&args)};
    check(cudaLaunchCooperativeKernel(adaptive_one_kernel<Shape>, dim3(grid), dim3(Shape::kThreads),
                                      arguments, 4 * Shape::kWords, stream));
    check_launch(stream);
}

constexpr uint32_t kMostRows = 256;                    // blocks with one tile
constexpr size_t kRowWords = size_t{kMostRows} * 512;  // of the full sort: a row a block, a word a bucket

/// A kernel for tiles of some length, and how many of its blocks one launch has at most.
struct Variant {
    void (*launch)(const AdaptiveArgs&, uint32_t grid, cudaStream_t);
    uint32_t most_tile, places;
    uint32_t grid;
};

/// grid 0: the device has too little shared memory for it.
template <class Shape>
Variant variant_one(const DeviceLimits& limits) {
    using Windows = typename Shape::Windows;
    const uint32_t resident =
        allow_shared_bytes(adaptive_one_kernel<Shape>, Shape::kThreads, 4 * Shape::kWords, limits);
    return {launch_one<Shape>, std::min(Windows::kMostTile, Shape::kMostFull), Windows::kPlaces,
            std::min({resident, limits.processors, kMostRows})};
}

constexpr uint32_t kLeastTile = 512;          // of more than one
constexpr uint32_t kMoverList = 1u << 14;     // of all tiles together
constexpr uint32_t kRecords = 2 * kMostRows;  // two rounds

using StatusOf = onesweep::SortByDigits<512, 8>;  // no shape needs more

size_t adaptive_bytes(uint32_t capacity, const EngineConfig& config) {
    return size_t{8} * capacity + kMoverList * sizeof(Mover) + kRecords * sizeof(TileRecord) +
           kRowWords * sizeof(uint16_t) + StatusOf::status_words(capacity) * sizeof(unsigned long long) +
           QuickRepair::bytes(capacity) +
           adaptive::ObservedStages::bytes(capacity, config.tile == adaptive::kLesson.tile) +
           sizeof(AdaptiveState) + sizeof(BucketsortState) + sizeof(onesweep::DigitWords) + sizeof(Report);
}

class Adaptive : public Sorter {
public:
    /// Far movers are set aside on demand, where else they mean a full sort.
    Adaptive(uint32_t capacity, AdaptiveFault fault, bool sets_movers_aside, bool networks, bool lesson)
        : capacity_(capacity),
          fault_(fault),
          sets_movers_aside_(sets_movers_aside),
          quick_(capacity, networks),
          observed_(capacity, lesson),
          keys_(capacity),
          values_(capacity),
          records_(kRecords),
          movers_(kMoverList),
          rows_(kRowWords),
          status_(StatusOf::status_words(capacity)),
          full_state_(1),
          digit_words_(1),
          full_report_(1),
          state_(1),
          order_word_(1) {
        const DeviceLimits limits = device_limits();
        for (const Variant& one : {variant_one<TileOf1K>(limits), variant_one<TileOf2K>(limits),
                                   variant_one<TileOf4K>(limits), variant_one<TileOf8K>(limits),
                                   variant_one<TileOf11K>(limits), variant_one<TileOf17K>(limits)}) {
            if (one.grid > 0) ones_.push_back(one);
        }
        check(cudaMemset(state_.data(), 0, state_.bytes()));
        check(cudaMemset(full_state_.data(), 0, full_state_.bytes()));
        check(cudaStreamSynchronize(nullptr));
    }

    uint32_t capacity() const override { return capacity_; }

    void sort(Pairs pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity_, options);
        if (pairs.count < 2 || options.begin_bit == options.end_bit) {
            return queue_report({0, 1, static_cast<uint32_t>(AdaptivePath::in_order), 0, 0}, options.report,
                                stream);
        }
        AdaptiveArgs args = arguments(pairs, options);
        if (adaptive::ObservedStages::traced(options, pairs.count)) {
            return observed_.sort(pairs, args.scratch, stream, options);
        }
        if (options.observer != nullptr) return sort_in_stages(args.full, stream, options);
        const Variant* const variant = sets_movers_aside_ ? choose(args) : nullptr;
        if (variant != nullptr) return variant->launch(args, std::min(args.tiles, variant->grid), stream);
        quick_.queue(args.full, options, fault_ == AdaptiveFault::narrow_windows, stream);
    }

private:
    AdaptiveArgs arguments(Pairs pairs, const Options& options) const {
        AdaptiveArgs args{};
        args.pairs = pairs;
        args.scratch = {keys_.data(), pairs.values ? values_.data() : nullptr, pairs.count};
        args.bits = key_bits(options.begin_bit, options.end_bit);
        args.check_order = options.check_order;
        args.fault = fault_;
        args.records = records_.data();
        args.movers = movers_.data();
        args.state = state_.data();
        args.report = options.report;
        args.full.pairs = pairs;
        args.full.scratch = args.scratch;
        args.full.bits = args.bits;
        args.full.end_of_bits = options.end_bit - options.begin_bit;
        args.full.rows = rows_.data();
        args.full.state = full_state_.data();
        args.full.report = full_report_.data();
        args.full.digits = {pairs,           args.scratch,        options.begin_bit,
                            options.end_bit, digit_words_.data(), status_.data()};
        return args;
    }

    /// The smallest tiles of which each block has one; null: the pairs are too many for that.
    const Variant* choose(AdaptiveArgs& args) const {
        for (const Variant& one : ones_) {
            uint32_t tile = std::max(kLeastTile, tile_count(args.pairs.count, one.grid));
            tile = (tile + 31) / 32 * 32;  // the full sort's warps want it so
            if (tile > one.most_tile) continue;
            args.tile_pairs = args.full.tile_pairs = tile;
            args.tiles = tile_count(args.pairs.count, tile);
            args.most_movers = kMoverList;
            args.most_halo = std::min(tile, (one.places - tile) / 2);
            return &one;
        }
        return nullptr;
    }

    void sort_in_stages(const BucketsortArgs& full, cudaStream_t stream, const Options& options) const {
        const Pairs pairs = full.pairs;
        const uint64_t pair_bytes = pairs.values != nullptr ? 8 : 4, count = pairs.count;
        if (options.check_order) {
            const StageArray out_of_order{"out of order", order_word_.data(), 1};
            check(cudaMemsetAsync(order_word_.data(), 0, order_word_.bytes(), stream));
            observed(pairs, order_check_stage(pairs, -1, out_of_order), stream, options, [&] {
                order_check_.queue(pairs.keys, pairs.count, full.bits, nullptr, order_word_.data(), stream);
            });
        }
        const uint32_t* const d_order = options.check_order ? order_word_.data() : nullptr;
        observed(pairs, {"windows", -1, pairs, {}, (4 + 4 * pair_bytes) * count, count, d_order}, stream,
                 options, [&] { quick_.queue_windows(full, options, false, stream, false); });
        observed(pairs,
                 {"full sort",
                  -1,
                  pairs,
                  {},
                  (4 + 4 * pair_bytes) * count,
                  count,
                  quick_.full_gate(pairs.count, false)},
                 stream, options, [&] { quick_.queue_full(full, options, stream, false); });
    }

    uint32_t capacity_;
    AdaptiveFault fault_;
    bool sets_movers_aside_;
    QuickRepair quick_;
    adaptive::ObservedStages observed_;
    std::vector<Variant> ones_;  // from small tiles to large
    DeviceBuffer<uint32_t> keys_, values_;
    DeviceBuffer<TileRecord> records_;
    DeviceBuffer<Mover> movers_;
    DeviceBuffer<uint16_t> rows_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<BucketsortState> full_state_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
    DeviceBuffer<Report> full_report_;
    DeviceBuffer<AdaptiveState> state_;
    OrderCheck order_check_;  // for observers only: the kernels ask for themselves
    DeviceBuffer<uint32_t> order_word_;
};

constexpr const char* kMoversVariant = "movers";
constexpr const char* kNetworksVariant = "networks";
constexpr const char* kVariants[] = {kMoversVariant, kNetworksVariant};

const bool registered = add_engine({
    .name = "adaptive",
    .sentence = "repairs what was in order one frame ago, by windows proved complete; else a full sort",
    .paper = "",
    .backend = Backend::cuda,
    .stable = true,
    .bytes = adaptive_bytes,
    .create = [](uint32_t capacity, const EngineConfig& config) -> std::unique_ptr<Sorter> {
        return std::make_unique<Adaptive>(capacity, AdaptiveFault::none, config.variant == kMoversVariant,
                                          config.variant == kNetworksVariant,
                                          config.tile == adaptive::kLesson.tile);
    },
    .tiles = adaptive::kTiles,
    .variants = kVariants,
    .paths = adaptive::kPaths,
});

}  // namespace

std::unique_ptr<Sorter> make_faulty_adaptive(uint32_t capacity, AdaptiveFault fault) {
    return std::make_unique<Adaptive>(capacity, fault, fault == AdaptiveFault::lose_movers, false, false);
}

}  // namespace sort
