// One launch: the order check, and a migration where it finds a descent, unless the last calls could not be repaired. Behind
// a call that was not in order there is no check: the migration begins at once.
#pragma once
#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/descent_search.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/cooldown.h"
#include "sort/engines/migration/migration.cuh"
#include "sort/sorter.h"

namespace sort::migration {

/// Numbers of paths of the engine, for its reports.
struct RepairPaths {
    uint32_t in_order, migration;
};

/// What a call leaves for the next one, and for the full sort behind it. 0 at first.
struct RepairState {
    MigrationWords
        words[2][2];  // [parity of the call][repair, end of a full sort]: a call clears those of the next one
    uint32_t out_of_order[2];  // [parity]
    uint32_t calls;            // that began; of a call and behind its barrier its own number, from 1 on
    uint32_t cooldown;         // calls that go straight to the full sort
    uint32_t sorted;           // tiles that the last repair had to sort
    uint32_t misses;           // failed repairs in a row
    uint32_t in_order;         // 1: this call found nothing to do
    uint32_t full;             // 1: this call needs the full sort
    uint32_t ends;             // 1: that needs a migration behind it
};

template <class Key>
struct RepairArgs {
    KeyPairs<Key> pairs;
    KeyBitsOf<Key> bits;
    bool check_order;
    RepairPaths paths;
    MigrationLists<KeyWord<Key>> lists;
    RepairState* state;
    Report* report;  // null: not requested
};

/// What the last call of a repair left, as a block reads it.
struct LastCall {
    uint32_t calls, cooldown, in_order, sorted;
};

template <class Shape>
struct RepairShared {
    MigrationShared<Shape> migration;
    LastCall last;
    uint32_t out_of_order;
};

constexpr uint32_t kFewSorted = 8;  // at most one tile in so many had to be sorted

/// The repair. By all blocks of the grid; Sync{}() is its barrier.
template <class Shape, class Sync>
__device__ void repair(const RepairArgs<typename Shape::Key>& args, RepairShared<Shape>& shared, Sync sync) {
    const bool first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    RepairState& state = *args.state;
    // One thread reads what the last call left: a grid of warps that all ask for one word wait for each other.
    LastCall last{};
    if (threadIdx.x == 0) {
        last = {__ldcg(&state.calls), __ldcg(&state.cooldown), __ldcg(&state.in_order),
                __ldcg(&state.sorted)};
    }
    uint32_t* out_of_order = nullptr;  // null: the order is not checked
    const auto broadcast_last = [&] {
        if (threadIdx.x == 0) shared.last = last;
        __syncthreads();
        last = shared.last;
        // Behind a call that was not in order a check is of no use; if no pair migrates now, this one is.
        const bool checks = args.check_order && (last.in_order != 0 || last.cooldown != 0);
        if (checks) out_of_order = &state.out_of_order[(last.calls + 1) % 2];
        return out_of_order;
    };
    if (args.check_order) {
        check_order<Shape::kThreads>(args.pairs, args.bits, broadcast_last);
    } else {
        broadcast_last();
    }
    const uint32_t call = last.calls + 1;
    const bool tries = last.cooldown == 0;
    const bool mostly_stays = last.sorted * kFewSorted <= args.pairs.count / Shape::kTilePairs;
    Migration<Shape> migration(args.pairs, args.bits, args.lists, &state.words[call % 2][0], shared.migration,
                               mostly_stays);
    // Where blocks have several tiles, borders take longer than the barrier that they save.
    const bool borders_first = migration.one_each() || last.in_order == 0;
    if (tries && borders_first) migration.make_borders();
    sync();
    const bool in_order = out_of_order != nullptr && broadcast_word(out_of_order, shared.out_of_order) == 0;
    if (first_thread) {
        const uint32_t next = (call + 1) % 2;
        state.words[next][0] = state.words[next][1] = {};
        state.out_of_order[next] = 0;
        state.calls = call;
        state.in_order = in_order ? 1 : 0;
        state.full = in_order || tries ? 0 : 1;
        state.ends = 0;
        if (in_order) state.misses = 0;
        if (!in_order && !tries) state.cooldown = last.cooldown - 1;
        if (args.report != nullptr) {
            *args.report =
                in_order ? Report{0, 1, args.paths.in_order, 0, 0} : Report{1, 0, args.paths.migration, 0, 0};
        }
    }
    if (in_order || !tries) return;
    if (!borders_first) {
        migration.make_borders();
        sync();
    }
    const bool repaired = migration.run(args.pairs, sync);
    if (first_thread) {
        state.full = repaired ? 0 : 1;
        state.misses = repaired ? 0 : state.misses + 1;
        if (state.misses >= kMissesBeforeCooldown) state.cooldown = kCooldownCalls, state.misses = 0;
        const uint32_t movers = migration.movers(), sorted = migration.sorted_tiles();
        const bool was_in_order = repaired && args.check_order && movers == 0 && sorted == 0;
        state.in_order = was_in_order ? 1 : 0;
        state.sorted = sorted;
        if (args.report != nullptr && was_in_order) *args.report = {0, 1, args.paths.in_order, 0, 0};
        if (args.report != nullptr && repaired) args.report->movers = movers, args.report->windows = sorted;
    }
    if (repaired && args.report != nullptr && threadIdx.x == 0) {
        atomicMax(&args.report->max_shift, migration.max_shift());
    }
}

constexpr uint32_t kMigrationBlocks = 4;  // of a multiprocessor
template <class Key>
using RepairShape = MigrationShape<Key, 256, 8>;

/// kBlocks: of a multiprocessor.
template <class Key, class Sync, uint32_t kBlocks = kMigrationBlocks>
static __global__ void __launch_bounds__(RepairShape<Key>::kThreads, kBlocks)
    repair_kernel(const __grid_constant__ RepairArgs<Key> args) {
    extern __shared__ __align__(16) uint32_t words[];
    repair(args, *reinterpret_cast<RepairShared<RepairShape<Key>>*>(words), Sync{});
}

/// How many blocks of a cooperative kernel of migrations this device runs at once; 0: it cannot.
struct MigrationLaunch {
    uint32_t blocks = 0;
    size_t shared_bytes = 0;

    static constexpr uint32_t kMostBlocks = 1024;

    template <class Args>
    MigrationLaunch(void (*kernel)(Args), uint32_t threads, size_t bytes, const DeviceLimits& limits,
                    uint32_t most_blocks = kMigrationBlocks)
        : blocks(std::min({most_blocks * limits.processors, kMostBlocks,
                           allow_shared_bytes(kernel, threads, bytes, limits)})),
          shared_bytes(bytes) {}

    /// Blocks for so many pairs: none has less than the least tile.
    uint32_t blocks_for(uint32_t count, uint32_t least_tile) const {
        return std::min(blocks, tile_count(count, least_tile));
    }
};

/// Device memory of repairs of up to `capacity` pairs, of keys as wide as Word.
template <class Word>
class RepairMemory {
    using Shape = RepairShape<Word>;
    using Lists = MigrationLists<Word>;
    static constexpr size_t kTileWords = Lists::template words_of_tile<Shape>();

public:
    explicit RepairMemory(uint32_t capacity)
        : borders_(tiles(capacity)),
          inboxes_(tiles(capacity) * Shape::kMostIncoming),
          saved_keys_(saved(capacity)),
          saved_values_(saved(capacity)),
          words_(kTileWords * tiles(capacity)),
          tiles_(tiles(capacity)) {}

    static size_t bytes(uint32_t capacity) {
        return tiles(capacity) * (sizeof(TileBorder<Word>) + sizeof(Migrant) * Shape::kMostIncoming +
                                  sizeof(uint32_t) * kTileWords) +
               saved(capacity) * (sizeof(Word) + sizeof(uint32_t));
    }

    Lists lists() const {
        uint32_t* const words = words_.data();
        return {borders_.data(), inboxes_.data(), saved_keys_.data(), saved_values_.data(),
                words,           words + tiles_,  words + 2 * tiles_};
    }

private:
    /// Tiles of any number of pairs up to `capacity`: where they are small there are as many as blocks, at most.
    static size_t tiles(uint32_t capacity) {
        return std::max<size_t>(
            tile_count(capacity, Shape::kTilePairs),
            std::min(MigrationLaunch::kMostBlocks, tile_count(capacity, Shape::kLeastTile)));
    }

    /// Pairs at the end of what blocks have: those that have several tiles, which are then whole.
    static size_t saved(uint32_t capacity) {
        return size_t{Shape::kReach} *
               std::min(MigrationLaunch::kMostBlocks, tile_count(capacity, Shape::kTilePairs));
    }

    DeviceBuffer<TileBorder<Word>> borders_;
    DeviceBuffer<Migrant> inboxes_;
    DeviceBuffer<Word> saved_keys_;
    DeviceBuffer<uint32_t> saved_values_, words_;
    size_t tiles_;
};

}  // namespace sort::migration
