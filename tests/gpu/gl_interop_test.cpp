// On a GPU: interop and copy give the same picture, to the byte. The bodies are set by hand in device memory.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <cmath>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "sort/base/errors.h"
#include "tests/app/gl_fake_world.h"

namespace {

constexpr int kWidth = 640, kHeight = 480;

bool has_device() {
    int count = 0;
    const bool found = cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
    cudaGetLastError();
    return found;
}

/// The fake world's arrays once more, in device memory.
class CudaFakeWorld : public FakeWorld {
public:
    CudaFakeWorld(const std::vector<FakeBody>& bodies, std::vector<uint32_t> pairs)
        : FakeWorld(bodies, std::move(pairs), {{-4, -3, -4}, {4, 3, 4}}) {
        config_.backend = sim::Backend::cuda;
        EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
        EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
        view_ = FakeWorld::bodies();
        view_.position_radius = copy(position_radius_);
        view_.velocity_mass = copy(velocity_mass_);
        view_.id = copy(ids_);
        view_.shift = copy(shifts_);
        view_.pair_count = copy(pair_counts_);
        pair_view_ = FakeWorld::pairs();
        pair_view_.slots = copy(pair_slots_);
        pair_view_.count = copy(std::vector<uint64_t>{pair_number_});
    }
    ~CudaFakeWorld() override {
        for (void* block : blocks_) cudaFree(block);
        cudaStreamDestroy(stream_);
    }
    sim::BodyView bodies() const override { return view_; }
    sim::PairView pairs() override { return pair_view_; }
    sort::Stream stream() const override { return stream_; }

private:
    template <class T>
    const T* copy(const std::vector<T>& items) {
        void* block = nullptr;
        const size_t bytes = items.size() * sizeof(T);
        EXPECT_EQ(cudaMalloc(&block, bytes + 1), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(block, items.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
        blocks_.push_back(block);
        return static_cast<const T*>(block);
    }

    cudaStream_t stream_ = nullptr;
    std::vector<void*> blocks_;
    sim::BodyView view_;
    sim::PairView pair_view_;
};

struct Scene {
    std::vector<FakeBody> bodies;
    std::vector<uint32_t> pairs;
};

Scene swarm(uint32_t count) {
    Scene scene;
    for (uint32_t i = 0; i < count; ++i) {
        const float t = float(i);
        scene.bodies.push_back({3.8f * std::sin(t), 2.8f * std::cos(3 * t), 3.8f * std::sin(7 * t), 0.1f, t});
        if (i > 0) scene.pairs.insert(scene.pairs.end(), {i - 1, i});
    }
    return scene;
}

size_t differing_bytes(const app::Image& a, const app::Image& b) {
    size_t count = a.rgb.size() == b.rgb.size() ? 0 : 1;
    for (size_t i = 0; i < std::min(a.rgb.size(), b.rgb.size()); ++i) count += a.rgb[i] != b.rgb[i];
    return count;
}

class GlInterop : public ::testing::Test {
protected:
    void SetUp() override {
        if (!has_device()) GTEST_SKIP() << "skipped: no CUDA device";
        try {
            context_ = app::open_offscreen(kWidth, kHeight, 0);
        } catch (const sort::Unavailable& error) {
            GTEST_SKIP() << "skipped: " << error.what();
        }
        settings_.width = kWidth;
        settings_.height = kHeight;
    }

    app::Image draw(app::SceneRenderer& renderer, sim::World& world) {
        renderer.draw(world, camera_, settings_, context_->framebuffer());
        return app::read_framebuffer(context_->framebuffer(), kWidth, kHeight);
    }

    std::unique_ptr<app::Context> context_;
    app::DrawSettings settings_;
    app::Camera camera_;
};

TEST_F(GlInterop, interop_and_copy_give_equal_pictures) {
    const Scene scene = swarm(5000);
    CudaFakeWorld world(scene.bodies, scene.pairs);
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
    EXPECT_GT(automatic->status().handover_ms, 0);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(GlInterop, the_cpu_backend_draws_the_same_picture) {
    const Scene scene = swarm(3000);
    CudaFakeWorld on_device(scene.bodies, scene.pairs);
    FakeWorld on_host(scene.bodies, scene.pairs, {{-4, -3, -4}, {4, 3, 4}});
    const auto renderer = app::SceneRenderer::create("auto", "");
    settings_.colour = app::Colour::pairs;
    settings_.pairs = settings_.contacts = true;
    const app::Image device = draw(*renderer, on_device), host = draw(*renderer, on_host);
    EXPECT_EQ(differing_bytes(device, host), 0u);
    EXPECT_EQ(differing_bytes(draw(*renderer, on_device), device), 0u);  // and back again
}

/// Parts of a thousand of the bytes that differ by more than 8 levels.
size_t per_mille_apart(const app::Image& a, const app::Image& b) {
    size_t count = 0;
    for (size_t i = 0; i < a.rgb.size(); ++i) count += std::abs(int(a.rgb[i]) - int(b.rgb[i])) > 8;
    return count * 1000 / a.rgb.size();
}

TEST_F(GlInterop, a_crowd_placed_by_the_device_looks_as_on_the_cpu_and_as_drawn_by_gl) {
    const Scene scene = swarm(20000);
    CudaFakeWorld on_device(scene.bodies, scene.pairs);
    FakeWorld on_host(scene.bodies, scene.pairs, {{-4, -3, -4}, {4, 3, 4}});
    const auto crowd = app::SceneRenderer::create("auto", "", {1, 0});
    const auto copying = app::SceneRenderer::create("off", "", {1, 0});
    const auto by_gl = app::SceneRenderer::create("auto", "", {UINT32_MAX, 0});
    settings_.selected = 777;
    for (const float distance : {1.0f, 12.0f, 150.0f}) {
        camera_.distance = distance;
        settings_.boxes = distance == 12;
        const app::Image device = draw(*crowd, on_device);
        EXPECT_LE(per_mille_apart(device, draw(*copying, on_device)), 0u) << distance;
        EXPECT_LE(per_mille_apart(device, draw(*crowd, on_host)), 2u) << distance;
        EXPECT_LE(per_mille_apart(device, draw(*by_gl, on_device)), 4u) << distance;
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(GlInterop, a_crowd_of_small_bodies_is_the_same_in_every_draw) {
    const Scene scene = swarm(50000);
    CudaFakeWorld world(scene.bodies, scene.pairs);
    const auto renderer = app::SceneRenderer::create("auto", "", {1, 0});
    camera_.distance = 14;
    const app::Image first = draw(*renderer, world);
    for (int k = 0; k < 5; ++k) EXPECT_EQ(differing_bytes(first, draw(*renderer, world)), 0u);
}

TEST_F(GlInterop, buffers_grow_with_the_world) {
    const auto renderer = app::SceneRenderer::create("auto", "");
    settings_.pairs = true;
    for (const uint32_t count : {10u, 50000u, 3u, 200000u}) {
        const Scene scene = swarm(count);
        CudaFakeWorld world(scene.bodies, scene.pairs);
        EXPECT_NO_THROW(draw(*renderer, world)) << count;
    }
}

TEST_F(GlInterop, interop_on_works_or_says_why_not) {
    const Scene scene = swarm(10);
    CudaFakeWorld world(scene.bodies, scene.pairs);
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
