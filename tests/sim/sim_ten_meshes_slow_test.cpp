// A file of 2^20 triangles is ready within the time that a user waits; one more is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "app/base/errors.h"
#include "tests/sim/sim_ten_meshes.h"

namespace {

using namespace testing_meshes;
using testing::AllOf;
using testing::HasSubstr;

TEST(TenMeshes, as_many_triangles_as_allowed_and_one_more) {
    const TempDir dir;
    TriangleMesh ring = torus(0.4f, 0.1f, 1024, 512);
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

}  // namespace
