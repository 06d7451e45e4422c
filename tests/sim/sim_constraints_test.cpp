// Bodies with shapes whose contacts are constraints, on the CPU: slopes, stacks, flights, throws, and the same bits.
#include <gmock/gmock.h>

#include "app/measure/true_depth.h"
#include "tests/sim/sim_placed_meshes.h"
#include "tests/sim/sim_rigid_state.h"
#include "tests/sim/sim_run_suite.h"

namespace {

using namespace constrained;

// --- slopes and stacks ---

/// Instead of the floor gravity is tilted; the slab slides along x.
std::unique_ptr<sim::World> slab_on_a_slope(double slope) {
    sim::WorldConfig config = config_with("slab", 0.6f, 48, 1);
    sim::Physics& physics = config.scene.physics;
    physics.friction = 0.5f;
    physics.air_drag_per_m = physics.sleep_speed_m_s = 0;
    const double cosine = 1 / std::sqrt(1 + slope * slope);
    physics.gravity_m_s2 = {float(9.81 * slope * cosine), float(-9.81 * cosine), 0};
    const float low = extent_of(shape_of(config)).min.y;
    const sim::Snapshot start = state_of(config, 50, {{0, 0.001f - low, 0}});
    return sim::World::create(config, &start);
}

TEST(Constraints, hold_a_slab_on_a_slope_that_friction_can_hold) {
    for (const double slope : {0.2, 0.48}) {
        const auto world = slab_on_a_slope(slope);
        world->step(240);
        const sim::Body before = world->snapshot().bodies[0];
        world->step(480);
        const sim::Body after = world->snapshot().bodies[0];
        EXPECT_LT(length(after.position_m - before.position_m) / 2, 1e-6f) << slope;
        EXPECT_LT(before.position_m.x, 0.02f) << "it has not been held at all";
    }
}

TEST(Constraints, let_a_slab_slide_as_friction_says) {
    const auto world = slab_on_a_slope(0.6);
    world->step(240);
    const float before = world->snapshot().bodies[0].velocity_m_s.x;
    world->step(480);
    const float after = world->snapshot().bodies[0].velocity_m_s.x;
    const double exact = 9.81 * (0.6 - 0.5) / std::sqrt(1.36);  // 0.8412
    EXPECT_NEAR((after - before) / 2, exact, 0.002 * exact);
}

void expect_a_stack_stands(uint32_t cells, float most_sideways_m) {
    constexpr uint32_t kSlabs = 10;
    const sim::WorldConfig config = config_with("slab", 0.6f, cells, kSlabs);
    const std::vector<Vec3> places = places_of_a_stack(config);
    const sim::Snapshot start = state_of(config, 3, places);
    const auto world = sim::World::create(config, &start);
    uint32_t steps = 0;
    for (; steps < 480 && world->counters().asleep < kSlabs; steps += 24) world->step(24);
    EXPECT_EQ(world->counters().asleep, kSlabs) << "in " << steps << " steps";
    const sim::Snapshot end = world->snapshot();
    for (uint32_t k = 0; k < kSlabs; ++k) {
        const Vec3 moved = end.bodies[k].position_m - places[k];
        EXPECT_LT(std::hypot(moved.x, moved.z), most_sideways_m) << k;
        EXPECT_NEAR(moved.y, 0, 0.002f * float(k + 1)) << k;  // a gap of 1 mm, and the slop of each contact
        EXPECT_GT(sim::rotation(end.rotations[k].orientation).y.y, 0.9999f) << k;
    }
    world->step(240);
    EXPECT_EQ(sim::state_hash([&] {
                  sim::Snapshot later = world->snapshot();
                  later.completed_steps = end.completed_steps;
                  return later;
              }()),
              sim::state_hash(end))
        << "sleepers stay as they are";
}

TEST(Constraints, bring_a_stack_of_ten_slabs_to_rest) { expect_a_stack_stands(48, 0.006f); }
TEST(Constraints, bring_a_stack_of_finer_slabs_to_rest) { expect_a_stack_stands(96, 0.005f); }

TEST(Constraints, a_stack_falls_when_what_holds_it_goes) {
    const sim::WorldConfig config = config_with("slab", 0.6f, 48, 4);
    const sim::Box extent = extent_of(shape_of(config));
    const float thick = extent.max.y - extent.min.y;
    std::vector<Vec3> places;
    for (uint32_t k = 0; k < 4; ++k) places.push_back({0, float(k) * thick - extent.min.y, 0});
    const sim::Snapshot start = state_of(config, 20, places);
    const auto first = sim::World::create(config, &start);
    first->step(480);
    ASSERT_EQ(first->counters().asleep, 4u);
    for (const size_t goes : {0, 1}) {
        sim::Snapshot state = first->snapshot();
        state.bodies[goes].velocity_m_s = {30, 0, 0};
        state.bodies[goes].still_s = 0;
        const auto world = sim::World::create(config, &state);
        world->step(240);
        EXPECT_LT(world->snapshot().bodies[3].position_m.y, places[3].y - 0.5f * thick)
            << "slab " << goes << " went";
    }
}

TEST(Constraints, a_sleeper_falls_with_what_falls_away_below_it) {
    const sim::WorldConfig config = config_with("slab", 0.6f, 48, 3);
    const sim::Box extent = extent_of(shape_of(config));
    const float thick = extent.max.y - extent.min.y;
    std::vector<Vec3> places;
    for (uint32_t k = 0; k < 3; ++k) places.push_back({0, float(k) * thick - extent.min.y, 0});
    const sim::Snapshot start = state_of(config, 20, places);
    const auto first = sim::World::create(config, &start);
    first->step(480);
    ASSERT_EQ(first->counters().asleep, 3u);
    sim::Snapshot state = first->snapshot();
    state.container.min_m.y -= 5;  // the floor goes,
    state.bodies[0].still_s =
        0.5f * config.scene.physics.sleep_time_s;  // and the lowest is awake, as if just woken
    const auto world = sim::World::create(config, &state);
    world->step(120);
    for (const sim::Body& body : world->snapshot().bodies)
        EXPECT_LT(body.velocity_m_s.y, -3) << "sleeps in the air";
}

TEST(Constraints, a_heap_stays_when_the_time_step_changes) {
    const sim::WorldConfig config = config_with("slab", 0.6f, 48, 6);
    const sim::Box extent = extent_of(shape_of(config));
    std::vector<Vec3> places;
    for (uint32_t k = 0; k < 6; ++k)
        places.push_back({0, float(k) * (extent.max.y - extent.min.y) - extent.min.y, 0});
    const sim::Snapshot start = state_of(config, 20, places);
    const auto world = sim::World::create(config, &start);
    world->step(240);
    sim::Physics fine = config.scene.physics;
    fine.time_step_s /= 50;
    world->set_physics(fine);  // wakes all
    world->step(1);
    for (const sim::Body& body : world->snapshot().bodies)
        EXPECT_LT(length(body.velocity_m_s), 0.02f) << "impulses of a long step act in a short one";
}

// --- energy ---

TEST(Constraints, a_free_flight_keeps_its_momentum_and_energy) {
    sim::WorldConfig config = config_with("chair", 0.9f, 96, 1);
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.air_drag_per_m = config.scene.physics.sleep_speed_m_s = 0;
    sim::Snapshot start = state_of(config, 50, {{0, 10, 0}});
    const Vec3 momentum = {0.3f, 2, 4}, velocity = {0.5f, 0.25f, -1};
    start.rotations[0].momentum = momentum;
    start.bodies[0].velocity_m_s = velocity;
    const auto world = sim::World::create(config, &start);
    const double first = mechanical_energy_j(config.scene, start);
    for (int k = 0; k < 40; ++k) {
        world->step(50);
        const sim::Snapshot now = world->snapshot();
        ASSERT_NEAR(mechanical_energy_j(config.scene, now) / first, 1, 1e-5) << k;
        const Vec3 &turning = now.rotations[0].momentum, &moving = now.bodies[0].velocity_m_s;
        ASSERT_TRUE(turning.x == momentum.x && turning.y == momentum.y && turning.z == momentum.z) << k;
        ASSERT_TRUE(moving.x == velocity.x && moving.y == velocity.y && moving.z == velocity.z) << k;
    }
    EXPECT_GT(length(world->snapshot().bodies[0].position_m - start.bodies[0].position_m), 9);
}

/// A chair thrown at one that stands: no step adds energy, and nothing ends within the other.
void expect_a_throw_ends_well(float speed_m_s, int trials, uint32_t substeps) {
    sim::WorldConfig config = config_with("chair", 0.9f, 96, 2);
    config.scene.physics.substeps = substeps;
    config.scene.physics.air_drag_per_m = 0;
    const app::DepthGauge gauge(config.scene.shapes);
    const float low = extent_of(shape_of(config)).min.y;
    for (int trial = 0; trial < trials; ++trial) {
        sim::Snapshot start =
            state_of(config, 6, {{0, -low, 0}, {-3, 0.55f + 0.05f * float(trial), 0.06f * float(trial - 3)}});
        start.bodies[1].velocity_m_s = {speed_m_s, 0, 0};
        const float turn = 0.3f + 0.1f * float(trial), rest = std::sqrt((1 - turn * turn) / 3);
        start.rotations[1].orientation = {turn, rest, trial % 2 ? -rest : rest, rest};
        const auto world = sim::World::create(config, &start);
        const double first = mechanical_energy_j(config.scene, start);
        double before = first;
        bool hit = false;
        for (int step = 0; step < 960 && world->counters().asleep < 2; ++step) {
            world->step(1);
            const sim::Snapshot now = world->snapshot();
            ASSERT_TRUE(all_finite(now));
            const double energy = mechanical_energy_j(config.scene, now);
            ASSERT_LT(energy - before, 0.002 * first) << "trial " << trial << ", step " << step;
            before = energy;
            hit |= length(now.bodies[0].velocity_m_s) > 1;
        }
        EXPECT_TRUE(hit) << trial;
        EXPECT_LT(before, 0.1 * first);
        const sim::Snapshot end = world->snapshot();
        const app::TrueDepth depth =
            gauge.measure(app::placed_bodies(end.bodies, end.rotations), end.container);
        EXPECT_LT(depth.share_at(1), 0.5f) << trial;
        EXPECT_LT(depth.deepest_wall_m(), 0.5f * gauge.thinnest_m()) << trial;
    }
}

TEST(Constraints, a_chair_thrown_at_another_at_20_m_s) { expect_a_throw_ends_well(20, 6, 1); }
TEST(Constraints, a_chair_thrown_at_another_at_30_m_s) { expect_a_throw_ends_well(30, 6, 1); }
TEST(Constraints, a_chair_thrown_at_another_in_substeps) { expect_a_throw_ends_well(20, 6, 2); }

// --- the same bits ---

TEST(Constraints, have_the_same_bits_with_every_engine_and_broad_phase) {
    const sim::Snapshot start = meeting(40, 60);
    for (const auto& engine : sort::engines()) {
        if (engine.backend == sim::Backend::cpu)
            expect_bits_of_the_cpu(sim::Backend::cpu, engine.name, start, 60, all_broad_phases());
    }
}

TEST(Constraints, have_the_same_bits_with_any_number_of_threads) {
    std::vector<uint64_t> hashes;
    for (const uint32_t substeps : {1, 2, 3}) {
        for (const int threads : {1, 2, 7}) {
            sim::WorldConfig config = chairs(40);
            config.scene.physics.substeps = substeps;
            config.threads = threads;
            hashes.push_back(hash_after(config, 200));
        }
    }
    for (size_t k = 0; k < hashes.size(); k += 3) {
        EXPECT_EQ(hashes[k], hashes[k + 1]);
        EXPECT_EQ(hashes[k], hashes[k + 2]);
    }
    EXPECT_NE(hashes[0], hashes[3]);
    EXPECT_NE(hashes[3], hashes[6]);
}

TEST(Constraints, go_on_from_any_state) { expect_goes_on_from_any_state(sim::Backend::cpu, 40, 50, 12); }

/// A slab that drifts slowly falls asleep beside one that moves along it. Whether the boxes of the two meet is the same
/// in the world that has seen it fall asleep and in one that starts behind that.
TEST(Constraints, a_sleeper_has_the_box_of_where_it_sleeps) {
    sim::WorldConfig config = config_with("slab", 0.6f, 48, 2);
    config.scene.physics.gravity_m_s2 = {0, 0, 0};
    config.scene.physics.air_drag_per_m = 0;
    const auto state_at = [&](float apart_m) {
        sim::Snapshot state = state_of(config, 6, {{0, 5, 0}, {0.6f + apart_m, 5, 0}});
        state.bodies[0].velocity_m_s = {-0.015f, 0, 0};
        state.bodies[1].velocity_m_s = {0, 0, 0.2f};
        auto world = sim::World::create(config, &state);
        world->step(80);
        EXPECT_EQ(world->counters().asleep, 1u);
        return world;
    };
    const auto meet = [](sim::World& world) {
        world.step(1);
        return !world.pairs_by_id().empty();
    };
    float near = 0.005f, far = 0.1f;  // they meet, and do not
    for (int k = 0; k < 14; ++k) {
        const float middle = (near + far) / 2;
        (meet(*state_at(middle)) ? near : far) = middle;
    }
    for (float apart = near - 0.0003f; apart < near + 0.0003f; apart += 0.00005f) {
        const auto world = state_at(apart);
        const sim::Snapshot state = world->snapshot();
        const auto other = sim::World::create(config, &state);
        EXPECT_EQ(meet(*world), meet(*other)) << apart;
        EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(other->snapshot())) << apart;
    }
}

TEST(Constraints, lose_no_contact_for_want_of_room) { expect_growth_changes_nothing(sim::Backend::cpu, 76); }

TEST(Constraints, have_room_made_in_their_first_step) {
    expect_room_is_made_at_once(sim::Backend::cpu, 70, 4);
}

TEST(Constraints, are_the_same_forth_and_back_with_hands_throws_and_other_physics) {
    runs::expect_the_same_forth_and_back(chairs(12), 300, 12);
}

TEST(Constraints, say_how_many_pairs_do_not_fit) {
    sim::WorldConfig config = chairs(90);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    for (sim::Body& body : start.bodies) body.position_m = start.bodies[0].position_m;
    config.most_pairs = 1500;
    const auto world = sim::World::create(config, &start);
    EXPECT_THROW(world->step(1), sort::OverLimit);
}

// --- what is refused ---

TEST(Constraints, refuse_steps_that_are_too_coarse_with_both_figures) {
    sim::WorldConfig config = chairs(2);
    for (const auto& [step_s, figure] :
         {std::pair{0.0084f, "= 0.0084:"}, {0.01f, "= 0.01:"}, {1.0f, "= 1:"}}) {
        config.scene.physics.time_step_s = step_s;
        try {
            sim::World::create(config);
            ADD_FAILURE() << "no error at " << step_s;
        } catch (const sim::BadSceneValue& error) {
            EXPECT_STREQ(error.key, "time_step_s");
            EXPECT_THAT(error.what(), testing::HasSubstr(figure));
            EXPECT_THAT(error.what(), testing::HasSubstr("1/120 s"));
        }
    }
    config.scene.physics.time_step_s = 1.0f / 120;
    sim::World::create(config)->step(1);
}

TEST(Constraints, refuse_a_state_with_more_points_than_a_pair_keeps) {
    const sim::WorldConfig config = chairs(2);
    sim::Snapshot state = sim::World::create(config)->snapshot();
    state.pairs.push_back({0, 1, {0, 0, 0}, 0.01f, {1, 0, 0, 0}, {0, 0, 0}, {}});
    state.pairs[0].points.resize(sim::kMostPoints);
    sim::World::create(config, &state);
    state.pairs[0].points.resize(sim::kMostPoints + 1);
    EXPECT_THROW(sim::World::create(config, &state), std::invalid_argument);
}

/// More than a world of so many bodies has room for at first.
TEST(Constraints, a_snapshot_may_have_any_number_of_pairs) {
    const sim::WorldConfig config = constrained::chairs(60);
    sim::Snapshot start = sim::World::create(config)->snapshot();
    start.pairs.clear();
    for (uint32_t a = 0; a < 60; ++a) {
        for (uint32_t b = a + 1; b < 60; ++b) {
            sim::ContactPoint point{};
            point.feature = a, point.push_ns = float(b);
            start.pairs.push_back({a, b, {float(a), float(b), 0}, 0.01f, {1, 0, 0, 0}, {0, 0, 0}, {point}});
        }
    }
    const auto world = sim::World::create(config, &start);
    EXPECT_EQ(sim::state_hash(world->snapshot()), sim::state_hash(start));
}

}  // namespace
