// Random scene files, emulated: a few, with few bodies. RANDOM_WORLDS=FIRST,COUNT takes others.
#include <cstdlib>

#include "tests/sim/random_worlds_suite.h"

namespace {

TEST(EmulatedRandomWorlds, are_refused_or_have_the_bits_of_the_cpu) {
    unsigned long long first = 100, count = 2 * sim::spawners().size();  // each spawn function twice
    const char* other = std::getenv("RANDOM_WORLDS");
    if (other) std::sscanf(other, "%llu,%llu", &first, &count);
    const random_worlds::Tally tally = random_worlds::expect_refused_or_right(
        first, count,
        {.most_bodies = 150, .most_with_meshes = 12, .steps = 16, .most_ground_bytes = 1 << 22});
    if (other) return;
    EXPECT_GE(tally.run, 10);
    EXPECT_GE(tally.refused, 3);
    EXPECT_GE(tally.bounded, 2);
}

sim::WorldConfig config_of_text(const std::string& text, uint32_t bodies) {
    sim::WorldConfig config;
    config.scene = app::parse_scene(text, "found.toml");
    app::load_shapes(config.scene, 0, true);
    config.bodies = bodies;
    config.engine = sim::default_engine(sim::Backend::cpu);
    config.broad_phase = "brute";
    return config;
}

/// Found by random worlds: drag that is more than the speed in a step turned bodies back, ever faster.
TEST(FoundByRandomWorlds, air_does_not_turn_the_fastest_back) {
    const std::string text =
        "[scene]\nname = 'a'\nspawn = 'chairs'\n[physics]\ntime_step_s = 1e-3\nair_drag_per_m = 1000\n"
        "[[mesh]]\nfile = 'pebble'\nsdf_cells = 16\n[spawn]\nspeed_m_s = 50\ndrop_m = 500\n";
    const auto world = sim::World::create(config_of_text(text, 3));
    // In the first steps: bodies that are not finite are set aside, and lie still in the end.
    for (int step = 0; step < 3; ++step) {
        world->step(1);
        for (const sim::Body& body : world->snapshot().bodies) EXPECT_LT(length(body.velocity_m_s), 51);
    }
    world->step(37);
    const sim::Snapshot state = world->snapshot();
    ASSERT_TRUE(random_worlds::finite(state));
    for (const sim::Body& body : state.bodies) EXPECT_LT(length(body.velocity_m_s), 2);
}

TEST(FoundByRandomWorlds, a_pull_that_no_step_resolves_is_refused) {
    const auto text = [](const char* gravity) {
        return "[scene]\nname = 'a'\nspawn = 'plummer'\n[physics]\nrotation = true\nstiffness_pa = 1\ngravity_m_s2 = [0, 0, 0]\n[gravity]\n" +
               std::string(gravity);
    };
    std::string why;
    EXPECT_FALSE(random_worlds::created(
        config_of_text(text("constant_n_m2_kg2 = 1e9\nsoftening_m = 1e-3\n[spawn]\nmass_kg = 1e8\n"), 4),
        why));
    EXPECT_EQ(why.find("[gravity] constant_n_m2_kg2 = 1e+09: bodies of 2.5e+07 kg pull each other"), 0u)
        << why;
    EXPECT_TRUE(random_worlds::created(config_of_text(text("constant_n_m2_kg2 = 1\n"), 4), why));
}

}  // namespace
