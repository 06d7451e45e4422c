// The CPU world and the search of pairs at the limits of memory.
#include <algorithm>

#include "sim/search/pair_search.h"
#include "sort/base/counts.h"
#include "tests/sim/sim_limit_suite.h"
#include "tests/sim/sim_run_suite.h"

namespace {

TEST(Limit, a_world_says_no_with_the_count_and_lives_on) {
    for (const char* broad_phase : {"brute", "columns", "endpoint", "sweep"}) {
        for (const bool traced : {false, true}) {
            testing_worlds::expect_says_no_and_lives_on(sim::Backend::cpu, broad_phase, traced);
        }
    }
}

TEST(Limit, of_bodies_and_boxes_is_the_last_count_that_is_allowed) {
    EXPECT_EQ(sort::require_at_most(5, 5, "bodies"), 5u);
    EXPECT_EQ(sort::require_at_most(UINT32_MAX, UINT32_MAX, "bodies"), UINT32_MAX);
    const auto expect_refused = [](const std::string& text, auto call) {
        try {
            call();
            FAIL() << text;
        } catch (const sort::OverLimit& error) {
            EXPECT_EQ(error.what(), text);
        }
    };
    expect_refused("bodies: requested 6, the limit is 5", [] { sort::require_at_most(5, 6, "bodies"); });
    sim::WorldConfig config = testing_worlds::config_of("gas", sim::kMaxBodies + 1);
    expect_refused("bodies: requested 134,217,729, the limit is 134,217,728",
                   [&] { sim::World::create(config); });
    expect_refused("boxes: requested 134,217,729, the limit is 134,217,728",
                   [] { sim::PairSearch::create(sim::kMaxBodies + 1, {}); });
}

TEST(Limit, more_bodies_than_memory_are_refused_with_both_numbers) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 1);
    config.bodies = sim::kMaxBodies;
    try {
        sim::World::create(config);
        GTEST_SKIP() << "skipped: this machine has room for 2^27 bodies";
    } catch (const sort::OverLimit& error) {
        EXPECT_NE(std::string(error.what()).find("134,217,728 bodies"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("can be used here"), std::string::npos) << error.what();
    }
}

TEST(Limit, as_much_is_asked_for_as_the_world_then_holds_and_its_start) {
    for (const char* broad_phase : {"brute", "columns", "endpoint", "sweep"}) {
        sim::WorldConfig config = testing_worlds::config_of("gas", 100000);
        config.broad_phase = broad_phase;
        const double holds = double(sim::World::create(config)->bytes()) + 2.0 * 48 * config.bodies;
        EXPECT_NEAR(double(sim::host_bytes_needed(config)), holds, 0.05 * holds) << broad_phase;
    }
}

TEST(Limit, more_pairs_than_memory_are_refused_before_all_are_counted) {
    // A million boxes at one place: 500 thousand million pairs, which would take minutes to count.
    const std::vector<sim::Box> boxes(1000000, {{0, 0, 0}, {1, 1, 1}});
    for (const char* broad_phase : {"brute", "columns", "endpoint", "sweep"}) {
        try {
            sim::find_pairs(boxes, {sim::Backend::cpu, "cpu-radix", broad_phase, 0, 0});
            FAIL() << "12 TB of pairs were found room for";
        } catch (const sort::OverLimit& error) {
            EXPECT_NE(std::string(error.what()).find("at least "), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("GB of memory that can be used here"), std::string::npos)
                << error.what();
        }
    }
}

TEST(Limit, the_parts_of_a_worlds_memory_add_up) {
    for (const char* scene : {"gas", "landscape", "mixed", "galaxy"}) {
        for (const char* broad_phase : {"columns", "sweep"})
            testing_worlds::expect_memory_adds_up(sim::Backend::cpu, scene, broad_phase);
    }
}

TEST(Limit, a_new_gravity_wakes_what_rests) {
    sim::WorldConfig config = testing_worlds::config_of("pile", 60);
    const auto world = sim::World::create(config);
    for (int k = 0; k < 140 && world->counters().asleep < 60; ++k) world->step(500);
    ASSERT_EQ(world->counters().asleep, 60u);
    config.scene.physics.gravity_m_s2 = {9.81f, 0, 0};
    world->set_physics(config.scene.physics);
    world->step(100);
    EXPECT_EQ(world->counters().asleep, 0u);
}

TEST(Limit, bodies_that_may_sleep_need_a_time_to_fall_asleep) {
    sim::WorldConfig config = testing_worlds::config_of("pile", 10);
    config.scene.physics.sleep_time_s = 0;
    EXPECT_THROW(sim::World::create(config), std::invalid_argument);
}

TEST(Limit, a_shift_is_the_way_from_the_slot_of_the_step_before) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 300);
    config.broad_phase = "columns";
    const auto world = sim::World::create(config);
    world->step(40);
    std::vector<int32_t> before(300);
    for (int32_t slot = 0; slot < 300; ++slot) before[world->bodies().id[slot]] = slot;
    world->step(1);
    const sim::BodyView after = world->bodies();
    int moved = 0;
    for (int32_t slot = 0; slot < 300; ++slot) {
        EXPECT_EQ(after.shift[slot], slot - before[after.id[slot]]);
        moved += after.shift[slot] != 0;
    }
    EXPECT_GT(moved, 0);
}

TEST(Limit, endpoint_knows_shifts_and_ranks_as_sweep_does) {
    sim::WorldConfig config = testing_worlds::config_of("gas", 300);
    config.broad_phase = "endpoint";
    const auto world = sim::World::create(config);
    world->step(40);
    const sim::BodyView before = world->bodies();
    const std::vector<uint32_t> rank_before(before.rank, before.rank + 300);
    world->step(1);
    const sim::BodyView after = world->bodies();
    int moved = 0;
    std::vector<bool> seen(300, false);
    for (uint32_t slot = 0; slot < 300; ++slot) {
        EXPECT_EQ(after.shift[slot], int32_t(after.rank[slot]) - int32_t(rank_before[slot]));
        moved += after.shift[slot] != 0;
        seen[after.rank[slot]] = true;
    }
    EXPECT_GT(moved, 0);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 300);
}

/// A step that fails is where the run ends, wherever it was begun from: nothing lies ahead, and it goes back and forth.
TEST(Limit, a_step_that_fails_is_the_end_of_the_run) {
    for (const uint32_t at_once : {1u, 5u, 64u, 2000u}) {
        sim::WorldConfig config = testing_worlds::implosion_config(400, sim::Backend::cpu);
        config.most_pairs = 5000;
        runs::Holder holder(config);
        holder.replace(testing_worlds::implosion(400), config.scene.physics);
        sim::Playback playback(holder, {});
        const auto fail = [&] {
            for (uint32_t done = 0; done < 2000; done += at_once) playback.advance(at_once);
        };
        EXPECT_THROW(fail(), sort::OverLimit);
        const uint64_t end = holder.world().counters().completed_steps, hash = holder.hash();
        ASSERT_GT(end, 0u);
        EXPECT_EQ(playback.step(), end) << at_once;
        EXPECT_EQ(playback.last_step(), end) << at_once;
        EXPECT_FALSE(playback.ahead()) << at_once;
        playback.go_to(end / 2);
        EXPECT_EQ(playback.last_step(), end) << at_once;
        EXPECT_THROW(fail(), sort::OverLimit);
        EXPECT_EQ(playback.step(), end) << at_once;
        EXPECT_EQ(holder.hash(), hash) << at_once;
    }
}

}  // namespace
