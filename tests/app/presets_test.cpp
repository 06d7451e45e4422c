// Presets fill in what is left open, and say which parts are others than the paper's.
#include "app/cli/presets.h"

#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "sort/lab/model.h"

namespace {

app::Options options_of(const std::string& preset) {
    app::Options options;
    options.preset = preset;
    options.backend = "cpu";
    return options;
}

TEST(Presets, name_what_there_is) {
    for (const app::Preset& preset : app::presets()) {
        SCOPED_TRACE(preset.name);
        const sort::Engine* engine = sort::find_model(preset.engine);
        ASSERT_NE(engine, nullptr);
        sort::EngineConfig config;
        config.digit_bits = preset.digit_bits;
        config.tile = preset.tile;
        EXPECT_NO_THROW(sort::require_config(*engine, config));
        ASSERT_NE(sort::find_engine(preset.cpu_engine), nullptr);
        EXPECT_EQ(sort::find_engine(preset.cpu_engine)->backend, sort::Backend::cpu);
        EXPECT_EQ(std::string(preset.did).back(), '.');
        EXPECT_EQ(std::string(preset.differs).back(), '.');
    }
}

TEST(Presets, fill_in_what_is_open_and_name_what_the_cpu_takes_instead) {
    app::Options options = options_of("ha-2009");
    app::apply_preset(options);
    EXPECT_EQ(options.scene, "gas");
    EXPECT_EQ(options.broad_phase, "endpoint");
    EXPECT_EQ(options.sort, "cpu-radix");
    EXPECT_EQ(options.digit_bits, 0) << "those of fourway";
    EXPECT_FALSE(options.bodies);
    EXPECT_TRUE(options.passes);
    EXPECT_EQ(options.preset_replaced, "preset ha-2009: cpu-radix in place of fourway (the CPU computes)");
}

TEST(Presets, what_is_given_wins) {
    app::Options options = options_of("ye-2010");
    options.sort = "tbb-sort";
    options.broad_phase = "sweep";
    options.scene = "pile";
    options.scene_given = true;
    options.bodies = 300;
    app::apply_preset(options);
    EXPECT_EQ(options.sort, "tbb-sort");
    EXPECT_EQ(options.broad_phase, "sweep");
    EXPECT_EQ(options.scene, "pile");
    EXPECT_EQ(options.bodies, 300u);
    EXPECT_EQ(
        options.preset_replaced,
        "preset ye-2010: --sort tbb-sort in place of warpsort, --broad-phase sweep in place of endpoint");
}

TEST(Presets, no_preset_changes_nothing_and_an_unknown_one_is_refused) {
    app::Options options;
    app::apply_preset(options);
    EXPECT_EQ(options.sort, "");
    EXPECT_EQ(options.broad_phase, "");
    EXPECT_FALSE(options.passes);
    options.preset = "ha-2008";
    EXPECT_THROW(app::apply_preset(options), app::BadUsage);
}

}  // namespace
