// What the tests of pictures on a GPU share: a fake world whose arrays are in device memory, and pictures to compare.
#pragma once
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "sort/base/errors.h"
#include "tests/app/gl_fake_world.h"

/// A FakeWorld, or one of a class made from it, once more, with all its arrays in device memory.
template <class Fake>
class OnDevice : public Fake {
public:
    explicit OnDevice(Fake fake) : Fake(std::move(fake)), view_(Fake::bodies()) {
        Fake::config_.backend = sim::Backend::cuda;
        EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
        EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
        to_device(view_.position_radius, view_.count);
        to_device(view_.velocity_mass, view_.count);
        to_device(view_.acceleration_still, view_.count);
        to_device(view_.id, view_.count);
        to_device(view_.rank, view_.count);
        to_device(view_.shift, view_.count);
        to_device(view_.pair_count, view_.count);
        to_device(view_.boxes, view_.count);
        to_device(view_.orientation, view_.count);
        to_device(view_.momentum_shape, view_.count);
        to_device(view_.depth_m, view_.count);
        pairs_ = Fake::pairs();
        to_device(pairs_.slots, 2 * pairs_.capacity);
        to_device(pairs_.count, 1);
        contacts_ = Fake::contacts();
        to_device(contacts_.marks, contacts_.capacity);
        to_device(contacts_.count, 1);
    }
    ~OnDevice() override {
        for (void* block : blocks_) cudaFree(block);
        cudaStreamDestroy(stream_);
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

    sim::BodyView bodies() const override { return view_; }
    sim::PairView pairs() override { return pairs_; }
    sim::ContactView contacts() override { return contacts_; }
    sort::Stream stream() const override { return stream_; }

private:
    template <class T>
    void to_device(const T*& items, size_t count) {
        if (!items) return;
        void* block = nullptr;
        EXPECT_EQ(cudaMalloc(&block, count * sizeof(T) + 1), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(block, items, count * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
        blocks_.push_back(block);
        items = static_cast<const T*>(block);
    }

    cudaStream_t stream_ = nullptr;
    std::vector<void*> blocks_;
    sim::BodyView view_;
    sim::PairView pairs_;
    sim::ContactView contacts_;
};

inline size_t differing_bytes(const app::Image& a, const app::Image& b) {
    size_t count = a.rgb.size() == b.rgb.size() ? 0 : 1;
    for (size_t i = 0; i < std::min(a.rgb.size(), b.rgb.size()); ++i) count += a.rgb[i] != b.rgb[i];
    return count;
}

/// Skipped where there is no CUDA device or no OpenGL beside it.
class GlInterop : public testing::Test {
protected:
    static constexpr int kWidth = 640, kHeight = 480;
    static constexpr sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

    void SetUp() override {
        int devices = 0;
        if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
            cudaGetLastError();
            GTEST_SKIP() << "skipped: no CUDA device";
        }
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
