// Light and edges against what geometry and arithmetic say: the tone curve, occlusion of two spheres that touch, the
// area of a disc, and a body that hardly moves.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/base/embedded_files.h"
#include "app/gl/base/shader.h"
#include "app/gl/frame_data/gl_object.h"
#include "tests/app/gl_fake_world.h"
#include "tests/app/gl_scene_fixture.h"

namespace {

namespace fs = std::filesystem;
using app::Image;
using app::Look;
using app::Quality;

const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

class GlShading : public GlScene {
protected:
    Image draw(sim::World& world, const Look& look) {
        renderer_.reset();
        renderer_ = app::SceneRenderer::create("auto", "", {.look = look});
        return GlScene::draw(world);
    }
    /// Pixels of 1 m at the target's distance.
    double pixels_per_m() const {
        return kHeight / 2 / std::tan(glm::radians(double(camera_.fov_deg)) / 2) / double(camera_.distance);
    }
};

int channel(const Image& image, int x, int y, int k) {
    return image.rgb[size_t(y * image.width + x) * 3 + size_t(k)];
}

/// What shaders/light/lit.glsl makes of light, without a copy of it: colours times 0, 1/256, 2/256, ... of twice the
/// screen's white.
std::vector<glm::vec4> toned(const glm::vec3& colour) {
    const fs::path folder = fs::temp_directory_path() / ("sweeplab_tone_" + std::to_string(getpid()));
    for (const app::EmbeddedFile& file : app::embedded_files()) {
        if (!file.path.starts_with("shaders/")) continue;
        const fs::path copy = folder / file.path.substr(8);
        fs::create_directories(copy.parent_path());
        std::ofstream(copy) << file.text;
    }
    std::ofstream(folder / "tone.frag") << R"(#version 450 core
#include "frame/common.glsl"
#include "light/lit.glsl"
layout(location = 0) uniform vec3 colour;
layout(location = 0) out vec4 out_colour;
void main() { out_colour = vec4(tone(colour * floor(gl_FragCoord.x) / 128.0 / kExposure), 1.0); }
)";
    const app::Program program(app::ShaderFiles(folder.string()), "frame/fullscreen.vert", "tone.frag");
    fs::remove_all(folder);
    constexpr int kSamples = 257;
    app::GlTexture texture;
    app::GlFramebuffer framebuffer;
    app::GlVertexArray no_vertices;
    glTextureStorage2D(texture, 1, GL_RGBA32F, kSamples, 1);
    glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, kSamples, 1);
    glProgramUniform3f(program, 0, colour.r, colour.g, colour.b);
    glUseProgram(program);
    glBindVertexArray(no_vertices);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::vector<glm::vec4> out(kSamples);
    glGetTextureImage(texture, 0, GL_RGBA, GL_FLOAT, GLsizei(out.size() * sizeof(glm::vec4)), out.data());
    return out;
}

TEST_F(GlShading, the_tone_curve_leaves_what_a_screen_can_show_and_bends_the_rest_without_another_hue) {
    for (const glm::vec3 colour : {glm::vec3(1), glm::vec3(1, 0.35f, 0.1f), glm::vec3(0.1f, 0.3f, 1)}) {
        const std::vector<glm::vec4> shown = toned(colour);
        double before = -1;
        for (size_t i = 0; i < shown.size(); ++i) {
            const glm::vec3 light = colour * (float(i) / 128), out = shown[i];
            const float peak = std::max(out.r, std::max(out.g, out.b)),
                        least = std::min(out.r, std::min(out.g, out.b));
            if (i <= 102) {  // 0.8
                for (int k = 0; k < 3; ++k) EXPECT_NEAR(out[k], light[k], 1e-4) << i;
            }
            EXPECT_GT(peak, before) << i << ", more light is brighter";
            EXPECT_LE(peak, 1) << i;
            before = peak;
            if (i == 0 || colour.r == colour.b) continue;
            // The hue: where the middle channel lies between the others.
            const float middle = out.r + out.g + out.b - peak - least,
                        part = (middle - least) / (peak - least);
            const float sorted[] = {0.1f, colour.g, 1};
            EXPECT_NEAR(part, (sorted[1] - sorted[0]) / (sorted[2] - sorted[0]), 1e-3) << i;
        }
        EXPECT_GT(before, 0.95) << "twice white is nearly white";
    }
}

TEST_F(GlShading, near_occlusion_of_two_touching_spheres_is_darkest_at_the_contact) {
    Look look = Look::of(Quality::high);
    look.sun_map_px = 0;
    look.edge_search = look.mirror = false;
    settings_.colour = app::Colour::shift;  // one colour for all
    camera_.distance = 9;
    const FakeBody left = {-1, 0, 0, 1}, right = {1, 0, 0, 1};
    FakeWorld both({left, right}, {}, kBox), alone({left}, {}, kBox);
    const Image of_both = draw(both, look), of_one = draw(alone, look);
    // Along the line from the middle of the left sphere to the contact: what the other one leaves of the light.
    const double px = pixels_per_m();
    std::vector<double> left_over;
    for (double x = -1.0; x < -0.1; x += 0.1) {
        double sums[2] = {};
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -4; dy <= 4; ++dy)
                for (int k = 0; k < 3; ++k) {
                    const int at = int(kWidth / 2 + x * px) + dx, y = kHeight / 2 + dy;
                    sums[0] += channel(of_both, at, y, k);
                    sums[1] += channel(of_one, at, y, k);
                }
        left_over.push_back(sums[0] / sums[1]);
    }
    EXPECT_NEAR(left_over.front(), 1, 0.02) << "far from the contact nothing is hidden";
    EXPECT_LT(left_over.back(), 0.9);
    for (size_t i = 1; i < left_over.size(); ++i)
        EXPECT_LE(left_over[i], left_over[i - 1] + 0.01) << "step " << i << " towards the contact";
}

TEST_F(GlShading, a_disc_covers_what_geometry_says) {
    settings_.flat = true;
    double worst_area = 0, worst_pixel = 0;
    for (const Quality quality : {Quality::low, Quality::high}) {
        renderer_ = app::SceneRenderer::create("auto", "", {.look = Look::of(quality)});
        for (const float radius : {0.15f, 0.5f, 1.2f}) {
            for (const float off : {0.0f, 0.017f}) {
                FakeWorld empty({{0, 0, 200, 0.01f}}), world({{off, -0.7f * off, 0, radius}});
                const Image behind = GlScene::draw(empty), image = GlScene::draw(world);
                // From the middle of the view a sphere is seen as a disc, and nearly so beside it.
                const double d = camera_.distance, f = pixels_per_m() * d;
                const double disc = f * radius / std::sqrt(d * d - radius * radius);
                const double cx = kWidth / 2.0 + f * off / d, cy = kHeight / 2.0 + 0.7 * f * off / d;
                const int full[3] = {channel(image, int(cx), int(cy), 0), channel(image, int(cx), int(cy), 1),
                                     channel(image, int(cx), int(cy), 2)};
                double area = 0;
                for (int y = 0; y < kHeight; ++y) {
                    for (int x = 0; x < kWidth; ++x) {
                        const double far = std::hypot(x + 0.5 - cx, y + 0.5 - cy) - disc;
                        if (far > 3) continue;
                        double sum = 0, all = 0;
                        for (int k = 0; k < 3; ++k) {
                            sum += channel(image, x, y, k) - channel(behind, x, y, k);
                            all += full[k] - channel(behind, x, y, k);
                        }
                        area += sum / all;
                        int inside = far < -2 ? 256 : 0;
                        for (int s = 0; s < 256 && far >= -2; ++s)
                            inside +=
                                std::hypot(x + (s % 16 + 0.5) / 16 - cx, y + (s / 16 + 0.5) / 16 - cy) < disc;
                        worst_pixel = std::max(worst_pixel, std::abs(sum / all - inside / 256.0));
                    }
                }
                worst_area = std::max(worst_area, std::abs(area / (M_PI * disc * disc) - 1));
            }
        }
    }
    RecordProperty("worst_area", std::to_string(worst_area));
    RecordProperty("worst_pixel", std::to_string(worst_pixel));
    EXPECT_LE(worst_area, 0.01);
    EXPECT_LE(worst_pixel, 0.12);
}

TEST_F(GlShading, a_body_that_moves_by_a_hundredth_of_a_pixel_changes_no_pixel_by_more_than_8_percent) {
    camera_.distance = 12;
    camera_.pitch_deg = 20;
    camera_.yaw_deg = 30;
    const float step = float(0.01 / pixels_per_m());
    for (const Quality quality : {Quality::low, Quality::high}) {
        renderer_ = app::SceneRenderer::create("auto", "", {.look = Look::of(quality)});
        for (const int count : {1, 300}) {
            const std::vector<FakeBody> bodies = swarm(count, count == 1 ? 1.0f : 0.3f);
            FakeWorld before(bodies, {}, kBox);
            const Image still = GlScene::draw(before);
            int worst = 0, sparks = 0, changed = 0;
            constexpr int kMoves = 12;
            for (int i = 0; i < kMoves; ++i) {
                std::vector<FakeBody> moved = bodies;
                FakeBody& body = moved[size_t(i * count / kMoves)];
                body.x += step * std::cos(float(i));
                body.y += step * std::sin(float(i));
                FakeWorld after(moved, {}, kBox);
                const Image image = GlScene::draw(after);
                for (size_t k = 0; k < image.rgb.size(); k += 3) {
                    int most = 0;
                    for (size_t c = k; c < k + 3; ++c)
                        most = std::max(most, std::abs(int(image.rgb[c]) - int(still.rgb[c])));
                    worst = std::max(worst, most);
                    sparks += most > 0.08 * 255;
                    changed += most > 0;
                }
            }
            EXPECT_GT(changed, 50);
            // A crowd: a centre of a pixel that comes to lie on another body shows that body, at any step; few do.
            if (count == 1) {
                EXPECT_LE(worst, 0.08 * 255) << int(quality);
            } else {
                EXPECT_LE(sparks, kMoves / 2) << int(quality);
            }
            RecordProperty("sparks_" + std::to_string(int(quality)) + "_" + std::to_string(count), sparks);
        }
    }
}

}  // namespace
