// On a GPU: bodies with meshes, placed by the device, look the same by interop, by copy and placed by the CPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/gl/capture.h"
#include "app/gl/context.h"
#include "app/gl/scene_renderer.h"
#include "sort/base/errors.h"
#include "tests/app/gl_mesh_world.h"

namespace {

constexpr int kWidth = 640, kHeight = 480;
const sim::Container kBox = {{-4, -3, -4}, {4, 3, 4}};

/// The fake world's arrays once more, in device memory.
class CudaFakeMeshWorld : public FakeMeshWorld {
public:
    CudaFakeMeshWorld(const std::vector<FakeMeshBody>& bodies, const Shapes& shapes,
                      const std::vector<sim::ContactMark>& contact_marks)
        : FakeMeshWorld(bodies, shapes, kBox) {
        config_.backend = sim::Backend::cuda;
        EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
        EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
        view_ = FakeMeshWorld::bodies();
        view_.position_radius = copy(position_radius_);
        view_.velocity_mass = copy(velocity_mass_);
        view_.acceleration_still = copy(still_);
        view_.id = copy(ids_);
        view_.shift = copy(shifts_);
        view_.pair_count = copy(pair_counts_);
        view_.boxes = copy(boxes_);
        view_.orientation = copy(turns_);
        view_.momentum_shape = copy(momentum_shape_);
        view_.depth_m = copy(depths_);
        contacts_ = {copy(contact_marks), copy(std::vector<uint64_t>{contact_marks.size()}),
                     contact_marks.size()};
    }
    ~CudaFakeMeshWorld() override {
        for (void* block : blocks_) cudaFree(block);
        cudaStreamDestroy(stream_);
    }
    sim::BodyView bodies() const override { return view_; }
    sim::ContactView contacts() override { return contacts_; }
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
    sim::ContactView contacts_;
};

size_t differing_bytes(const app::Image& a, const app::Image& b) {
    size_t count = a.rgb.size() == b.rgb.size() ? 0 : 1;
    for (size_t i = 0; i < std::min(a.rgb.size(), b.rgb.size()); ++i) count += a.rgb[i] != b.rgb[i];
    return count;
}

TEST(GlInteropMeshes, interop_copy_and_the_cpu_give_equal_pictures) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        cudaGetLastError();
        GTEST_SKIP() << "skipped: no CUDA device";
    }
    std::unique_ptr<app::Context> context;
    try {
        context = app::open_offscreen(kWidth, kHeight, 0);
    } catch (const sort::Unavailable& error) {
        GTEST_SKIP() << "skipped: " << error.what();
    }
    const Shapes shapes = {shape_of_mesh(box_mesh(0.3f, 0.1f, 0.2f), "brick"),
                           shape_of_mesh(box_mesh(0.5f, 0.06f, 0.06f), "rod")};
    std::vector<FakeMeshBody> bodies;
    std::vector<sim::ContactMark> marks;
    for (uint32_t i = 0; i < 5000; ++i) {
        const float t = float(i), half = 0.5f * t;
        bodies.push_back({{3.8f * std::sin(t), 2.8f * std::cos(3 * t), 3.8f * std::sin(7 * t)},
                          {std::cos(half), std::sin(half), 0, 0},
                          i % 2,
                          0.0001f * float(i % 100),
                          0.01f * float(i % 70)});
        marks.push_back({bodies[i].place, 0.0001f * float(i % 100), {0, 1, 0}, 1});
    }
    CudaFakeMeshWorld on_device(bodies, shapes, marks);
    FakeMeshWorld on_host(bodies, shapes, kBox);
    on_host.marks = marks;
    on_device.physics().sleep_speed_m_s = on_host.physics().sleep_speed_m_s = 0.05f;

    const auto automatic = app::SceneRenderer::create("auto", "");
    const auto copying = app::SceneRenderer::create("off", "");
    app::DrawSettings settings;
    settings.width = kWidth;
    settings.height = kHeight;
    app::Camera camera;
    const auto draw = [&](app::SceneRenderer& renderer, sim::World& world) {
        renderer.draw(world, camera, settings, context->framebuffer());
        return app::read_framebuffer(context->framebuffer(), kWidth, kHeight);
    };
    for (const app::Colour colour : app::kAllColours) {
        settings.colour = colour;
        settings.boxes = settings.contacts = colour == app::Colour::depth;
        settings.selected = colour == app::Colour::asleep ? 77 : sim::kNobody;
        for (const float distance : {2.0f, 12.0f, 60.0f}) {
            camera.distance = distance;
            const app::Image device = draw(*automatic, on_device);
            EXPECT_EQ(differing_bytes(device, draw(*copying, on_device)), 0u) << app::name_of(colour);
            EXPECT_LE(differing_bytes(device, draw(*copying, on_host)) * 1000, device.rgb.size())
                << app::name_of(colour);
        }
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    if (!automatic->status().interop) GTEST_SKIP() << "skipped: no interop: " << automatic->status().reason;
}

}  // namespace
