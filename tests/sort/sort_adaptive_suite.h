// What only `adaptive` must show: displacements around its halo, exchanges at its tile borders, what one call
// leaves to the next, and that its check sees what is lost.
#pragma once
#include "sort/engines/adaptive/adaptive.h"
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

enum Path : uint32_t { kInOrder, kWindows, kMovers, kFullSort, kMigration };

/// More pairs than the blocks of the device hold at once, and how many random patterns of them are tried.
uint32_t migrating_count();
uint32_t migrating_patterns();

class Adaptive : public testing::Test {
protected:
    void SetUp() override {
        if (!skip_reason().empty()) GTEST_SKIP() << skip_reason();
        const std::string refusal = sort::refusal_of(engine(), -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
    }

    void prepare(uint32_t count) {
        memory_ = make_memory(count + 64);
        sorter_ = sort::make_sorter(engine(), count);
    }

    void prepare_with_narrow_windows(uint32_t count) {
        memory_ = make_memory(count + 64);
        sorter_ = sort::make_faulty_adaptive(count);
    }

    static const sort::Engine& engine() { return *sort::find_engine("adaptive"); }

    /// Sorts and judges; returns what it says of itself.
    sort::Report check(const Words& keys, const std::string& name, const sort::Options& options = {},
                       bool with_values = true, uint32_t offset = 0) {
        const Case what{keys, name, options, with_values, offset, true};
        EXPECT_EQ(complaint(engine(), *sorter_, *memory_, what), "") << what.text();
        return memory_->read_report();
    }

    /// Tiles that the count is cut into on this device, about: borders near multiples of count / tiles.
    static std::vector<uint32_t> border_counts() { return {scale().blocks.front(), 2, 5}; }

    std::unique_ptr<Memory> memory_;
    std::unique_ptr<sort::Sorter> sorter_;
};

/// Sorted distinct keys, then key i goes to place i + d or i - d: blocks of d exchanged in turn.
inline Words displaced_by(uint32_t count, uint32_t distance) {
    Words keys(count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t round = i / (2 * distance) * 2 * distance;
        const uint32_t at = i - round, to = round + (at + distance) % (2 * distance);
        keys[round + 2 * distance <= count ? to : i] = 16 * i + 5;
    }
    return keys;
}

inline uint32_t max_shift(const Words& keys) {
    Words order = index_values(static_cast<uint32_t>(keys.size()));
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    uint32_t most = 0;
    for (uint32_t i = 0; i < order.size(); ++i) {
        most = std::max(most, order[i] < i ? i - order[i] : order[i] - i);
    }
    return most;
}

TEST_F(Adaptive, repairs_displacements_around_its_halo) {
    const uint32_t count = scale().medium;
    for (const uint32_t first : {1u, 8u, 60u, 300u}) {
        prepare(count);
        check(displaced_by(count, first), "sets the halo");
        const uint32_t halo = first + first / 4 + 32;
        for (const uint32_t d : {halo - 1, halo, halo + 1, 2 * halo, first, 8 * halo}) {
            const Words keys = displaced_by(count, d);
            const sort::Report report = check(keys, "displaced by " + std::to_string(d));
            if (report.path == kWindows) {
                EXPECT_EQ(report.max_shift, max_shift(keys));
            }
        }
    }
}

TEST_F(Adaptive, goes_the_way_that_fits) {
    const uint32_t count = scale().medium;
    prepare(count);
    EXPECT_EQ(check(made("sorted", count), "sorted").path, kInOrder);
    for (int turn = 0; turn < 3; ++turn) {
        const sort::Report report = check(made("displaced:8", count, turn), "displaced:8");
        EXPECT_EQ(report.path, kWindows);
        EXPECT_EQ(report.max_shift, 8u);
        EXPECT_GT(report.windows, 0u);
    }
    Words one = made("sorted", count);
    std::swap(one[count / 2], one[count / 2 + 1]);
    EXPECT_EQ(check(one, "one exchange").path, kWindows);
    EXPECT_LE(memory_->read_report().windows, 3u);
    for (int turn = 0; turn < 3; ++turn) {
        const uint32_t path = check(made("teleport:0.1%", count, turn), "teleport").path;
        EXPECT_EQ(path, turn == 0 ? kFullSort : kMovers) << "windows are tried first";
    }
    EXPECT_EQ(check(made("uniform", count), "uniform").path, kFullSort);
    EXPECT_EQ(check(made("sorted", count), "sorted").path, kInOrder);
}

TEST_F(Adaptive, carries_nothing_wrong_from_call_to_call) {
    const uint32_t most = scale().medium;
    const char* const kinds[] = {"displaced:8",    "uniform",
                                 "displaced:200",  "teleport:1%",
                                 "few:3",          "sorted",
                                 "uniform",        "uniform",
                                 "uniform",        "displaced:2",
                                 "gas:0.01",       "gas-teleport:0.01:0.1%",
                                 "displaced:1000", "gas24-teleport:0.01:1%",
                                 "equal",          "displaced:3"};
    for (uint64_t turn = 0; turn < scale().turns; ++turn) {
        if (turn % 4 == 0) prepare(most);
        for (const char* kind : kinds) {
            const uint32_t count = most - random_below(most - most / 8, turn, kind[0]) * (turn % 2);
            check(made(kind, count, turn), kind, {}, turn % 4 != 2, static_cast<uint32_t>(turn));
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(Adaptive, sorts_exchanges_at_tile_borders) {
    const uint32_t count = scale().medium;
    prepare(count);
    const Words sorted = made("sorted", count);
    for (const uint32_t tiles : border_counts()) {
        const uint32_t border = (count + tiles - 1) / tiles;
        for (uint32_t at = border - 2; at <= border + 2; ++at) {
            for (const uint32_t distance : {1u, 31u, border / 2, count - at - 1}) {
                Words keys = sorted;
                std::swap(keys[at], keys[std::min(at + distance, count - 1)]);
                check(keys, std::to_string(at) + " and " + std::to_string(distance) + " further");
            }
        }
    }
}

TEST_F(Adaptive, keeps_ties_in_order) {
    const uint32_t count = scale().medium;
    prepare(count);
    for (const uint32_t length : {3u, 100u, 1000u, count / 2}) {  // of a run of equal keys
        for (uint64_t turn = 0; turn < 2; ++turn) {
            Words keys(count);
            for (uint32_t i = 0; i < count; ++i) keys[i] = (i + random_below(60, turn, i)) / length;
            check(keys, "runs of " + std::to_string(length));
            for (uint32_t i = 0; i < 5; ++i) keys[random_below(count, turn + 9, i)] = 1;
            check(keys, "runs of " + std::to_string(length) + ", with far keys that tie");
        }
    }
    for (const uint32_t at : {0u, 1u, count / 2, count - 1}) {
        for (const uint32_t intruder : {0u, 9u, ~0u}) {
            Words keys(count, 7u);
            keys[at] = intruder;
            check(keys, "all equal but one");
        }
    }
}

TEST_F(Adaptive, sorts_floats_around_zero) {
    const uint32_t count = scale().medium;
    prepare(count);
    for (uint64_t turn = 0; turn < 3; ++turn) {
        const sort::Report report = check(made("gas:0.01", count, turn), "gas");
        EXPECT_EQ(report.path, kWindows);
    }
}

TEST_F(Adaptive, looks_at_the_asked_bits_only) {
    const uint32_t count = scale().medium;
    prepare(count);
    sort::Options options;
    for (const auto& [begin, end] : {std::pair{8, 32}, {0, 24}, {5, 21}, {0, 1}, {31, 32}}) {
        options.begin_bit = begin, options.end_bit = end;
        for (const bool check_order : {true, false}) {
            options.check_order = check_order;
            Words keys = made("displaced:8", count, begin);
            for (uint32_t i = 0; i < count; ++i) keys[i] = begin != 0 ? keys[i] : keys[i] >> (32 - end);
            check(keys, "bits", options);
            check(made("uniform", count), "bits of random keys", options);
        }
    }
}

TEST_F(Adaptive, gives_the_same_bits_each_time) {
    const uint32_t count = scale().medium;
    prepare(count);
    const Words keys = made("gas-teleport:0.01:0.1%", count);
    sort::Report first = check(keys, "first");
    for (int i = 0; i < scale().repeats; ++i) check(keys, "again");
    EXPECT_EQ(memory_->read_report().max_shift, first.max_shift);
}

TEST_F(Adaptive, sees_pairs_outside_windows) {
    const uint32_t count = scale().medium;
    prepare_with_narrow_windows(count);
    check(displaced_by(count, 200), "first");
    EXPECT_EQ(check(displaced_by(count, 200), "windows too narrow").path, kFullSort);
}

/// Counts what stages say they did.
class StageCounter : public sort::StageObserver {
public:
    void before(const sort::Stage&, sort::Stream) override {}
    void after(const sort::Stage& stage, sort::Stream) override { names.push_back(stage.name); }
    std::vector<std::string> names;
};

TEST_F(Adaptive, shows_each_launch_to_every_observer) {
    const uint32_t count = std::min(scale().medium, sort::kTraceLimit);
    prepare(count);
    for (const char* kind : {"displaced:8", "teleport:0.1%", "uniform", "sorted", "gas:0.01"}) {
        for (const bool arrays : {false, true}) {
            StageCounter stages;
            sort::Options options;
            options.observer = &stages;
            options.arrays = arrays;
            check(made(kind, count), kind, options);
            check(made(kind, count, 4), kind);
            const std::vector<std::string> one{"repair or full sort"}, two{"repair", "full sort"};
            EXPECT_EQ(stages.names, stages.names.size() == 1 ? one : two);
        }
    }
}

TEST_F(Adaptive, migrates_where_pairs_are_more_than_blocks_hold) {
    const uint32_t count = migrating_count();
    prepare(count);
    EXPECT_EQ(check(made("sorted", count), "sorted, found by a migration").path, kInOrder);
    EXPECT_EQ(check(made("sorted", count), "sorted, found by the check").path, kInOrder);
    for (const char* kind :
         {"teleport:0.1%", "teleport:1%", "displaced:8", "gas:0.01", "gas-teleport:0.01:0.1%"}) {
        const Words keys = made(kind, count, 2);
        const sort::Report report = check(keys, kind);
        EXPECT_EQ(report.path, kMigration) << kind;
        EXPECT_EQ(report.max_shift, max_shift(keys)) << kind;
        check(keys, std::string(kind) + ", keys alone", {}, false, 1);
    }
    Words front = made("sorted", count);
    std::rotate(front.begin(), front.end() - 20, front.end());
    EXPECT_EQ(check(front, "the last come first").path, kMigration);
    EXPECT_EQ(check(made("uniform", count), "uniform").path, kFullSort);
    EXPECT_EQ(check(made("reversed", count), "reversed").path, kFullSort);
    EXPECT_EQ(check(made("teleport:0.1%", count), "within the cooldown").path, kFullSort);
    EXPECT_EQ(check(made("sorted", count), "sorted within the cooldown").path, kInOrder);
    for (int call = 0; call < 7; ++call) check(made("uniform", count, 3), "the rest of it");
    EXPECT_EQ(check(made("teleport:0.1%", count), "behind it").path, kMigration);
    sort::Options bits;
    bits.begin_bit = 5, bits.end_bit = 29;
    bits.check_order = false;
    check(made("gas24-teleport:0.01:0.1%", count), "bits", bits);
}

/// So many pairs pass the middle in one direction that the output of tiles begins up to, and more than, 512 places away.
TEST_F(Adaptive, migrates_as_far_as_its_output_reaches) {
    const uint32_t all = migrating_count();
    std::vector<uint32_t> counts{all - all % 2048 + 511};
    if (migrating_patterns() > 9) counts.insert(counts.end(), {all, all - all % 2048 + 1});
    for (const uint32_t count : counts) {
        for (const bool forward : {true, false}) {
            for (const uint32_t moved : {300u, 480u, 511u, 512u, 513u, 530u, 700u}) {
                prepare(count);
                Words keys(count);
                for (uint32_t i = 0; i < count; ++i) keys[i] = 40 * i;
                for (uint32_t i = 0; i < moved; ++i) {
                    const uint32_t share = (count / 2 - 1) / moved;
                    const uint32_t from = (forward ? 0 : count / 2) + i * share;
                    const uint32_t to = (forward ? count / 2 : 0) + i * share;
                    keys[from] = 40 * to + 20;
                }
                const std::string path = std::to_string(moved) + (forward ? " forward" : " back");
                const sort::Report report = check(keys, path);
                if (moved != 300 && moved != 700) continue;
                EXPECT_EQ(report.path, moved == 300 ? kMigration : kFullSort) << path;
            }
        }
    }
}

/// Two neighbours move within their tile, from the end of what a warp of it looks at: it takes out one of them alone.
TEST_F(Adaptive, migrates_pairs_from_where_two_warps_meet_without_a_sort_of_their_tile) {
    const uint32_t count = migrating_count(), tile = 2 * 2048;
    prepare(count);
    for (const uint32_t end : {256u, 512u, 1792u}) {
        Words keys(count);
        for (uint32_t i = 0; i < count; ++i) keys[i] = 40 * i;
        const uint32_t to = end < 1000 ? tile + 1500 : tile + 2040;
        keys[tile + end - 2] = 40 * to + 1;
        keys[tile + end - 1] = 40 * to + 2;
        const sort::Report report = check(keys, "from " + std::to_string(end));
        EXPECT_EQ(report.path, kMigration) << end;
        EXPECT_EQ(report.windows, 0u) << end;
        EXPECT_GE(report.movers, 2u) << end;
    }
}

/// Pairs that move by random distances, alone and in groups, with equal keys among them.
TEST_F(Adaptive, migrates_random_patterns) {
    const uint32_t most = migrating_count();
    prepare(most);
    uint32_t migrated = 0;
    for (uint32_t pattern = 0; pattern < migrating_patterns(); ++pattern) {
        uint32_t drawn = 0;
        const auto draw = [&](uint32_t below) { return random_below(below, 1000 + pattern, drawn++); };
        const uint32_t count = most - draw(most / 8), mask = draw(3) == 0 ? 0xffu : ~0u;
        Words keys(count);
        for (uint32_t& key : keys) key = draw(~0u) & mask;
        std::sort(keys.begin(), keys.end());
        for (uint32_t move = draw(count / 100 + 2); move > 0; --move) {
            const uint32_t from = draw(count);
            if (draw(4) != 0) {
                keys[from] = draw(~0u) & mask;
                continue;
            }
            const uint32_t length = std::min(count - from, 1 + draw(20));
            const auto begin = keys.begin() + from;
            std::rotate(begin, begin + draw(length), begin + length);
        }
        migrated += check(keys, "pattern " + std::to_string(pattern)).path == kMigration ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_GT(2 * migrated, migrating_patterns());
}

}  // namespace suite
