// What is said of a state that is wrong, and scenes that are refused because they would become so.
#include "sim/math/body_flags.h"
#include "sim/step_numbers.h"
#include "tests/sim/sim_wrong_state_suite.h"

namespace {

using testing::HasSubstr;
using testing_worlds::config_of;

constexpr sim::Backend kCpu = sim::Backend::cpu;

TEST(WrongState, of_spheres_is_counted_in_each_step) { wrong_state::expect_counted("gas", false, kCpu); }
TEST(WrongState, of_spheres_that_roll_is_counted) { wrong_state::expect_counted("pile", true, kCpu); }
TEST(WrongState, of_bodies_with_a_mesh_is_counted) { wrong_state::expect_meshes_counted(kCpu); }
TEST(WrongState, of_all_bodies_is_searched_quickly) { wrong_state::expect_all_lost(kCpu); }
TEST(WrongState, of_one_body_slows_no_search) { wrong_state::expect_few_tests_beside_one_lost(kCpu); }
TEST(WrongState, in_boxes_leads_no_search_astray) { wrong_state::expect_in_range(kCpu, "cpu-radix"); }

TEST(WrongState, where_bodies_may_leave_is_what_is_not_finite) {
    for (const char* scene : {"landscape", "plummer", "explosion", "one-fast"}) {
        const sim::WorldConfig config = config_of(scene, 100);
        sim::Snapshot start = sim::World::create(config)->snapshot();
        start.bodies[7].velocity_m_s = {1e6f, 0, 0};
        const auto leaving = sim::World::create(config, &start);
        leaving->step(1);
        EXPECT_EQ(leaving->counters().outside, 0u) << scene;
        EXPECT_EQ(leaving->counters().fast, 0u) << scene;
        EXPECT_EQ(leaving->counters().not_finite, 0u) << scene;
        start.bodies[8].velocity_m_s.z = wrong_state::kNan;  // where bodies pull each other, all are lost
        const auto world = sim::World::create(config, &start);
        world->step(1);
        EXPECT_EQ(world->counters().outside, 0u) << scene;
        EXPECT_EQ(world->counters().fast, 0u) << scene;
        EXPECT_GE(world->counters().not_finite, 1u) << scene;
    }
}

TEST(WrongState, in_a_landscape_ends_where_the_body_falls_again) {
    const sim::WorldConfig config = config_of("landscape", 100);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    start.bodies[8].velocity_m_s.z = wrong_state::kNan;
    const auto world = sim::World::create(config, &start);
    world->step(3);
    EXPECT_EQ(world->counters().not_finite, 0u);
    EXPECT_EQ(world->counters().total_not_finite, 1u);
    EXPECT_EQ(world->counters().total_respawned, 1u);
}

/// Where bodies may leave, one is neither outside nor fast, wherever it is and however fast.
TEST(WrongState, of_a_body_depends_on_whether_it_may_leave) {
    constexpr uint32_t kOutside = 1u << sim::kOutside, kFast = 1u << sim::kFast,
                       kLost = 1u << sim::kNotFinite;
    constexpr uint32_t kId = 5;
    struct Case {
        const char* name;
        sim::Vec3 place, velocity;
        uint32_t where_closed, where_open;
    };
    const float aside = sim::place_aside(kId);
    const Case cases[] = {
        {"inside", {0, 2, 3}, {1, 1, 1}, 0, 0},
        {"below", {0, -0.1f, 3}, {1, 1, 1}, kOutside, 0},
        {"beside", {1.1f, 2, 3}, {1, 1, 1}, kOutside, 0},
        {"further than a search may look", {0, 2, 2 * sim::kMostInside_m}, {1, 1, 1}, kOutside, 0},
        {"fast", {0, 2, 3}, {60, 0, 0}, kFast, 0},
        {"gone", {0, 2, 1e20f}, {0, 0, 1e18f}, kOutside | kFast, 0},
        {"nowhere", {0, wrong_state::kNan, 3}, {1, 1, 1}, kLost, kLost},
        {"endless", {0, 2, 3}, {0, HUGE_VALF, 0}, kLost, kLost},
        {"set aside", {aside, aside, aside}, {0, 0, 0}, kLost, kLost},
    };
    for (const bool closed : {true, false}) {
        sim::StepNumbers numbers{};
        numbers.dt_s = 0.01f;
        numbers.wall_min_m = {-1, 0, 2}, numbers.wall_max_m = {1, 4, 5};
        sim::set_closed(numbers, closed);
        for (const Case& test : cases) {
            const sim::Motion body = {test.place, 0.5f, test.velocity, 1, {0, 0, 0}, 0};
            EXPECT_EQ(sim::state_faults(body, kId, true, numbers),
                      closed ? test.where_closed : test.where_open)
                << test.name << (closed ? ", closed" : ", open");
            EXPECT_EQ(sim::state_faults(body, kId, false, numbers), kLost) << test.name << ", turned to NaN";
        }
    }
}

/// F5: all of its bodies would lie below the floor, and nothing would say so.
TEST(Stiffness, that_does_not_hold_gravity_is_refused_with_the_figures) {
    sim::WorldConfig config = config_of("gas", 30);
    config.scene.physics.gravity_m_s2 = {0, -1e6f, 0};
    config.scene.physics.stiffness_pa = 2.28153e7f;
    try {
        sim::World::create(config);
        FAIL() << "not refused";
    } catch (const sim::BadSceneValue& error) {
        EXPECT_STREQ(error.table, "physics");
        EXPECT_STREQ(error.key, "stiffness_pa");
        EXPECT_THAT(error.what(),
                    HasSubstr("stiffness_pa = 2.28e+07: does not hold gravity_m_s2 of 1e+06 m/s2"));
        EXPECT_THAT(error.what(), HasSubstr("would sink in by 91.8 radii"));
        EXPECT_THAT(error.what(),
                    HasSubstr("at least 2.09e+09 is expected, or gravity_m_s2 of at most 1.09e+04"));
    }
}

/// Just enough: a body that is put down on the floor goes in as deep as its radius, and no deeper.
TEST(Stiffness, that_is_asked_for_is_what_it_takes) {
    sim::WorldConfig config = config_of("gas", 1);
    config.scene.physics.gravity_m_s2 = {0, -1000, 0};
    config.scene.physics.time_step_s = 0.0002f;
    const float load = 4.18879f * 0.5f * 1000;  // mass / radius^2
    sim::Snapshot start = sim::World::create(config)->snapshot();
    start.bodies[0].position_m.y = start.container.min_m.y + 0.5f;
    start.bodies[0].velocity_m_s = {0, 0, 0};
    for (const float share : {0.98f, 1.02f}) {
        config.scene.physics.stiffness_pa = share * load * 1000;
        if (share < 1) {
            EXPECT_THROW(sim::World::create(config, &start), sim::BadSceneValue);
            continue;
        }
        const auto world = sim::World::create(config, &start);
        float lowest = 1;
        for (int step = 0; step < 600; ++step) {
            world->step(1);
            lowest = std::min(lowest, world->snapshot().bodies[0].position_m.y - start.container.min_m.y);
        }
        EXPECT_EQ(world->counters().total_outside, 0u);
        EXPECT_GT(lowest, 0);
        EXPECT_LT(lowest, 0.05f) << "it is not far from it";
    }
}

}  // namespace
