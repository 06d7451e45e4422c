// Races on emulated devices: every engine's graph, on a stream of its own, sorts rightly; every broad phase finds the
// same pairs; two worlds side by side stay the same.
#include <gtest/gtest.h>

#include <numeric>

#include "app/bench/race/race_pairs.h"
#include "app/bench/race/race_sorts.h"
#include "app/view/race/ab_comparison.h"
#include "tests/sim/sim_scene.h"

namespace {

using app::Race;

void finish(Race& race) {
    while (race.advance(0)) {
    }
    EXPECT_GE(race.rows().size(), 4u);
    for (const app::RaceRow& row : race.rows()) {
        EXPECT_EQ(row.refusal, "") << row.name;
        EXPECT_EQ(row.check_text(), "ok") << row.name;
    }
}

TEST(FrameRaceEmulated, every_engine_sorts_a_copy_of_the_keys) {
    app::SortRaceInput input;
    input.backend = sort::Backend::cuda;
    input.in_use = "adaptive";
    input.keys.resize(1000);
    std::iota(input.keys.begin(), input.keys.end(), 5u);
    std::swap(input.keys[3], input.keys[700]);
    Race race(app::sort_race(input), {1, 1}, [] { return 0.0; });
    finish(race);
    EXPECT_EQ(race.rows()[0].name, "adaptive");
    EXPECT_NE(race.rows()[0].note, "");
}

sim::WorldConfig on_cuda(const std::string& engine, const std::string& broad_phase) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 300);
    config.backend = sim::Backend::cuda;
    config.engine = engine;
    config.broad_phase = broad_phase;
    return config;
}

TEST(FrameRaceEmulated, every_broad_phase_finds_the_same_pairs) {
    app::PairRaceInput input;
    input.config.backend = sim::Backend::cuda;
    input.config.engine = "adaptive";
    input.config.broad_phase = "columns";
    const auto world = sim::World::create(on_cuda("adaptive", "columns"));
    for (const sim::Body& body : world->snapshot().bodies)
        input.boxes.push_back(
            sim::box_of({body.position_m.x, body.position_m.y, body.position_m.z, 1.3f * body.radius_m}));
    Race race(app::pair_race(input), {1, 1}, [] { return 0.0; });
    finish(race);
}

TEST(FrameRaceEmulated, two_worlds_take_the_same_steps) {
    const auto a = sim::World::create(on_cuda("adaptive", "columns"));
    a->step(2);
    sim::Snapshot start = a->snapshot();
    const auto create = [](const sim::WorldConfig& config, const sim::Snapshot* from) {
        return sim::World::create(config, from);
    };
    app::AbComparison ab(sim::World::create(on_cuda("onesweep", "sweep"), &start), start, {}, create);
    for (int k = 0; k < 6; ++k) {
        a->step(1);
        ab.step(*a);
    }
    ab.compare(*a);
    EXPECT_EQ(ab.failure(), "");
    EXPECT_FALSE(ab.difference());
    EXPECT_EQ(ab.compared_at(), 8u);
}

}  // namespace
