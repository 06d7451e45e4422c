// A world that goes on from a snapshot has the bits of the world that it was taken of, from whichever step: nothing that a
// snapshot does not hold decides what comes next.
#include <gtest/gtest.h>

#include "tests/sim/sim_gravity.h"

namespace {

using namespace gravity_worlds;

/// Goes on from the state before each of `steps` steps to the end of them.
void expect_the_same_end_from_every_step(sim::World& world, sim::WorldConfig config, uint32_t steps,
                                         const std::string& what) {
    std::vector<sim::Snapshot> states;
    for (uint32_t step = 0; step < steps; ++step, world.step(1)) states.push_back(world.snapshot());
    const uint64_t expected = sim::state_hash(world.snapshot());
    for (uint32_t step = 0; step < steps; ++step) {
        const auto second = sim::World::create(config, &states[step]);
        second->step(steps - step);
        EXPECT_EQ(sim::state_hash(second->snapshot()), expected) << what << ", from step " << step;
    }
}

TEST(EverySnapshot, has_all_that_the_next_steps_of_a_scene_depend_on) {
    for (const std::string& scene : app::built_in_scene_names()) {
        const sim::WorldConfig config = config_of(scene, 24);
        const auto world = sim::World::create(config);
        world->step(60);
        expect_the_same_end_from_every_step(*world, config, 4, scene);
    }
}

/// Bodies that cross the borders of cells in which about as many stand as are sorted at once, and more.
TEST(EverySnapshot, has_all_that_the_order_in_crowded_cells_depends_on) {
    const sim::WorldConfig config = nasty_config();
    for (const Case& test : nasty_cases()) {
        for (const uint32_t count : {30u, 190u, 300u}) {  // the far escaper leaves eight cells for the others
            std::vector<sim::Body> bodies = bodies_of(test, count);
            sim::Random random(count);
            for (sim::Body& body : bodies) body.velocity_m_s = random.vector(100);
            const auto world = world_of(bodies, config);
            expect_the_same_end_from_every_step(*world, config, 6,
                                                std::string(test.name) + " " + std::to_string(count));
        }
    }
}

}  // namespace
