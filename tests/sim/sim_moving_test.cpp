// Spheres move as they are read: no stage of a step is there for that alone, nor one that plans the search.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/broad_phase/columns/grid.h"
#include "sim/exec/stage_cost.h"
#include "tests/sim/sim_scene.h"

namespace {

constexpr uint32_t kBodies = 3000;

std::unique_ptr<sim::World> gas_in(const std::string& broad_phase) {
    sim::WorldConfig config = testing_worlds::config_of("gas", kBodies);
    config.broad_phase = broad_phase;
    return sim::World::create(config);
}

std::vector<std::string> stages_of_a_step(const std::string& broad_phase) {
    const auto world = gas_in(broad_phase);
    world->step(1);
    std::vector<sim::StepReport> reports;
    world->poll(reports);
    std::vector<std::string> stages;
    for (const sim::StageTime& time : reports.at(0).stages) {
        const std::string stage(sim::stage_of(time.name));
        if (stages.empty() || stages.back() != stage) stages.push_back(stage);
    }
    return stages;
}

TEST(Moving, has_no_stage_of_its_own) {
    using testing::ElementsAre;
    EXPECT_THAT(stages_of_a_step("columns"),
                ElementsAre("keys", "sort", "reorder", "gather", "sweep", "solve"));
    EXPECT_THAT(stages_of_a_step("sweep"),
                ElementsAre("boxes", "axis", "keys", "sort", "reorder", "sweep", "contacts", "solve"));
}

uint64_t tests_of_next_step(sim::World& world) {
    world.step(1);
    return world.counters().tests;
}

// By a plan for other boxes, or none, one column may have them all.
TEST(Moving, has_columns_planned_for_its_first_step) {
    const auto world = gas_in("columns");
    const auto start = world->save();
    const uint64_t first = tests_of_next_step(*world), second = tests_of_next_step(*world);
    EXPECT_GT(first, second / 2);
    EXPECT_LT(first, 2 * second);

    world->step(500);
    ASSERT_TRUE(world->restore(start, world->config().scene.physics));
    EXPECT_EQ(tests_of_next_step(*world), first);

    world->set_broad_phase("sweep");
    world->step(1);
    world->set_broad_phase("columns");
    EXPECT_LT(tests_of_next_step(*world), 2 * second);
}

float longest_range(const sim::World& world) {
    float longest = 0;
    for (const sim::GridRange& range : world.bodies().columns->range)
        longest = sim::larger(longest, range.extent());
    return longest;
}

// The columns are those of the step before, not of all steps: a body that comes from far away is forgotten there.
TEST(Moving, has_columns_that_follow_the_bodies) {
    sim::WorldConfig config = testing_worlds::config_of("gas", kBodies);
    config.broad_phase = "columns";
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const float away_m = 10 * (start.container.max_m.x - start.container.min_m.x);
    start.container.max_m.x += 2 * away_m;
    start.bodies[0].position_m.x += away_m;
    start.bodies[0].velocity_m_s = {-away_m / (10 * config.scene.physics.time_step_s), 0, 0};
    const auto world = sim::World::create(config, &start);
    world->step(1);
    const float first = longest_range(*world);
    world->step(10);
    EXPECT_LT(longest_range(*world), first / 4);
}

// Bodies that fly apart leave the columns that were planned a step before.
TEST(Moving, finds_the_pairs_of_bodies_outside_the_columns) {
    sim::WorldConfig config = testing_worlds::config_of("gas", kBodies);
    sim::Snapshot fast = sim::World::create(config)->snapshot();
    for (size_t id = 0; id < fast.bodies.size(); ++id) {
        sim::Vec3& velocity = fast.bodies[id].velocity_m_s;
        velocity = velocity + sim::Vec3{id % 3 == 0 ? 1e4f : 0, id % 3 == 1 ? -1e5f : 0, 0};
    }
    uint64_t hashes[2];
    for (const bool brute : {false, true}) {
        config.broad_phase = brute ? "brute" : "columns";
        const auto world = sim::World::create(config, &fast);
        world->step(20);
        hashes[brute] = sim::state_hash(world->snapshot());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

}  // namespace
