// A file of 2^20 triangles is ready within the time that a user waits, and falls; one more is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "app/base/errors.h"
#include "tests/sim/sim_ten_meshes_fall.h"

namespace {

using namespace testing_meshes;
using testing::AllOf;
using testing::HasSubstr;

TEST(TenMeshes, as_many_triangles_as_allowed_and_one_more) {
    const TempDir dir;
    TriangleMesh ring = ring_of_2_to_20_triangles();
    ASSERT_EQ(ring.triangles.size(), size_t{1} << 20);
    const auto start = std::chrono::steady_clock::now();
    const auto shape = loaded(dir, ring, 1, 96);
    const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    RecordProperty("ready_after_s", std::to_string(s));
    EXPECT_LT(s, 60) << "with sanitizers too";
    EXPECT_NEAR(shape->shape.report.volume_m3, 0.079, 0.001);
    EXPECT_EQ(app::shape_warning(*shape), "");

    ring.triangles.push_back({0, 1, 2});
    EXPECT_THAT(
        message_of<app::BadFile>([&] { loaded(dir, ring, 1, 96); }),
        AllOf(HasSubstr("m.obj: the mesh has 1048577 triangles"), HasSubstr("at most 1048576 (2^20)")));
}

TEST(TenMeshes, as_many_triangles_as_allowed_fall_and_slow_down) {
    const TempDir dir;
    expect_fall_to_rest(dir.write("m.obj", obj_text(ring_of_2_to_20_triangles())),
                        {.bodies = 1, .seconds = 2, .slowest_m_s = 1});
}

}  // namespace
