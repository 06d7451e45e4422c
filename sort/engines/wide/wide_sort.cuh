// The sort of keys of 64 bits, in three launches, of which the last two leave at once where the first was enough:
//
//   repair   the order check, and a migration (migration.cuh), unless the last calls could not be repaired
//   digits   else passes over digits of 8 bits (onesweep/digits.cuh), but not over all: a sample says whether few
//            high digits part the keys, and then these alone, the least significant first. What they leave is
//            nearly in order. Three high digits of random keys instead of eight: 112 bytes a pair instead of 200
//   end      and a migration ends the sort; where it fails, passes over all digits that vary
//
// Bytes a pair: 8 in order; a repair 8 + 8 + 12 + 12 where every block has one tile, else 12 + 12 more.
#pragma once
#include "sort/engines/cooldown.h"
#include "sort/engines/onesweep/digits.cuh"
#include "sort/engines/wide/migration.cuh"

namespace sort::wide {

/// Numbers of paths of the engine, for its reports.
struct WidePaths {
    uint32_t in_order, migration, full_sort;
};

/// What a call leaves for the next one, and its launches for each other.
struct WideState {
    MigrationWords words[2][2];  // [parity][repair, end]: a call clears those of the next one
    uint32_t out_of_order[2];    // [parity]
    uint32_t parity;
    uint32_t cooldown;  // calls that go straight to the full sort
    uint32_t misses;    // failed repairs in a row
    uint32_t in_order;  // 1: this call found nothing to do
    uint32_t full;      // 1: the digits are needed
    uint32_t run;       // passes that the digits have made; their end is needed where `ends` is 1
    uint32_t ends;
};

template <class Key>
struct WideArgs {
    KeyPairs<Key> pairs, scratch;  // the caller's, and as many of our own; values null in both: keys alone
    KeyBitsOf<Key> bits;
    bool check_order;
    WidePaths paths;
    uint32_t most_at_once;  // pairs that a migration holds at once
    onesweep::DigitSortOf<Key> digits;
    MigrationLists lists;
    WideState* state;
    Report* report;  // null: not requested
};

__device__ inline bool is_first_thread() { return blockIdx.x == 0 && threadIdx.x == 0; }

template <class Key>
__device__ void report_passes(const WideArgs<Key>& args, uint32_t run) {
    const uint32_t passes = args.digits.passes();
    if (!is_first_thread() || args.report == nullptr) return;
    *args.report = {run, run < passes ? passes - run : 0, args.paths.full_sort, 0, 0};
}

/// The repair. By all blocks of the grid; Sync{}() is its barrier.
template <class Shape, class Sync>
__device__ void repair_wide(const WideArgs<typename Shape::Key>& args, MigrationShared<Shape>& shared,
                            Sync sync) {
    WideState& state = *args.state;
    const uint32_t cooldown = __ldcg(&state.cooldown), parity = __ldcg(&state.parity);
    const bool tries = cooldown == 0;
    uint32_t* const out_of_order = &state.out_of_order[parity];
    if (args.check_order) check_order<Shape::kThreads>(args.pairs, args.bits, out_of_order);
    Migration<Shape> migration(args.pairs, args.bits, args.lists, &state.words[parity][0], shared);
    if (tries) migration.make_borders();
    sync();
    const bool in_order = args.check_order && __ldcg(out_of_order) == 0;
    if (is_first_thread()) {
        const uint32_t next = parity ^ 1;
        state.words[next][0] = state.words[next][1] = {};
        state.out_of_order[next] = 0;
        state.parity = next;
        state.in_order = in_order ? 1 : 0;
        state.full = in_order || tries ? 0 : 1;
        state.ends = 0;
        if (in_order) state.misses = 0;
        if (!in_order && cooldown != 0) state.cooldown = cooldown - 1;
        if (args.report != nullptr) {
            *args.report =
                in_order ? Report{0, 1, args.paths.in_order, 0, 0} : Report{1, 0, args.paths.migration, 0, 0};
        }
    }
    if (in_order || !tries) return;
    const bool repaired = migration.run(args.pairs, args.scratch, sync);
    if (is_first_thread()) {
        state.full = repaired ? 0 : 1;
        state.misses = repaired ? 0 : state.misses + 1;
        if (state.misses >= kMissesBeforeCooldown) state.cooldown = kCooldownCalls, state.misses = 0;
        if (repaired && args.report != nullptr) args.report->movers = migration.movers();
    }
    if (repaired && args.report != nullptr && threadIdx.x == 0) {
        atomicMax(&args.report->max_shift, migration.max_shift());
    }
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
        if (is_first_thread()) args_.state->run = __popc(passes), args_.state->ends = ends ? 1 : 0;
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
        const uint32_t count = args_.pairs.count;
        uint32_t digits = 1;
        while (digits < 4 && count >> (8 * digits) > kGroup) ++digits;
        // In place a migration of many tiles writes every pair twice: an odd number of passes leaves them elsewhere.
        if (digits % 2 == 0 && count > args_.most_at_once) ++digits;
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
            const uint32_t place = __umulhi(i * 0x9e3779b1u, args_.pairs.count);
            const uint64_t word = args_.bits(__ldcg(args_.pairs.keys + place)) >> shift;
            const auto cell = static_cast<uint32_t>(word * 0x9e3779b97f4a7c15ull >> 49);
            const uint32_t own = cell % 4 * 8;
            const uint32_t before = atomicAdd(cells + cell / 4, 1u << own) >> own & 0xffu;
            colliding += before < 200 ? before : kSamples * kSamples;  // then the counter would overflow
        }
        colliding = warp_total(min(colliding, kSamples * kSamples));
        if (own_lane() == 0) atomicAdd(&shared_.colliding, colliding);
        __syncthreads();
        constexpr float kPairs = 0.5f * kSamples * kSamples, kByChance = kPairs / kCells;
        const float most = 1.5f * kByChance + kPairs * (4 * kGroup) / static_cast<float>(args_.pairs.count);
        const bool parts = static_cast<float>(shared_.colliding) < most;
        __syncthreads();
        return parts;
    }

    const WideArgs<Key>& args_;
    uint32_t* words_;
    Shared& shared_;
};

/// The end of a sort by few digits. By all blocks of the grid.
template <class Shape, class Sync>
__device__ bool end_wide(const WideArgs<typename Shape::Key>& args, MigrationShared<Shape>& shared,
                         Sync sync) {
    const auto from = __ldcg(&args.state->run) % 2 != 0 ? args.scratch : args.pairs;
    const uint32_t parity = __ldcg(&args.state->parity) ^ 1;  // of this call
    Migration<Shape> migration(from, args.bits, args.lists, &args.state->words[parity][1], shared);
    migration.make_borders();
    sync();
    return migration.run(args.pairs, args.scratch, sync);
}

constexpr uint32_t kMigrationBlocks = 4;  // of a multiprocessor
template <class Key>
using WideTiles = MigrationShape<Key, 256, 8>;
template <class Key>
using EndDigits = WideDigits<Key, 256, 8>;

template <class Key, class Sync>
static __global__ void __launch_bounds__(WideTiles<Key>::kThreads, kMigrationBlocks)
    wide_repair_kernel(const __grid_constant__ WideArgs<Key> args) {
    extern __shared__ __align__(16) uint32_t words[];
    repair_wide(args, *reinterpret_cast<MigrationShared<WideTiles<Key>>*>(words), Sync{});
}

template <class Key, uint32_t kThreads, uint32_t kItems, class Sync>
static __global__ void __launch_bounds__(kThreads, 1024 / kThreads)
    wide_digits_kernel(const __grid_constant__ WideArgs<Key> args) {
    using Digits = WideDigits<Key, kThreads, kItems>;
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename Digits::Shared shared;
    if (__ldcg(&args.state->full) != 0) Digits(args, words, shared).run(Sync{});
}

template <class Key, class Sync>
static __global__ void __launch_bounds__(WideTiles<Key>::kThreads, kMigrationBlocks)
    wide_end_kernel(const __grid_constant__ WideArgs<Key> args) {
    extern __shared__ __align__(16) uint32_t words[];
    __shared__ typename EndDigits<Key>::Shared shared;
    if (__ldcg(&args.state->full) == 0 || __ldcg(&args.state->ends) == 0) return;
    if (end_wide(args, *reinterpret_cast<MigrationShared<WideTiles<Key>>*>(words), Sync{})) return;
    EndDigits<Key>(args, words, shared).run_again(__ldcg(&args.state->run), Sync{});
}

}  // namespace sort::wide
