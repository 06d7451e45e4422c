// What `adaptive` must show of few pairs that have moved far: any number of them, from and to anywhere, among
// ties and among neighbours that changed places. Every result is compared with std::stable_sort.
#pragma once
#include "tests/sort/sort_adaptive_suite.h"

namespace suite {

class AdaptiveMovers : public Adaptive {
protected:
    /// The next call tries movers: windows have failed.
    void prepare_for_movers(uint32_t count) {
        prepare(count);
        Words keys = ascending(count);
        std::rotate(keys.begin(), keys.begin() + 1, keys.end());
        EXPECT_EQ(check(keys, "too far for windows").path, kFullSort);
    }

    static Words ascending(uint32_t count, uint32_t step = 16) {
        Words keys(count);
        for (uint32_t i = 0; i < count; ++i) keys[i] = step * i + 5;
        return keys;
    }

    /// The key at `from` goes to `to`; those between make room.
    static void move(Words& keys, uint32_t from, uint32_t to) {
        const auto at = keys.begin();
        if (from < to) {
            std::rotate(at + from, at + from + 1, at + to + 1);
        } else {
            std::rotate(at + to, at + from, at + from + 1);
        }
    }

    void expect_movers(const Words& keys, const std::string& name, uint32_t most) {
        const sort::Report report = check(keys, name);
        EXPECT_EQ(report.path, kMovers) << name;
        EXPECT_GT(report.movers, 0u) << name;
        EXPECT_LE(report.movers, most) << name;
        EXPECT_EQ(report.windows, 0u) << name;
        EXPECT_EQ(report.max_shift, max_shift(keys)) << name;
    }
};

TEST_F(AdaptiveMovers, repairs_one_from_anywhere_to_anywhere) {
    const uint32_t count = scale().medium;
    prepare_for_movers(count);
    const uint32_t tile = count / scale().blocks.front();
    const uint32_t places[] = {0, 1, tile - 1, tile, tile + 1, count / 2, count - 2, count - 1};
    for (const uint32_t from : places) {
        for (const uint32_t to : places) {
            if (from == to) continue;
            Words keys = ascending(count);
            move(keys, from, to);
            expect_movers(keys, std::to_string(from) + " to " + std::to_string(to), 2);
        }
    }
    EXPECT_EQ(check(ascending(count), "in order").path, kInOrder);
}

TEST_F(AdaptiveMovers, repairs_many_that_pass_each_other) {
    const uint32_t count = scale().medium;
    prepare_for_movers(count);
    for (const uint32_t moves : {2u, 5u, 20u, 60u}) {
        Words keys = ascending(count);
        for (uint64_t i = 0; i < moves; ++i) {
            move(keys, random_below(count, moves, 2 * i), random_below(count, moves, 2 * i + 1));
        }
        expect_movers(keys, std::to_string(moves) + " moves", 3 * moves);
    }
}

TEST_F(AdaptiveMovers, repairs_neighbours_that_changed_places_as_well) {
    const uint32_t count = scale().medium;
    prepare_for_movers(count);
    for (const uint32_t swaps : {1u, 10u, 50u}) {
        Words keys = ascending(count);
        for (uint64_t i = 0; i < swaps; ++i) {
            const uint32_t at = random_below(count - 1, swaps, i);
            std::swap(keys[at], keys[at + 1]);
        }
        for (uint64_t i = 0; i < 10; ++i) move(keys, random_below(count, 7, i), random_below(count, 8, i));
        expect_movers(keys, std::to_string(swaps) + " swaps", 2 * swaps + 30);
    }
}

TEST_F(AdaptiveMovers, repairs_movers_that_all_go_to_one_place) {
    const uint32_t count = scale().medium, moves = count / 100;
    prepare_for_movers(count);
    for (const uint32_t to : {0u, count / 2, count - 1}) {
        for (const bool ties : {false, true}) {
            Words keys = ascending(count);
            const uint32_t key = keys[to];
            for (uint32_t i = 0; i < moves; ++i) keys[i * 97 % count] = ties ? key : key + i % 16;
            expect_movers(keys, "all to " + std::to_string(to), 2 * moves);
        }
    }
}

TEST_F(AdaptiveMovers, keeps_ties_on_both_sides_in_order) {
    const uint32_t count = scale().medium;
    prepare_for_movers(count);
    for (const uint32_t run : {2u, 30u, 1000u}) {
        Words keys = ascending(count);
        for (uint32_t i = 0; i < count; ++i) keys[i] = i / run;
        for (uint64_t i = 0; i < 30; ++i) move(keys, random_below(count, run, i), random_below(count, 9, i));
        expect_movers(keys, "runs of " + std::to_string(run), 3 * 30);
    }
    Words keys(count, 7);
    keys[count / 3] = 3;
    keys[count / 2] = 9;
    expect_movers(keys, "all equal but two", 2);
}

/// Calls in order between calls with one mover, of drawn numbers. Movers are looked for until so many calls in a row
/// found none; then a mover costs a full sort, after which they are looked for again.
TEST_F(AdaptiveMovers, looks_for_movers_until_enough_calls_in_a_row_had_none) {
    constexpr uint32_t kQuietCalls = 8;
    const uint32_t count = scale().medium;
    prepare_for_movers(count);
    Words moved = ascending(count);
    move(moved, 3, count - 5);
    bool by_movers = true;
    for (const uint32_t calm : {4u, 4u, 7u, 1u, 8u, 2u, 7u, 7u, 11u, 3u, 6u}) {
        for (uint32_t k = 0; k < calm; ++k) EXPECT_EQ(check(ascending(count), "in order").path, kInOrder);
        by_movers = by_movers && calm < kQuietCalls;
        EXPECT_EQ(check(moved, "one mover").path, by_movers ? kMovers : kFullSort) << calm;
        by_movers = true;
    }
}

TEST_F(AdaptiveMovers, leaves_too_many_to_the_full_sort) {
    const uint32_t count = scale().medium;
    Words few = ascending(count), many = few;
    for (uint64_t i = 0; i < 4; ++i) move(few, random_below(count, 1, i), random_below(count, 2, i));
    for (uint32_t i = 0; i < count / 16; ++i) std::swap(many[8 * i], many[count - 1 - 8 * i]);
    Words in_one_tile = few;
    std::reverse(in_one_tile.begin() + 100, in_one_tile.begin() + 600);
    for (const Words& keys : {many, in_one_tile, made("uniform", count), made("reversed", count)}) {
        prepare_for_movers(count);
        EXPECT_EQ(check(keys, "too many").path, kFullSort);
        check(few, "few again");
        check(few, "few again");
    }
}

TEST_F(AdaptiveMovers, looks_at_the_asked_bits_of_keys_alone_and_pairs) {
    const uint32_t count = scale().medium - 3;
    for (const auto& [begin, end] : {std::pair{0, 24}, {8, 32}, {4, 28}}) {
        for (const bool with_values : {true, false}) {
            prepare_for_movers(count + 3);
            sort::Options options;
            options.begin_bit = begin, options.end_bit = end;
            Words keys = ascending(count);
            for (uint32_t i = 0; i < count; ++i) keys[i] = (i << begin) | (begin != 0 ? i % 3 : 0);
            for (uint64_t i = 0; i < 25; ++i) {
                move(keys, random_below(count, 3, i), random_below(count, 4, i));
            }
            const sort::Report report = check(keys, "bits", options, with_values, 1);
            EXPECT_EQ(report.path, kMovers);
            options.check_order = false;
            EXPECT_EQ(check(keys, "not asked for order", options, with_values, 2).path, kMovers);
        }
    }
}

TEST_F(AdaptiveMovers, repairs_tiles_of_every_size) {
    for (const uint32_t count : scale().many) {
        prepare_for_movers(count);
        for (uint64_t turn = 0; turn < 2; ++turn) {
            Words keys = ascending(count);
            for (uint64_t i = 0; i < 40; ++i) {
                move(keys, random_below(count, turn, 2 * i), random_below(count, turn, 2 * i + 1));
            }
            expect_movers(keys, "40 moves of " + std::to_string(count), 3 * 40);
        }
        // More than a block has threads, into one tile.
        Words keys = ascending(count);
        for (uint32_t i = 0; i < 560; ++i) keys[(2 * i + 1) * (count / 1500)] = keys[count / 2] + i % 3;
        expect_movers(keys, "560 to one place of " + std::to_string(count), 2 * 560);
    }
}

TEST_F(AdaptiveMovers, repairs_neighbours_that_moved_together) {
    const uint32_t count = scale().medium;
    prepare_for_movers(count);
    for (const uint32_t together : {2u, 5u, 7u, 15u}) {
        for (const bool forward : {false, true}) {
            Words keys = ascending(count);
            const uint32_t from = forward ? 1000 : count - 1000, to = forward ? count - 900 : 900;
            const auto at = keys.begin();
            if (forward) {
                std::rotate(at + from, at + from + together, at + to);
            } else {
                std::rotate(at + to, at + from, at + from + together);
            }
            expect_movers(keys, std::to_string(together) + " together", 2 * together);
        }
    }
}

/// Sorts of every length from one tile to many, with every number of moves.
TEST_F(AdaptiveMovers, repairs_random_patterns) {
    const uint32_t most = std::min(scale().medium, 9000u);
    prepare_for_movers(most);
    uint32_t repaired = 0;
    for (uint64_t turn = 0; turn < scale().patterns; ++turn) {
        const uint32_t count = 64 + random_below(most - 64, 11, turn);
        const uint32_t moves = 1 + random_below(std::max(1u, count / 128), 12, turn);
        Words keys = ascending(count, 1 + random_below(3, 13, turn));
        if (turn % 3 == 0) {
            for (uint32_t& key : keys) key /= 7;
        }
        for (uint64_t i = 0; i < moves; ++i) {
            const uint32_t from = random_below(count, turn, 2 * i);
            const uint32_t far = random_below(count, turn, 2 * i + 1), near = std::min(from + 1, count - 1);
            move(keys, from, turn % 2 == 0 ? far : near);
        }
        repaired += check(keys, "pattern " + std::to_string(turn)).path == kMovers ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_GT(repaired, scale().patterns / 2);
}

}  // namespace suite
