// The sphere passes against a ray tracer on the CPU: sprites approximate depth inside a sphere, quads do not,
// and no pixel may show a sphere that lies noticeably behind another.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

constexpr float kMiss = std::numeric_limits<float>::infinity();

/// Interpenetrating spheres of `least` to `most` metres, some of them beside the view and close to the eye.
std::vector<FakeBody> swarm(int count, float least, float most) {
    std::vector<FakeBody> bodies;
    for (int i = 0; i < count; ++i) {
        const float t = float(i), part = float(i * 37 % 101) / 100;
        bodies.push_back({4.5f * std::sin(t), 3.5f * std::cos(3 * t), 4.5f * std::sin(7 * t),
                          least + (most - least) * part * part});
    }
    return bodies;
}

/// Distance in front of the eye at which the ray through a point of the picture (pixels, origin lower left)
/// meets a sphere, or kMiss.
float hit(const app::Camera& camera, const FakeBody& body, float x, float y) {
    const glm::mat4 projection = camera.projection(float(kWidth) / float(kHeight));
    const glm::vec3 centre = glm::vec3(camera.view() * glm::vec4(body.x, body.y, body.z, 1));
    const glm::vec3 ray((2 * x / kWidth - 1) / projection[0][0], (2 * y / kHeight - 1) / projection[1][1],
                        -1);
    const float squared = glm::dot(ray, ray), along = glm::dot(ray, centre) / squared;
    const glm::vec3 miss = along * ray - centre;
    const float inside = body.radius * body.radius - glm::dot(miss, miss);
    const bool around_eye = glm::dot(centre, centre) <= body.radius * body.radius * 1.01f;
    if (inside < 0 || around_eye) return kMiss;
    const float distance = along - std::sqrt(inside / squared);
    return distance > 0 ? distance : kMiss;
}

class GlSpheres : public GlScene {
protected:
    void SetUp() override {
        GlScene::SetUp();
        camera_ = {};
        camera_.distance = 8;
    }

    /// Whether the sphere seen at a pixel is the nearest one at some point no more than a pixel away, give or
    /// take a part of its radius. `seen` is bodies.size() where none is.
    bool is_right(const std::vector<FakeBody>& bodies, size_t seen, int x, int y) const {
        for (const float dy : {0.0f, -0.5f, 0.5f, -1.0f, 1.0f})
            for (const float dx : {0.0f, -0.5f, 0.5f, -1.0f, 1.0f}) {
                const auto distance = [&](const FakeBody& body) {
                    return hit(camera_, body, float(x) + 0.5f + dx, float(y) + 0.5f + dy);
                };
                float nearest = kMiss;
                for (const FakeBody& body : bodies) nearest = std::min(nearest, distance(body));
                if (seen == bodies.size() && nearest == kMiss) return true;
                if (seen == bodies.size() || nearest == kMiss) continue;
                if (distance(bodies[seen]) <= nearest + 0.03f * bodies[seen].radius) return true;
            }
        return false;
    }

    void expect_the_nearest_at_each_pixel(const std::vector<FakeBody>& bodies) {
        FakeWorld world(bodies, {}, {{-5, -4, -5}, {5, 4, 5}});
        draw(world);
        int wrong = 0;
        for (int y = 1; y < kHeight; y += 3)
            for (int x = 1; x < kWidth; x += 3) {
                const uint32_t id = renderer_->pick(x, y);
                const size_t seen =
                    id == sim::kNobody ? bodies.size() : bodies.size() - 1 - id;  // FakeWorld's ids
                wrong += !is_right(bodies, seen, x, y);
            }
        EXPECT_EQ(wrong, 0);
    }
};

TEST_F(GlSpheres, each_pixel_shows_the_nearest_of_small_ones) {
    expect_the_nearest_at_each_pixel(swarm(600, 0.1f, 0.25f));
}

TEST_F(GlSpheres, each_pixel_shows_the_nearest_of_small_and_large_ones) {
    expect_the_nearest_at_each_pixel(swarm(150, 0.05f, 1.2f));
}

TEST_F(GlSpheres, each_pixel_shows_the_nearest_in_a_wide_view) {
    camera_.fov_deg = 100;
    camera_.distance = 5;
    expect_the_nearest_at_each_pixel(swarm(400, 0.05f, 0.4f));
}

TEST_F(GlSpheres, large_ones_at_one_depth_are_seen_in_the_order_of_slots) {
    FakeWorld world(std::vector<FakeBody>(64, {0, 0, 0, 2}), {}, {{-5, -4, -5}, {5, 4, 5}});
    for (int i = 0; i < 5; ++i) {
        draw(world);
        EXPECT_EQ(renderer_->pick(kWidth / 2, kHeight / 2), world.id_of(0));
    }
}

}  // namespace
