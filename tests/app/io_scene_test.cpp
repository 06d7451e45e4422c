// Scene files: every built-in one loads; every wrong key, type and value is refused with line and column.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/embedded_files.h"
#include "app/base/errors.h"
#include "app/io/scene_catalog.h"
#include "app/io/scene_toml.h"
#include "sim/world.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;

const sim::SpawnKey kKeys[] = {{"radius_m", 0.1f, 0.01f, 1, "m"}, {"volume_fraction", 0.2f, 0, 0.5f, "1"}};
const bool kAdded = sim::add_spawner({"test-spawner", "Nothing.", kKeys, nullptr});

const std::string kHead = "[scene]\nname = 'a'\nspawn = 'test-spawner'\n";

sim::Scene parse(const std::string& text) { return app::parse_scene(text, "a.toml"); }

std::string refusal(const std::string& text) {
    return message_of<app::BadFile>([&] { parse(text); });
}

TEST(SceneToml, reads_every_key) {
    const sim::Scene scene = parse(kHead + R"(
title = "A title"
bodies = 12_000
seed = 7
[physics]
time_step_s = 0.002
gravity_m_s2 = [0, -9.81, 1]
stiffness_pa = 1e6
restitution = 0.25
friction = 1
sleep_speed_m_s = 0.02
sleep_time_s = 0.75
rotation = true
[spawn]
radius_m = 0.5
[camera]
target_m = [1, 2.5, 3]
distance_m = 20
yaw_deg = -45
pitch_deg = 10
lead_s = 1.5
)");
    EXPECT_EQ(scene.title, "A title");
    EXPECT_EQ(scene.bodies, 12000u);
    EXPECT_EQ(scene.seed, 7u);
    EXPECT_EQ(scene.physics.time_step_s, 0.002f);
    EXPECT_EQ(scene.physics.gravity_m_s2.y, -9.81f);
    EXPECT_EQ(scene.physics.stiffness_pa, 1e6f);
    EXPECT_EQ(scene.physics.restitution, 0.25f);
    EXPECT_EQ(scene.physics.friction, 1);
    EXPECT_EQ(scene.physics.sleep_speed_m_s, 0.02f);
    EXPECT_EQ(scene.physics.sleep_time_s, 0.75f);
    EXPECT_TRUE(scene.physics.rotation);
    EXPECT_EQ(scene.spawn_values.at("radius_m"), 0.5f);
    EXPECT_EQ(scene.spawn_values.at("volume_fraction"), 0.2f);  // what the spawn function starts from
    EXPECT_EQ(scene.camera.target_m.y, 2.5f);
    EXPECT_EQ(scene.camera.yaw_deg, -45);
    EXPECT_EQ(scene.camera.lead_s, 1.5f);
}

TEST(SceneToml, what_is_left_out_takes_its_default) {
    const sim::Scene scene = parse(kHead);
    EXPECT_EQ(scene.bodies, 0u);  // the backend's default
    EXPECT_EQ(scene.seed, 1u);
    EXPECT_EQ(scene.physics.time_step_s, sim::Physics().time_step_s);
    EXPECT_FALSE(scene.physics.rotation);
}

TEST(SceneToml, may_have_another_number_of_bodies_on_the_cpu) {
    const auto default_of = [](const std::string& text, sim::Backend backend) {
        return sim::default_bodies(parse(text), backend);
    };
    using sim::Backend;
    EXPECT_EQ(default_of(kHead, Backend::cpu), 4000u);
    EXPECT_EQ(default_of(kHead, Backend::cuda), 128000u);
    EXPECT_EQ(default_of(kHead + "bodies = 70\n", Backend::cpu), 70u);
    EXPECT_EQ(default_of(kHead + "cpu_bodies = 50\n", Backend::cpu), 50u);
    EXPECT_EQ(default_of(kHead + "cpu_bodies = 50\n", Backend::cuda), 128000u);
    EXPECT_EQ(default_of(kHead + "bodies = 70\ncpu_bodies = 50\n", Backend::cuda), 70u);
}

TEST(SceneToml, reads_gravity_between_bodies) {
    EXPECT_FALSE(parse(kHead).physics.gravity.on);
    const sim::Gravity usual = parse(kHead + "[gravity]\n").physics.gravity;
    EXPECT_TRUE(usual.on && usual.quadrupole && !usual.direct);
    EXPECT_EQ(usual.opening_angle, 0.8f);
    EXPECT_EQ(usual.leaf_bodies, 8u);
    const sim::Gravity own = parse(kHead + R"([gravity]
constant_n_m2_kg2 = 6.674e-11
softening_m = 1e3
opening_angle = 0.5
leaf_bodies = 16
quadrupole = false
method = "direct"
)")
                                 .physics.gravity;
    EXPECT_EQ(own.constant_n_m2_kg2, 6.674e-11f);
    EXPECT_EQ(own.softening_m, 1e3f);
    EXPECT_EQ(own.opening_angle, 0.5f);
    EXPECT_EQ(own.leaf_bodies, 16u);
    EXPECT_TRUE(!own.quadrupole && own.direct);
}

TEST(SceneToml, refuses_gravity_out_of_range_with_the_reason) {
    const std::string gravity = kHead + "[gravity]\n";
    for (const char* angle : {"0", "-0.5", "1.01"}) {
        EXPECT_THAT(refusal(gravity + "opening_angle = " + angle + "\n"),
                    testing::AllOf(HasSubstr("a.toml:5:17: [gravity] opening_angle"),
                                   HasSubstr("the pull is far off")));
    }
    for (const char* softening : {"0", "-1"}) {
        EXPECT_THAT(
            refusal(gravity + "softening_m = " + softening + "\n"),
            testing::AllOf(HasSubstr("a.toml:5:15: [gravity] softening_m"), HasSubstr("without limit")));
    }
    EXPECT_THAT(refusal(gravity + "softening_m = nan\n"), HasSubstr("finite"));
    EXPECT_THAT(refusal(gravity + "constant_n_m2_kg2 = 0\n"), HasSubstr("must be above 0"));
    EXPECT_THAT(refusal(gravity + "leaf_bodies = 0\n"), HasSubstr("1 to 32 expected"));
    EXPECT_THAT(refusal(gravity + "method = 'treee'\n"), HasSubstr("did you mean 'tree'"));
    EXPECT_THAT(refusal(gravity + "theta = 1\n"), HasSubstr("unknown key in [gravity]"));
    EXPECT_THAT(refusal(kHead + "[physics]\nsleep_speed_m_s = 0.1\n[gravity]\n"),
                HasSubstr("a.toml:5:19: [physics] sleep_speed_m_s must be 0 where bodies pull each other"));
    EXPECT_THAT(refusal("[scene]\nname = 'a'\nspawn = 'chairs'\n[mesh]\nfile = 'chair'\n[gravity]\n"),
                HasSubstr("bodies with a mesh do not pull each other"));
}

TEST(SceneToml, refuses_meshes_that_do_not_rotate) {
    const std::string chairs = "[scene]\nname = 'a'\nspawn = 'chairs'\n[mesh]\nfile = 'chair'\n[physics]\n";
    EXPECT_THAT(refusal(chairs + "rotation = false\n"), HasSubstr("a.toml:7:12: [physics] rotation"));
    EXPECT_TRUE(parse(chairs + "rotation = true\n").physics.rotation);
    EXPECT_FALSE(parse(kHead + "[physics]\nrotation = false\n").physics.rotation);
}

TEST(SceneToml, refuses_unknown_keys_with_line_and_column_and_the_nearest) {
    EXPECT_THAT(refusal(kHead + "bodys = 5\n"),
                HasSubstr("a.toml:4:1: unknown key in [scene] 'bodys': did you mean 'bodies'?"));
    EXPECT_THAT(refusal(kHead + "[physics]\n  frictoin = 0.5\n"), HasSubstr("a.toml:5:3"));
    EXPECT_THAT(refusal(kHead + "[spawn]\nradius = 0.5\n"), HasSubstr("did you mean 'radius_m'"));
    EXPECT_THAT(refusal(kHead + "[camera]\nfov = 5\n"), HasSubstr("a.toml:5:1"));
    EXPECT_THAT(refusal(kHead + "[phisics]\n"), HasSubstr("did you mean 'physics'"));
}

TEST(SceneToml, refuses_wrong_types) {
    EXPECT_THAT(refusal("[scene]\nname = 5\n"), HasSubstr("a.toml:2:8: [scene] name must be a string"));
    EXPECT_THAT(refusal(kHead + "bodies = 1.5\n"),
                HasSubstr("a.toml:4:10: [scene] bodies must be a whole number"));
    EXPECT_THAT(refusal(kHead + "[physics]\nfriction = 'much'\n"), HasSubstr("a.toml:5:12"));
    EXPECT_THAT(refusal(kHead + "[physics]\nrotation = 1\n"), HasSubstr("a.toml:5:12"));
    EXPECT_THAT(refusal(kHead + "[physics]\nfriction = nan\n"), HasSubstr("finite"));
    EXPECT_THAT(refusal(kHead + "[physics]\ngravity_m_s2 = [0, 1]\n"), HasSubstr("[x, y, z]"));
    EXPECT_THAT(refusal(kHead + "[physics]\ngravity_m_s2 = [0, 1, 2, 3]\n"), HasSubstr("[x, y, z]"));
    EXPECT_THAT(refusal(kHead + "[physics]\ngravity_m_s2 = [0, 1, 'x']\n"), HasSubstr("a.toml:5:23"));
    EXPECT_THAT(refusal("physics = 3\n" + kHead), HasSubstr("a.toml:1:11"));
}

TEST(SceneToml, refuses_values_out_of_range) {
    EXPECT_THAT(refusal(kHead + "bodies = -1\n"), HasSubstr("a.toml:4:10"));
    EXPECT_THAT(refusal(kHead + "bodies = 134217729\n"), HasSubstr("0 to 134217728 expected"));
    EXPECT_THAT(refusal(kHead + "[physics]\ntime_step_s = 0\n"), HasSubstr("a.toml:5:15"));
    EXPECT_THAT(refusal(kHead + "[physics]\nrestitution = 1.5\n"), HasSubstr("0.05 to 1 expected"));
    EXPECT_THAT(refusal(kHead + "[physics]\nrestitution = 0.04\n"), HasSubstr("a.toml:5:15"));
    EXPECT_EQ(parse(kHead + "[physics]\nrestitution = 0.05\n").physics.restitution, 0.05f);
    EXPECT_THAT(refusal(kHead + "[physics]\nfriction = 1e300\n"), HasSubstr("a.toml:5:12"));
    EXPECT_THAT(refusal(kHead + "[physics]\nsubsteps = 5\n"),
                testing::AllOf(HasSubstr("a.toml:5:12"), HasSubstr("1 to 4 expected")));
    EXPECT_THAT(refusal(kHead + "[physics]\nsleep_speed_m_s = 0.1\nsleep_time_s = 0\n"),
                HasSubstr("a.toml:6:16: [physics] sleep_time_s must be above 0"));
    EXPECT_EQ(parse(kHead + "[physics]\nsleep_time_s = 0\n").physics.sleep_time_s, 0);
    EXPECT_THAT(refusal(kHead + "[spawn]\nvolume_fraction = 0.6\n"), HasSubstr("0 to 0.5 expected"));
    EXPECT_THAT(refusal(kHead + "[camera]\ndistance_m = -2\n"), HasSubstr("out of range"));
}

TEST(SceneToml, refuses_missing_and_unknown_names) {
    EXPECT_THAT(refusal(""), HasSubstr("a.toml:1:1: [scene] name is missing"));
    EXPECT_THAT(refusal("[scene]\nname = 'a'\n"), HasSubstr("[scene] spawn is missing"));
    EXPECT_THAT(refusal("[scene]\nname = 'a'\nspawn = 'test-spawne'\n"),
                HasSubstr("a.toml:3:9: unknown spawn function"));
}

TEST(SceneToml, refuses_what_is_not_toml) {
    EXPECT_THAT(refusal("[scene\n"), HasSubstr("a.toml:1:"));
    EXPECT_THAT(refusal("[scene]\nname = 'a'\nname = 'b'\n"), HasSubstr("a.toml:3:"));
    EXPECT_THAT(refusal(std::string("\0\x01", 2)), HasSubstr("a.toml:1:1"));
}

TEST(SceneToml, files_are_found_by_their_ending_and_names_are_checked) {
    const TempDir dir;
    EXPECT_EQ(app::load_scene(dir.write("s.toml", kHead)).name, "a");
    EXPECT_THAT(message_of<app::BadFile>([&] { app::load_scene(dir / "no.toml"); }), HasSubstr("no.toml"));
    EXPECT_THAT(
        message_of<app::BadFile>([&] { app::load_scene(dir.write("long.toml", std::string(2 << 20, '#'))); }),
        HasSubstr("limit"));
    EXPECT_THAT(message_of<app::BadUsage>([&] { app::load_scene("pil"); }), HasSubstr("did you mean 'pile'"));
}

TEST(SceneToml, built_in_scenes_load_and_are_sorted_by_name) {
    const auto scenes = app::built_in_scenes();
    std::vector<std::string> names;
    for (const sim::Scene& scene : scenes) names.push_back(scene.name);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    EXPECT_THAT(names, testing::IsSupersetOf({"chairs", "disc", "galaxy", "gas", "landscape", "mixed",
                                              "orbit", "pile", "plummer", "solar"}));
    for (const std::string& name : names) EXPECT_EQ(app::load_scene(name).name, name);
}

TEST(SceneCatalog, every_scene_has_a_group_and_a_sentence_and_a_picture) {
    const auto& entries = app::scene_catalog();
    ASSERT_EQ(entries.size(), app::built_in_scene_names().size());
    for (const app::SceneEntry& entry : entries) {
        EXPECT_THAT(entry.group, testing::AnyOf("Particles", "Stacks", "Sort stress", "Gravity"))
            << entry.name;
        EXPECT_TRUE(entry.teaches.ends_with('.')) << entry.name;
        EXPECT_LT(entry.teaches.size(), 120u) << entry.name;
        const std::string picture = "assets/thumbnails/" + entry.name + ".jpg";
        EXPECT_TRUE(std::any_of(app::embedded_pictures().begin(), app::embedded_pictures().end(),
                                [&](const auto& file) { return file.path == picture; }))
            << picture;
    }
    EXPECT_EQ(entries.front().group, "Particles");
    EXPECT_EQ(entries.back().group, "Gravity");
}

TEST(SceneCatalog, is_searched_by_words_in_any_order_and_by_letters_of_the_name) {
    const auto first = [](const std::string& typed) {
        const auto found = app::found_scenes(app::scene_catalog(), typed);
        return found.empty() ? "" : found.front().name;
    };
    EXPECT_EQ(first("PIL"), "pile");
    EXPECT_EQ(first("hgl"), "hourglass");
    EXPECT_EQ(first("body fast"), "one-fast");
    EXPECT_EQ(first("disorder explosion"), "explosion");
    EXPECT_EQ(first("gravity equil"), "plummer");
    EXPECT_EQ(first("zzz"), "");
    EXPECT_EQ(app::found_scenes(app::scene_catalog(), " ").size(), app::scene_catalog().size());
    const app::SceneEntry file = app::scene_entry("/some/where/mine.toml");
    EXPECT_EQ(file.title, "mine");
    EXPECT_GT(app::match(file, "min"), 0);
}

}  // namespace
