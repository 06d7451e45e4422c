// Scenes of meshes: [mesh] and [[mesh]] in their files, --mesh, and the shapes that come of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/base/errors.h"
#include "app/cli/resolve.h"
#include "app/io/mesh_files.h"
#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"
#include "tests/temp_dir.h"

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kHead = "[scene]\nname = 'a'\nspawn = 'chairs'\n";
const std::string kCube =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

sim::Scene parse(const std::string& text) { return app::parse_scene(text, "rain/a.toml"); }

std::string refusal(const std::string& text) {
    return message_of<app::BadFile>([&] { parse(text); });
}

app::Options options_of(const std::string& scene, const std::string& mesh) {
    app::Options options;
    options.scene = scene;
    options.mesh = mesh;
    options.backend = "cpu";
    options.quiet = true;
    return options;
}

TEST(MeshScene, reads_every_key) {
    const sim::Scene scene = parse(kHead + R"(
[physics]
air_drag_per_m = 0.05
substeps = 3
[[mesh]]
file = "jack"
size_m = 0.5
sdf_cells = 64
point_spacing_m = 0.01
shell_m = 0.02
density_kg_m3 = 500
[[mesh]]
file = "sub/rock.obj"
fixed = true
place_m = [1, 2, 3]
[[mesh]]
file = "slab"
spin_rad_s = [0, 1, 0]
)");
    EXPECT_EQ(scene.physics.air_drag_per_m, 0.05f);
    EXPECT_EQ(scene.physics.substeps, 3u);
    EXPECT_EQ(parse(kHead).physics.substeps, 1u);
    ASSERT_EQ(scene.meshes.size(), 3u);
    const sim::MeshSource& jack = scene.meshes[0];
    EXPECT_EQ(jack.file, "jack");
    EXPECT_EQ(jack.size_m, 0.5f);
    EXPECT_EQ(jack.cells, 64u);
    EXPECT_EQ(jack.point_spacing_m, 0.01f);
    EXPECT_EQ(jack.shell_m, 0.02f);
    EXPECT_EQ(jack.density_kg_m3, 500);
    EXPECT_FALSE(jack.driven());
    EXPECT_EQ(scene.meshes[1].file, "rain/sub/rock.obj");  // from the scene's folder
    EXPECT_TRUE(scene.meshes[1].driven());
    EXPECT_EQ(scene.meshes[1].place_m.z, 3);
    EXPECT_TRUE(scene.meshes[2].driven());
    EXPECT_EQ(scene.meshes[2].spin_rad_s.y, 1);
}

TEST(MeshScene, one_table_is_one_mesh_and_none_is_the_chair) {
    EXPECT_EQ(parse(kHead + "[mesh]\nfile = 'slab'\n").meshes.at(0).file, "slab");
    const sim::Scene scene = parse(kHead);
    ASSERT_EQ(scene.meshes.size(), 1u);
    EXPECT_EQ(scene.meshes[0].file, "chair");
    EXPECT_EQ(scene.meshes[0].cells, sim::MeshSource().cells);
}

TEST(MeshScene, keys_of_springs_are_read_and_said_to_have_no_effect) {
    const std::string springs = kHead + "[physics]\nstiffness_n_m = 1e6\nfriction_memory = true\n";
    const auto note = [](const std::string& text) { return app::parse_scene(text, "a.toml").note; };
    EXPECT_EQ(
        note(springs + "time_step_s = 0.004\n"),
        "[physics] stiffness_n_m, friction_memory: without effect, as contacts of meshes are constraints");
    EXPECT_THAT(note(springs + "contacts = \"springs\"\ntime_step_s = 0.00025\n"),
                AllOf(HasSubstr("friction_memory, contacts: without effect"),
                      HasSubstr("; time_step_s = 0.004 is fine enough for them")));
    EXPECT_EQ(note(kHead), "");
    const std::string spheres = "[scene]\nname = 'a'\nspawn = 'gas'\n[physics]\nstiffness_n_m = 1e6\n";
    EXPECT_EQ(note(spheres), "") << "recorded runs of spheres have it";
    EXPECT_THAT(refusal(kHead + "[physics]\ncontacts = \"spring\"\n"), HasSubstr("springs"));
}

TEST(MeshScene, refuses_wrong_tables_with_line_and_column) {
    const std::string mesh = kHead + "[mesh]\nfile = 'chair'\n";
    EXPECT_THAT(refusal(mesh + "sdf_cell = 5\n"),
                HasSubstr("a.toml:6:1: unknown key in [mesh] 'sdf_cell': did you mean 'sdf_cells'?"));
    EXPECT_THAT(refusal(mesh + "sdf_cells = 7\n"),
                HasSubstr("a.toml:6:13: [mesh] sdf_cells = 7 is out of range; 8 to 256 expected"));
    EXPECT_THAT(refusal(mesh + "sdf_cells = 257\n"), HasSubstr("a.toml:6:13"));
    EXPECT_THAT(refusal(mesh + "size_m = inf\n"), HasSubstr("a.toml:6:10: [mesh] size_m must be a finite"));
    EXPECT_THAT(refusal(mesh + "size_m = -1\n"), HasSubstr("0 to 10000 expected"));
    EXPECT_THAT(refusal(mesh + "density_kg_m3 = 0\n"), HasSubstr("1 to 100000 expected"));
    EXPECT_THAT(refusal(mesh + "fixed = 1\n"), HasSubstr("[mesh] fixed must be true or false"));
    EXPECT_THAT(refusal(mesh + "spin_rad_s = [1, 2]\n"), HasSubstr("[mesh] spin_rad_s must be [x, y, z]"));
    EXPECT_THAT(refusal(kHead + "[mesh]\n"), HasSubstr("a.toml:4:1: [mesh] file is missing"));
    EXPECT_THAT(refusal(kHead + "[mesh]\nfile = ''\n"), HasSubstr("must not be empty"));
    EXPECT_THAT(refusal(kHead + "[mesh]\nfile = 'chiar'\n"),
                AllOf(HasSubstr("a.toml:5:8: unknown mesh 'chiar': did you mean 'chair'?"),
                      HasSubstr("a file's name must end in .obj")));
    EXPECT_THAT(refusal("mesh = 3\n" + kHead), HasSubstr("a.toml:1:8: [mesh] must be a table"));
    EXPECT_THAT(refusal("mesh = [3]\n" + kHead), HasSubstr("a.toml:1:9: [mesh] must be a table"));
    EXPECT_THAT(refusal("mesh = []\n" + kHead), HasSubstr("0 meshes; 1 to 64 expected"));
    EXPECT_THAT(refusal(kHead + "[physics]\nstiffness_n_m = 0\n"), HasSubstr("a.toml:5:17"));
}

TEST(MeshScene, refuses_driven_meshes_that_make_no_sense) {
    EXPECT_THAT(refusal(kHead + "[mesh]\nfile = 'chair'\nfixed = true\n"),
                HasSubstr("a.toml:4:1: [mesh]: every mesh is fixed or turns by itself; at least one"));
    EXPECT_THAT(refusal(kHead + "[mesh]\nfile = 'chair'\nfixed = true\nspin_rad_s = [1, 0, 0]\n"),
                HasSubstr("a.toml:7:14: [mesh] spin_rad_s: a mesh with fixed = true does not turn"));
    EXPECT_THAT(refusal(kHead + "[mesh]\nfile = 'chair'\nplace_m = [1, 0, 0]\n"),
                HasSubstr("a.toml:6:11: [mesh] place_m is for a mesh with fixed or spin_rad_s"));
}

TEST(MeshScene, tells_how_several_meshes_are_written) {
    const std::string mesh = "[mesh]\nfile = 'chair'\n", list = "[[mesh]]\nfile = 'chair'\n";
    for (const std::string& text : {mesh + mesh, mesh + list, list + mesh}) {
        EXPECT_THAT(refusal(kHead + text), AllOf(HasSubstr("a.toml:6:"),
                                                 HasSubstr("; several meshes are written as [[mesh]] each")));
    }
    EXPECT_THAT(refusal(kHead + "[camera]\n[camera]\n"),
                AllOf(HasSubstr("a.toml:5:"), testing::Not(HasSubstr("mesh"))));
}

TEST(MeshScene, refuses_a_turn_that_is_too_coarse_for_the_time_step) {
    const TempDir dir;
    const auto refusal_of = [&](const std::string& spin, const std::string& physics = "") {
        const std::string scene =
            dir.write("s.toml", kHead + "[[mesh]]\nfile = 'slab'\nsize_m = 2\nsdf_cells = 48\n[[mesh]]\n" +
                                    "file = 'jack'\nsize_m = 0.5\nsdf_cells = 48\nspin_rad_s = " + spin +
                                    "\n[physics]\ntime_step_s = 0.00025\n" + physics);
        sim::WorldConfig config = app::resolve_world(options_of(scene, ""));
        config.bodies = 3;
        try {
            app::create_world(config);
        } catch (const app::BadFile& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    const std::string found = refusal_of("[600, 0, 800]");
    EXPECT_THAT(found,
                AllOf(HasSubstr("s.toml:12:14: [mesh] spin_rad_s: 1e+03 radians per second move the farthest "
                                "point of mesh 'jack' by "),
                      HasSubstr(" mm, half of the thinnest part of all meshes, are expected")));
    // What it proposes is taken, a little more is not.
    const float most = std::stof(found.substr(found.find("at most", found.find("expected:")) + 8));
    const auto share = [&](float of) {
        return "[" + std::to_string(0.6f * of * most) + ", 0, " + std::to_string(0.8f * of * most) + "]";
    };
    EXPECT_EQ(refusal_of(share(0.99f)), "accepted");
    EXPECT_THAT(refusal_of(share(1.01f)), HasSubstr("s.toml:12:14: "));
    EXPECT_EQ(refusal_of("[0, 5, 0]"), "accepted");
}

TEST(MeshScene, scenes_of_spheres_have_no_mesh) {
    EXPECT_THAT(refusal("[scene]\nname = 'a'\nspawn = 'pile'\n[mesh]\nfile = 'chair'\n"),
                HasSubstr("a.toml:4:1: [mesh]: scenes of the spawn function 'pile' have no meshes"));
    const sim::WorldConfig config = app::resolve_world(options_of("gas", ""));
    EXPECT_TRUE(config.scene.shapes.empty());
}

TEST(MeshScene, built_in_meshes_are_found_by_name) {
    EXPECT_THAT(app::built_in_mesh_names(),
                ElementsAre("box", "chair", "drum", "hourglass", "jack", "pebble", "slab"));
    for (const std::string& name : app::built_in_mesh_names())
        EXPECT_GT(app::load_mesh(name).triangles.size(), 10u) << name;
    EXPECT_THAT(message_of<app::BadUsage>([] { app::load_mesh("slap"); }), HasSubstr("did you mean 'slab'"));
}

TEST(MeshScene, world_of_chairs_has_a_shape_and_200_bodies) {
    const sim::WorldConfig config = app::resolve_world(options_of("chairs", ""));
    EXPECT_EQ(config.bodies, 200u);
    ASSERT_EQ(config.scene.shapes.size(), 1u);
    const sim::SceneShape& chair = *config.scene.shapes[0];
    EXPECT_EQ(chair.shape.report.triangles, chair.mesh.triangles.size());
    EXPECT_NEAR(chair.shape.report.spacing_m, 0.9 / 95, 1e-6);
    EXPECT_EQ(app::shape_warning(chair), "");
    EXPECT_THAT(app::shape_text(chair),
                AllOf(HasSubstr("chair: 872 triangles"), HasSubstr("cells of 9.47 mm"),
                      HasSubstr("thinnest part"), HasSubstr(" kg")));
}

/// What is said of a mesh, with its longest side half a metre long.
std::string warning_of(const std::string& obj) {
    const TempDir dir;
    const std::string file = dir.write("m.obj", obj);
    const std::string scene =
        dir.write("s.toml", kHead + "[mesh]\nfile = '" + file + "'\nsize_m = 0.5\nsdf_cells = 24\n");
    const std::string warning =
        app::shape_warning(*app::resolve_world(options_of(scene, "")).scene.shapes.at(0));
    const size_t name = warning.find("m.obj: ");
    return name == warning.npos ? warning : warning.substr(name);
}

constexpr int kQuads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                              {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

TEST(MeshScene, coordinates_far_from_the_origin_are_said_where_they_have_lost_something) {
    const auto cube = [](const std::string& low, const std::string& high) {
        std::string text;
        for (int k = 0; k < 8; ++k)
            text += "v " + (k & 1 ? high : low) + (k & 2 ? " 1" : " 0") + (k & 4 ? " 1\n" : " 0\n");
        for (const auto& [a, b, c, d] : kQuads) {
            text += "f";
            for (const int k : {a, b, c, d}) text += " " + std::to_string(k + 1);
            text += "\n";
        }
        return text;
    };
    EXPECT_EQ(warning_of(cube("1000000", "1000001")), "");
    EXPECT_EQ(warning_of(cube("-5400001", "-5400000")), "");
    EXPECT_EQ(warning_of(cube("1000000.05", "1000000.98")), "");  // read with all their digits
    // As a program wrote it that has floats.
    EXPECT_EQ(
        warning_of(cube("1000000.0625", "1000001")),
        "m.obj: its coordinates are only 59.6 mm exact so far from the origin; move the mesh nearer to it");
}

TEST(MeshScene, faces_that_share_no_edges_are_said) {
    // Each with corners of its own, a little further away than those of the last; one is turned.
    const auto cube = [](double further) {
        std::string text;
        for (int face = 0; face < 6; ++face) {
            for (const int k : kQuads[face]) {
                text += "v";
                for (int axis = 0; axis < 3; ++axis)
                    text += " " + std::to_string((k >> axis & 1) + face * further);
                text += "\n";
            }
            text += face ? "f -4 -3 -2 -1\n" : "f -1 -2 -3 -4\n";
        }
        return text;
    };
    EXPECT_EQ(warning_of(cube(0.000001)), "");
    EXPECT_THAT(
        warning_of(cube(0.001)),
        AllOf(HasSubstr("m.obj: it is open: "),
              HasSubstr("; its faces make 6 open parts that share no edges, so that none says which side "
                        "of another is outside; corners count as one up to 0.00866 mm apart")));
}

TEST(MeshScene, option_mesh_replaces_what_moves_and_keeps_the_rest) {
    const TempDir dir;
    const std::string cube = dir.write("cube.obj", kCube);
    const std::string scene = dir.write("s.toml", kHead + R"(
[[mesh]]
file = "chair"
size_m = 0.7
sdf_cells = 32
[[mesh]]
file = "slab"
sdf_cells = 16
fixed = true
[[mesh]]
file = "jack"
sdf_cells = 16
)");
    const sim::Scene found = app::resolve_world(options_of(scene, cube)).scene;
    ASSERT_EQ(found.shapes.size(), 2u);
    EXPECT_EQ(found.meshes[0].file, cube);
    EXPECT_EQ(found.meshes[0].size_m, 0.7f);
    EXPECT_EQ(found.meshes[0].cells, 32u);
    EXPECT_EQ(found.shapes[0]->shape.report.triangles, 12u);
    EXPECT_EQ(found.meshes[1].file, "slab");
    EXPECT_TRUE(found.shapes[1]->source.fixed);
    EXPECT_EQ(app::resolve_world(options_of("chairs", "jack")).scene.meshes[0].file, "jack");

    EXPECT_THAT(message_of<app::BadUsage>([&] { app::resolve_world(options_of("pile", cube)); }),
                HasSubstr("--mesh: the bodies of scene 'pile' have no mesh"));
    EXPECT_THAT(message_of<app::BadUsage>([&] { app::resolve_world(options_of("chairs", "chairr")); }),
                HasSubstr("unknown mesh 'chairr': did you mean 'chair'?"));
    EXPECT_THAT(message_of<app::BadFile>([&] { app::resolve_world(options_of("chairs", dir / "no.obj")); }),
                HasSubstr("no.obj: cannot be read: No such file"));
}

TEST(MeshScene, shapes_are_shared_until_their_file_changes) {
    const TempDir dir;
    const std::string cube = dir.write("cube.obj", kCube);
    sim::Scene scene = parse(kHead);
    scene.meshes = {{.file = cube, .size_m = 1, .cells = 16}};
    const auto load = [&] {
        app::load_shapes(scene, 1, true);
        return scene.shapes.at(0);
    };
    const auto first = load();
    EXPECT_EQ(first, load());
    scene.meshes[0].fixed = true;  // another body of the same shape
    const auto fixed = load();
    EXPECT_TRUE(fixed->source.fixed);
    EXPECT_FALSE(first->source.fixed);
    EXPECT_EQ(fixed, load());
    scene.meshes[0].fixed = false;
    EXPECT_EQ(first, load());
    for (const auto change :
         {+[](sim::MeshSource& m) { m.size_m = 2; }, +[](sim::MeshSource& m) { m.cells = 17; },
          +[](sim::MeshSource& m) { m.point_spacing_m = 0.2f; },
          +[](sim::MeshSource& m) { m.shell_m = 0.1f; }, +[](sim::MeshSource& m) { m.density_kg_m3 = 1; }}) {
        const sim::MeshSource before = scene.meshes[0];
        change(scene.meshes[0]);
        EXPECT_NE(first, load());
        scene.meshes[0] = before;
    }
    dir.write("cube.obj", kCube + "v 0 0 2\nf 1 2 9\n");
    EXPECT_EQ(load()->shape.report.triangles, 13u);
    std::filesystem::remove(cube);
    EXPECT_THAT(message_of<app::BadFile>(load), HasSubstr("cube.obj: cannot be read: No such file"));
}

TEST(MeshScene, bad_meshes_are_refused_with_the_file_and_what_was_expected) {
    const TempDir dir;
    const auto refusal_of = [&](const std::string& text, const char* keys = "") {
        dir.write("m.obj", text);
        const std::string scene = dir.write("s.toml", kHead + "[mesh]\nfile = 'm.obj'\n" + keys);
        return message_of<app::BadFile>([&] { app::resolve_world(options_of(scene, "")); });
    };
    EXPECT_THAT(refusal_of(""), HasSubstr("m.obj: empty; lines 'v' and 'f' expected"));
    EXPECT_THAT(refusal_of("v 0 0 0\n"), HasSubstr("m.obj: no faces"));
    EXPECT_THAT(refusal_of("v 0 0 0\nv 1 0 x\n"), HasSubstr("m.obj:2: v: three finite numbers expected"));
    EXPECT_THAT(refusal_of("v 1 1 1\nf 1 1 1\n"),
                AllOf(HasSubstr("m.obj: all corners"), HasSubstr("an extent above 0 is expected")));
    EXPECT_THAT(refusal_of("v -3e38 0 0\nv 3e38 0 0\nv 0 1 0\nf 1 2 3\n"),
                HasSubstr("m.obj: the mesh is too large"));
    EXPECT_THAT(refusal_of("v 0 0 0\nv 1e6 0 0\nv 0 1 0\nf 1 2 3\n"),
                HasSubstr("m.obj: the mesh is 1e+06 m long; 0.0001 to 10000 m are expected"));
    EXPECT_THAT(refusal_of(kCube, "shell_m = 0.5\n"),
                HasSubstr("m.obj: shell_m = 0.5 is more than 0.25 of the mesh's side, which is 1 m"));
    EXPECT_THAT(refusal_of(kCube, "size_m = 0.00001\n"), HasSubstr("m.obj: the mesh is 1e-05 m long"));
}

}  // namespace
