// Settings: kept, forgiving, and never in the way.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "app/base/toml.h"
#include "app/cli/calibration.h"
#include "app/cli/settings.h"

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
    settings.tool_panel = false;
    settings.left_width = 251.5f;
    settings.tool_panel_height = 300;
    settings.hints_seen = true;
    settings.recent = {"/a/b.toml", "/c \"d\"/e.toml", "\n/f.toml", "/g'''\n.toml"};
    app::save_settings(path(), settings);
    const app::Settings loaded = app::load_settings(path());
    EXPECT_EQ(loaded.window_width, 1600);
    EXPECT_EQ(loaded.window_height, 900);
    EXPECT_FLOAT_EQ(loaded.ui_scale, 1.25f);
    EXPECT_TRUE(loaded.panels);
    EXPECT_FALSE(loaded.tool_panel);
    EXPECT_FLOAT_EQ(loaded.left_width, 251.5f);
    EXPECT_FLOAT_EQ(loaded.right_width, 0);
    EXPECT_FLOAT_EQ(loaded.tool_panel_height, 300);
    EXPECT_TRUE(loaded.hints_seen);
    EXPECT_EQ(loaded.recent, settings.recent);
}

TEST_F(SettingsTest, windows_change_a_key_each) {
    app::Settings started;
    started.recent = {"/a.toml", "/b.toml"};
    ASSERT_TRUE(app::save_settings(path(), started));
    app::Settings one = started, other = started;
    one.light = true;
    one.ui_scale = 2;
    one.recent = {"/c.toml", "/a.toml", "/b.toml"};
    one.calibration["x/1"] = "one";
    other.tool_panel = false;
    other.window_width = 1600;
    other.recent = {"/b.toml", "/d.toml", "/a.toml"};
    other.calibration["x/2"] = "other";
    EXPECT_TRUE(app::save_settings(path(), one, started));
    EXPECT_TRUE(app::save_settings(path(), other, started));
    app::Settings both = one;
    both.tool_panel = false;
    both.window_width = 1600;
    both.recent = {"/b.toml", "/d.toml", "/c.toml", "/a.toml"};
    both.calibration["x/2"] = "other";
    EXPECT_EQ(app::load_settings(path()), both);

    // Back to what it was at first, and what is as it was says nothing.
    app::Settings back = one;
    back.light = false;
    EXPECT_TRUE(app::save_settings(path(), back, one));
    both.light = false;
    EXPECT_EQ(app::load_settings(path()), both);
}

TEST_F(SettingsTest, keys_of_newer_versions_stay) {
    fs::create_directories(folder_ / "sweeplab");
    std::ofstream(path())
        << "format = 2\nnew = [1, 2]\n[panels]\nlight = true\nscale = 40.0\ncolour = \"red\"\n[other]\nx = 1.5\n"
        << "\"a\\nb\" = 1\n";
    app::Settings settings = app::load_settings(path());
    settings.tool_panel = false;
    EXPECT_TRUE(app::save_settings(path(), settings, app::load_settings(path())));
    const toml::table table = toml::parse_file(path());
    EXPECT_EQ(table["panels"]["colour"].value<std::string>(), "red");
    EXPECT_EQ(table["panels"]["scale"].value<double>(), 40.0)
        << "too large for this version, and not changed";
    EXPECT_EQ(table["other"]["x"].value<double>(), 1.5);
    EXPECT_EQ(table["new"].as_array()->size(), 2u);
    EXPECT_TRUE(app::load_settings(path()).light);
}

TEST_F(SettingsTest, old_names_of_keys_are_read) {
    fs::create_directories(folder_ / "sweeplab");
    std::ofstream(path()) << "format = 2\n[panels]\ndrawer = false\ndrawer_height = 300.0\n";
    const app::Settings settings = app::load_settings(path());
    EXPECT_FALSE(settings.tool_panel);
    EXPECT_FLOAT_EQ(settings.tool_panel_height, 300);
    EXPECT_TRUE(app::save_settings(path(), settings, settings));
    EXPECT_EQ(app::load_settings(path()), settings);
    EXPECT_FALSE(toml::parse_file(path())["panels"]["drawer"]);
}

TEST_F(SettingsTest, names_of_files_are_any_bytes) {
    app::Settings settings;
    settings.recent = {"/tmp/caf\xe9.toml", "/tmp/caf\xc3\xa9.toml", "/\xff\xee\xbf\xa9\n\x01.toml"};
    settings.calibration = {{"tunes/GPU \xae", "good \xff"}};
    EXPECT_TRUE(app::save_settings(path(), settings));
    EXPECT_EQ(app::load_settings(path()), settings);
}

TEST_F(SettingsTest, links_are_written_through) {
    fs::create_directories(folder_ / "sweeplab");
    fs::create_directories(folder_ / "dotfiles");
    fs::create_symlink("../dotfiles/settings", path());
    app::Settings settings;
    for (const int width : {1600, 1700}) {  // the first time it leads nowhere
        settings.window_width = width;
        EXPECT_TRUE(app::save_settings(path(), settings));
        EXPECT_TRUE(fs::is_symlink(path()));
        EXPECT_EQ(app::load_settings(folder_ / "dotfiles/settings").window_width, width);
    }
}

TEST_F(SettingsTest, what_is_no_file_of_settings_is_said_and_left_alone) {
    fs::create_directories(folder_ / "sweeplab");
    const auto refused = [&](const std::string& place, const std::string& why) {
        std::string read, saved;
        EXPECT_EQ(app::load_settings(place, &read), app::Settings{}) << why;
        EXPECT_NE(read.find(why), read.npos) << read;
        EXPECT_FALSE(app::save_settings(place, {.window_width = 1600}, {}, &saved)) << why;
        EXPECT_NE(saved, "");
    };
    std::ofstream(path()) << std::string(300, '\0');
    refused(path(), "settings.toml:1:1: ");
    EXPECT_EQ(fs::file_size(path()), 300u);
    fs::remove(path());
    fs::create_directory(path());
    refused(path(), "a file is expected, not a folder");
    fs::remove(path());
    ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
    refused(path(), "a file is expected");
    fs::remove(path());
    fs::create_symlink("settings.toml", path());
    refused(path(), "Too many levels of symbolic links");
    fs::remove(path());
    fs::create_symlink("no/such/settings", path());
    std::string read, saved;
    app::load_settings(path(), &read);
    EXPECT_EQ(read, "") << "not written yet";
    EXPECT_FALSE(app::save_settings(path(), {}, {}, &saved));
    EXPECT_NE(saved.find("No such file"), saved.npos) << saved;
}

/// Two windows that close at once: neither writes into what the other one is about to move into place.
TEST_F(SettingsTest, each_program_writes_a_file_of_its_own) {
    app::save_settings(path(), {});
    const fs::path beside = path() + ".new";
    std::ofstream(beside) << "of another one";
    app::Settings settings;
    settings.window_width = 1600;
    EXPECT_TRUE(app::save_settings(path(), settings));
    EXPECT_EQ(app::load_settings(path()).window_width, 1600);
    EXPECT_TRUE(fs::exists(beside));

    std::vector<pid_t> others;
    for (int width : {1700, 1800, 1900, 2000}) {
        others.push_back(fork());
        settings.window_width = width;
        for (int turn = 0; others.back() == 0 && turn < 50; turn++) {
            if (!app::save_settings(path(), settings)) _exit(1);
        }
        if (others.back() == 0) _exit(0);
    }
    for (const pid_t other : others) {
        int status = -1;
        EXPECT_EQ(waitpid(other, &status, 0), other);
        EXPECT_EQ(status, 0);
    }
    EXPECT_GE(app::load_settings(path()).window_width, 1700);
    EXPECT_EQ(std::distance(fs::directory_iterator(beside.parent_path()), {}), 2);
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

TEST_F(SettingsTest, a_path_that_cannot_be_looked_at_is_said) {
    std::string problem;
    const std::string too_long = (folder_ / std::string(5000, 'x') / "settings.toml").string();
    EXPECT_EQ(app::load_settings(too_long, &problem).window_width, 1280);
    EXPECT_NE(problem.find("File name too long"), problem.npos) << problem;
    app::save_settings(too_long, {});
    fs::create_symlink("loop", folder_ / "loop");
    const std::string in_loop = (folder_ / "loop" / "settings.toml").string();
    EXPECT_EQ(app::load_settings(in_loop, &problem).window_width, 1280);
    EXPECT_NE(problem.find("Too many levels"), problem.npos) << problem;
    app::save_settings(in_loop, {});
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
    for (const char* relative : {"rel", "./rel", "~/.config", ""}) {
        setenv("XDG_CONFIG_HOME", relative, 1);
        EXPECT_EQ(app::settings_path(), "") << relative;
        setenv("HOME", "/home/somebody", 1);
        EXPECT_EQ(app::settings_path(), "/home/somebody/.config/sweeplab/settings.toml") << relative;
        setenv("HOME", relative, 1);
        EXPECT_EQ(app::settings_path(), "") << relative;
        unsetenv("HOME");
    }
    unsetenv("XDG_CONFIG_HOME");
    if (home) setenv("HOME", kept.c_str(), 1);
}

TEST_F(SettingsTest, a_place_that_cannot_be_written_is_passed_over) {
    app::save_settings("/proc/nowhere/settings.toml", {});
    EXPECT_FALSE(fs::exists("/proc/nowhere"));
}

TEST_F(SettingsTest, calibrations_are_kept_when_the_window_closes) {
    app::Settings settings;
    settings.calibration = {{"ha-auto/Some \"device\" 3", "fourway 256x8"}, {"ha-auto/other", "old"}};
    EXPECT_TRUE(app::save_settings(path(), settings));
    settings = {};
    settings.window_width = 1600;
    settings.calibration = {{"ha-auto/other", "new"}};
    EXPECT_TRUE(app::save_settings(path(), settings));
    const app::Settings loaded = app::load_settings(path());
    EXPECT_EQ(loaded.window_width, 1600);
    const std::map<std::string, std::string> expected = {{"ha-auto/Some \"device\" 3", "fourway 256x8"},
                                                         {"ha-auto/other", "new"}};
    EXPECT_EQ(loaded.calibration, expected);
}

TEST_F(SettingsTest, onesweep_means_bucketsort_in_files_from_before_the_format_was_counted) {
    fs::create_directories(folder_ / "sweeplab");
    std::ofstream(path()) << "[calibration]\n\"onesweep/H200\" = \"a\"\n\"onesweeper/H200\" = \"b\"\n";
    const std::map<std::string, std::string> mapped = {{"bucketsort/H200", "a"}, {"onesweeper/H200", "b"}};
    EXPECT_EQ(app::load_settings(path()).calibration, mapped);

    // Once it is saved, the paper's sort has the name.
    app::Settings settings;
    settings.calibration["onesweep/H200"] = "c";
    EXPECT_TRUE(app::save_settings(path(), settings));
    std::map<std::string, std::string> both = mapped;
    both["onesweep/H200"] = "c";
    EXPECT_EQ(app::load_settings(path()).calibration, both);
}

int tuned = 0;

/// An engine that measures: its texts are "good" and what follows.
sort::Engine tuning_engine() {
    sort::Engine engine{};
    engine.name = "tunes";
    engine.bytes = [](uint32_t, const sort::EngineConfig& config) -> size_t {
        if (!config.tuning.starts_with("good")) throw std::invalid_argument("tunes: " + config.tuning);
        return 1;
    };
    engine.tune = [] { return "good " + std::to_string(++tuned); };
    return engine;
}

TEST_F(SettingsTest, an_engine_is_calibrated_once_on_each_device) {
    tuned = 0;
    const sort::Engine engine = tuning_engine();
    const auto asked = [&](const std::string& device) {
        sort::EngineConfig config;
        app::calibrate_here(engine, device, path(), config);
        return config.tuning;
    };
    app::Settings before;
    before.window_height = 900;
    app::save_settings(path(), before);
    EXPECT_EQ(asked("first"), "good 1");
    EXPECT_EQ(asked("first"), "good 1") << "read from the settings";
    EXPECT_EQ(asked("second"), "good 2");
    EXPECT_EQ(asked("first"), "good 1");
    EXPECT_EQ(app::load_settings(path()).window_height, 900) << "the rest of the settings stays";

    app::Settings stale;
    stale.calibration["tunes/first"] = "of another version";
    app::save_settings(path(), stale);
    EXPECT_EQ(asked("first"), "good 3") << "what is not understood is measured again";
    EXPECT_EQ(asked("first"), "good 3");

    sort::EngineConfig set;
    set.tuning = "good as given";
    app::calibrate_here(engine, "third", path(), set);
    EXPECT_EQ(set.tuning, "good as given");
    EXPECT_EQ(tuned, 3);
}

TEST_F(SettingsTest, calibration_needs_no_settings_and_mends_no_broken_ones) {
    tuned = 0;
    sort::Engine engine = tuning_engine();
    sort::EngineConfig config;
    app::calibrate_here(engine, "device", "", config);
    EXPECT_EQ(config.tuning, "good 1");

    fs::create_directories(folder_ / "sweeplab");
    std::ofstream(path()) << "[window\n";
    config = {};
    app::calibrate_here(engine, "device", path(), config);
    EXPECT_EQ(config.tuning, "good 2");
    std::string line;
    std::getline(std::ifstream(path()) >> std::ws, line);
    EXPECT_EQ(line, "[window") << "a file that the user may want to mend is not written over";

    config = {};
    engine.tune = []() -> std::string { throw std::runtime_error("no device to measure on"); };
    app::calibrate_here(engine, "device", "", config);
    EXPECT_EQ(config.tuning, "") << "the engine's usual choice";
    engine.tune = nullptr;
    app::calibrate_here(engine, "device", "", config);
    EXPECT_EQ(config.tuning, "");
}

TEST_F(SettingsTest, ha_auto_knows_what_it_may_be_told) {
    const sort::Engine* engine = sort::find_engine("ha-auto");
    if (!engine) GTEST_SKIP() << "skipped: no CUDA in this build";
    ASSERT_NE(engine->tune, nullptr);
    sort::EngineConfig tuned, chosen;
    tuned.tuning = "sixteenway 512x8";
    chosen.tile = {512, 8};
    const sort::Engine* sixteenway = sort::find_engine("sixteenway");
    EXPECT_EQ(engine->bytes(100000, tuned), sixteenway->bytes(100000, chosen));
    EXPECT_GE(engine->bytes(100000, {}), engine->bytes(100000, tuned)) << "before it has chosen";
    for (const char* wrong : {"sixteenway", "sixteenway 32x1", "fourway 256x8 ", "cub-radix 256x8"}) {
        tuned.tuning = wrong;
        EXPECT_THROW(engine->create(100, tuned), std::invalid_argument) << wrong;
    }
}

}  // namespace
