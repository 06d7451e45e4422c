// `bench heap`: runs, the other library's bodies, and what the report says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/bench/steps/heap_report.h"
#include "app/bench/steps/rivals/world_rival_api.h"
#include "app/measure/sample_set.h"
#include "sort/base/errors.h"
#include "tests/sim/sim_scene.h"

namespace {

using testing::HasSubstr;

std::unique_ptr<app::WorldRivalLibrary> bullet() {
    try {
        return std::make_unique<app::WorldRivalLibrary>("bullet");
    } catch (const sort::Unavailable&) {
        return nullptr;
    }
}

TEST(BenchHeap, a_rivals_chair_starts_as_ours_and_stands_on_the_floor) {
    const auto library = bullet();
    if (!library) GTEST_SKIP() << "skipped: Bullet was not installed";
    EXPECT_THAT(library->api().what, HasSubstr("Bullet "));
    const sim::WorldConfig config = testing_worlds::config_of("chairs", 2);
    const sim::Snapshot start = sim::World::create(config)->snapshot();
    app::RivalSimulation rival(*library, config.scene, start);

    const app::RivalSimulation::State first = rival.state();
    ASSERT_EQ(first.bodies.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
        EXPECT_LT(length(first.bodies[i].position_m - start.bodies[i].position_m), 1e-4f);
        const sim::Quaternion p = first.bodies[i].orientation, q = start.rotations[i].orientation;
        EXPECT_NEAR(std::abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z), 1, 1e-5f);
    }
    // In the air both fall and tumble the same way, so mass, inertia and spin are the same.
    sim::WorldConfig airless = config;
    airless.scene.physics.air_drag_per_m = 0;
    const auto world = sim::World::create(airless, &start);
    world->step(60);
    rival.step(config.scene.physics.time_step_s, 60);
    const sim::Snapshot ours = world->snapshot();
    const app::RivalSimulation::State theirs = rival.state();
    ASSERT_EQ(world->counters().contacts, 0u);
    for (size_t i = 0; i < 2; ++i) {
        EXPECT_LT(length(theirs.bodies[i].position_m - ours.bodies[i].position_m), 2e-3f);
        const sim::Quaternion p = theirs.bodies[i].orientation, q = ours.rotations[i].orientation;
        EXPECT_GT(std::abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z), 0.999f);
    }
    // On the floor, by the gauge of its boxes: neither in it nor above it.
    rival.step(1.0f / 240, 1200);
    const auto shapes = app::shapes_of_boxes(config.scene);
    const app::DepthGauge gauge(shapes);
    sim::Container container = start.container;
    EXPECT_LT(gauge.measure(rival.state().bodies, container).deepest_wall_m(), 0.003f);
    container.min_m.y += 0.003f;
    EXPECT_EQ(gauge.measure(rival.state().bodies, container).walls_m.size(), 2u);
}

TEST(BenchHeap, a_run_ends_when_all_sleep_or_the_time_is_over) {
    sim::WorldConfig config = testing_worlds::config_of("chairs", 3);
    config.scene.physics.substeps = 3;
    const app::DepthGauge gauge(config.scene.shapes);
    app::HeapLimits limits{0.5};
    double reached = 0;
    limits.tick = [&](double simulated_s) { reached = simulated_s; };
    const app::HeapRow falling = app::run_heap(config, limits, gauge);
    EXPECT_FALSE(falling.at_rest);
    EXPECT_EQ(falling.substeps, 3u);
    EXPECT_EQ(falling.resting_steps_per_s(), 0);
    EXPECT_EQ(falling.windows.size(), 2u);
    EXPECT_NEAR(reached, 0.5, 1e-6);
    EXPECT_EQ(falling.windows[0].steps, 60u);
    EXPECT_GE(falling.steps_per_s(), falling.slowest_steps_per_s());
    EXPECT_NEAR(falling.speed(), falling.simulated_s() / falling.wall_s(), 1e-9);

    limits.most_s = 20;
    const app::HeapRow rest = app::run_heap(config, limits, gauge);
    ASSERT_TRUE(rest.at_rest);
    EXPECT_LT(rest.simulated_s(), 19);
    EXPECT_EQ(rest.windows.back().asleep, 3u);
    EXPECT_GT(rest.resting_steps_per_s(), rest.slowest_steps_per_s());
    EXPECT_LT(rest.depth.deepest_wall_m(), 0.5f * gauge.thinnest_m());
}

app::HeapRow row_of(const std::string& name, const std::string& what, float share, double speed,
                    double time_step_s) {
    app::HeapRow row{name, what, time_step_s, 10};
    row.windows = {{speed, uint64_t(speed / time_step_s), 1, 10, 1}};  // one second of the clock
    row.depth.pairs = {{0, 1, share * 0.025f, share}};
    row.at_rest = true;
    return row;
}

TEST(BenchHeap, equal_depth_takes_the_fastest_run_that_lies_no_deeper) {
    app::HeapRow rows[] = {row_of("cpu columns", "", 0.2f, 0.1, 0.00025),
                           row_of("bullet", "Bullet 3.24", 0.3f, 4, 1.0 / 240),
                           row_of("bullet", "Bullet 3.24", 0.15f, 2, 1.0 / 500),
                           row_of("bullet", "Bullet 3.24", 0.1f, 1, 1.0 / 1000)};
    for (app::HeapRow& row : rows) {  // one pair of 201 is deeper than the percentile that is compared
        row.depth.pairs.resize(200, row.depth.pairs[0]);
        row.depth.pairs.push_back({2, 3, 0.9f * 0.025f, 0.9f});
    }
    const std::vector<std::string> text = app::equal_depth_text(rows);
    ASSERT_EQ(text.size(), 1u);
    EXPECT_THAT(text[0], HasSubstr("bullet at 2 ms lies no deeper than cpu columns at 0.25 ms"));
    EXPECT_THAT(text[0], HasSubstr("(p99 15.0 %, 20.0 %)"));
    EXPECT_THAT(text[0], HasSubstr("2.000 s per second, cpu columns 0.100: 0.05 times as fast"));
    EXPECT_THAT(app::equal_depth_text(std::span(rows).first(2))[0], HasSubstr("at every time step"));
    EXPECT_TRUE(app::equal_depth_text(std::span(rows).first(1)).empty());
}

TEST(BenchHeap, the_report_has_every_window_and_every_pair) {
    const app::HeapRow rows[] = {row_of("cpu columns", "", 0.2f, 0.1, 0.00025)};
    const sim::WorldConfig config = testing_worlds::config_of("gas", 10);
    const app::HeapOptions options;
    const app::BenchReport<app::HeapRow> writer = app::heap_report(options, config, {});
    const app::Json report = writer.json(options, rows);
    const app::SampleSet samples = app::samples_of(report, "");
    ASSERT_EQ(samples.cases.size(), 1u) << "what --baseline compares";
    EXPECT_EQ(samples.cases[0].ms.size(), 1u);
    std::ostringstream csv;
    writer.write_csv(csv, rows);
    EXPECT_EQ(report.at("kind"), "bench heap");
    const auto& row = report.at("cases").at(0);
    EXPECT_EQ(row.at("windows").size(), 1u);
    EXPECT_EQ(row.at("samples_depth_m").size(), 1u);
    EXPECT_NEAR(row.at("depth").at("p99").at("share").get<double>(), 0.2, 1e-6);
    EXPECT_EQ(row.at("simulated_seconds_per_second"),
              row.at("simulated_s").get<double>() / row.at("wall_s").get<double>());
    EXPECT_NEAR(row.at("body_steps_per_second").get<double>(), 4000, 1e-6);
    const std::string text = csv.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(BenchHeap, time_steps_are_numbers_or_parts_of_a_second) {
    EXPECT_DOUBLE_EQ(app::parse_time_step("--time-step", "0.00025"), 0.00025);
    EXPECT_DOUBLE_EQ(app::parse_time_step("--time-step", "1/240"), 1.0 / 240);
    for (const char* wrong : {"0", "1", "1/0", "1/", "/240", "x", "1/240/2", "-1/240"})
        EXPECT_THROW(app::parse_time_step("--time-step", wrong), app::BadUsage) << wrong;
    EXPECT_THROW(app::WorldRivalLibrary("nobody"), sort::Unavailable);
}

}  // namespace
