// Pictures of real scenes as statistics: how many pixels stand alone, whether the colour of a body under light still
// tells its value, and how much a picture changes when hardly anything has moved.
#include <cmath>
#include <map>

#include "app/view/session/session.h"
#include "tests/app/cielab.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

using app::Image;
using app::Quality;

constexpr int kWide = 800, kHigh = 450;

double brightness(const uint8_t* p) { return 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2]; }

/// Pixels per 10,000 that are brighter, or darker, than all eight around them by more than 28 of 255.
double lone_pixels(const Image& image) {
    int count = 0;
    const auto at = [&](int x, int y) { return brightness(&image.rgb[size_t(y * image.width + x) * 3]); };
    for (int y = 1; y + 1 < image.height; ++y) {
        for (int x = 1; x + 1 < image.width; ++x) {
            double low = 255, high = 0;
            for (int k = 0; k < 9; ++k) {
                if (k == 4) continue;
                const double other = at(x + k % 3 - 1, y + k / 3 - 1);
                low = std::min(low, other);
                high = std::max(high, other);
            }
            count += at(x, y) > high + 28 || at(x, y) < low - 28;
        }
    }
    return 1e4 * count / (image.width * image.height);
}

double mean_change(const Image& a, const Image& b) {
    double sum = 0;
    for (size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(int(a.rgb[i]) - int(b.rgb[i]));
    return sum / double(a.rgb.size());
}

class GlStatistics : public ::testing::Test {
protected:
    void SetUp() override {
        try {
            context_ = app::open_offscreen(kWide, kHigh, -1);
        } catch (const sort::Unavailable& error) {
            GTEST_SKIP() << "skipped: " << error.what();
        }
        renderer_ = app::SceneRenderer::create("auto", "");
    }
    void TearDown() override {
        renderer_.reset();
        session_.reset();
    }

    /// A scene as `render` shows it after so many steps.
    void simulate(const char* scene, uint64_t bodies, uint32_t steps) {
        app::ViewOptions options;
        options.scene = scene;
        options.bodies = bodies;
        options.backend = "cpu";
        session_ = std::make_unique<app::Session>(options, app::resolve_world(options));
        session_->view.set_aspect(float(kWide) / float(kHigh));
        session_->simulation.step_exactly(steps);
        session_->simulation.world().finish();
        session_->view.follow_exactly(0);
        session_->view.draw.width = kWide;
        session_->view.draw.height = kHigh;
    }
    Image draw(Quality quality) {
        session_->view.draw.quality = quality;
        renderer_->draw(session_->simulation.world(), session_->view.camera, session_->view.draw,
                        context_->framebuffer());
        return app::read_framebuffer(context_->framebuffer(), kWide, kHigh);
    }

    /// The slot of the body that each pixel's ray meets first, by geometry alone; kNobody: none.
    std::vector<uint32_t> seen_slots() const {
        const app::Camera& camera = session_->view.camera;
        const glm::mat4 view = camera.view();
        const float f = kHigh / 2 / std::tan(glm::radians(camera.fov_deg) / 2);
        std::vector<uint32_t> slots(size_t(kWide * kHigh), sim::kNobody);
        std::vector<float> nearest(slots.size(), HUGE_VALF);
        const sim::BodyView bodies = session_->simulation.world().bodies();
        for (uint32_t slot = 0; slot < bodies.count; ++slot) {
            const sim::Vec4 body = bodies.position_radius[slot];
            const glm::vec3 c = glm::vec3(view * glm::vec4(body.x, body.y, body.z, 1));
            const float r = body.w, z = -c.z;
            if (z < 2 * r) continue;
            const int reach = int(1.2f * f * r / (z - r)) + 2;
            const int cx = int(kWide / 2 + f * c.x / z), cy = int(kHigh / 2 - f * c.y / z);
            for (int y = std::max(cy - reach, 0); y < std::min(cy + reach, kHigh); ++y) {
                for (int x = std::max(cx - reach, 0); x < std::min(cx + reach, kWide); ++x) {
                    const glm::vec3 ray = glm::normalize(
                        glm::vec3((float(x) + 0.5f - kWide / 2) / f, (kHigh / 2 - float(y) - 0.5f) / f, -1));
                    const float along = glm::dot(ray, c), inside = r * r - glm::dot(c, c) + along * along;
                    const float far = along - std::sqrt(std::max(inside, 0.0f));
                    const size_t at = size_t(y * kWide + x);
                    if (inside <= 0 || far >= nearest[at]) continue;
                    nearest[at] = far;
                    slots[at] = slot;
                }
            }
        }
        return slots;
    }

    /// The share of bodies of at least twelve pixels whose kind is the legend's nearest to the median of the
    /// brightest 30 % of those of its pixels that lie whole in it.
    double kinds_read_right(const Image& image) const {
        std::map<uint32_t, std::vector<size_t>> pixels;
        const std::vector<uint32_t> slots = seen_slots();
        std::map<uint32_t, int> sizes;
        for (int y = 1; y + 1 < kHigh; ++y) {
            for (int x = 1; x + 1 < kWide; ++x) {
                const size_t i = size_t(y * kWide + x);
                const uint32_t slot = slots[i];
                if (slot == sim::kNobody) continue;
                ++sizes[slot];
                const bool inner = slots[i - 1] == slot && slots[i + 1] == slot && slots[i - kWide] == slot &&
                                   slots[i + kWide] == slot;
                if (inner) pixels[slot].push_back(3 * i);
            }
        }
        const auto legend = app::legend(app::Colour::kind);
        const sim::BodyView bodies = session_->simulation.world().bodies();
        int right = 0, all = 0;
        for (auto& [slot, places] : pixels) {
            if (sizes[slot] < 12 || places.size() < 4) continue;
            std::sort(places.begin(), places.end(), [&](size_t a, size_t b) {
                return brightness(&image.rgb[a]) > brightness(&image.rgb[b]);
            });
            const size_t part = std::max<size_t>(places.size() * 3 / 10, 1);
            cielab::Three median;
            for (size_t k = 0; k < 3; ++k) {
                std::vector<uint8_t> bytes;
                for (size_t i = 0; i < part; ++i) bytes.push_back(image.rgb[places[i] + k]);
                std::nth_element(bytes.begin(), bytes.begin() + long(part / 2), bytes.end());
                median[k] = cielab::linear_of(bytes[part / 2]);
            }
            size_t best = 0;
            for (size_t k = 1; k < legend.size(); ++k) {
                const auto far = [&](size_t entry) {
                    return cielab::distance(cielab::lab(median), cielab::lab_of(legend[entry].rgb));
                };
                if (far(k) < far(best)) best = k;
            }
            ++all;
            right += best == uint64_t(bodies.id[slot]) * legend.size() / bodies.count;
        }
        EXPECT_GT(all, 300);
        return double(right) / all;
    }

    std::unique_ptr<app::Context> context_;
    std::unique_ptr<app::SceneRenderer> renderer_;
    std::unique_ptr<app::Session> session_;
};

TEST_F(GlStatistics, few_pixels_stand_alone_in_a_crowd) {
    struct Case {
        const char* scene;
        uint32_t steps;
        double most_low, most_high;
    };
    for (const Case& each : {Case{"pile", 300, 1.4, 0.1}, {"gas", 100, 1.9, 0.12}}) {
        simulate(each.scene, 16000, each.steps);
        const double low = lone_pixels(draw(Quality::low)), high = lone_pixels(draw(Quality::high));
        RecordProperty(std::string(each.scene) + "_low", std::to_string(low));
        RecordProperty(std::string(each.scene) + "_high", std::to_string(high));
        EXPECT_LE(low, each.most_low) << each.scene;
        EXPECT_LE(high, each.most_high) << each.scene;
    }
}

TEST_F(GlStatistics, kinds_are_read_right_under_light) {
    struct Case {
        const char* scene;
        uint64_t bodies;
        uint32_t steps;
        double least;
    };
    for (const Case& each : {Case{"pile", 6000, 800, 0.98}, {"mixed", 5000, 1500, 0.96}}) {
        simulate(each.scene, each.bodies, each.steps);
        session_->view.draw.colour = app::Colour::kind;
        for (const app::Theme theme : {app::Theme::dark, app::Theme::light}) {
            session_->view.draw.theme = theme;
            for (const Quality quality : {Quality::low, Quality::high}) {
                const double right = kinds_read_right(draw(quality));
                EXPECT_GE(right, each.least) << each.scene << ", " << int(theme) << ", " << int(quality);
            }
        }
        session_->view.draw.theme = app::Theme::dark;
        session_->view.draw.flat = true;
        EXPECT_GE(kinds_read_right(draw(Quality::high)), 0.995) << "without light";
    }
}

TEST_F(GlStatistics, a_camera_that_hardly_turns_changes_the_picture_hardly) {
    for (const char* scene : {"pile", "gas"}) {
        simulate(scene, 8000, 200);
        const app::Camera still = session_->view.camera;
        for (const Quality quality : {Quality::low, Quality::high}) {
            session_->view.camera = still;
            const Image before = draw(quality);
            session_->view.camera.yaw_deg += 0.05f;
            const double change = mean_change(before, draw(quality));
            EXPECT_GT(change, 0);
            EXPECT_LE(change, 1.5) << scene << ", " << int(quality);
        }
    }
}

}  // namespace
