// A renderer without a window, for tests that look at what it has drawn.
#pragma once
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "sort/base/errors.h"

inline constexpr int kWidth = 320, kHeight = 240;

inline int light_at(const app::Image& image, int x, int y) {
    const uint8_t* p = &image.rgb[size_t(y * image.width + x) * 3];
    return p[0] + p[1] + p[2];
}

/// Pixels of which a byte differs by more than so much.
inline size_t differing_pixels(const app::Image& a, const app::Image& b, int by = 0) {
    size_t count = 0;
    for (size_t i = 0; i < a.rgb.size(); i += 3) {
        int most = 0;
        for (size_t k = 0; k < 3; ++k) most = std::max(most, std::abs(int(a.rgb[i + k]) - int(b.rgb[i + k])));
        count += most > by;
    }
    return count;
}

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

    /// Places on the screen, from the top left.
    glm::vec2 on_screen(const glm::vec3& place) const {
        const glm::vec4 clip =
            camera_.projection(float(kWidth) / float(kHeight)) * camera_.view() * glm::vec4(place, 1);
        return {(clip.x / clip.w * 0.5f + 0.5f) * kWidth, (0.5f - clip.y / clip.w * 0.5f) * kHeight};
    }
    /// Returns the point in which the ray of a pixel's centre meets the horizontal plane at a height.
    glm::vec3 on_plane(int x, int y, float height) const {
        const glm::mat4 back =
            glm::inverse(camera_.projection(float(kWidth) / float(kHeight)) * camera_.view());
        const glm::vec2 at = {(float(x) + 0.5f) / kWidth * 2 - 1, 1 - (float(y) + 0.5f) / kHeight * 2};
        const glm::vec4 far = back * glm::vec4(at, 0.5f, 1);
        const glm::vec3 eye = camera_.position(), ray = glm::vec3(far) / far.w - eye;
        return eye + (height - eye.y) / ray.y * ray;
    }

    std::unique_ptr<app::Context> context_;
    std::unique_ptr<app::SceneRenderer> renderer_;
    app::DrawSettings settings_;
    app::Camera camera_;
};
