// A watched folder: every kind of change is noticed once, and nothing else.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/gl/base/folder_watch.h"
#include "tests/temp_dir.h"

namespace {

namespace fs = std::filesystem;

TEST(FolderWatch, says_each_change_once) {
    const TempDir folder;
    const std::string file = folder.write("a.glsl", "one");
    fs::create_directory(folder / "below");
    const std::string deep = folder.write("below/b.glsl", "two");
    app::FolderWatch watch(folder.path());
    double now_s = 100;
    const auto changed = [&] { return watch.changed(now_s += 1); };
    EXPECT_FALSE(changed());
    const auto expect_noticed = [&](const char* what) {
        EXPECT_TRUE(changed()) << what;
        EXPECT_FALSE(changed()) << what << ", once";
    };
    folder.write("a.glsl", "three");
    expect_noticed("another size");
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(5));
    expect_noticed("another time");
    fs::last_write_time(deep, fs::last_write_time(deep) - std::chrono::seconds(5));
    expect_noticed("another time of a file in a folder in it");
    fs::rename(file, folder / "c.glsl");
    expect_noticed("another name");
    folder.write("below/d.glsl", "");
    expect_noticed("a new file");
    fs::remove(folder / "below/d.glsl");
    expect_noticed("one file less");
}

TEST(FolderWatch, looks_a_few_times_per_second_at_most) {
    const TempDir folder;
    app::FolderWatch watch(folder.path());
    EXPECT_FALSE(watch.changed(0));
    folder.write("a", "");
    EXPECT_FALSE(watch.changed(0.2));
    EXPECT_TRUE(watch.changed(0.5));
}

TEST(FolderWatch, of_no_folder_sees_nothing) {
    app::FolderWatch none("");
    EXPECT_FALSE(none.changed(1));
    const TempDir folder;
    app::FolderWatch later(folder / "not yet");
    EXPECT_FALSE(later.changed(1));
    fs::create_directory(folder / "not yet");
    folder.write("not yet/file", "");
    EXPECT_TRUE(later.changed(2));
}

}  // namespace
