// What holds of pairs of bodies with meshes that both sleep, on any backend: they are counted, not solved, until one of
// the two is woken.
#pragma once
#include "tests/sim/sim_placed_meshes.h"

namespace constrained {

inline constexpr uint32_t kRestingSlabs = 4;

inline sim::WorldConfig config_of_slabs(sim::Backend backend, uint32_t slabs = kRestingSlabs) {
    sim::WorldConfig config = config_with("slab", 0.6f, 48, slabs);
    config.backend = backend;
    config.engine = sort::engine_or_default("", backend).name;
    return config;
}

/// Returns a stack of slabs on the floor, all asleep, made on the CPU.
inline sim::Snapshot sleeping_stack() {
    const sim::WorldConfig config = config_of_slabs(sim::Backend::cpu);
    const sim::Snapshot start = state_of(config, 3, places_of_a_stack(config));
    const auto world = sim::World::create(config, &start);
    world->step(400);
    EXPECT_EQ(world->counters().asleep, kRestingSlabs);
    EXPECT_EQ(world->counters().contacts, kRestingSlabs) << "each with what it lies on";
    return world->snapshot();
}

/// Steps a world that comes to rest and one that starts from its snapshot: both count the same.
inline void expect_resting_pairs_are_counted(sim::Backend backend) {
    const sim::WorldConfig config = config_of_slabs(backend);
    const sim::Snapshot start = state_of(config, 3, places_of_a_stack(config));
    const auto world = sim::World::create(config, &start);
    world->step(400);
    const sim::Snapshot asleep = world->snapshot();
    const auto other = sim::World::create(config, &asleep);
    for (int step = 0; step < 3; ++step) {
        for (sim::World* const own : {world.get(), other.get()}) {
            own->step(1);
            own->finish();
            EXPECT_EQ(own->counters().contacts, kRestingSlabs) << "step " << step;
            EXPECT_EQ(own->counters().asleep, kRestingSlabs);
        }
        EXPECT_EQ(sim::state_hash(other->snapshot()), sim::state_hash(world->snapshot()));
    }
}

/// Wakes each slab of a stack by a pull that hardly moves it: what it lies on holds it in that step.
inline void expect_the_woken_are_held(sim::Backend backend) {
    const sim::WorldConfig config = config_of_slabs(backend);
    const sim::Snapshot asleep = sleeping_stack();
    for (uint32_t id = 0; id < kRestingSlabs; ++id) {
        std::vector<sim::Body> bodies[2];  // behind the step, where no pair had rested, and where all had
        for (const uint32_t steps_before : {0, 2}) {
            const auto world = sim::World::create(config, &asleep);
            world->step(steps_before);
            sim::Hand hand;
            hand.kind = sim::Hand::pulls, hand.id = id;
            hand.rate_1_s = 10, hand.most_m_s2 = 1e-3f;
            hand.target_m = asleep.bodies[id].position_m;
            world->set_hand(hand);
            world->step(1);
            world->finish();
            EXPECT_EQ(world->counters().asleep, kRestingSlabs - 1);
            EXPECT_EQ(world->counters().contacts, kRestingSlabs);
            bodies[steps_before / 2] = world->snapshot().bodies;
            EXPECT_LT(length(bodies[steps_before / 2][id].velocity_m_s), 0.1f * 9.81f * kStep_s)
                << "slab " << id << " falls through what it lies on";
        }
        for (uint32_t other = 0; other < kRestingSlabs; ++other) {
            const Vec3 then = bodies[0][other].velocity_m_s, now = bodies[1][other].velocity_m_s;
            EXPECT_TRUE(then.x == now.x && then.y == now.y && then.z == now.z)
                << "slab " << other << ", with " << id << " woken";
        }
    }
}

/// Throws a slab onto a sleeping stack: states and counts of one thread of the CPU, with one substep and with two.
inline void expect_a_stack_wakes_as_on_the_cpu(sim::Backend backend) {
    sim::Snapshot start = sleeping_stack();
    sim::Body thrown = start.bodies.back();
    thrown.position_m.y += 0.5f, thrown.velocity_m_s = {0.5f, -4, 0}, thrown.still_s = 0;
    start.bodies.push_back(thrown);
    start.rotations.push_back({});
    start.depth_m.push_back(0);
    for (const uint32_t substeps : {1, 2}) {
        const auto world_of = [&](sim::Backend own, int threads) {
            sim::WorldConfig config = config_of_slabs(own, kRestingSlabs + 1);
            config.scene.physics.substeps = substeps;
            config.threads = threads;
            return sim::World::create(config, &start);
        };
        const auto world = world_of(backend, 3), reference = world_of(sim::Backend::cpu, 1);
        uint32_t least_asleep = kRestingSlabs;
        for (int step = 0; step < 60; ++step) {
            for (sim::World* const own : {world.get(), reference.get()}) {
                own->step(1);
                own->finish();
            }
            ASSERT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(reference->snapshot())) << step;
            EXPECT_EQ(world->counters().contacts, reference->counters().contacts) << step;
            least_asleep = std::min(least_asleep, world->counters().asleep);
        }
        EXPECT_LT(least_asleep, kRestingSlabs) << "it has woken nobody: this test sees nothing";
    }
}

}  // namespace constrained
