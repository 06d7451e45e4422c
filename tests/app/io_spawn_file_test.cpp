// [spawn] file: its keys in a scene, its way through a recorded run, and the bodies it gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/io/scene_toml.h"
#include "app/io/tables/spawn_file.h"
#include "app/run/scene_text.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using testing::ElementsAre;
using testing::HasSubstr;

class SpawnFile : public testing::Test {
protected:
    /// A gas whose bodies are those of a file, in a box 10 m wide.
    sim::Scene gas_of(const std::string& name, const std::string& bytes, const std::string& more = "") {
        dir.write(name, bytes);
        return app::parse_scene("[scene]\nname = \"g\"\nspawn = \"gas\"\n[spawn]\nfile = \"" + name +
                                    "\"\nbox_min_m = [-5, 0, -5]\nbox_max_m = [5, 10, 5]\n" + more,
                                dir / "g.toml");
    }
    sim::Spawned spawned(sim::Scene& scene) {
        app::load_spawn_file(scene);
        const sim::Spawner& spawner = *sim::find_spawner(scene.spawn);
        const auto values = sim::values_of(spawner, scene);
        return scene.given->spawn({scene.bodies, 1, scene.physics, values, scene.terrain}, spawner);
    }
    TempDir dir;
};

TEST_F(SpawnFile, gives_one_body_per_row_in_the_box_of_the_scene) {
    sim::Scene scene =
        gas_of("b.csv", "x,y,z,radius,vx,vy,vz,mass\n1,2,3,0.5,4,5,6,7\n-1,2,3,0.25,0,0,0,8\n");
    const sim::Spawned out = spawned(scene);
    EXPECT_EQ(scene.bodies, 2u);
    EXPECT_EQ(out.container.max_m.y, 10);
    ASSERT_EQ(out.bodies.size(), 2u);
    const sim::Body& body = out.bodies[0];
    EXPECT_THAT(
        (std::vector<float>{body.position_m.x, body.position_m.y, body.position_m.z, body.radius_m,
                            body.velocity_m_s.x, body.velocity_m_s.y, body.velocity_m_s.z, body.mass_kg}),
        ElementsAre(1, 2, 3, 0.5f, 4, 5, 6, 7));
    EXPECT_EQ(body.acceleration_m_s2.y, scene.physics.gravity_m_s2.y) << "as the spawn function says";
}

TEST_F(SpawnFile, takes_radius_and_density_of_the_scene_where_the_file_has_none) {
    sim::Scene scene = gas_of("b.csv", "1 2 3\n", "radius_m = 0.25\ndensity_kg_m3 = 500\n");
    const sim::Spawned out = spawned(scene);
    EXPECT_EQ(out.bodies[0].radius_m, 0.25f);
    EXPECT_NEAR(out.bodies[0].mass_kg, 500 * 4.18879f * 0.25f * 0.25f * 0.25f, 1e-3);
    sim::Scene diameters = gas_of("d.csv", "x,y,z,diameter\n1,2,3,3\n");
    EXPECT_EQ(spawned(diameters).bodies[0].radius_m, 1.5f);
}

TEST_F(SpawnFile, allows_contact_and_the_walls_and_refuses_more) {
    sim::Scene touching = gas_of("b.csv", "x,y,z,radius\n-4,1,0,1\n-2.5,1,0,1\n");
    EXPECT_EQ(spawned(touching).bodies.size(), 2u);
    const auto refusal = [&](const std::string& rows) {
        return message_of<sim::BadSceneValue>([&] {
            sim::Scene scene = gas_of("b.csv", "x,y,z,radius\n" + rows);
            spawned(scene);
        });
    };
    EXPECT_THAT(refusal("-4,1,0,1\n-3.1,1,0,1\n"), HasSubstr("b.csv: row 1: -3.1, 1, 0: 0.9 m from row 0"));
    EXPECT_THAT(refusal("-4.6,1,0,1\n"), HasSubstr("row 0: x from -5.6 to -3.6, outside of the box"));
}

TEST_F(SpawnFile, is_named_by_a_recorded_run) {
    const sim::Scene scene = gas_of("b.csv", "0,1,0,1\n");
    EXPECT_THAT(app::outside_files(scene), ElementsAre(dir / "b.csv"));
    const sim::Scene again = app::parse_scene(app::scene_text(scene, dir.path()), dir / "run.toml");
    EXPECT_EQ(again.spawn_file, scene.spawn_file);
    ASSERT_TRUE(again.spawn_box);
    EXPECT_EQ(again.spawn_box->max_m.y, 10);
}

TEST_F(SpawnFile, has_keys_that_are_checked_where_they_stand) {
    const auto refusal = [&](const std::string& lines, const std::string& spawn = "gas") {
        return message_of<BadFile>([&] {
            app::parse_scene("[scene]\nname = \"g\"\nspawn = \"" + spawn + "\"\n[spawn]\n" + lines, "g.toml");
        });
    };
    EXPECT_THAT(refusal("file = \"b.txt\"\n"),
                HasSubstr("g.toml:5:8: [spawn] file: a name that ends in .csv"));
    EXPECT_THAT(refusal("box_min_m = [0, 0, 0]\n"),
                HasSubstr("g.toml:5:13: [spawn] box_min_m and box_max_m belong"));
    EXPECT_THAT(refusal("file = \"b.csv\"\nbox_min_m = [0, 0, 0]\n"), HasSubstr("both of them expected"));
    EXPECT_THAT(refusal("file = \"b.csv\"\nbox_min_m = [0, 0, 0]\nbox_max_m = [1, 1, 1]\n", "landscape"),
                HasSubstr("is that of the ground"));
}

}  // namespace
