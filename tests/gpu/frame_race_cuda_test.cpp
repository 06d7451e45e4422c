// On a GPU: every engine and broad phase races on a frame of a world, and two worlds side by side stay the same.
#include "app/view/race/ab_comparison.h"
#include "app/view/race/frame_race.h"
#include "tests/gpu/cuda_fixture.h"
#include "tests/sim/sim_scene.h"

namespace {

class FrameRaceOnCuda : public testing_worlds::Cuda {};

sim::WorldConfig on_cuda(const std::string& engine, const std::string& broad_phase) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 20000);
    config.backend = sim::Backend::cuda;
    config.engine = engine;
    config.broad_phase = broad_phase;
    return config;
}

void expect_all_right(const app::Race& race) {
    size_t raced = 0;
    for (const app::RaceRow& row : race.rows()) {
        EXPECT_EQ(row.fault, "") << row.name;
        EXPECT_TRUE(!row.raced() || row.min_ms() > 0) << row.name;
        raced += row.raced();
    }
    EXPECT_GE(raced, 3u);
}

TEST_F(FrameRaceOnCuda, all_that_race_are_right) {
    const auto world = sim::World::create(on_cuda("adaptive", "columns"));
    world->step(30);
    world->finish();
    app::RaceFacts facts;
    facts.backend = sim::Backend::cuda;
    app::FrameRace race(*world, facts, "");
    while (race.advance(0.1)) {
    }
    EXPECT_EQ(race.sorts_note(), "");
    expect_all_right(race.sorts());
    expect_all_right(race.broad_phases());
}

TEST_F(FrameRaceOnCuda, two_worlds_with_other_engines_stay_the_same) {
    const auto a = sim::World::create(on_cuda("adaptive", "columns"));
    a->step(10);
    sim::Snapshot start = a->snapshot();
    const auto create = [](const sim::WorldConfig& config, const sim::Snapshot* from) {
        return sim::World::create(config, from);
    };
    app::AbComparison ab(sim::World::create(on_cuda("onesweep", "sweep"), &start), start, {}, create);
    for (int k = 0; k < 100; ++k) {
        a->step(1);
        ab.step(*a);
    }
    ab.compare(*a);
    EXPECT_EQ(ab.failure(), "");
    EXPECT_FALSE(ab.difference());
    EXPECT_EQ(ab.compared_at(), 110u);
    EXPECT_GT(ab.times_of_b().step_ms, 0);
}

}  // namespace
