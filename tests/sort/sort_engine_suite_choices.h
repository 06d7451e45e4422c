// Whatever an engine lets one choose: digit bits, tiles, variants. Each alone and digits with tiles together.
#pragma once
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

class SortEngineChoices : public SortEngine {
protected:
    /// Sorts of each kind with one choice: lengths about its tile, some inputs, bits, addresses, keys alone. Not
    /// thorough, every other one of those that are as long as the grid, the others with the next choice.
    void check_config(const sort::EngineConfig& config, uint32_t tile_pairs) {
        SCOPED_TRACE(text(config));
        const uint32_t last = scale().blocks[0] * tile_pairs + 1;
        prepare(std::max(last, 201u), config);
        std::vector<uint32_t> counts = {
            0,   1, 2, 31, 32, 33, 64, 200, tile_pairs - 1, tile_pairs, tile_pairs + 1, 2 * tile_pairs + 1,
            last};
        for (const uint32_t count : counts) check(made("uniform", count, count), "uniform");
        uint32_t nth = first_++;
        const auto due = [&] { return scale().thorough || nth++ % 2 == 0; };
        for (const char* input : {"sorted", "reversed", "few:3", "swaps:1", "equal"}) {
            if (due()) check(made(input, last, 5), input);
        }
        if (due()) check(entropy_keys(last, 4), "entropy 4");
        if (due()) check(made("uniform", last), "uniform", {.begin_bit = 3, .end_bit = 17});
        if (due()) check(made("uniform", last), "uniform", {.end_bit = 1});
        if (due()) check(made("uniform", last), "uniform", {.check_order = false});
        if (due()) check(made("uniform", last), "uniform", {}, false);
        if (due()) check(made("uniform", last), "uniform", {}, true, 1);
    }

    static std::string text(const sort::EngineConfig& config) {
        return std::to_string(config.digit_bits) + " digit bits, " + std::to_string(config.tile.threads) +
               " threads of " + std::to_string(config.tile.items) + ", variant '" + config.variant + "'";
    }

    std::vector<int> digits() const {
        std::vector<int> all = {0};
        const sort::DigitBits choice = GetParam()->digit_bits;
        for (int bits = choice.fewest; bits <= choice.most && bits > 0; ++bits) all.push_back(bits);
        return all;
    }

private:
    uint32_t first_ = 0;  // of those that are due, changes with each choice
};

TEST_P(SortEngineChoices, sorts_with_every_digit_width_and_tile) {
    const sort::TileShape own;
    const std::span<const sort::TileShape> tiles =
        GetParam()->tiles.empty() ? std::span(&own, 1) : GetParam()->tiles;
    if (tiles.size() == 1 && digits().size() == 1) GTEST_SKIP() << "no choice";
    for (const sort::TileShape& shape : tiles) {
        const bool whole = scale().thorough || shape == tiles[0];
        for (const int bits : whole ? digits() : std::vector<int>{0}) {
            sort::EngineConfig config;
            config.digit_bits = bits;
            config.tile = shape;
            check_config(config, shape.pairs() ? shape.pairs() : tile());
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(SortEngineChoices, sorts_with_every_variant) {
    if (GetParam()->variants.empty()) GTEST_SKIP() << "no choice";
    for (const char* variant : GetParam()->variants) {
        sort::EngineConfig config;
        config.variant = variant;
        check_config(config, tile());
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngineChoices, sorts_every_length_with_the_tile_of_lessons) {
    const sort::TileShape lesson{32, 1};
    const auto& tiles = GetParam()->tiles;
    if (std::find(tiles.begin(), tiles.end(), lesson) == tiles.end()) GTEST_SKIP() << "no such tile";
    sort::EngineConfig config;
    config.tile = lesson;
    prepare(260, config);
    for (uint32_t count = 0; count <= 260; count += count < 70 ? 1 : scale().short_step) {
        check(made("uniform", count, count), "uniform");
        check(made("few:9", count, count), "few:9");
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngineChoices, refuses_choices_that_there_are_not) {
    sort::EngineConfig digits, tile, variant;
    digits.digit_bits = 9;
    tile.tile = {33, 7};
    variant.variant = "no-such-variant";
    for (const auto& config : {digits, tile, variant})
        EXPECT_THROW(sort::make_sorter(*GetParam(), 100, config), std::invalid_argument) << text(config);
}

INSTANTIATE_TEST_SUITE_P(engines, SortEngineChoices, testing::ValuesIn(engines_under_test()),
                         engine_test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortEngineChoices);

}  // namespace suite
