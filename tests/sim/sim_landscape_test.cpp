// The scene `landscape`: where its bodies are spawned, its terrain, its stages.
#include <gmock/gmock.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <set>
#include <vector>

#include "sim/ground/rivers.h"
#include "tests/sim/sim_landscape_suite.h"

using namespace testing_worlds;

namespace {

sim::Ground landscape_ground(uint32_t bodies) {
    return *sim::World::create(config_of("landscape", bodies))->ground();
}

TEST(Landscape, bodies_that_leave_rain_again_from_where_each_was_born) {
    landscape::expect_bodies_rain_again(sim::Backend::cpu, 400, 200);
}

TEST(Landscape, two_bodies_are_never_born_less_than_two_radii_apart) {
    for (const uint32_t bodies : {1u, 2u, 7u, 997u, 3000u}) {
        const sim::Ground ground = landscape_ground(bodies);
        for (uint32_t a = 0; a < bodies; ++a) {
            const sim::Vec3 place = ground.drain.spawn_points.of(a);
            EXPECT_FALSE(ground.drain.takes(place));
            EXPECT_GT(place.y - 1, ground.highest_m);
            for (uint32_t b = 0; b < a; ++b)
                ASSERT_GT(sim::length(place - ground.drain.spawn_points.of(b)), 2.05f) << a << " and " << b;
        }
    }
}

TEST(Landscape, starts_with_no_two_bodies_in_contact_and_all_inside) {
    const auto world = sim::World::create(config_of("landscape", 3000));
    const sim::Container& container = world->container();
    for (const sim::Body& body : world->snapshot().bodies) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GT(body.position_m[axis] - body.radius_m, container.min_m[axis]);
            EXPECT_LT(body.position_m[axis] + body.radius_m, container.max_m[axis]);
        }
    }
    world->step(1);
    EXPECT_EQ(world->counters().contacts, 0u);
}

/// A body may fall through a place just when another is spawned there.
TEST(Landscape, two_bodies_at_one_birth_place_stay_finite) {
    sim::Snapshot start = landscape::running(100, 1);
    const sim::Ground ground = landscape_ground(100);
    start.bodies[3].position_m = start.bodies[4].position_m = ground.drain.spawn_points.of(3);
    const auto world = sim::World::create(config_of("landscape", 100), &start);
    world->step(3000);
    for (const sim::Body& body : world->snapshot().bodies) {
        ASSERT_TRUE(std::isfinite(sim::length(body.position_m)));
        ASSERT_LT(sim::length(body.velocity_m_s), 200);
    }
}

/// One that creeps over the border as it falls asleep, and one that sleeps on a body that leaves.
TEST(Landscape, takes_sleepers_that_have_left_and_wakes_those_that_lay_on_others) {
    sim::WorldConfig config = config_of("landscape", 3);
    config.scene.terrain.heightmap = height_map(32, 32, [](uint32_t, uint32_t) { return 20.0f; });
    config.scene.terrain.size_m = 128;
    const float still = config.scene.physics.sleep_time_s + 1, away = 1e-4f;
    const float rest_y = 20 + 0.999f;
    sim::Snapshot start = sim::World::create(config)->snapshot();
    const sim::Drain drain = sim::World::create(config)->ground()->drain;
    const auto put = [&](uint32_t id, const sim::Vec3& place, const sim::Vec3& velocity, float still_s) {
        start.bodies[id].position_m = place;
        start.bodies[id].velocity_m_s = velocity;
        start.bodies[id].acceleration_m_s2 = {0, 0, 0};
        start.bodies[id].still_s = still_s;
    };
    put(0, {0, rest_y, drain.max_z_m + away}, {0, 0, 0}, still);
    put(1, {20, rest_y, drain.max_z_m - away}, {0, 0, 0.1f}, 0);  // slower than what wakes
    put(2, {20, rest_y + 1.95f, drain.max_z_m - 0.3f}, {0, 0, 0}, still);
    const auto world = sim::World::create(config, &start);
    world->step(3);
    EXPECT_EQ(world->counters().asleep, 0u);
    const auto now = world->snapshot().bodies;
    EXPECT_GT(now[0].position_m.y, 25) << "it rains again";
    EXPECT_GT(now[1].position_m.y, 25);
    EXPECT_LT(now[2].still_s, still) << "nothing holds it any more";
}

TEST(Landscape, with_a_closed_border_nobody_leaves) {
    sim::WorldConfig config = config_of("landscape", 300);
    config.scene.terrain.drain = false;
    const auto world = sim::World::create(config);
    EXPECT_FALSE(world->ground()->drain.open);
    float highest = 1e9f;
    for (int turn = 0; turn < 20; ++turn) {
        world->step(200);
        float now = -1e9f;
        for (const sim::Body& body : world->snapshot().bodies) {
            now = sim::larger(now, body.position_m.y);
            ASSERT_LT(std::fabs(body.position_m.x), world->container().max_m.x);
        }
        ASSERT_LE(now, highest + 5) << "somebody was lifted up";
        highest = now;
    }
}

TEST(Landscape, a_run_goes_on_from_a_snapshot) {
    const sim::Snapshot middle = landscape::running(300);
    const auto second = sim::World::create(config_of("landscape", 300), &middle);
    second->step(300);
    EXPECT_EQ(sim::state_hash(second->snapshot()), hash_after(config_of("landscape", 300), 1900));
}

TEST(Landscape, gives_the_same_bits_with_every_engine_and_broad_phase_when_it_runs) {
    const sim::Snapshot start = landscape::running(400);
    for (const auto& engine : sort::engines()) {
        if (engine.backend == sim::Backend::cpu)
            landscape::expect_bits_of_the_cpu(sim::Backend::cpu, engine.name, start, 60);
    }
}

TEST(Landscape, gives_the_same_bits_with_any_number_of_threads_when_it_runs) {
    const sim::Snapshot start = landscape::running(2500);
    uint64_t hash[3];
    for (int k = 0; k < 3; ++k) {
        sim::WorldConfig config = config_of("landscape", 2500);
        config.threads = std::array{1, 2, 7}[size_t(k)];
        const auto world = sim::World::create(config, &start);
        world->step(100);
        hash[k] = sim::state_hash(world->snapshot());
    }
    EXPECT_EQ(hash[0], hash[1]);
    EXPECT_EQ(hash[0], hash[2]);
}

TEST(Landscape, has_a_stage_named_ground_and_scenes_without_one_have_none) {
    for (const char* scene : {"landscape", "pile"}) {
        const auto world = sim::World::create(config_of(scene, 50));
        world->step(1);
        std::vector<sim::StepReport> reports;
        world->poll(reports);
        std::vector<std::string> names;
        for (const sim::StageTime& stage : reports.at(0).stages) names.push_back(stage.name);
        if (world->ground()) {
            EXPECT_THAT(names, testing::Contains("ground"));
        } else {
            EXPECT_THAT(names, testing::Not(testing::Contains("ground")));
        }
    }
}

TEST(Landscape, counts_bodies_on_and_below_the_ground_in_each_step) {
    for (const char* broad_phase : {"columns", "sweep"})
        landscape::expect_ground_counted(sim::Backend::cpu, broad_phase);
}

TEST(Landscape, goes_on_over_the_ground_that_is_there) {
    const auto first = sim::World::create(config_of("landscape", 300));
    first->step(100);
    const sim::Snapshot middle = first->snapshot();
    sim::WorldConfig config = config_of("landscape", 300);
    config.ground = std::make_shared<const sim::Ground>(*first->ground());
    config.ground_progress = [](uint32_t) { ADD_FAILURE() << "the hills are made again"; };
    EXPECT_LT(sim::host_bytes_needed(config), sim::host_bytes_needed(config_of("landscape", 300)));
    const auto second = sim::World::create(config, &middle);
    EXPECT_EQ(second->ground()->map, first->ground()->map);
    first->step(200);
    second->step(200);
    EXPECT_EQ(sim::state_hash(second->snapshot()), sim::state_hash(first->snapshot()));
}

TEST(Landscape, says_how_far_its_hills_are_and_can_be_stopped) {
    sim::WorldConfig config = config_of("landscape", 100);
    config.scene.terrain.size_m = 2000;
    std::vector<uint32_t> percents;
    config.ground_progress = [&](uint32_t percent) { percents.push_back(percent); };
    sim::World::create(config);
    EXPECT_TRUE(std::is_sorted(percents.begin(), percents.end()));
    EXPECT_GT(std::set<uint32_t>(percents.begin(), percents.end()).size(), 30u);
    EXPECT_EQ(percents.back(), 100u);
    struct Stopped {};
    for (const uint32_t at : {0u, 20u, 60u, 90u}) {
        percents.clear();
        config.stop = [&] {
            if (!percents.empty() && percents.back() >= at) throw Stopped();
        };
        EXPECT_THROW(sim::World::create(config), Stopped);
        EXPECT_LT(percents.back(), at + 10);
    }
}

TEST(Landscape, asks_for_the_memory_that_its_hills_take_meanwhile) {
    sim::WorldConfig config = config_of("landscape", 100);
    const uint64_t least = sim::host_bytes_needed(config);
    config.scene.terrain.size_m = 1e6f;
    EXPECT_GE(sim::host_bytes_needed(config) - least, 24ull * 4096 * 4096);
}

TEST(Landscape, takes_at_most_700_bytes_a_body) {
    const uint32_t bodies = 100000;
    const auto world = sim::World::create(config_of("landscape", bodies));
    EXPECT_LT(double(world->bytes()) / bodies, 700);
}

TEST(Landscape, says_how_many_bodies_there_is_room_for) {
    sim::WorldConfig config = config_of("landscape", 3000);
    config.scene.terrain.size_m = 100;  // 47 x 47 places of 2.1 m
    try {
        sim::World::create(config);
        FAIL() << "3,000 bodies over 100 x 100 m";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("3,000 spheres do not fit"));
        EXPECT_THAT(error.what(), testing::HasSubstr("2,209 do"));
    }
    config.bodies = 2209;
    EXPECT_NO_THROW(sim::World::create(config));
}

/// From every cell the ground goes down, to the border or below the drain.
TEST(Terrain, has_no_pits_when_none_are_to_stay) {
    sim::Terrain terrain;
    terrain.lake_depth_m = 1e5f;
    terrain.river_depth_m = 0;
    const sim::HeightMap map = sim::make_hills(terrain, 80, 60, 4, 5);
    for (uint32_t row = 1; row + 1 < map.rows; ++row) {
        for (uint32_t column = 1; column + 1 < map.columns; ++column) {
            const auto at = [&](uint32_t x, uint32_t z) { return map.heights_m[z * map.columns + x]; };
            float least = 1e9f;
            for (uint32_t z = row - 1; z <= row + 1; ++z) {
                for (uint32_t x = column - 1; x <= column + 1; ++x) least = sim::smaller(least, at(x, z));
            }
            if (at(column, row) < terrain.drain_height_m) continue;
            EXPECT_LT(least, at(column, row)) << column << ", " << row;
        }
    }
}

TEST(Terrain, rivers_and_lakes_only_lower_the_filled_ground) {
    sim::Terrain terrain, filled;
    filled.lake_depth_m = 1e5f;
    filled.river_depth_m = 0;
    const sim::HeightMap with = sim::make_hills(terrain, 80, 80, 4, 5),
                         without = sim::make_hills(filled, 80, 80, 4, 5);
    float deepest = 0;
    for (size_t k = 0; k < with.heights_m.size(); ++k) {
        EXPECT_LE(with.heights_m[k], without.heights_m[k]);
        deepest = sim::larger(deepest, without.heights_m[k] - with.heights_m[k]);
    }
    EXPECT_GT(deepest, 0.9f * terrain.river_depth_m);
    EXPECT_LE(deepest, terrain.river_depth_m + terrain.lake_depth_m);
}

/// Octaves finer than the samples are left out: their coordinates would leave what integers hold.
TEST(Terrain, of_any_numbers_is_finite) {
    for (const float wavelength : {1.001f, 320.0f, 1e6f}) {
        for (const uint32_t octaves : {1u, 11u, 16u}) {
            sim::Terrain terrain;
            terrain.wavelength_m = wavelength;
            terrain.octaves = octaves;
            for (const float spacing : {0.01f, 4.0f, 15625.0f}) {
                for (const float height : sim::make_hills(terrain, 64, 64, spacing, 1).heights_m)
                    ASSERT_TRUE(std::isfinite(height)) << wavelength << ' ' << octaves << ' ' << spacing;
            }
        }
    }
}

/// The bytes that every compiler has to give.
TEST(Terrain, is_the_same_on_every_machine) {
    sim::Terrain terrain;
    terrain.lake_depth_m = 3;
    const sim::HeightMap map = sim::make_hills(terrain, 100, 70, 4, 1);
    const uint64_t hash = XXH3_64bits(map.heights_m.data(), map.heights_m.size() * sizeof(float));
    EXPECT_EQ(hash, 0xe242ac60315b53a8u) << std::hex << "0x" << hash;
}

/// With a closed border all water comes together in one cell.
TEST(Terrain, with_a_closed_border_has_one_pit) {
    sim::Terrain terrain;
    terrain.drain = false;
    terrain.lake_depth_m = 1e5f;
    terrain.river_depth_m = 0;
    const sim::HeightMap map = sim::make_hills(terrain, 80, 60, 4, 5);
    const auto& heights = map.heights_m;
    std::vector<size_t> pits;
    for (size_t cell = 0; cell < heights.size(); ++cell) {
        const size_t x = cell % map.columns, z = cell / map.columns;
        bool goes_down = false;
        for (size_t row = z - (z > 0); row <= z + 1 && row < map.rows; ++row)
            for (size_t column = x - (x > 0); column <= x + 1 && column < map.columns; ++column)
                goes_down |= heights[row * map.columns + column] < heights[cell];
        if (!goes_down) pits.push_back(cell);
    }
    ASSERT_EQ(pits.size(), 1u);
    EXPECT_EQ(heights[pits[0]], *std::min_element(heights.begin(), heights.end()));
}

TEST(Landscape, whose_bodies_would_all_leave_is_refused) {
    sim::WorldConfig config = config_of("landscape", 100);
    const float highest_m = sim::World::create(config)->ground()->highest_m;
    config.scene.terrain.heightmap = sim::World::create(config)->ground()->map;
    config.scene.terrain.size_m = 100;
    config.scene.terrain.drain_height_m = 0.99f * highest_m;
    EXPECT_NO_THROW(sim::World::create(config));
    config.scene.terrain.drain_height_m = highest_m;
    try {
        sim::World::create(config);
        FAIL() << "no cell of the ground is above the drain";
    } catch (const sim::BadSceneValue& error) {
        EXPECT_STREQ(error.key, "drain_height_m");
        EXPECT_THAT(error.what(), testing::HasSubstr("is not below the highest ground"));
    }
    config.scene.terrain.drain = false;
    EXPECT_NO_THROW(sim::World::create(config));
}

}  // namespace
