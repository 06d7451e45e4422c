// A renderer without a window, for tests that look at what it has drawn.
#pragma once
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <memory>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "sort/base/errors.h"

inline constexpr int kWidth = 320, kHeight = 240;

class GlScene : public ::testing::Test {
protected:
    void SetUp() override {
        try {
            context_ = app::open_offscreen(kWidth, kHeight, -1);
        } catch (const sort::Unavailable& error) {
            GTEST_SKIP() << "skipped: " << error.what();
        }
        renderer_ = app::SceneRenderer::create("auto", "");
        settings_.width = kWidth;
        settings_.height = kHeight;
        camera_.distance = 8;
        camera_.yaw_deg = 0;
        camera_.pitch_deg = 0;
    }
    void TearDown() override {
        if (context_) {
            EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
        }
        renderer_.reset();
        context_.reset();
    }

    app::Image draw(sim::World& world) {
        renderer_->draw(world, camera_, settings_, context_->framebuffer());
        return app::read_framebuffer(context_->framebuffer(), kWidth, kHeight);
    }

    /// The id seen at a pixel of the picture (top row first).
    uint32_t id_at(int x, int y) { return renderer_->pick(x, kHeight - 1 - y); }

    std::unique_ptr<app::Context> context_;
    std::unique_ptr<app::SceneRenderer> renderer_;
    app::DrawSettings settings_;
    app::Camera camera_;
};
