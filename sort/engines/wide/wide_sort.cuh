// The sort of keys of 64 bits, in three launches, of which the last two leave at once where the first was enough:
//
//   repair   an order check where the last call was in order, and a migration (migration/repair.cuh), unless the last calls could not be repaired
//   digits   else passes over digits of 8 bits (onesweep/digits.cuh), but not over all: a sample says whether few
//            high digits part the keys, and then these alone, the least significant first. What they leave is
//            nearly in order. Three high digits of random keys instead of eight: 112 bytes a pair instead of 200
//   end      and a migration ends the sort; where it fails, passes over all digits that vary
//
// Bytes per pair: 8 in order; a repair 8 + 12 + 12.
#pragma once
#include "sort/engines/migration/repair.cuh"
#include "sort/engines/onesweep/digits.cuh"

namespace sort::wide {

using migration::Migration, migration::MigrationShared, migration::RepairArgs;

/// What the launches of a call tell each other, and the next call. 0 at first.
struct WideState {
    migration::RepairState repair;
    uint32_t run;  // passes that the digits have made
};

template <class Key>
struct WideArgs {
    RepairArgs<Key> repair;  // state: of `state`
    KeyPairs<Key> scratch;   // as many as the caller's, of our own; values null in both: keys alone
    uint32_t full_sort;      // the path, for reports
    onesweep::DigitSortOf<Key> digits;
    WideState* state;
};

__device__ inline bool is_first_thread() { return blockIdx.x == 0 && threadIdx.x == 0; }

template <class Key>
__device__ void report_passes(const WideArgs<Key>& args, uint32_t run) {
    const uint32_t passes = args.digits.passes();
    if (!is_first_thread() || args.repair.report == nullptr) return;
    *args.repair.report = {run, run < passes ? passes - run : 0, args.full_sort, 0, 0};
}

/// Passes over digits.
template <class Key, uint32_t kThreads, uint32_t kItems>
class WideDigits {
    using Sort = onesweep::SortByDigits<kThreads, kItems, Key>;

public:
    static constexpr uint32_t kCells = 1u << 15, kSamples = 2048;  // of the sample; a byte a cell
    static constexpr uint32_t kWords = Sort::kWords > kCells / 4 ? Sort::kWords : kCells / 4;

    struct Shared {
        typename Sort::Shared sort;
        uint32_t colliding;
    };

    __device__ WideDigits(const WideArgs<Key>& args, uint32_t* words, Shared& shared)
        : args_(args), words_(words), shared_(shared) {}

    /// Sorts by the digits that vary, or by few of them, which leaves the rest to the end.
    template <class Sync>
    __device__ void run(Sync sync) {
        const typename Sort::Task& sort = args_.digits;
        Sort::clear(sort);
        sync();
        Sort::count(sort, words_);
        sync();
        uint32_t passes = Sort::passes_to_run(sort, shared_.sort);
        const uint32_t high = high_digits(passes);
        const bool ends = high != 0 && parts(high);
        if (ends) passes = high;
        pass_all(passes, sync);
        if (!ends) Sort::copy(sort, passes);
        if (is_first_thread()) args_.state->run = __popc(passes), args_.repair.state->ends = ends ? 1 : 0;
        report_passes(args_, __popc(passes));
    }

    /// Sorts by all digits that vary, after run() has run some and an end has failed.
    template <class Sync>
    __device__ void run_again(uint32_t run, Sync sync) {
        const typename Sort::Task& sort = args_.digits;
        if (run % 2 != 0) Sort::copy(sort, 1);
        onesweep::clear_status(sort.status, Sort::status_words(sort.pairs.count));
        if (blockIdx.x == 0 && threadIdx.x < sort.passes()) sort.words->tickets[threadIdx.x] = 0;
        const uint32_t passes = Sort::passes_to_run(sort, shared_.sort);
        sync();
        pass_all(passes, sync);
        Sort::copy(sort, passes);
        report_passes(args_, run + __popc(passes));
    }

private:
    template <class Sync>
    __device__ void pass_all(uint32_t passes, Sync sync) {
        for (uint32_t pass = 0; pass < args_.digits.passes(); ++pass) {
            if ((passes >> pass & 1) == 0) continue;
            Sort::pass(args_.digits, pass, passes, words_, shared_.sort);
            sync();
        }
    }

    /// Returns the digits, bit p for that of pass p, that would part these pairs into groups of a few
    /// if keys were random; 0: so many of those that vary that the others are no gain.
    __device__ uint32_t high_digits(uint32_t varying) const {
        const uint32_t count = args_.digits.pairs.count;
        uint32_t digits = 1;
        while (digits < 4 && count >> (8 * digits) > kGroup) ++digits;
        if (static_cast<uint32_t>(__popc(varying)) < digits + 2) return 0;
        uint32_t high = 0;
        for (uint32_t pass = 8; pass-- > 0 && digits > 0;) {
            if ((varying >> pass & 1) == 0) continue;
            high |= 1u << pass;
            --digits;
        }
        return high;
    }
    static constexpr uint32_t kGroup = 8;

    /// Returns, the same in all blocks, whether the keys differ enough in the bits from the lowest digit of `high` on: by
    /// the pairs of a sample that agree in them.
    __device__ bool parts(uint32_t high) {
        auto* const cells = words_;  // four counters each
        const uint32_t shift = 8 * (static_cast<uint32_t>(__ffs(static_cast<int>(high))) - 1);
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < kCells / 4; i += kThreads) cells[i] = 0;
        if (threadIdx.x == 0) shared_.colliding = 0;
        __syncthreads();
        uint32_t colliding = 0;
        for (uint32_t i = threadIdx.x; i < kSamples; i += kThreads) {
            const uint32_t place = __umulhi(i * 0x9e3779b1u, args_.digits.pairs.count);
            const uint64_t word = args_.repair.bits(__ldcg(args_.digits.pairs.keys + place)) >> shift;
            const auto cell = static_cast<uint32_t>(word * 0x9e3779b97f4a7c15ull >> 49);
            const uint32_t own = cell % 4 * 8;
            const uint32_t before = atomicAdd(cells + cell / 4, 1u << own) >> own & 0xffu;
            colliding += before < 200 ? before : kSamples * kSamples;  // then the counter would overflow
        }
        colliding = warp_total(min(colliding, kSamples * kSamples));
        if (own_lane() == 0) atomicAdd(&shared_.colliding, colliding);
        __syncthreads();
        constexpr float kPairs = 0.5f * kSamples * kSamples, kByChance = kPairs / kCells;
        const float most =
            1.5f * kByChance + kPairs * (4 * kGroup) / static_cast<float>(args_.digits.pairs.count);
        return static_cast<float>(shared_.colliding) < most;
    }

    const WideArgs<Key>& args_;
    uint32_t* words_;
    Shared& shared_;
};

/// The end of a sort by few digits. By all blocks of the grid.
template <class Shape, class Sync>
__device__ bool end_wide(const WideArgs<typename Shape::Key>& args, MigrationShared<Shape>& shared,
                         Sync sync) {
    const auto from = __ldcg(&args.state->run) % 2 != 0 ? args.scratch : args.repair.pairs;
    const uint32_t call = __ldcg(&args.repair.state->calls);
    Migration<Shape> migration(from, args.repair.bits, args.repair.lists,
                               &args.repair.state->words[call % 2][1], shared, false);
    migration.make_borders();
    sync();
    return migration.run(args.repair.pairs, sync);
}

template <class Key>
using WideTiles = migration::RepairShape<Key>;
template <class Key>
using EndTiles = migration::MigrationShape<Key, WideTiles<Key>::kThreads, WideTiles<Key>::kTileItems, true>;
template <class Key>
using EndDigits = WideDigits<Key, 256, 8>;

template <class Key, uint32_t kThreads, uint32_t kItems, class Sync>
static __global__ void __launch_bounds__(kThreads, 1024 / kThreads)
    wide_digits_kernel(const __grid_constant__ WideArgs<Key> args) {
    using Digits = WideDigits<Key, kThreads, kItems>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Digits::Shared shared;
    if (__ldcg(&args.repair.state->full) != 0) Digits(args, words, shared).run(Sync{});
}

/// Passes over all digits after an end that failed. Not inlined: its registers would be missed by the end.
template <class Key, class Sync>
__device__ __noinline__ void sort_again(const WideArgs<Key>& args, uint32_t* words,
                                        typename EndDigits<Key>::Shared& shared, Sync sync) {
    EndDigits<Key>(args, words, shared).run_again(__ldcg(&args.state->run), sync);
}

template <class Key, class Sync>
static __global__ void __launch_bounds__(EndTiles<Key>::kThreads, migration::kMigrationBlocks)
    wide_end_kernel(const __grid_constant__ WideArgs<Key> args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename EndDigits<Key>::Shared shared;
    if (__ldcg(&args.repair.state->ends) == 0) return;
    if (end_wide(args, *reinterpret_cast<MigrationShared<EndTiles<Key>>*>(words), Sync{})) return;
    sort_again(args, words, shared, Sync{});
}

}  // namespace sort::wide
