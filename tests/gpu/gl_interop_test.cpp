// On a GPU: interop and copy give the same picture, to the byte. The bodies are set by hand in device memory.
#include <cmath>

#include "tests/gpu/gl_on_device.h"

namespace {

/// Spheres in a cloud, each a pair with the next.
FakeWorld swarm(uint32_t count, const sim::Container& box) {
    std::vector<FakeBody> bodies;
    std::vector<uint32_t> pairs;
    for (uint32_t i = 0; i < count; ++i) {
        const float t = float(i);
        bodies.push_back({3.8f * std::sin(t), 2.8f * std::cos(3 * t), 3.8f * std::sin(7 * t), 0.1f, t});
        if (i > 0) pairs.insert(pairs.end(), {i - 1, i});
    }
    return FakeWorld(bodies, pairs, box);
}

TEST_F(GlInterop, interop_and_copy_give_equal_pictures) {
    OnDevice world(swarm(5000, kBox));
    const auto automatic = app::SceneRenderer::create("auto", "");
    const auto copying = app::SceneRenderer::create("off", "");
    using app::Colour;
    for (const Colour colour : app::kAllColours) {
        settings_.colour = colour;
        settings_.boxes = settings_.pairs = settings_.contacts = colour == Colour::pairs;
        EXPECT_EQ(differing_bytes(draw(*automatic, world), draw(*copying, world)), 0u)
            << app::name_of(colour);
    }
    EXPECT_FALSE(copying->status().interop);
    EXPECT_FALSE(copying->status().reason.empty());
    if (!automatic->status().interop) GTEST_SKIP() << "skipped: no interop: " << automatic->status().reason;
    EXPECT_GT(automatic->status().upload_ms, 0);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(GlInterop, the_cpu_backend_draws_the_same_picture) {
    FakeWorld on_host = swarm(3000, kBox);
    OnDevice on_device(on_host);
    const auto renderer = app::SceneRenderer::create("auto", "");
    settings_.colour = app::Colour::pairs;
    settings_.pairs = settings_.contacts = true;
    const app::Image device = draw(*renderer, on_device), host = draw(*renderer, on_host);
    EXPECT_EQ(differing_bytes(device, host), 0u);
    EXPECT_EQ(differing_bytes(draw(*renderer, on_device), device), 0u);  // and back again
}

TEST_F(GlInterop, overlays_and_the_clip_plane_are_as_on_the_cpu) {
    FakeWorld on_host = swarm(9000, kBox);
    OnDevice on_device(on_host);
    const auto renderer = app::SceneRenderer::create("auto", "");
    const auto copying = app::SceneRenderer::create("off", "");
    for (const uint32_t selected : {sim::kNobody, 4321u}) {
        for (const bool cut : {false, true}) {
            settings_.selected = selected;
            settings_.boxes = settings_.pairs = settings_.contacts = true;
            settings_.clip = {cut, 2, 0.4f};
            const app::Image device = draw(*renderer, on_device), host = draw(*renderer, on_host);
            EXPECT_EQ(differing_bytes(device, host), 0u) << selected << " " << cut;
            EXPECT_EQ(differing_bytes(device, draw(*copying, on_device)), 0u) << selected << " " << cut;
        }
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

/// Parts of a thousand of the bytes that differ by more than 8 levels.
size_t per_mille_apart(const app::Image& a, const app::Image& b) {
    size_t count = 0;
    for (size_t i = 0; i < a.rgb.size(); ++i) count += std::abs(int(a.rgb[i]) - int(b.rgb[i])) > 8;
    return count * 1000 / a.rgb.size();
}

TEST_F(GlInterop, a_crowd_placed_by_the_device_looks_as_on_the_cpu_and_as_drawn_by_gl) {
    FakeWorld on_host = swarm(20000, kBox);
    OnDevice on_device(on_host);
    app::DrawLimits limits;
    limits.raster_from = 1;
    limits.look =
        app::Look::of(app::Quality::low);  // what reads neighbours would count one pixel several times
    app::DrawLimits gl_alone = limits;
    gl_alone.raster_from = UINT32_MAX;
    const auto raster = app::SceneRenderer::create("auto", "", limits);
    const auto copying = app::SceneRenderer::create("off", "", limits);
    const auto by_gl = app::SceneRenderer::create("auto", "", gl_alone);
    settings_.selected = 777;
    for (const float distance : {1.0f, 12.0f, 150.0f}) {
        camera_.distance = distance;
        settings_.boxes = distance == 12;
        settings_.clip = {distance > 12, 2, 0.4f};
        const app::Image device = draw(*raster, on_device);
        // From inside: of two large spheres at one depth either may be seen (sphere_raster.h).
        EXPECT_LE(per_mille_apart(device, draw(*copying, on_device)), distance < 12 ? 2u : 0u) << distance;
        EXPECT_LE(per_mille_apart(device, draw(*raster, on_host)), 5u) << distance;
        EXPECT_LE(per_mille_apart(device, draw(*by_gl, on_device)), 5u) << distance;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(GlInterop, a_crowd_of_small_bodies_is_the_same_in_every_draw) {
    OnDevice world(swarm(50000, kBox));
    const auto renderer = app::SceneRenderer::create("auto", "", {1, 0});
    camera_.distance = 14;
    const app::Image first = draw(*renderer, world);
    for (int k = 0; k < 5; ++k) EXPECT_EQ(differing_bytes(first, draw(*renderer, world)), 0u);
}

TEST_F(GlInterop, buffers_grow_with_the_world) {
    const auto renderer = app::SceneRenderer::create("auto", "");
    settings_.pairs = true;
    for (const uint32_t count : {10u, 50000u, 3u, 200000u}) {
        OnDevice world(swarm(count, kBox));
        EXPECT_NO_THROW(draw(*renderer, world)) << count;
    }
}

TEST_F(GlInterop, interop_on_works_or_says_why_not) {
    OnDevice world(swarm(10, kBox));
    try {
        const auto renderer = app::SceneRenderer::create("on", "");
        draw(*renderer, world);
        EXPECT_TRUE(renderer->status().interop);
        EXPECT_EQ(renderer->status().reason, "");
    } catch (const sort::Unavailable& error) {
        EXPECT_NE(std::string(error.what()).find("--interop on: "), std::string::npos);
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    }
}

}  // namespace
