// Gravity between all bodies on the CPU: keys, the tree, sums against brute force in double, orbits, and one state
// whatever threads, engines and broad phases do.
#include "tests/sim/sim_gravity.h"

#include "sim/gravity/groups.h"
#include "sim/gravity/reach.h"
#include "sim/math/inverse_root.h"
#include "sim/step_numbers.h"
#include "tests/sim/sim_energy.h"

using namespace gravity_worlds;

namespace {

sim::Outermost outermost_of(const std::vector<sim::Vec3>& places) {
    sim::Outermost all = {};
    for (const sim::Vec3& place : places) {
        for (int axis = 0; axis < 3; ++axis) {
            const uint32_t key = sort::ordered_key(place[axis]);
            all.ends[axis] = std::max(all.ends[axis], ~key);
            all.ends[3 + axis] = std::max(all.ends[3 + axis], key);
        }
    }
    return all;
}

TEST(Morton, bits_of_the_three_axes_take_turns) {
    const sim::Cube cube = {{0, 0, 0}, 1};
    EXPECT_EQ(sim::morton_key({1, 0, 0}, cube), 4u);
    EXPECT_EQ(sim::morton_key({0, 1, 0}, cube), 2u);
    EXPECT_EQ(sim::morton_key({0, 0, 1}, cube), 1u);
    EXPECT_EQ(sim::morton_key({3, 0, 0}, cube), 36u);
    EXPECT_EQ(sim::morton_key({1e30f, 1e30f, 1e30f}, cube), (uint64_t{1} << 63) - 1);
    EXPECT_EQ(sim::morton_key({-1, NAN, -1e30f}, cube), 0u);
}

TEST(Morton, the_cube_holds_all_bodies_and_wastes_less_than_two_bits) {
    for (const float size : {0.0f, 1e-30f, 1e-3f, 0.9f, 1.0f, 7.0f, 7.1f, 1e6f, 1e30f}) {
        for (const float begin : {0.0f, -0.3f, 12.75f, -1e4f, 3e7f}) {
            const sim::Vec3 low = {begin, 0, -size}, high = {begin + size, 0.1f * size, 0};
            const sim::Cube cube = sim::cube_around(outermost_of({low, high}));
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_LE(cube.low[axis], low[axis]);
                EXPECT_LT((high[axis] - cube.low[axis]) * cube.cells_per_m, float(1 << sim::kCellBits));
            }
            if (size > 1e-20f && high.x - low.x == size) {
                EXPECT_GE(size * cube.cells_per_m, float(1 << (sim::kCellBits - 2)))
                    << size << " at " << begin;
            }
        }
    }
}

TEST(Morton, the_cube_stays_while_bodies_move_a_little) {
    const auto cube_of = [](float moved) {
        return sim::cube_around(outermost_of({{-1.03f + moved, 0, 0}, {1.2f, 1.1f + moved, 1}}));
    };
    for (const float moved : {0.0f, 0.001f, 0.01f, -0.01f}) {
        EXPECT_EQ(cube_of(0).low.x, cube_of(moved).low.x);
        EXPECT_EQ(cube_of(0).cells_per_m, cube_of(moved).cells_per_m);
    }
}

/// Goes through the whole tree; returns its depth.
uint32_t expect_whole(const std::vector<uint64_t>& keys, uint32_t node, uint32_t first, uint32_t last) {
    const uint32_t n = uint32_t(keys.size());
    const sim::NodeRange range = sim::node_range(keys.data(), n, node);
    EXPECT_EQ(range.first, first);
    EXPECT_EQ(range.last, last);
    if (range.first != first || range.last != last) return 0;
    EXPECT_TRUE(first <= range.split && range.split < last);
    const int within = sim::common_bits(keys.data(), n, first, last);
    EXPECT_GT(sim::common_bits(keys.data(), n, first, range.split), within);
    EXPECT_GT(sim::common_bits(keys.data(), n, range.split + 1, last), within);
    uint32_t depth = 0;
    if (!range.left_is_body()) depth = expect_whole(keys, range.split, first, range.split);
    if (!range.right_is_body())
        depth = std::max(depth, expect_whole(keys, range.split + 1, range.split + 1, last));
    return depth + 1;
}

TEST(Tree, every_node_finds_its_bodies) {
    sim::Random random(5);
    for (const uint32_t bits : {1u, 3u, 8u, 20u, 63u}) {
        for (const uint32_t count : {2u, 3u, 9u, 64u, 257u, 1500u}) {
            std::vector<uint64_t> keys(count);
            for (uint64_t& key : keys) key = random.bits() >> (64 - bits);
            std::sort(keys.begin(), keys.end());
            EXPECT_LE(expect_whole(keys, 0, 0, count - 1), sim::kMostDepth) << bits << " bits, " << count;
        }
    }
}

TEST(Tree, is_as_deep_as_keys_and_ranks_have_bits_at_most) {
    // Each key branches off one bit lower than the one before; then equal keys, which branch by their ranks.
    std::vector<uint64_t> keys(1 << 10, 0);
    for (uint32_t bit = 0; bit < sim::kKeyBits; ++bit) keys.push_back(uint64_t{1} << bit);
    const uint32_t depth = expect_whole(keys, 0, 0, uint32_t(keys.size()) - 1);
    EXPECT_GE(depth, sim::kKeyBits + 10);
    EXPECT_LE(depth, sim::kMostDepth);
}

/// The nodes over keys, as gravity/tree makes their ranges.
std::vector<sim::TreeNode> nodes_over(const std::vector<uint64_t>& keys) {
    std::vector<sim::TreeNode> nodes(keys.size());
    for (uint32_t i = 0; i + 1 < keys.size(); ++i)
        nodes[i].range = sim::node_range(keys.data(), uint32_t(keys.size()), i);
    return nodes;
}

std::vector<uint32_t> cuts_of(const std::vector<sim::TreeNode>& nodes) {
    std::vector<uint32_t> cuts;
    const auto take = [&](const sim::WordsOfItem& words) {
        if (words.count > 0) cuts.push_back(words.first);
        if (words.count > 1) cuts.push_back(words.second);
    };
    sim::WordsOfItem root;
    sim::list_root(uint32_t(nodes.size()), root);
    take(root);
    for (uint32_t i = 0; i + 1 < nodes.size(); ++i) {
        sim::WordsOfItem words;
        sim::list_cuts(nodes[i].range, words);
        take(words);
    }
    return cuts;
}

TEST(Groups, every_body_is_in_one_and_groups_of_a_node_are_equal_and_full) {
    sim::Random random(7);
    for (const uint32_t count : {1u, 2u, 31u, 32u, 33u, 128u, 129u, 3000u}) {
        for (const uint32_t bits : {1u, 6u, 12u, 63u}) {
            std::vector<uint64_t> keys(count);
            for (uint64_t& key : keys) key = random.bits() >> (64 - bits);
            std::sort(keys.begin(), keys.end());
            const std::vector<sim::TreeNode> nodes = nodes_over(keys);
            std::vector<int> taken(count, 0);
            for (const uint32_t cut : cuts_of(nodes)) {
                uint32_t bodies = 0, least = sim::kGroupBodies, most = 0, parts = 0;
                for (uint32_t part = 0; part < sim::kMostParts; ++part) {
                    const sim::BodyGroup group = sim::group_of(nodes.data(), cut, part);
                    if (group.count == 0) continue;
                    ++parts, bodies += group.count;
                    least = std::min(least, group.count), most = std::max(most, group.count);
                    for (uint32_t member = 0; member < group.count; ++member) {
                        const uint32_t rank = group.rank(member);
                        ASSERT_LT(rank, count);
                        ++taken[rank];
                        if (count == 1) continue;
                        const sim::BodyGroup found = sim::group_with(nodes.data(), rank);
                        EXPECT_TRUE(found.first == group.first && found.count == group.count) << rank;
                    }
                }
                EXPECT_LE(most, sim::kGroupBodies);
                EXPECT_LE(most - least, 1u);
                EXPECT_EQ(parts, (bodies + sim::kGroupBodies - 1) / sim::kGroupBodies);
            }
            for (uint32_t rank = 0; rank < count; ++rank)
                EXPECT_EQ(taken[rank], 1) << rank << " of " << count;
        }
    }
}

TEST(Groups, no_node_that_is_cut_could_be_larger) {
    sim::Random random(8);
    std::vector<uint64_t> keys(3000);
    for (uint64_t& key : keys) key = random.bits() >> 52;
    std::sort(keys.begin(), keys.end());
    const std::vector<sim::TreeNode> nodes = nodes_over(keys);
    std::vector<uint32_t> parents(nodes.size(), sim::kNoNode);
    for (uint32_t i = 0; i + 1 < nodes.size(); ++i) {
        const sim::NodeRange& range = nodes[i].range;
        if (!range.left_is_body()) parents[range.split] = i;
        if (!range.right_is_body()) parents[range.split + 1] = i;
    }
    for (const uint32_t cut : cuts_of(nodes)) {
        if (cut & sim::kSingleBody) continue;
        EXPECT_LE(nodes[cut].range.bodies(), sim::kCutBodies);
        EXPECT_GT(nodes[parents[cut]].range.bodies(), sim::kCutBodies);
    }
}

TEST(InverseRoot, is_within_1_2e_7_over_all_exponents) {
    sim::Random random(11);
    for (int exponent = -125; exponent < 127; ++exponent) {
        for (int k = 0; k < 200; ++k) {
            const float x = std::ldexp(1 + random.unit(), exponent);
            EXPECT_NEAR(double(sim::inverse_root(x)) * std::sqrt(double(x)), 1, 1.2e-7) << x;
        }
    }
    EXPECT_TRUE(std::isnan(sim::inverse_root(NAN)));
}

TEST(FifthRoot, is_within_2e_5_over_all_exponents) {
    for (int exponent = -126; exponent < 128; ++exponent) {
        for (const float of_one : {1.0f, 1.3f, 1.999f}) {
            const float x = std::ldexp(of_one, exponent);
            EXPECT_NEAR(double(sim::fifth_root(x)) / std::pow(double(x), 0.2), 1, 2e-5) << x;
        }
    }
    for (const float x : {0.0f, -1.0f, 1e-40f, NAN}) EXPECT_EQ(sim::fifth_root(x), 0) << x;
}

TEST(Reach, is_three_sizes_over_the_angle_of_all_and_falls_with_the_mass) {
    const sim::Moments all = {{0, 0, 0}, 50, {4, 4, 8, 0, 0, 0}};  // a size of 4
    const auto reach_of = [&](const sim::Moments& node) {
        return std::sqrt(sim::relative_reach2(node) * sim::reach_scale(all, 1 / 0.5f));
    };
    EXPECT_NEAR(reach_of(all), 3 * 4 / 0.5, 1e-2);
    sim::Moments part = all;
    part.mass_kg = 50 / 32.0f;
    EXPECT_NEAR(reach_of(part), 3 * 4 / 0.5 / 2, 1e-2) << "the fifth root of 32";
    part.spread = {0, 0, 0, 0, 0, 0};
    EXPECT_EQ(reach_of(part), 0);

    const sim::NodeBox box = {{-1, -2, 0}, 0, {3, 0, 0}, 1};
    EXPECT_NEAR(std::sqrt(sim::least_reach2(box, {0, 0, 0})), 1.5 * std::sqrt(13.0), 1e-5);
}

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
