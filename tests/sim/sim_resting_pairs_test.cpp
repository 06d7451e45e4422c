// Pairs of bodies with meshes that both sleep: they are counted, not solved, until one of the two is woken.
#include <gtest/gtest.h>

#include "tests/sim/sim_placed_meshes.h"

namespace {

using namespace constrained;

constexpr uint32_t kSlabs = 4;

sim::WorldConfig config_of_a_stack() { return config_with("slab", 0.6f, 48, kSlabs); }

/// A stack of slabs on the floor, all asleep.
sim::Snapshot stack_asleep() {
    const sim::WorldConfig config = config_of_a_stack();
    const sim::Snapshot start = state_of(config, 3, places_of_a_stack(config));
    const auto world = sim::World::create(config, &start);
    world->step(400);
    EXPECT_EQ(world->counters().asleep, kSlabs);
    return world->snapshot();
}

TEST(RestingPairs, are_counted_in_every_step_and_behind_a_snapshot) {
    const sim::WorldConfig config = config_of_a_stack();
    const sim::Snapshot start = state_of(config, 3, places_of_a_stack(config));
    const auto world = sim::World::create(config, &start);
    world->step(400);
    const uint64_t contacts = world->counters().contacts;
    EXPECT_EQ(contacts, kSlabs) << "each with what it lies on";
    const sim::Snapshot asleep = world->snapshot();
    const auto other = sim::World::create(config, &asleep);
    for (int step = 0; step < 3; ++step) {
        for (const auto& own : {world.get(), other.get()}) {
            own->step(1);
            EXPECT_EQ(own->counters().contacts, contacts) << "step " << step;
            EXPECT_EQ(own->counters().asleep, kSlabs);
        }
        EXPECT_EQ(sim::state_hash(other->snapshot()), sim::state_hash(world->snapshot()));
    }
}

TEST(RestingPairs, hold_a_body_in_the_step_in_which_it_is_woken) {
    const sim::WorldConfig config = config_of_a_stack();
    const sim::Snapshot asleep = stack_asleep();
    for (uint32_t id = 0; id < kSlabs; ++id) {
        for (const bool behind_a_snapshot : {true, false}) {
            const auto world = sim::World::create(config, &asleep);
            if (!behind_a_snapshot) world->step(2);
            sim::Hand hand;
            hand.kind = sim::Hand::pulls, hand.id = id;
            hand.rate_1_s = 10, hand.most_m_s2 = 1e-3f;  // it touches, and hardly pulls
            hand.target_m = asleep.bodies[id].position_m;
            world->set_hand(hand);
            world->step(1);
            EXPECT_EQ(world->counters().asleep, kSlabs - 1);
            EXPECT_EQ(world->counters().contacts, kSlabs);
            const float speed_m_s = length(world->snapshot().bodies[id].velocity_m_s);
            EXPECT_LT(speed_m_s, 0.1f * 9.81f * kStep_s) << "slab " << id << " falls through what it lies on";
        }
    }
}

}  // namespace
