// A search that is kept on the device: the same graph on other boxes, more pairs than there was room for, and
// the two ways to time it.
#include <gtest/gtest.h>

#include <numeric>

#include "app/bench/pairs/box_sets.h"
#include "sim/search/pair_search.h"
#include "sim/world.h"
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/pair_cases.h"

namespace {

using Timing = sim::PairSearch::Timing;

class CudaSearch : public testing_worlds::Cuda {
protected:
    static sim::PairsConfig config_of(const char* broad_phase, const char* engine = "adaptive") {
        return {sim::Backend::cuda, engine, broad_phase, 0, 0};
    }
};

TEST_F(CudaSearch, finds_the_same_again_and_on_other_boxes) {
    const auto first = pair_cases::random_boxes(700, 31, 4, 0.8f);
    const auto second = pair_cases::grid_boxes(500, 32, 16),
               third = pair_cases::random_boxes(700, 33, 4, 0.7f);
    for (const auto& broad_phase : sim::broad_phases()) {
        const auto search = sim::PairSearch::create(700, config_of(broad_phase.name));
        search->set_boxes(first);
        const sim::PairsFound once = search->find(), again = search->find();
        EXPECT_EQ(search->pairs(), pair_cases::reference_pairs(first)) << broad_phase.name;
        EXPECT_EQ(once.counters.descents, again.counters.descents) << broad_phase.name << " remembers";
        EXPECT_EQ(once.counters.tests, again.counters.tests) << broad_phase.name;
        for (const auto& boxes : {second, third}) {
            search->set_boxes(boxes);
            search->find();
            EXPECT_EQ(search->pairs(), pair_cases::reference_pairs(boxes)) << broad_phase.name;
        }
    }
}

/// Engines that read the length of the list on the device, and others.
TEST_F(CudaSearch, endpoint_sorts_what_is_left_on_each_axis) {
    const auto all = pair_cases::dropped_on_x(30000);
    for (const char* engine : {"fourway", "sixteenway", "onesweep", "adaptive"}) {
        const auto search = sim::PairSearch::create(30000, config_of("endpoint", engine));
        const auto on_cpu =
            sim::PairSearch::create(30000, {sim::Backend::cpu, "cpu-radix", "endpoint", 0, 0});
        for (int round = 0; round < 3; ++round) {
            for (const auto& [name, boxes] : all) {
                search->set_boxes(boxes);
                on_cpu->set_boxes(boxes);
                const sim::PairsFound found = search->find(), expected = on_cpu->find();
                EXPECT_EQ(search->pairs(), on_cpu->pairs()) << engine << ", " << name;
                EXPECT_EQ(found.counters.tests, expected.counters.tests) << engine << ", " << name;
                EXPECT_EQ(found.counters.descents, expected.counters.descents) << engine << ", " << name;
            }
        }
    }
}

TEST_F(CudaSearch, starts_tiny_and_loses_no_pair) {
    const auto boxes = pair_cases::random_boxes(400, 2, 2, 1.5f);
    const auto expected = pair_cases::reference_pairs(boxes);
    for (const auto& broad_phase : sim::broad_phases()) {
        for (const uint64_t room : {uint64_t(1), expected.size() / 2 - 1, expected.size() / 2}) {
            sim::PairsConfig config = config_of(broad_phase.name);
            config.first_pairs = room;
            const auto search = sim::PairSearch::create(400, config);
            search->set_boxes(boxes);
            EXPECT_EQ(search->find(Timing::stages).pairs, expected.size() / 2);
            EXPECT_EQ(search->find().pairs, expected.size() / 2);
            EXPECT_EQ(search->pairs(), expected) << broad_phase.name << " " << room;
        }
    }
}

TEST_F(CudaSearch, tells_stages_that_make_up_about_the_whole) {
    const auto boxes = app::make_boxes(app::box_kinds()[0], 100000, 1);
    for (const auto& broad_phase : sim::broad_phases()) {
        const auto search = sim::PairSearch::create(100000, config_of(broad_phase.name));
        search->set_boxes(boxes);
        search->find();
        const sim::PairsFound whole = search->find(), staged = search->find(Timing::stages);
        EXPECT_TRUE(whole.stages.empty());
        ASSERT_FALSE(staged.stages.empty());
        const double sum = std::accumulate(staged.stages.begin(), staged.stages.end(), 0.0,
                                           [](double ms, const auto& stage) { return ms + stage.ms; });
        EXPECT_GT(whole.ms, 0) << broad_phase.name;
        EXPECT_LE(sum, 1.01 * staged.ms) << broad_phase.name;
        EXPECT_GE(sum, 0.5 * staged.ms) << broad_phase.name;
    }
}

TEST_F(CudaSearch, finds_the_pairs_of_the_cpu_in_every_kind) {
    for (const app::BoxKind& kind : app::box_kinds()) {
        const auto boxes = app::make_boxes(kind, 60000, 5);
        const auto expected = sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", "sweep", 0, 0});
        for (const auto& broad_phase : sim::broad_phases()) {
            EXPECT_EQ(sim::find_pairs(boxes, config_of(broad_phase.name)), expected)
                << kind.name << " " << broad_phase.name;
        }
    }
}

}  // namespace
