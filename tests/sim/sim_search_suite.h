// Worlds whose sort engine and broad phase change while they run: the bits of one in which nothing changes.
#pragma once
#include <gtest/gtest.h>

#include "sim/world.h"

namespace searches {

struct Change {
    std::string engine, broad_phase;  // "": as it is
};

/// A world that takes `steps` steps after each change, and one that takes as many without any.
inline void expect_bits_of_no_change(const sim::WorldConfig& config, const std::vector<Change>& changes,
                                     uint32_t steps) {
    const auto steady = sim::World::create(config), changing = sim::World::create(config);
    for (sim::World* world : {steady.get(), changing.get()}) world->step(steps);
    for (const Change& change : changes) {
        SCOPED_TRACE(config.scene.spawn + ": " + change.engine + ", " + change.broad_phase);
        const sim::SavedState before = changing->save();
        if (!change.engine.empty()) changing->set_engine(change.engine);
        if (!change.broad_phase.empty()) changing->set_broad_phase(change.broad_phase);
        EXPECT_EQ(state_hash(changing->snapshot()), state_hash(steady->snapshot())) << "at once";
        EXPECT_TRUE(changing->pairs_by_id().empty()) << "they are known after the next step";
        for (sim::World* world : {steady.get(), changing.get()}) world->step(steps);
        EXPECT_EQ(state_hash(changing->snapshot()), state_hash(steady->snapshot()));
        EXPECT_EQ(changing->pairs_by_id(), steady->pairs_by_id());
        const sim::Physics physics = config.scene.physics;
        ASSERT_TRUE(changing->restore(before, physics)) << "a state of before the change";
        changing->step(steps);
        EXPECT_EQ(state_hash(changing->snapshot()), state_hash(steady->snapshot())) << "gone back";
    }
}

/// Requests an engine and a broad phase that do not exist: they are refused, and the world goes on as it was.
inline void expect_refusals_change_nothing(const sim::WorldConfig& config) {
    const auto world = sim::World::create(config), other = sim::World::create(config);
    world->step(3);
    EXPECT_THROW(world->set_engine("no-such-engine"), std::invalid_argument);
    EXPECT_THROW(world->set_broad_phase("no-such-phase"), std::invalid_argument);
    EXPECT_EQ(world->config().engine, config.engine);
    EXPECT_EQ(world->config().broad_phase, config.broad_phase);
    world->step(3);
    other->step(6);
    EXPECT_EQ(state_hash(world->snapshot()), state_hash(other->snapshot()));
}

}  // namespace searches
