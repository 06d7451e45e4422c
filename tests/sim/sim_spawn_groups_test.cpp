// The groups that a scene's bodies come in: those of a galaxy have one mass each, as its parts have.
#include <gtest/gtest.h>

#include "sim/scene.h"

namespace {

using sim::SpawnGroup;

sim::Scene scene_of(const char* spawn, std::map<std::string, float> values = {}) {
    sim::Scene scene;
    scene.spawn = spawn;
    scene.spawn_values = std::move(values);
    return scene;
}

std::vector<sim::Body> bodies_of(const sim::Scene& scene, uint32_t bodies) {
    const sim::Spawner* spawner = sim::find_spawner(scene.spawn);
    const auto values = sim::values_of(*spawner, scene);
    return spawner->spawn({bodies, 1, scene.physics, values, scene.terrain}).bodies;
}

TEST(SpawnGroups, of_galaxies_have_one_mass_each_and_end_where_it_changes) {
    for (const float galaxies : {1.0f, 2.0f}) {
        for (const uint32_t count : {1000u, 1001u, 37u}) {
            const sim::Scene scene = scene_of("galaxy", {{"galaxies", galaxies}});
            const auto groups = sim::spawn_groups_of(scene, count);
            const auto bodies = bodies_of(scene, count);
            ASSERT_EQ(groups.size(), 3 * size_t(galaxies));
            EXPECT_EQ(groups.back().end, count);
            uint32_t begin = 0;
            for (const SpawnGroup& group : groups) {
                for (uint32_t id = begin; id < group.end; ++id)
                    EXPECT_EQ(bodies[id].mass_kg, bodies[begin].mass_kg) << group.name << ", body " << id;
                if (group.end < count) {
                    EXPECT_NE(bodies[group.end].mass_kg, bodies[begin].mass_kg) << group.name;
                }
                begin = group.end;
            }
        }
    }
}

TEST(SpawnGroups, halos_are_hidden_and_two_galaxies_are_two_origins) {
    const auto two = sim::spawn_groups_of(scene_of("galaxy"), 1000);
    ASSERT_EQ(two.size(), 6u);
    for (size_t k = 0; k < two.size(); ++k) {
        EXPECT_EQ(two[k].hidden, k % 3 == 2) << two[k].name;
        EXPECT_EQ(two[k].origin, k / 3) << two[k].name;
    }
}

TEST(SpawnGroups, empty_ones_are_left_out_and_scenes_of_one_kind_have_none) {
    const auto alone = sim::spawn_groups_of(scene_of("solar"), 1);
    ASSERT_EQ(alone.size(), 1u);
    EXPECT_STREQ(alone[0].name, "sun");
    EXPECT_EQ(sim::spawn_groups_of(scene_of("solar"), 10).size(), 2u);
    EXPECT_TRUE(sim::spawn_groups_of(scene_of("gas"), 1000).empty());
    EXPECT_TRUE(sim::spawn_groups_of(scene_of("of nobody"), 1000).empty());
}

}  // namespace
