// Settings: kept, forgiving, and never in the way.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/settings.h"

namespace {

namespace fs = std::filesystem;

class SettingsTest : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/sweeplab_settings_XXXXXX";
        folder_ = mkdtemp(name);
    }
    void TearDown() override { fs::remove_all(folder_); }
    std::string path() const { return (folder_ / "sweeplab" / "settings.toml").string(); }
    fs::path folder_;
};

TEST_F(SettingsTest, what_was_saved_is_loaded) {
    app::Settings settings;
    settings.window_width = 1600;
    settings.window_height = 900;
    settings.ui_scale = 1.25f;
    settings.drawer = false;
    app::save_settings(path(), settings);
    const app::Settings loaded = app::load_settings(path());
    EXPECT_EQ(loaded.window_width, 1600);
    EXPECT_EQ(loaded.window_height, 900);
    EXPECT_FLOAT_EQ(loaded.ui_scale, 1.25f);
    EXPECT_TRUE(loaded.panels);
    EXPECT_FALSE(loaded.drawer);
}

TEST_F(SettingsTest, broken_files_and_values_out_of_range_give_the_defaults) {
    fs::create_directories(folder_ / "sweeplab");
    std::ofstream(path()) << "[window]\nwidth = -5\nheight = 99999999\n[panels]\nscale = \"big\"\n";
    EXPECT_EQ(app::load_settings(path()).window_width, 1280);
    EXPECT_EQ(app::load_settings(path()).window_height, 720);
    EXPECT_FLOAT_EQ(app::load_settings(path()).ui_scale, 1);
    std::ofstream(path()) << "[window\n";
    std::string problem;
    EXPECT_EQ(app::load_settings(path(), &problem).window_width, 1280);
    EXPECT_NE(problem.find("settings.toml:1:"), std::string::npos) << problem;
}

TEST_F(SettingsTest, a_path_that_cannot_be_looked_at_is_no_error) {
    std::string problem;
    const std::string too_long = (folder_ / std::string(5000, 'x') / "settings.toml").string();
    EXPECT_EQ(app::load_settings(too_long, &problem).window_width, 1280);
    app::save_settings(too_long, {});
    fs::create_symlink("loop", folder_ / "loop");
    const std::string in_loop = (folder_ / "loop" / "settings.toml").string();
    EXPECT_EQ(app::load_settings(in_loop, &problem).window_width, 1280);
    app::save_settings(in_loop, {});
    EXPECT_EQ(problem, "");
}

TEST_F(SettingsTest, no_home_means_no_settings_and_no_error) {
    const char* home = std::getenv("HOME");
    const std::string kept = home ? home : "";
    unsetenv("HOME");
    unsetenv("XDG_CONFIG_HOME");
    EXPECT_EQ(app::settings_path(), "");
    app::save_settings("", {});
    EXPECT_EQ(app::load_settings("").window_width, 1280);
    setenv("XDG_CONFIG_HOME", "/somewhere", 1);
    EXPECT_EQ(app::settings_path(), "/somewhere/sweeplab/settings.toml");
    unsetenv("XDG_CONFIG_HOME");
    if (home) setenv("HOME", kept.c_str(), 1);
}

TEST_F(SettingsTest, a_place_that_cannot_be_written_is_passed_over) {
    app::save_settings("/proc/nowhere/settings.toml", {});
    EXPECT_FALSE(fs::exists("/proc/nowhere"));
}

}  // namespace
