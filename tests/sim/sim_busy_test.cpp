// Chairs that sleep, fall and meet driven bodies, on the CPU.
#include "tests/sim/sim_busy_suite.h"

namespace {

using namespace busy;

TEST(Busy, a_world_from_a_snapshot_goes_on_with_the_same_bits) {
    const sim::Snapshot start = running(config_for(26));
    for (const uint32_t before : {0, 4, 12}) {
        SCOPED_TRACE(before);
        expect_restart_changes_nothing(sim::Backend::cpu, start, before, 20);
    }
}

TEST(Busy, depth_of_sleepers_survives_a_restart) {
    const sim::WorldConfig config = config_for(26);
    sim::Snapshot state = running(config);
    const auto world = sim::World::create(config, &state);
    const auto id = uint32_t(state.bodies.size()) - 1;
    const sim::BodyView view = world->bodies();
    for (uint32_t slot = 0; slot < view.count; ++slot)
        EXPECT_EQ(view.depth_m[slot], state.depth_m[view.id[slot]]);

    // Asleep where it is, though it would fall: it keeps what it had.
    state.bodies[id].still_s = config.scene.physics.sleep_time_s;
    state.bodies[id].velocity_m_s = {0, 0, 0};
    state.depth_m[id] = 0.007f;
    const auto asleep = sim::World::create(config, &state);
    asleep->step(1);
    EXPECT_EQ(asleep->snapshot().depth_m[id], 0.007f);
}

TEST(Busy, sleepers_that_are_hit_wake_up_and_others_do_not) {
    const sim::WorldConfig config = config_for(26);
    const Census before = census(config, running(config, kFirstSleep)),
                 after = census(config, running(config));
    EXPECT_GT(before.asleep, 10u);
    EXPECT_LT(after.asleep, before.asleep);
    EXPECT_GT(after.asleep, 0u);
}

}  // namespace
