// Kernels against models, array by array: the same sort through the engine and through the model of its name,
// both logged stage by stage. A test program includes this once; its engines run on a GPU or emulated.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "sort/base/digits.h"
#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"
#include "tests/sort/sort_engine_suite_inputs.h"
#include "tests/sort/sorter_that_fits.h"

namespace suite {

std::string skip_reason();      // "" when engines of backend cuda can run here; defined by the test program
uint32_t stage_log_thinning();  // 1: all but of the short sorts; more: every so-many-th length of those

class StageLogs : public testing::TestWithParam<const sort::Model*> {
protected:
    void SetUp() override {
        const std::string reason = skip_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
        engine_ = sort::find_engine(GetParam()->name);
        if (!engine_ || engine_->backend != sort::Backend::cuda)
            GTEST_SKIP() << "skipped: no engine " << GetParam()->name << " in this build";
        if (!engine_->shows_lesson) GTEST_SKIP() << "skipped: see ModelResults";
        const std::string refusal = sort::refusal_of(*engine_, -1, true);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
        const auto has_tile = [&](const sort::TileShape& tile) {
            return std::find(engine_->tiles.begin(), engine_->tiles.end(), tile) != engine_->tiles.end();
        };
        const auto& tiles = GetParam()->tiles;
        if (!tiles.empty() && std::none_of(tiles.begin(), tiles.end(), has_tile))
            GTEST_SKIP() << "skipped: engine " << GetParam()->name << " has none of the model's tiles";
    }

    void prepare(uint32_t capacity, const sort::EngineConfig& config) {
        kernels_ = nullptr;
        kernels_ = sorter_that_fits(*engine_, capacity, config);
        model_ = sort::make_sorter(*GetParam(), capacity, config);
        config_ = std::to_string(config.digit_bits) + " digit bits, " + std::to_string(config.tile.threads) +
                  " threads of " + std::to_string(config.tile.items) +
                  (config.variant.empty() ? "" : ", " + config.variant);
    }

    void compare(const Words& keys, const std::string& name, const sort::Options& options = {},
                 bool with_values = true) {
        if (!kernels_) return;
        const Words values = with_values ? index_values(static_cast<uint32_t>(keys.size())) : Words();
        const sort::StageLog is = sort::log_sort(*engine_, *kernels_, keys, values, options);
        const sort::StageLog should = sort::log_sort(*GetParam(), *model_, keys, values, options);
        Words sorted = keys;
        const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
        std::stable_sort(sorted.begin(), sorted.end(),
                         [&](uint32_t a, uint32_t b) { return bits(a) < bits(b); });
        const std::string what =
            name + ", n = " + std::to_string(keys.size()) + ", bits " + std::to_string(options.begin_bit) +
            " to " + std::to_string(options.end_bit) + (with_values ? "" : ", keys alone") + ", " + config_;
        const std::string found = sort::first_difference(is, should);
        if (!found.empty()) FAIL() << what << ": kernel and model differ in " << found;
        if (bits.mask == ~0u && is.sorted_keys != sorted) FAIL() << what << ": both are wrong";
        if (keys.size() > 1 && bits.mask != 0 && is.stages.empty()) FAIL() << what << ": no stage";
    }

    /// Every tile that kernel and model share, with every digit width; thinned, the tiles between the usual
    /// and that of lessons have the usual width only.
    std::vector<sort::EngineConfig> configs() const {
        std::vector<sort::EngineConfig> all;
        std::vector<sort::TileShape> tiles;
        for (const sort::TileShape& tile : engine_->tiles) {
            const auto& there = GetParam()->tiles;
            if (std::find(there.begin(), there.end(), tile) != there.end()) tiles.push_back(tile);
        }
        if (tiles.empty()) tiles.push_back({});
        const sort::DigitBits digits = engine_->digit_bits;
        for (const sort::TileShape& tile : tiles) {
            const bool whole = stage_log_thinning() == 1 || tile == tiles[0] || tile.pairs() == 32;
            for (int bits = digits.fewest; bits <= digits.most; ++bits) {
                if (!whole && bits != digits.usual) continue;
                sort::EngineConfig config;
                config.tile = tile;
                config.digit_bits = bits;
                all.push_back(config);
            }
        }
        return all;
    }

    uint32_t tile_pairs(const sort::EngineConfig& config) const {
        if (config.tile.pairs()) return config.tile.pairs();
        return engine_->tiles.empty() ? 1024 : engine_->tiles[0].pairs();
    }

    const sort::Engine* engine_ = nullptr;
    std::unique_ptr<sort::Sorter> kernels_, model_;
    std::string config_;
};

/// Three of the six sorts of each length, the others with the next one; all of every length take a minute for each
/// engine on a device.
TEST_P(StageLogs, agree_for_small_sorts) {
    const uint32_t step = std::max(stage_log_thinning(), 2u);
    uint32_t nth = 0;
    const auto due = [&] { return nth++ % 2 == 0; };
    for (const sort::EngineConfig& config : configs()) {
        prepare(200, config);
        for (uint32_t count = 0; count <= 200;
             count += count < 3 || count % 32 == 31 || count % 32 == 0 ? 1 : step) {
            for (const char* input : {"uniform", "few:3", "sorted", "reversed"}) {
                if (due()) compare(made(input, count, count), input);
                if (HasFatalFailure()) return;
            }
            // Few bits, as in lessons, and descents in some passes only.
            Words narrow = made("uniform", count, 3);
            for (uint32_t& key : narrow) key &= 0xf0fu;
            if (due()) compare(narrow, "12 bits with a hole", {.end_bit = 12});
            if (due()) compare(made("swaps:1", count), "swaps:1", {}, false);
            if (HasFatalFailure()) return;
            ++nth;
        }
    }
}

/// Thinned, two of the six sorts of each length, the others with the next lengths; another two with the next tile.
TEST_P(StageLogs, agree_around_the_tile) {
    uint32_t first = 0;
    for (const sort::EngineConfig& config : configs()) {
        const uint32_t tile = tile_pairs(config);
        prepare(std::max(5 * tile, 100u), config);
        uint32_t turn = first++;
        for (const uint32_t count : {tile - 1, tile, tile + 1, 2 * tile, 5 * tile - 3, 5 * tile}) {
            ++turn;
            uint32_t nth = 0;
            const auto due = [&] { return stage_log_thinning() == 1 || nth++ % 3 == turn % 3; };
            for (const char* input : {"uniform", "few:2", "equal", "swaps:2"}) {
                if (due()) compare(made(input, count, count), input);
                if (HasFatalFailure()) return;
            }
            if (due()) compare(entropy_keys(count, 4), "entropy 4", {.begin_bit = 5, .end_bit = 27});
            if (due()) compare(made("uniform", count), "uniform, no check", {.check_order = false});
            if (HasFatalFailure()) return;
        }
    }
}

/// Thinned, every other digit width.
TEST_P(StageLogs, agree_at_the_limit_of_traces) {
    for (const sort::EngineConfig& config : configs()) {
        if (config.tile.pairs() != 0 && config.tile.pairs() < 128) continue;  // thousands of tiny tiles
        const bool odd = (config.digit_bits - engine_->digit_bits.usual) % 2 != 0;
        if (stage_log_thinning() > 1 && odd) continue;
        prepare(sort::kTraceLimit, config);
        compare(made("uniform", sort::kTraceLimit), "uniform");
        if (HasFatalFailure()) return;
    }
}

TEST_P(StageLogs, agree_on_every_kind_of_input) {
    prepare(9500, {});
    const auto models = sort::models();
    for (const uint32_t count : {3000u, 9500u}) {  // the longer ones go another way in some engines
        auto kind = static_cast<size_t>(GetParam() - &models[0]);
        for (const Named& input : all_inputs(count)) {
            // Thinned, each kind in one of the lengths, and with the next engine in the other one.
            if (stage_log_thinning() > 1 && kind++ % 2 == (count == 9500)) continue;
            compare(input.keys, input.name);
            if (HasFatalFailure()) return;
        }
    }
    for (const int bits : {1, 8, 9, 16, 17}) {
        compare(made("uniform", 9500), "uniform", {.begin_bit = 3, .end_bit = 3 + bits});
        compare(made("few:9", 9500), "few:9", {.begin_bit = 3, .end_bit = 3 + bits}, false);
        if (HasFatalFailure()) return;
    }
}

TEST_P(StageLogs, agree_with_every_variant) {
    for (const char* variant : engine_->variants) {
        const auto& there = GetParam()->variants;
        if (std::none_of(there.begin(), there.end(),
                         [&](const char* name) { return std::string(name) == variant; }))
            continue;
        sort::EngineConfig config;
        config.variant = variant;
        prepare(9000, config);
        for (const uint32_t count : {1u, 50u, 1000u, 9000u}) {
            compare(made("uniform", count), "uniform");
            compare(made("few:2", count), "few:2");
            if (HasFatalFailure()) return;
        }
    }
}

inline std::vector<const sort::Model*> models_under_test() {
    std::vector<const sort::Model*> all;
    for (const sort::Model& model : sort::models()) all.push_back(&model);
    return all;
}

INSTANTIATE_TEST_SUITE_P(models, StageLogs, testing::ValuesIn(models_under_test()),
                         [](const testing::TestParamInfo<const sort::Model*>& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StageLogs);

}  // namespace suite
