// The memory of saved states: what a state that was dropped leaves is used by the next one, or not at all.
#include "sim/run/save_ring.h"
#include "tests/sim/sim_scene.h"

namespace {

using testing_worlds::config_of;

/// A ring that is full has the memory of a dropped state; a state for which there is no room takes none of it.
TEST(SaveRing, of_dropped_states_and_one_that_is_too_large_holds_what_the_world_was) {
    const auto small = sim::World::create(config_of("pile", 20)),
               large = sim::World::create(config_of("pile", 2000));
    const uint64_t each = small->save().bytes;
    sim::SaveRing ring({.device_bytes = 0, .host_bytes = 4 * each});
    for (int k = 0; k < 9; ++k) {
        small->step(1);
        ring.add(*small);
    }
    EXPECT_EQ(ring.count(), 4u);
    large->step(20);
    for (int k = 0; k < 3; ++k) {
        ring.add(*large);
        EXPECT_NE(ring.why_smaller(), "");
        small->step(1);
        ring.add(*small);
        ASSERT_EQ(ring.count(), 4u);
        EXPECT_EQ(sim::state_hash(sim::snapshot_of(ring.all().back(), small->container())),
                  sim::state_hash(small->snapshot()));
    }
    EXPECT_LE(ring.bytes(false), 4 * each);
}

}  // namespace
