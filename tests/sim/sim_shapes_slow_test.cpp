// The largest mesh that is taken: 2^20 triangles.
#include <gtest/gtest.h>

#include <chrono>

#include "tests/sim/mesh_makers.h"
#include "tests/sim/shape_files.h"

namespace {

TEST(ShapesSlow, a_mesh_of_2_to_the_20_triangles_is_ready_in_time) {
    for (const sim::TriangleMesh& mesh :
         {testing_meshes::sphere(0.5f, 1024, 512), testing_meshes::torus(0.4f, 0.1f, 1024, 512)}) {
        ASSERT_EQ(mesh.triangles.size(), 1u << 20);
        const auto start = std::chrono::steady_clock::now();
        const sim::Shape shape = sim::prepare_shape(mesh);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        RecordProperty("seconds", std::to_string(seconds));
        EXPECT_LT(seconds, 20);  // beside other tests, on two cores
        EXPECT_GT(shape.report.points, 100u);
        EXPECT_LT(shape.report.points, 20000u);
        EXPECT_FALSE(shape.report.shell);
    }
}

}  // namespace
