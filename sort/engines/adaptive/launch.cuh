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
// once (1 us in a graph). More pairs than blocks hold at once, two million there, are repaired by migration.
// An observer is notified of each launch as one stage; the order check is part of them.
#pragma once
#include <vector>

#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/adaptive/call.cuh"
#include "sort/engines/migration/repair.cuh"
#include "sort/engines/observed.h"

namespace sort::adaptive {

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

constexpr uint32_t kMostInWindows = 1u << 23;  // whatever the device

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
    const uint32_t of_block = tile_pairs == 0 ? policy.mover_tile : tile_pairs;
    policy.most_pairs = std::min(of_block * policy.blocks, kMostInWindows);
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

constexpr migration::RepairPaths kRepairPaths{static_cast<uint32_t>(Path::in_order),
                                              static_cast<uint32_t>(Path::migration)};

class Launches {
    using Tiles = migration::RepairShape<uint32_t>;

public:
    explicit Launches(uint32_t capacity) : Launches(capacity, cooperative_limits()) {}

    static size_t bytes(uint32_t capacity) {
        return sizeof(WindowRecord) * record_count(capacity) + sizeof(uint32_t) * kMostBlocks +
               sizeof(RemainderRecord) * kMostBlocks +
               (sizeof(uint2) + sizeof(uint32_t)) * mover_capacity(capacity) + 2 * sizeof(MoverCounts) +
               sizeof(CallState) + migration::RepairMemory<uint32_t>::bytes(capacity) +
               sizeof(migration::RepairState);
    }

    /// `full`: all that the full sort is given, but for tile and gate.
    void queue(const bucketsort::Args& full, bool narrow, cudaStream_t stream, const Options& options) const {
        const Pairs pairs = full.pairs;
        const CallState* const state = state_.data();
        const uint64_t count = pairs.count, pair_bytes = uint64_t{pairs.values ? 8u : 4u} * count;
        const LaunchPolicy* const repair = repair_policy_for(pairs.count);
        // What the sort leaves in its scratch: the values in buckets, the movers.
        const StageArray left[] = {{"in buckets", full.scratch.values, pairs.count},
                                   {"movers", words_of_movers(), 2 * mover_capacity_, 2}};
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
        } else {
            queue_migration(full, stream, options);
        }
        const uint32_t* const d_gate = repair != nullptr ? &state->full : &migration_state_.data()->full;
        observed(pairs, {"full sort", -1, pairs, by_full_sort, 4 * count + 4 * pair_bytes, count, d_gate},
                 stream, options, [&] { queue_full_sort(full, d_gate, stream); });
    }

private:
    static constexpr uint32_t kLeastTile = 1536;  // where tiles are many
    static constexpr uint32_t kMostBlocks = 1024;

    static DeviceLimits cooperative_limits() {
        const DeviceLimits limits = device_limits();
        require_cooperative(limits);
        return limits;
    }

    Launches(uint32_t capacity, const DeviceLimits& limits)
        : mover_capacity_(mover_capacity(capacity)),
          records_(record_count(capacity)),
          disordered_(kMostBlocks),
          rests_(kMostBlocks),
          movers_(mover_capacity_),
          mover_values_(mover_capacity_),
          mover_counts_(2),
          migration_(migration::repair_kernel<uint32_t, GridBarrier>, Tiles::kThreads,
                     sizeof(migration::RepairShared<Tiles>), limits),
          migrations_(capacity),
          migration_state_(1),
          state_(1) {
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
        const bool sorts = !full_sorts_.empty() && full_sorts_.back().path == bucketsort::Path::digits;
        if (!sorts || migration_.blocks == 0) {
            throw Unavailable("this device has too little shared memory" +
                              because_of_limits(limits, &DeviceLimits::shared_bytes));
        }
        CallState state{};
        state.always = 1;
        check(cudaMemcpy(state_.data(), &state, sizeof state, cudaMemcpyHostToDevice));
        check(cudaMemset(migration_state_.data(), 0, migration_state_.bytes()));
        check(cudaMemset(mover_counts_.data(), 0, mover_counts_.bytes()));
        check(cudaMemset(movers_.data(), 0, movers_.bytes()));  // read before it is known how many there are
    }

    static size_t record_count(uint32_t capacity) {
        const uint32_t tiles = tile_count(std::min(capacity, kMostInWindows), kLeastTile);
        return std::max(tiles, kMostBlocks) + 1;
    }

    static uint32_t mover_capacity(uint32_t capacity) { return std::max(1u, most_movers(capacity)); }

    void queue_migration(const bucketsort::Args& full, cudaStream_t stream, const Options& options) const {
        const uint64_t count = full.pairs.count, once = uint64_t{full.pairs.values ? 16u : 8u} * count;
        migration::RepairState* const state = migration_state_.data();
        Stage stage{"repair", -1, full.pairs, {}, 4 * count + once, count};
        stage.stopped = &state->in_order;
        stage.bytes_if_stopped = 4 * count;
        observed(full.pairs, stage, stream, options, [&] {
            const migration::RepairArgs<uint32_t> args{full.pairs,   full.bits,           full.check_order,
                                                       kRepairPaths, migrations_.lists(), state,
                                                       full.report};
            launch_cooperative(migration::repair_kernel<uint32_t, GridBarrier>,
                               migration_.blocks_for(full.pairs.count, Tiles::kLeastTile), Tiles::kThreads,
                               migration_.shared_bytes, stream, args);
        });
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
        args.movers.capacity = mover_capacity_;
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

    /// Returns the policy of the repair; null: by migration.
    const LaunchPolicy* repair_policy_for(uint32_t count) const {
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

    uint32_t mover_capacity_;
    std::vector<LaunchPolicy> repairs_;           // from few pairs to many
    std::vector<bucketsort::Policy> full_sorts_;  // likewise
    DeviceBuffer<WindowRecord> records_;
    DeviceBuffer<uint32_t> disordered_;
    DeviceBuffer<RemainderRecord> rests_;
    DeviceBuffer<uint2> movers_;
    DeviceBuffer<uint32_t> mover_values_;
    DeviceBuffer<MoverCounts> mover_counts_;
    migration::MigrationLaunch migration_;
    migration::RepairMemory<uint32_t> migrations_;
    DeviceBuffer<migration::RepairState> migration_state_;
    DeviceBuffer<CallState> state_;
};

}  // namespace sort::adaptive
