// The scenes for the sort and the classics do what they say, and give the same bits everywhere.
#include <gtest/gtest.h>

#include <set>

#include "tests/sim/sim_golden.h"

namespace {

using testing_worlds::config_of;

struct Outcome {
    sim::Snapshot start, end;
    std::vector<sim::StepReport> reports;
};

Outcome run(const std::string& scene, uint32_t bodies, uint32_t steps) {
    const auto world = sim::World::create(config_of(scene, bodies));
    Outcome out;
    out.start = world->snapshot();
    world->step(steps);
    out.end = world->snapshot();
    world->poll(out.reports);
    return out;
}

float moved(const Outcome& run, uint32_t id) {
    return length(run.end.bodies[id].position_m - run.start.bodies[id].position_m);
}

TEST(Stress, calm_bodies_move_and_stay_in_order) {
    const Outcome calm = run("calm", 900, 150);
    uint32_t moving = 0;
    for (uint32_t id = 0; id < 900; ++id) moving += moved(calm, id) > 0.2f;
    EXPECT_GT(moving, 600u);
    for (size_t k = 1; k < calm.reports.size(); ++k)
        ASSERT_EQ(calm.reports[k].counters.descents, 0u) << "step " << k + 1;
}

TEST(Stress, one_fast_body_is_the_only_one_that_moves) {
    const Outcome fast = run("one-fast", 901, 400);
    for (uint32_t id = 0; id < 900; ++id) ASSERT_EQ(moved(fast, id), 0) << id;
    EXPECT_GT(moved(fast, 900), 1);
    uint32_t disturbed = 0;
    for (size_t k = 2; k < fast.reports.size(); ++k) {
        disturbed += fast.reports[k].counters.descents > 0;
        if (fast.reports[k].counters.columns_changed) continue;
        ASSERT_LE(fast.reports[k].counters.descents, 1u) << "step " << k + 1;
    }
    EXPECT_GT(disturbed, 20u);
}

TEST(Stress, beads_on_one_plane_have_few_keys_for_ever) {
    const Outcome plane = run("one-plane", 900, 800);
    std::set<float> keys;
    float up_or_down = 0;
    for (uint32_t id = 0; id < 900; ++id) {
        const sim::Vec3 place = plane.end.bodies[id].position_m;
        ASSERT_EQ(place.z, 0);
        keys.insert(place.x);
        up_or_down = std::max(up_or_down, moved(plane, id));
    }
    EXPECT_LT(keys.size(), 900u / 10);
    EXPECT_GT(up_or_down, 1);
    EXPECT_GT(plane.reports.back().counters.contacts, 0u);  // they have met, and not been turned aside
}

TEST(Stress, one_huge_body_has_very_many_partners) {
    const auto world = sim::World::create(config_of("one-huge", 1500));
    world->step(1700);
    world->watch(1499);
    world->step(1);
    EXPECT_GT(world->counters().watched.pair_count, 60u);
    EXPECT_GT(world->counters().watched.radius_m, 5);
}

TEST(Stress, after_an_explosion_every_sort_is_a_full_one) {
    const Outcome burst = run("explosion", 2000, 120);
    for (size_t k = 20; k < burst.reports.size(); ++k)
        ASSERT_GT(burst.reports[k].counters.descents, 2000u / 20) << "step " << k + 1;
    float farthest = 0;
    for (const sim::Body& body : burst.end.bodies) {
        for (int axis = 0; axis < 3; ++axis) {  // walls give way to fast bodies, a little
            const float width = burst.end.container.max_m[axis] - burst.end.container.min_m[axis];
            EXPECT_GT(body.position_m[axis], burst.end.container.min_m[axis] - 0.1f * width);
            EXPECT_LT(body.position_m[axis], burst.end.container.max_m[axis] + 0.1f * width);
        }
        farthest = std::max(farthest, length(body.velocity_m_s));
    }
    EXPECT_LT(farthest, 300);
}

TEST(Stress, bodies_teleport_in_most_steps) {
    const Outcome rain = run("teleport", 1000, 2500);
    uint32_t jumps = 0;
    for (size_t k = 2000; k < rain.reports.size(); ++k) jumps += rain.reports[k].counters.respawned > 0;
    EXPECT_GT(jumps, 100u);
}

TEST(Classics, a_pyramid_stands) {
    const Outcome pyramid = run("pyramid", 55, 240);  // 5 layers
    for (uint32_t id = 0; id < 55; ++id) ASSERT_LT(moved(pyramid, id), 0.02f) << id;
    EXPECT_GT(pyramid.reports.back().counters.asleep, 50u);
}

TEST(Classics, a_pyramid_stands_that_does_not_sleep) {
    sim::WorldConfig config = config_of("pyramid", 55);
    config.scene.physics.sleep_speed_m_s = 0;
    const auto world = sim::World::create(config);
    const sim::Snapshot start = world->snapshot();
    world->step(1200);
    const sim::Snapshot end = world->snapshot();
    for (uint32_t id = 0; id < 55; ++id)
        ASSERT_LT(length(end.bodies[id].position_m - start.bodies[id].position_m), 0.02f) << id;
}

TEST(Classics, dominoes_fall_one_after_the_other) {
    const Outcome row = run("dominoes", 20, 336);
    const auto tilt = [&](uint32_t id) {  // cosine of the angle of what stood upright
        return sim::rotation(row.end.rotations[id].orientation).x.y;
    };
    EXPECT_LT(tilt(0), 0.8f);
    EXPECT_LT(tilt(1), 0.9f);
    for (uint32_t id = 12; id < 20; ++id) ASSERT_GT(tilt(id), 0.999f) << id;
}

/// A row of dominoes falls with a speed of its own, of the order of sqrt(g height).
TEST(Classics, the_front_of_dominoes_is_as_fast_as_that_of_real_ones) {
    const sim::WorldConfig config = config_of("dominoes", 60);
    const auto world = sim::World::create(config);
    const float height_m = config.scene.meshes[0].size_m,
                apart_m = config.scene.spawn_values.at("distance_share") * height_m;
    const auto fallen = [&] {
        uint32_t count = 0;
        for (const sim::RotationState& one : world->snapshot().rotations)
            count += sim::rotation(one.orientation).x.y < 0.8f;
        return count;
    };
    world->step(480);
    const uint32_t first = fallen();
    world->step(480);
    const float speed = float(fallen() - first) * apart_m / 2 / std::sqrt(9.81f * height_m);
    EXPECT_GT(first, 5u);
    EXPECT_GT(speed, 1.1f);
    EXPECT_LT(speed, 1.7f);
}

TEST(Classics, pebbles_run_through_the_neck_and_boxes_stay_in_the_drum) {
    const Outcome glass = run("hourglass", 120, 240);
    uint32_t through = 0;
    for (uint32_t id = 1; id < 120; ++id) through += glass.end.bodies[id].position_m.y < 2.8f;
    EXPECT_GT(through, 3u);
    EXPECT_LT(through, 100u);
    const Outcome drum = run("tumbler", 30, 144);
    for (uint32_t id = 1; id < 30; ++id) {
        const sim::Vec3 place = drum.end.bodies[id].position_m;
        ASSERT_LT(std::abs(place.x), 3.2f) << id;
        ASSERT_LT(std::abs(place.y - 4.4f), 3.2f) << id;
    }
}

TEST(Classics, more_bodies_than_the_container_holds_are_refused) {
    try {
        sim::World::create(config_of("hourglass", 100000));
        ADD_FAILURE() << "no refusal";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find("room for"), std::string::npos) << error.what();
    }
}

TEST(Stress, gives_the_golden_hashes) { testing_worlds::expect_more_golden_hashes(sim::Backend::cpu); }

}  // namespace
