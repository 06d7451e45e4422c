// What a step reports of its own time: stages inside the step, and apart from it what the report itself took.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sim/sim_reports_suite.h"

namespace {

TEST(StepReports, have_the_stages_inside_the_step_and_the_report_outside) {
    const auto world = sim::World::create(testing_worlds::config_of("pile", 1000));
    world->step(20);
    std::vector<sim::StepReport> reports;
    world->poll(reports);
    ASSERT_EQ(reports.size(), 20u);
    double least_part = 1;  // of a step, that its report took: one may be held up by others at work
    for (const sim::StepReport& report : reports) {
        EXPECT_GT(report.duration_us, 0);
        EXPECT_GT(report.profiler_us, 0);
        least_part = std::min(least_part, report.profiler_us / report.duration_us);
        double at = report.start_us;
        for (const sim::StageTime& stage : report.stages) {
            EXPECT_GE(stage.start_us, at - 1e-3) << stage.name;
            EXPECT_GE(stage.duration_us, 0) << stage.name;
            at = stage.start_us + stage.duration_us;
        }
        EXPECT_LE(at, report.start_us + report.duration_us + 1e-3);
    }
    EXPECT_LT(least_part, 0.5);
}

TEST(StepReports, of_traced_steps_have_the_stages_of_others) {
    for (const char* broad_phase : {"columns", "sweep", "endpoint"}) {
        testing_worlds::expect_stages_when_traced(testing_worlds::config_of("pile", 2000), "cpu-radix",
                                                  broad_phase);
    }
}

/// The names of all pieces of a step, in order.
std::vector<std::string> pieces_of_a_step(sim::World& world) {
    std::vector<std::string> names;
    for (const sim::StageTime& stage : testing_worlds::stages_of_a_step(world)) names.push_back(stage.name);
    return names;
}

/// What is done to a world between two steps, and what is read of it, is part of neither.
TEST(StepReports, have_nothing_of_what_is_done_between_steps) {
    for (const char* scene : {"pile", "chairs"}) {
        const auto world = sim::World::create(testing_worlds::config_of(scene, 12));
        const sim::Physics physics = world->config().scene.physics;
        pieces_of_a_step(*world);
        const std::vector<std::string> expected = pieces_of_a_step(*world);
        ASSERT_GT(expected.size(), 5u);
        const auto expect_the_same_after = [&](const char* what, auto done) {
            done();
            EXPECT_EQ(pieces_of_a_step(*world), expected) << scene << ", after " << what;
        };
        expect_the_same_after("restore", [&] { ASSERT_TRUE(world->restore(world->save(), physics)); });
        expect_the_same_after("set_physics", [&] { world->set_physics(physics); });
        expect_the_same_after("set_hand", [&] { world->set_hand({}); });
        expect_the_same_after("set_engine", [&] { world->set_engine(world->config().engine); });
        expect_the_same_after("set_broad_phase",
                              [&] { world->set_broad_phase(world->config().broad_phase); });
        expect_the_same_after("pairs", [&] { world->pairs(); });
        expect_the_same_after("pairs_by_id", [&] { world->pairs_by_id(); });
        expect_the_same_after("contacts", [&] { world->contacts(); });
        expect_the_same_after("snapshot", [&] { world->snapshot(); });
    }
}

/// A sort per axis: each moves what a pass moves as often as it has passes. One that only repaired moves each pair once.
TEST(StepReports, count_the_bytes_of_a_stage_by_what_the_step_counted) {
    const sim::StageCost sort = {.bytes = 100, .bytes_a_pass = 1000},
                         walk = {.bytes = 5, .bytes_a_pair = 10, .bytes_a_test = 3};
    sim::Counters counters;
    EXPECT_EQ(sort.total_bytes(counters), 100u);
    counters.sorts = 3, counters.passes_run = 12;
    EXPECT_EQ(sort.total_bytes(counters), 100u + 4 * 1000);
    counters.sort_windows = 9;
    EXPECT_EQ(sort.total_bytes(counters), 100u + 4 * 1000);
    counters.passes_run = 0;
    EXPECT_EQ(sort.total_bytes(counters), 100u + 1000);
    counters.sort_windows = 0, counters.sort_movers = 1;
    EXPECT_EQ(sort.total_bytes(counters), 100u + 1000);
    counters.pairs = 7, counters.tests = 11;
    EXPECT_EQ(walk.total_bytes(counters), 5u + 7 * 10 + 11 * 3);
}

TEST(StepReports, count_the_words_of_an_item) { testing_worlds::expect_bytes_per_item(sim::Backend::cpu); }

TEST(StepReports, count_the_words_of_tests_and_pairs) {
    testing_worlds::expect_bytes_of_the_walk(sim::Backend::cpu);
}

/// Of each item: the words that are read and written. Here those of the records of boxes on an axis, their boxes' flags and
/// their places in the list.
TEST(StepReports, count_the_words_that_the_filter_of_an_axis_moves) {
    constexpr uint64_t kBodies = 500;
    sim::WorldConfig config = testing_worlds::config_of("gas", kBodies);
    config.broad_phase = "endpoint";
    const auto world = sim::World::create(config);
    std::vector<uint64_t> bytes;
    for (const sim::StageTime& stage : testing_worlds::stages_of_a_step(*world)) {
        if (stage.name == "filter/x") bytes.push_back(stage.bytes);
    }
    const uint64_t each = sizeof(uint32_t), records = 2 * kBodies;
    const std::vector<uint64_t> expected = {
        4 * each * records,                       // record, key, rank, key of the body
        4 * each * kBodies,                       // begun, ended, flag before and after
        4 * each * records,                       // record, its copy, flag, its copy
        (each + sizeof(uint64_t)) * records,      // flag, sum
        (3 * each + sizeof(uint64_t)) * records,  // flag, record, sum, record in its new place
    };
    ASSERT_GE(bytes.size(), expected.size());
    EXPECT_EQ(std::vector<uint64_t>(bytes.end() - 5, bytes.end()), expected);
}

}  // namespace
