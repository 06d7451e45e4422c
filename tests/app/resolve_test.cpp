// What the words of a command line mean: each reaches the world or the search that is made of them.
#include "app/cli/resolve.h"

#include <gmock/gmock.h>

#include <functional>

#include "app/base/errors.h"
#include "sort/base/errors.h"
#include "tests/source_tree.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;

app::Options on_cpu() {
    app::Options options;
    options.backend = "cpu";
    options.scene = "gas";
    options.bodies = 100;
    options.quiet = true;
    return options;
}

/// An option that is another than its default, and where it has to be found.
struct Setting {
    const char* name;
    std::function<void(app::Options&)> set;
    std::function<std::string(const sim::WorldConfig&)> of_world;
    std::function<std::string(const sim::PairsConfig&)> of_search;  // empty: of worlds alone
    const char* expected;
};

/// `member` of both configurations.
#define OF_BOTH(text_of_config)                                                   \
    [](const sim::WorldConfig& config) -> std::string { return text_of_config; }, \
        [](const sim::PairsConfig& config) -> std::string { return text_of_config; }

const Setting kSettings[] = {
    {"--sort", [](auto& options) { options.sort = "tbb-sort"; }, OF_BOTH(config.engine), "tbb-sort"},
    {"--broad-phase", [](auto& options) { options.broad_phase = "brute"; }, OF_BOTH(config.broad_phase),
     "brute"},
    {"--threads", [](auto& options) { options.threads = 3; }, OF_BOTH(std::to_string(config.threads)), "3"},
    {"--device", [](auto& options) { options.device = 2; }, OF_BOTH(std::to_string(config.device)), "2"},
    {"--passes",
     [](auto& options) { options.passes = true; },
     [](const sim::WorldConfig& config) { return std::to_string(config.traced); },
     {},
     "1"},
    {"--bodies",
     [](auto& options) { options.bodies = 77; },
     [](const sim::WorldConfig& config) { return std::to_string(config.bodies); },
     {},
     "77"},
    {"--seed",
     [](auto& options) { options.seed = 55; },
     [](const sim::WorldConfig& config) { return std::to_string(config.seed); },
     {},
     "55"},
    {"--scene",
     [](auto& options) { options.scene = "pile"; },
     [](const sim::WorldConfig& config) { return config.scene.name; },
     {},
     "pile"},
};
#undef OF_BOTH

TEST(Resolve, every_setting_arrives_and_changes_nothing_else) {
    const sim::WorldConfig plain = app::resolve_world(on_cpu());
    const sim::PairsConfig plain_search = app::resolve_engine(on_cpu());
    for (const Setting& setting : kSettings) {
        app::Options options = on_cpu();
        setting.set(options);
        const sim::WorldConfig world = app::resolve_world(options);
        const sim::PairsConfig search = app::resolve_engine(options);
        EXPECT_EQ(world.backend, sim::Backend::cpu);
        EXPECT_TRUE(world.stop) << "an interrupt ends its work";
        for (const Setting& other : kSettings) {
            const bool same = &other == &setting;
            EXPECT_EQ(other.of_world(world), same ? other.expected : other.of_world(plain))
                << setting.name << ": " << other.name;
            EXPECT_NE(other.expected, other.of_world(plain)) << other.name << ": this is its default";
            if (other.of_search) {
                EXPECT_EQ(other.of_search(search), same ? other.expected : other.of_search(plain_search))
                    << setting.name << ": " << other.name;
            }
        }
    }
}

TEST(Resolve, what_is_left_open_is_of_the_scene_and_of_the_backend) {
    app::Options options = on_cpu();
    options.bodies.reset();
    for (const char* scene : {"gas", "orbit", "solar"}) {
        options.scene = scene;
        const sim::WorldConfig config = app::resolve_world(options);
        EXPECT_EQ(config.bodies, sim::default_bodies(config.scene, sim::Backend::cpu)) << scene;
        EXPECT_EQ(config.seed, config.scene.seed) << scene;
        EXPECT_EQ(config.scene.file, "") << "a built-in one";
    }
}

TEST(Resolve, a_scene_of_a_file_knows_its_file) {
    const TempDir folder;
    app::Options options = on_cpu();
    std::string text = read_whole(source_tree::kRoot / "assets/scenes/gas.toml");
    text.replace(text.find("seed = 1"), 8, "seed = 9");
    options.scene = folder.write("own.toml", text);
    const sim::WorldConfig config = app::resolve_world(options);
    EXPECT_EQ(config.scene.file, options.scene);
    EXPECT_EQ(config.seed, 9u);
}

TEST(Resolve, refuses_numbers_of_bodies_that_cannot_be) {
    app::Options options = on_cpu();
    options.bodies = sim::kMaxBodies;
    EXPECT_EQ(app::resolve_world(options).bodies, sim::kMaxBodies);
    options.bodies = uint64_t(sim::kMaxBodies) + 1;
    EXPECT_THAT(message_of<sort::OverLimit>([&] { app::resolve_world(options); }), HasSubstr("(2^27)"));
    options.bodies = 0;
    EXPECT_THAT(message_of<app::BadUsage>([&] { app::resolve_world(options); }),
                HasSubstr("at least 1 body"));
}

TEST(Resolve, of_auto_says_what_does_not_go_with_it) {
    app::Options options = on_cpu();
    options.sort = "auto";
    EXPECT_THAT(message_of<app::BadUsage>([&] { app::resolve_engine(options); }),
                HasSubstr("an engine is expected here: cpu-adaptive"));
    for (const bool tile : {false, true}) {
        app::Options own = options;
        (tile ? own.tile = "32x4" : own.tile = "");
        own.digit_bits = tile ? 0 : 4;
        EXPECT_THAT(message_of<app::BadUsage>([&] { app::resolve_world(own); }),
                    HasSubstr("belong to an engine"));
    }
}

}  // namespace
