// On a GPU: bodies with meshes, placed by the device, look the same by interop, by copy and placed by the CPU.
#include <cmath>

#include "tests/app/gl_mesh_world.h"
#include "tests/gpu/gl_on_device.h"

namespace {

class GlInteropMeshes : public GlInterop {};

TEST_F(GlInteropMeshes, interop_copy_and_the_cpu_give_equal_pictures) {
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
    FakeMeshWorld on_host(bodies, shapes, kBox);
    on_host.marks = marks;
    on_host.physics().sleep_speed_m_s = 0.05f;
    OnDevice on_device(on_host);

    app::DrawLimits limits;
    limits.points_px = app::kPointsPx;  // on the CPU backend, too
    const auto automatic = app::SceneRenderer::create("auto", "", limits);
    const auto copying = app::SceneRenderer::create("off", "", limits);
    for (const app::Colour colour : app::kAllColours) {
        settings_.colour = colour;
        settings_.boxes = settings_.contacts = colour == app::Colour::depth;
        settings_.selected = colour == app::Colour::asleep ? 77 : sim::kNobody;
        for (const float distance : {2.0f, 12.0f, 60.0f}) {
            camera_.distance = distance;
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
