// Contexts with and without a display.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "sort/base/errors.h"

namespace {

std::unique_ptr<app::Context> offscreen(int width, int height) {
    try {
        return app::open_offscreen(width, height, -1);
    } catch (const sort::Unavailable&) {
        return nullptr;
    }
}

TEST(GlContext, offscreen_draws_and_reads_back) {
    const auto context = offscreen(64, 32);
    if (!context) GTEST_SKIP() << "skipped: no EGL";
    EXPECT_FALSE(context->info().renderer.empty());
    EXPECT_EQ(context->info().how.substr(0, 3), "EGL");
    EXPECT_EQ(context->width(), 64);
    EXPECT_TRUE(context->poll().empty());

    // The lower half red: the picture's top row comes first.
    glBindFramebuffer(GL_FRAMEBUFFER, context->framebuffer());
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 64, 16);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    const app::Image image = app::read_framebuffer(context->framebuffer(), 64, 32);
    EXPECT_EQ(image.rgb[2], 255);
    EXPECT_EQ(image.rgb[image.rgb.size() - 3], 255);
}

TEST(GlContext, contexts_come_and_go) {
    for (int i = 0; i < 5; ++i) {
        const auto context = offscreen(16, 16);
        if (!context) GTEST_SKIP() << "skipped: no EGL";
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    }
}

TEST(GlContext, absurd_sizes_are_refused) {
    if (!offscreen(1, 1)) GTEST_SKIP() << "skipped: no EGL";
    EXPECT_THROW(app::open_offscreen(1 << 20, 16, -1), sort::OverLimit);
    EXPECT_THROW(app::open_offscreen(0, 16, -1), sort::OverLimit);
}

TEST(GlContext, devices_are_described_without_throwing) { EXPECT_FALSE(app::describe_egl_devices().empty()); }

TEST(GlContext, no_display_says_what_to_do_instead) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    try {
        app::open_window(64, 64, "test");
        ADD_FAILURE() << "a window opened";
    } catch (const sort::Unavailable& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.find("no display: try `sweeplab render`") == 0 || text.find("no window module") == 0)
            << text;
    }
}

}  // namespace
