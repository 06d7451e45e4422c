// PNG files and videos: whole or not there.
#include <fcntl.h>
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <png.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "app/base/errors.h"
#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/frame_reader.h"
#include "app/gl/picture_thread.h"
#include "sort/base/errors.h"

namespace {

namespace fs = std::filesystem;
using app::Image;

Image gradient(int width, int height, int frame = 0) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int channel : {x, y, frame * 8}) image.rgb.push_back(uint8_t(channel));
    return image;
}

Image read_png(const std::string& path) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, path.c_str())) return {};
    png.format = PNG_FORMAT_RGB;
    Image image{int(png.width), int(png.height), std::vector<uint8_t>(PNG_IMAGE_SIZE(png))};
    png_image_finish_read(&png, nullptr, image.rgb.data(), 0, nullptr);
    return image;
}

class GlCapture : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("sweeplab_capture_" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    size_t files() const { return size_t(std::distance(fs::directory_iterator(folder_), {})); }

    fs::path folder_;
};

bool has_ffmpeg() { return std::system("ffmpeg -version > /dev/null 2>&1") == 0; }

TEST_F(GlCapture, png_round_trip) {
    for (const auto& [width, height] : {std::pair(1, 1), {3, 2}, {257, 131}}) {
        const Image image = gradient(width, height);
        app::write_png(path("a.png"), image);
        const Image back = read_png(path("a.png"));
        EXPECT_EQ(back.width, width);
        EXPECT_EQ(back.rgb, image.rgb);
    }
    EXPECT_EQ(files(), 1u);
}

TEST_F(GlCapture, a_picture_that_cannot_be_written_is_refused_before_the_work) {
    EXPECT_THROW(app::open_pictures(path("missing/a.png"), 8, 8), app::BadFile);
    EXPECT_THROW(app::open_pictures(path("missing/a_%04d.png"), 8, 8), app::BadFile);
    EXPECT_THROW(app::open_pictures(path("missing/a.mp4"), 8, 8), app::BadFile);
    fs::create_directory(folder_ / "folder.png");
    EXPECT_THROW(app::open_pictures(path("folder.png"), 8, 8), app::BadFile);
    std::ofstream(path("file")) << "x";
    EXPECT_THROW(app::open_pictures(path("file/a.png"), 8, 8), app::BadFile);
    EXPECT_THROW(app::write_png(path("missing/a.png"), gradient(2, 2)), app::BadFile);
    EXPECT_EQ(files(), 2u);
}

TEST_F(GlCapture, names_that_are_no_picture_are_wrong_usage) {
    for (const char* name : {"a", "a.jpg", "", "a_%s.png", "a_%04d_%04d.png", "a_%n.png"})
        EXPECT_THROW(app::open_pictures(name[0] ? path(name) : "", 8, 8), app::BadUsage) << name;
    EXPECT_EQ(files(), 0u);
}

TEST_F(GlCapture, one_png_holds_the_last_frame) {
    auto pictures = app::open_pictures(path("a.png"), 16, 16);
    EXPECT_FALSE(pictures->wants_every_frame());
    pictures->add(gradient(16, 16, 1));
    pictures->add(gradient(16, 16, 2));
    EXPECT_FALSE(fs::exists(path("a.png")));
    pictures->finish();
    EXPECT_EQ(read_png(path("a.png")).rgb, gradient(16, 16, 2).rgb);
    EXPECT_EQ(files(), 1u);
}

TEST_F(GlCapture, a_sequence_numbers_its_files) {
    auto pictures = app::open_pictures(path("a_%04d.png"), 16, 16);
    EXPECT_TRUE(pictures->wants_every_frame());
    for (int i = 0; i < 3; ++i) pictures->add(gradient(16, 16, i));
    pictures->finish();
    EXPECT_EQ(read_png(path("a_0000.png")).rgb, gradient(16, 16, 0).rgb);
    EXPECT_EQ(read_png(path("a_0002.png")).rgb, gradient(16, 16, 2).rgb);
    EXPECT_EQ(files(), 3u);
}

TEST_F(GlCapture, a_video_appears_when_it_is_finished) {
    if (!has_ffmpeg()) GTEST_SKIP() << "skipped: no ffmpeg";
    for (const int side : {64, 65}) {  // odd sides are padded
        auto pictures = app::open_pictures(path("a.mp4"), side, side);
        EXPECT_TRUE(pictures->wants_every_frame());
        for (int i = 0; i < 30; ++i) pictures->add(gradient(side, side, i));
        EXPECT_FALSE(fs::exists(path("a.mp4")));
        pictures->finish();
        EXPECT_GT(fs::file_size(path("a.mp4")), 500u);
        EXPECT_EQ(files(), 1u);
        fs::remove(path("a.mp4"));
    }
}

/// Does what the script says, in place of ffmpeg.
class FakeFfmpeg {
public:
    FakeFfmpeg(const fs::path& folder, const std::string& script) : before_(std::getenv("PATH")) {
        std::ofstream(folder / "ffmpeg") << "#!/bin/sh\n" << script;
        fs::permissions(folder / "ffmpeg", fs::perms(0700));
        setenv("PATH", (folder.string() + ":" + before_).c_str(), 1);
    }
    ~FakeFfmpeg() { setenv("PATH", before_.c_str(), 1); }

private:
    std::string before_;
};

TEST_F(GlCapture, a_video_may_have_any_name) {
    const FakeFfmpeg fake(folder_,
                          "cat >/dev/null; printf '%s ' \"$@\" >words; for last; do :; done\n"
                          "echo film >\"${last#file:}\"\n");
    const fs::path before = fs::current_path();
    fs::current_path(folder_);
    fs::create_directory("http:");
    for (const std::string name :
         {"12:30:05.mp4", "-z.mp4", "file:x.mp4", "http:x.mp4", "http://x.mp4", "%d.mp4", "100%.mp4",
          "pipe:1.mp4", "concat:a|b.mp4", "a\nb.mp4", "\"it's\".mp4", " .mp4", "caf\xe9.mp4", "-.mp4"}) {
        auto pictures = app::open_pictures(name, 4, 4);
        pictures->add(gradient(4, 4));
        pictures->finish();
        std::string film, words;
        std::getline(std::ifstream(name), film);
        EXPECT_EQ(film, "film") << name;
        std::getline(std::ifstream("words"), words);
        EXPECT_EQ(words.find(name), words.npos) << "ffmpeg reads no name of ours: " << words;
        EXPECT_NE(words.find(" -protocol_whitelist pipe "), words.npos) << "nothing is asked of a network";
    }
    fs::current_path(before);
}

TEST_F(GlCapture, a_video_that_ffmpeg_does_not_write_is_an_error) {
    const FakeFfmpeg fake(folder_, "cat >/dev/null");
    auto pictures = app::open_pictures(path("a.mp4"), 4, 4);
    pictures->add(gradient(4, 4));
    std::string said;
    try {
        pictures->finish();
    } catch (const app::BadFile& error) {
        said = error.what();
    }
    EXPECT_EQ(said, path("a.mp4") + ": ffmpeg wrote nothing");
    pictures.reset();
    EXPECT_EQ(files(), 1u) << "ffmpeg";
}

TEST_F(GlCapture, an_unfinished_video_leaves_no_file) {
    if (!has_ffmpeg()) GTEST_SKIP() << "skipped: no ffmpeg";
    {
        auto pictures = app::open_pictures(path("a.mp4"), 640, 480);
        for (int i = 0; i < 60; ++i) pictures->add(gradient(640, 480, i));
    }
    EXPECT_EQ(files(), 0u);
}

TEST_F(GlCapture, frames_are_kept_where_ffmpeg_ends_early_and_that_was_asked_for) {
    const FakeFfmpeg fake(folder_, "exit 7\n");
    auto pictures = app::open_pictures(path("a.mp4"), 64, 64, {}, true);
    std::string said;
    try {
        for (int i = 0; i < 200; ++i) pictures->add(gradient(64, 64, i));
        pictures->finish();
    } catch (const app::BadFile& error) {
        said = error.what();
    }
    pictures.reset();
    EXPECT_NE(said.find("ffmpeg stopped with status 7; "), said.npos) << said;
    EXPECT_NE(said.find(path("a_00000.png") + " and on"), said.npos) << said;
    EXPECT_EQ(read_png(path("a_00000.png")).rgb, gradient(64, 64, 0).rgb);
    EXPECT_FALSE(fs::exists(path("a.mp4")));
    EXPECT_THROW(app::open_pictures(path("a.png"), 64, 64, {}, true), app::BadUsage);
}

/// Writes only when it may.
class SlowWriter : public app::PictureWriter {
public:
    SlowWriter(std::mutex& gate, int& written) : gate_(gate), written_(written) {}
    bool wants_every_frame() const override { return true; }
    void add(const Image&) override {
        const std::lock_guard lock(gate_);
        ++written_;
    }
    void finish() override { written_ += 1000; }

private:
    std::mutex& gate_;
    int& written_;
};

TEST_F(GlCapture, a_writer_that_is_too_slow_holds_up_nobody) {
    std::mutex gate;
    int written = 0, queued = 0;
    gate.lock();
    app::PictureThread thread(std::make_unique<SlowWriter>(gate, written));
    for (int k = 0; k < 100; ++k) queued += thread.add(gradient(4, 4, k), 2);
    EXPECT_GE(queued, 8);
    EXPECT_LE(queued, 9) << "one is being written, the queue is short";
    EXPECT_FALSE(thread.done());
    gate.unlock();
    thread.stop();
    while (!thread.done()) usleep(1000);
    EXPECT_EQ(written, 1000 + 2 * queued);
    EXPECT_EQ(thread.written(), uint64_t(2 * queued));
    EXPECT_FALSE(thread.add(gradient(4, 4), 1)) << "after the end";
}

TEST_F(GlCapture, pictures_come_back_in_order_without_waiting) {
    const auto context = app::open_offscreen(32, 16, -1);
    app::FrameReader reader(32, 16);
    glBindFramebuffer(GL_FRAMEBUFFER, context->framebuffer());
    int started = 0;
    for (; started < 10; ++started) {
        glClearColor(float(started * 10) / 255, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);  // the upper half is another colour
        glScissor(0, 8, 32, 8);
        glClearColor(1, 1, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
        if (!reader.start(context->framebuffer(), uint32_t(started))) break;
    }
    EXPECT_EQ(started, 3) << "the ring is full";
    uint32_t next = 0;
    reader.take(
        [&](Image image, uint32_t note) {
            EXPECT_EQ(note, next);
            EXPECT_EQ(image.rgb[0], 255) << "the first row is the upper one";
            EXPECT_EQ(image.rgb[size_t(15 * 32 * 3)], next * 10);
            ++next;
        },
        true);
    EXPECT_EQ(next, 3u);
    EXPECT_TRUE(reader.start(context->framebuffer(), 9));
}

TEST_F(GlCapture, a_video_without_ffmpeg_is_unavailable) {
    if (access("/usr/bin/ffmpeg", X_OK) == 0) GTEST_SKIP() << "skipped: ffmpeg is there";
    EXPECT_THROW(app::open_pictures(path("a.mp4"), 64, 64), sort::Unavailable);
}

}  // namespace
