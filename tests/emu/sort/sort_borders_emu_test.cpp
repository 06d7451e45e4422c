// Single places where an engine could go wrong unseen, its kernels emulated on the CPU: one exchange at a tile's
// border, equal samples of several runs, a table that a block scans in several rounds, tiles that a block counts
// one after the other. The kernels are written as rewrite.py leaves them.
#include "sort/cuda/stable_tile.cuh"
#include "sort/cuda/table_scan.cuh"
#include "tests/emu/emulated_memory.h"

namespace suite {

Scale scale() { return {}; }

namespace {

/// One engine, with memory for up to `capacity` pairs.
class Bench {
public:
    Bench(const char* engine, uint32_t capacity, const sort::EngineConfig& config = {})
        : engine_(*sort::find_engine(engine)),
          sorter_(sort::make_sorter(engine_, capacity, config)),
          memory_(capacity + 2 * kGuards + 4) {}

    void check(const Case& what) {
        EXPECT_EQ(complaint(engine_, *sorter_, memory_, what), "") << engine_.name << ", " << what.text();
    }

private:
    const sort::Engine& engine_;
    std::unique_ptr<sort::Sorter> sorter_;
    EmulatedMemory memory_;
};

/// Begins of tiles of a sort by `blocks` blocks.
std::vector<uint32_t> borders(uint32_t count, uint32_t blocks) {
    const uint32_t tile = (count / blocks + 31) / 32 * 32;
    std::vector<uint32_t> all;
    for (uint32_t border = tile; border < count; border += tile) all.push_back(border);
    return all;
}

TEST(SortBorders, one_exchange_is_seen_where_a_tile_begins) {
    constexpr uint32_t kCount = 6500;  // of three blocks or six
    Bench bench("bucketsort", kCount);
    const Words ascending = each(kCount, [](uint32_t i) { return 3 * i; });
    for (const uint32_t blocks : {3u, 6u}) {
        for (const uint32_t border : borders(kCount, blocks))
            bench.check(
                {with_exchange(ascending, border - 1, border), "exchange at " + std::to_string(border)});
    }
}

constexpr uint32_t kTileThreads = 64, kTileItems = 3;

__global__ void check_kernel(sort::Pairs from, uint32_t tile_pairs, uint32_t* found) {
    const uint32_t begin = blockIdx.x * tile_pairs, end = min(begin + tile_pairs, from.count);
    sort::Tile<kTileThreads, kTileItems> tile(from, begin, end - begin);
    if (tile.load_keys_and_check({}, end < from.count)) *found = 1;
}

TEST(SortBorders, a_descent_is_seen_at_every_place_of_every_tile) {
    for (const uint32_t tile_pairs : {32u, 33u, 96u, 192u}) {
        const uint32_t count = 2 * tile_pairs + 5;
        Words keys = each(count, [](uint32_t i) { return 10 * i + 10; });
        const auto found = [&] {
            uint32_t answer = 0;
            emu::launcher("check_kernel", emu::Site::current(), check_kernel, 3, kTileThreads)(
                {keys.data(), nullptr, count}, tile_pairs, &answer);
            return answer;
        };
        EXPECT_EQ(found(), 0u) << tile_pairs;
        for (uint32_t at = 1; at < count; ++at) {
            keys[at] -= 15;
            EXPECT_EQ(found(), 1u) << at << " in tiles of " << tile_pairs;
            keys[at] += 15;
        }
    }
}

TEST(SortBorders, equal_samples_of_several_runs_have_ranks_of_their_own) {
    for (const char* engine : {"warpsort", "warpsort-index"}) {
        Bench bench(engine, 3000, {.tile = {32, 1}});
        for (const char* input : {"few:2", "few:3", "few:9"}) {
            for (const bool with_values : {false, true})
                bench.check({made(input, 3000), input, {}, with_values});
        }
    }
}

/// In a sort only a table of more than a million words has more than one round a block.
TEST(SortBorders, a_block_scans_its_share_in_several_rounds) {
    using namespace sort::table_scan;
    constexpr uint32_t kShare = 3 * kScanRound, kLength = 2 * kShare - 4;
    const Words input = made("uniform", kLength, 3);
    std::vector<uint4> room(kLength / 4);
    uint32_t* const table = &room[0].x;
    std::copy(input.begin(), input.end(), table);
    uint32_t sums[2] = {};
    const auto site = emu::Site::current();
    emu::launcher("scan_reduce_kernel", site, scan_reduce_kernel, 2, kScanThreads)(table, kLength, kShare,
                                                                                   nullptr, sums);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < kShare; ++i) expected += input[i];
    EXPECT_EQ(sums[0], expected);
    for (uint32_t i = kShare; i < kLength; ++i) expected += input[i];
    EXPECT_EQ(sums[0] + sums[1], expected);

    const uint32_t before[2] = {5, 5 + sums[0]};
    emu::launcher("scan_kernel", site, scan_kernel, 2, kScanThreads)(table, kLength, kShare, nullptr, before);
    expected = 5;
    for (uint32_t i = 0; i < kLength; ++i) {
        ASSERT_EQ(table[i], expected) << i;
        expected += input[i];
    }
}

/// A warp that runs ahead into the next tile must not change what others still read of the last one: where there
/// are more tiles than blocks, each warp in turn runs to the block's next barrier before the others start.
TEST(SortBorders, no_warp_runs_into_the_next_tile_ahead_of_the_others) {
    for (const char* engine : {"fourway", "eightway", "sixteenway"}) {
        for (const char* variant : {"no-shuffle", ""}) {
            const uint32_t count = 15 * sort::find_engine(engine)->tiles[0].pairs() + 77;
            Bench bench(engine, count, {.variant = variant});
            for (const emu::Order order : {emu::Order::forward, emu::Order::reverse}) {
                emu::set_order(order, 1);
                bench.check({made("uniform", count, 4), "uniform", {.end_bit = 8}});
            }
            emu::set_order(emu::Order::mixed, 1);
        }
    }
}

/// The same of the scan of the histograms, where there are more of them than a block takes at once: 2,048.
TEST(SortBorders, no_warp_runs_into_the_next_round_of_a_scan_ahead_of_the_others) {
    const uint32_t count = (2048 / 16 + 2) * 1024;
    Bench bench("sixteenway", count, {.tile = {128, 8}});
    for (const emu::Order order : {emu::Order::forward, emu::Order::reverse}) {
        emu::set_order(order, 1);
        bench.check({made("uniform", count, 4), "uniform", {.end_bit = 4}});
    }
    emu::set_order(emu::Order::mixed, 1);
}

}  // namespace
}  // namespace suite
