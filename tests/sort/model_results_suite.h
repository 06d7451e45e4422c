// Results of engines whose lessons the model shows (Engine::shows_lesson is false) against those of the model: the
// same order and the same path. A test program includes this once; its engines run on a GPU or emulated.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sort/base/digits.h"
#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"
#include "tests/sort/sort_engine_suite_inputs.h"

namespace suite {

std::string skip_reason();  // "" when engines of backend cuda can run here; defined by the test program

class ModelResults : public testing::TestWithParam<const sort::Model*> {
protected:
    void SetUp() override {
        const std::string reason = skip_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
        const std::string refusal = sort::refusal_of(engine(), -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
    }

    static const sort::Engine& engine() { return *sort::find_engine(GetParam()->name); }

    /// Sorts by new sorters: what a call leaves for the next is another matter.
    void sort_both(const Words& keys, const std::string& name, const sort::Options& options = {},
                   bool with_values = true, const sort::EngineConfig& config = {}) {
        const auto count = static_cast<uint32_t>(keys.size());
        const Words values = with_values ? index_values(count) : Words();
        const auto sorter = sort::make_sorter(engine(), count, config);
        const auto model = sort::make_lesson_sorter(*GetParam(), count, config);
        of_engine_ = sort::log_sort(engine(), *sorter, keys, values, options);
        of_model_ = sort::log_sort(*GetParam(), *model, keys, values, options);
        what_ = name + ", n = " + std::to_string(count) + ", bits " + std::to_string(options.begin_bit) +
                " to " + std::to_string(options.end_bit) + (with_values ? "" : ", keys alone");
        EXPECT_EQ(sort::first_difference_of_results(of_engine_, of_model_), "") << what_;
        if (!with_values) return;
        Words order = values;
        const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return bits(keys[a]) < bits(keys[b]); });
        EXPECT_EQ(of_model_.sorted_values, order) << what_ << ": both are wrong";
    }

    void expect_path() const {
        EXPECT_STREQ(sort::path_name(engine(), of_engine_.report.path),
                     sort::path_name(*GetParam(), of_model_.report.path))
            << what_;
        EXPECT_EQ(of_engine_.report.max_shift, of_model_.report.max_shift) << what_;
    }

    sort::StageLog of_engine_, of_model_;
    std::string what_;
};

TEST_P(ModelResults, have_the_same_order_on_every_input) {
    for (const Named& input : all_inputs(200)) sort_both(input.keys, input.name);
    for (const uint32_t count : {1u, 2u, 2500u}) {
        sort_both(made("few:9", count), "few:9", {}, false);
        for (const int bits : {1, 8, 17})
            sort_both(made("uniform", count), "uniform", {.begin_bit = 3, .end_bit = 3 + bits});
    }
}

/// Of keys whose path does not depend on how a device cuts them.
TEST_P(ModelResults, take_the_same_path) {
    const uint32_t count = 9500;  // more than a block holds
    for (const char* kind : {"sorted", "equal", "displaced:8", "uniform"}) {
        sort_both(made(kind, count), kind);
        expect_path();
    }
    Words ties = made("displaced:8", count);  // nine of each key, also on both sides of borders between tiles
    for (uint32_t& key : ties) key >>= 22;
    sort_both(ties, "displaced, nine of each");
    expect_path();
    sort_both(made("sorted", count), "sorted, no check", {.check_order = false});
    expect_path();
    sort_both(made("uniform", count), "uniform", {.begin_bit = 5, .end_bit = 17});
    expect_path();
    for (const uint32_t few : {1u, 2u}) {
        sort_both(made("sorted", few), "few, no check", {.check_order = false});
        expect_path();
        EXPECT_EQ(of_engine_.report.passes_run, of_model_.report.passes_run) << what_;
    }
}

/// What calls leave for the next: windows that grow and shrink, and after a few that failed a rest.
TEST_P(ModelResults, go_the_same_way_call_after_call) {
    const uint32_t count = 9500;
    const auto sorter = sort::make_sorter(engine(), count);
    const auto model = sort::make_lesson_sorter(*GetParam(), count, {});
    const Words values = index_values(count);
    std::string ways, ways_of_model;
    const auto add = [&](std::string& to, const auto& by, sort::Sorter& one, const Words& keys) {
        to += std::string(sort::path_name(by, sort::log_sort(by, one, keys, values, {}).report.path)) + ", ";
    };
    for (const char* kind : {"displaced:8", "uniform", "displaced:8", "uniform", "uniform", "uniform",
                             "displaced:8", "sorted", "displaced:8", "displaced:8", "displaced:8"}) {
        add(ways, engine(), *sorter, made(kind, count));
        add(ways_of_model, *GetParam(), *model, made(kind, count));
    }
    EXPECT_EQ(ways, ways_of_model);
}

/// Small tiles are those of the model, as far as every device has blocks for them.
TEST_P(ModelResults, have_the_same_report_with_the_tile_of_lessons) {
    const sort::EngineConfig config{.tile = {32, 1}};
    const auto& tiles = engine().tiles;
    if (std::find(tiles.begin(), tiles.end(), config.tile) == tiles.end()) GTEST_SKIP() << "no such tile";
    for (uint32_t count = 0; count <= 96; count += count < 36 || count > 60 ? 1 : 7) {
        for (const char* kind : {"uniform", "few:2", "few:9", "sorted", "reversed", "swaps:1"}) {
            sort_both(made(kind, count, count), kind, {}, true, config);
            expect_path();
            EXPECT_EQ(of_engine_.report.passes_run, of_model_.report.passes_run) << what_;
            EXPECT_EQ(of_engine_.report.passes_skipped, of_model_.report.passes_skipped) << what_;
            if (HasFailure()) return;
        }
    }
}

TEST(Models, promise_what_their_engines_do) {
    int compared = 0;
    for (const sort::Model& model : sort::models()) {
        const sort::Engine* const engine = sort::find_engine(model.name);
        if (!engine) continue;
        EXPECT_EQ(model.stable, engine->stable) << model.name;
        EXPECT_EQ(model.checks_order, engine->checks_order) << model.name;
        ++compared;
    }
    EXPECT_GT(compared, 3);
}

INSTANTIATE_TEST_SUITE_P(models, ModelResults, testing::ValuesIn([] {
                             std::vector<const sort::Model*> all;
                             for (const sort::Model& model : sort::models()) {
                                 const sort::Engine* const engine = sort::find_engine(model.name);
                                 if (engine && !engine->shows_lesson) all.push_back(&model);
                             }
                             return all;
                         }()),
                         [](const auto& info) { return std::string(info.param->name); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ModelResults);

}  // namespace suite
