// Gravity between all bodies on the CPU: sums against brute force in double, orbits, and one state whatever threads,
// engines and broad phases do.
#include "tests/sim/sim_gravity.h"

#include "sim/gravity/tree.h"
#include "sim/step_numbers.h"
#include "tests/sim/sim_energy.h"

using namespace gravity_worlds;

namespace {

sim::Snapshot start_of(const sim::WorldConfig& config) { return sim::World::create(config)->snapshot(); }

TEST(Gravity, the_sum_over_all_is_that_in_double) {
    for (const char* scene : testing_worlds::kGravityScenes) {
        sim::WorldConfig config = config_of(scene, 2000);
        config.scene.physics.gravity.direct = true;
        EXPECT_LT(errors_of(start_of(config), config.scene.physics.gravity).rms, 1e-6) << scene;
    }
}

TEST(Gravity, a_tree_that_opens_everything_is_the_sum_over_all) {
    for (const char* scene : testing_worlds::kGravityScenes) {
        sim::WorldConfig config = config_of(scene, 2000);
        config.scene.physics.gravity.opening_angle = sim::kLeastOpening;
        EXPECT_LT(errors_of(start_of(config), config.scene.physics.gravity).rms, 1e-6) << scene;
    }
}

TEST(Gravity, errors_fall_with_the_opening_angle_and_with_quadrupoles) {
    for (const char* scene : {"plummer", "galaxy"}) {
        sim::WorldConfig config = config_of(scene, 8000);
        sim::Gravity& gravity = config.scene.physics.gravity;
        double last = 1;
        struct Bound {
            float angle;
            double times;  // that quadrupoles are better than monopoles at least
        };
        for (const auto& [angle, times] : {Bound{1, 2.4}, Bound{0.8f, 3}, Bound{0.5f, 4}}) {
            gravity.opening_angle = angle;
            gravity.quadrupole = true;
            const double own = errors_of(start_of(config), gravity, 7).rms;
            EXPECT_LT(own, last) << scene << " " << angle;
            last = own;
            if (angle == 0.8f) {
                EXPECT_LT(own, 2e-3) << scene;
            }
            gravity.quadrupole = false;
            EXPECT_GT(errors_of(start_of(config), gravity, 7).rms, times * own) << scene << " " << angle;
        }
    }
}

TEST(Gravity, an_accepted_node_has_no_body_of_the_group) {
    // Nodes that hold the body itself would pull it to their centre: errors of about 1.
    for (const Case& test : nasty_cases()) {
        if (std::string(test.name).find("point") != std::string::npos) continue;
        sim::WorldConfig config = nasty_config();
        config.scene.physics.gravity.opening_angle = 1;
        config.scene.physics.gravity.softening_m = 0.01f;
        const auto world = world_of(bodies_of(test, 600), config);
        world->step(1);
        EXPECT_LT(errors_of(world->snapshot(), config.scene.physics.gravity).rms, 0.05) << test.name;
    }
}

TEST(Gravity, counts_its_work) {
    sim::WorldConfig config = config_of("plummer", 3000);
    const auto world = sim::World::create(config);
    world->step(1);
    const sim::GravityWork work = world->counters().gravity;
    EXPECT_GT(work.interactions, 3000u * 100);
    EXPECT_LT(work.interactions, 3000u * 3000);
    EXPECT_TRUE(work.nodes % 2 == 1 && work.nodes > 3000 / 8 && work.nodes < 3000) << work.nodes;
    EXPECT_GT(work.depth, 8u);
    EXPECT_LT(work.depth, sim::kMostDepth);
    config.scene.physics.gravity.direct = true;
    const auto direct = sim::World::create(config);
    direct->step(1);
    EXPECT_EQ(direct->counters().gravity.interactions, 9000000u);
    EXPECT_EQ(direct->counters().gravity.nodes, 0u);
}

TEST(Gravity, nasty_places_give_finite_numbers_and_one_state) {
    for (const Case& test : nasty_cases()) {
        for (const uint32_t count : {1u, 2u, 8u, 9u, 33u, 700u}) {
            sim::WorldConfig config = nasty_config();
            const uint64_t expected = hash_of(test, count, 3, config);
            const auto world = world_of(bodies_of(test, count), config);
            world->step(3);
            for (const sim::Body& body : world->snapshot().bodies)
                ASSERT_TRUE(std::isfinite(sim::length(body.acceleration_m_s2))) << test.name << count;
            sim::WorldConfig halves = config;
            halves.engine = "std-sort";  // knows no keys of 64 bits
            EXPECT_EQ(expected, hash_of(test, count, 3, halves)) << test.name << count;
            for (const auto& broad_phase : sim::broad_phases()) {  // each gives other slots
                config.broad_phase = broad_phase.name;
                EXPECT_EQ(expected, hash_of(test, count, 3, config))
                    << test.name << broad_phase.name << count;
            }
        }
    }
}

TEST(Gravity, one_state_with_any_threads_engine_and_broad_phase) {
    for (const char* scene : {"galaxy", "solar"}) {
        sim::WorldConfig config = config_of(scene, 900);
        const uint64_t expected = hash_after(config, 40);
        for (const int threads : {1, 2, 7}) {
            config.threads = threads;
            EXPECT_EQ(expected, hash_after(config, 40)) << scene << threads;
        }
        for (const auto& engine : sort::engines()) {
            if (engine.backend != sim::Backend::cpu) continue;
            for (const auto& broad_phase : sim::broad_phases()) {
                config.engine = engine.name;
                config.broad_phase = broad_phase.name;
                EXPECT_EQ(expected, hash_after(config, 40)) << scene << engine.name << broad_phase.name;
            }
        }
    }
}

TEST(Gravity, goes_on_from_a_snapshot_with_the_same_bits) {
    const sim::WorldConfig config = config_of("galaxy", 800);
    const auto first = sim::World::create(config);
    first->step(20);
    const sim::Snapshot middle = first->snapshot();
    const auto second = sim::World::create(config, &middle);
    second->step(20);
    EXPECT_EQ(sim::state_hash(second->snapshot()), hash_after(config, 40));
}

TEST(Gravity, spheres_that_roll_are_pulled_too) {
    sim::WorldConfig config = config_of("plummer", 400);
    const sim::Snapshot sliding = [&] {
        const auto world = sim::World::create(config);
        world->step(50);
        return world->snapshot();
    }();
    config.scene.physics.rotation = true;
    const auto world = sim::World::create(config);
    world->step(50);
    const sim::Snapshot rolling = world->snapshot();
    for (uint32_t id = 0; id < 400; ++id)
        EXPECT_LT(testing_worlds::distance(rolling.bodies[id].position_m, sliding.bodies[id].position_m),
                  1e-3);
}

TEST(Gravity, two_bodies_move_on_keplers_ellipse) {
    const sim::WorldConfig config = config_of("orbit", 2);
    const auto world = sim::World::create(config);
    const sim::Gravity& gravity = config.scene.physics.gravity;
    const sim::Snapshot start = world->snapshot();
    const Balance begin = balance_of(start, gravity);
    const auto apart = [](const sim::Snapshot& state) {
        return testing_worlds::distance(state.bodies[0].position_m, state.bodies[1].position_m);
    };
    EXPECT_NEAR(apart(start), 1.5, 1e-6);

    // A turn takes 2 pi sqrt(axis^3 / mass): 5.1302 s.
    const double turn_s = 2 * 3.14159265358979 / std::sqrt(1.5);
    const auto steps_of = [&](double turns) {
        return uint32_t(turns * turn_s / config.scene.physics.time_step_s);
    };
    uint32_t done = 0;
    for (int half = 1; half <= 12; ++half) {
        world->step(steps_of(0.5 * half) - done);
        done = steps_of(0.5 * half);
        const sim::Snapshot now = world->snapshot();
        const Balance balance = balance_of(now, gravity);
        EXPECT_NEAR(apart(now), half % 2 ? 0.5 : 1.5, 2e-3) << half;
        EXPECT_NEAR(balance.energy() / begin.energy(), 1, 1e-4) << half;
        EXPECT_NEAR(balance.turn.y / begin.turn.y, 1, 1e-5) << half;
    }
}

TEST(Gravity, a_cluster_keeps_energy_turn_and_size) {
    const sim::WorldConfig config = config_of("plummer", 2000);
    const auto world = sim::World::create(config);
    const sim::Gravity& gravity = config.scene.physics.gravity;
    const Balance begin = balance_of(world->snapshot(), gravity);
    EXPECT_NEAR(begin.virial_ratio(), 1, 0.05);
    world->step(200);
    const Balance end = balance_of(world->snapshot(), gravity);
    EXPECT_NEAR(end.energy() / begin.energy(), 1, 1e-4);
    EXPECT_NEAR(end.virial_ratio(), 1, 0.05);
    EXPECT_LT(std::sqrt(squared(end.turn - begin.turn)), 1e-3);
}

TEST(Gravity, galaxies_start_near_equilibrium) {
    for (const char* scene : {"disc", "galaxy"}) {
        const sim::WorldConfig config = config_of(scene, 3000);
        const sim::Snapshot state = start_of(config);
        double mass = 0;
        for (const sim::Body& body : state.bodies) mass += body.mass_kg;
        EXPECT_NEAR(mass, std::string(scene) == "disc" ? 6.3 : 12.6, 1e-3);
        if (std::string(scene) == "disc") {
            EXPECT_NEAR(balance_of(state, config.scene.physics.gravity).virial_ratio(), 1, 0.1);
        }
    }
}

std::string refusal(const std::function<void(sim::Physics&)>& change) {
    sim::WorldConfig config = config_of("plummer", 10);
    change(config.scene.physics);
    try {
        sim::World::create(config);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(Gravity, refuses_numbers_out_of_range_with_the_key_and_the_reason) {
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    EXPECT_EQ(refusal([](sim::Physics&) {}), "");
    for (const float angle : {0.0f, -1.0f, 1.01f, NAN})
        has(refusal([=](sim::Physics& p) { p.gravity.opening_angle = angle; }), "[gravity] opening_angle = ");
    for (const float softening : {0.0f, -1.0f, NAN})
        has(refusal([=](sim::Physics& p) { p.gravity.softening_m = softening; }), "[gravity] softening_m = ");
    has(refusal([](sim::Physics& p) { p.gravity.constant_n_m2_kg2 = 0; }), "[gravity] constant_n_m2_kg2");
    has(refusal([](sim::Physics& p) { p.gravity.leaf_bodies = 0; }), "[gravity] leaf_bodies");
    has(refusal([](sim::Physics& p) { p.sleep_speed_m_s = 0.1f; }), "[physics] sleep_speed_m_s must be 0");

    for (const float mass : {0.0f, -1.0f, NAN, HUGE_VALF}) {
        std::vector<sim::Body> bodies = {body_at({0, 0, 0}), body_at({1, 0, 0}, mass)};
        try {
            world_of(bodies, nasty_config());
            ADD_FAILURE() << mass;
        } catch (const std::invalid_argument& error) {
            has(error.what(), "body 1 has mass_kg");
        }
    }
    EXPECT_THROW(world_of({body_at({0, NAN, 0})}, nasty_config()), std::invalid_argument);
    try {
        world_of({body_at({0, 0, 0}), body_at({0, -1.2e18f, 0})}, nasty_config());
        ADD_FAILURE() << "so far away";
    } catch (const std::invalid_argument& error) {
        has(error.what(), "body 1 has position -1.2e+18 m; at most 1e+18 m");
    }
    EXPECT_NO_THROW(world_of({body_at({0, 0, 0}), body_at({0, 1e18f, 0})}, nasty_config()));
    sim::WorldConfig chairs = config_of("chairs", 2);
    chairs.scene.physics.gravity.on = true;
    chairs.scene.physics.sleep_speed_m_s = 0;
    EXPECT_THROW(sim::World::create(chairs), std::invalid_argument);
}

TEST(Gravity, a_running_world_takes_new_numbers_and_keeps_its_kind) {
    sim::WorldConfig config = config_of("plummer", 500);
    const auto world = sim::World::create(config);
    sim::Physics physics = config.scene.physics;
    physics.gravity.constant_n_m2_kg2 = 2;
    physics.gravity.direct = true;
    physics.gravity.on = false;
    world->set_physics(physics);
    world->step(1);
    EXPECT_TRUE(world->config().scene.physics.gravity.on);
    EXPECT_FALSE(world->config().scene.physics.gravity.direct);
    sim::Gravity gravity = config.scene.physics.gravity;
    gravity.constant_n_m2_kg2 = 2;
    EXPECT_LT(errors_of(world->snapshot(), gravity).rms, 2e-3);
}

}  // namespace
