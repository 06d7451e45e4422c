// Of the ten files, those that the scene `chairs` takes fall to rest in it; of the others it says why not.
#include "tests/sim/sim_ten_meshes_fall.h"

#include <gmock/gmock.h>

#include "app/base/errors.h"

namespace {

using namespace testing_meshes;
using testing::HasSubstr;

void expect_fall(const TriangleMesh& mesh, const FallLimits& limits = {}) {
    const TempDir dir;
    expect_fall_to_rest(dir.write("m.obj", obj_text(mesh)), limits);
}

TEST(TenMeshesFall, cube_of_12_triangles) { expect_fall(cube()); }
TEST(TenMeshesFall, ball_with_holes) { expect_fall(ball_with_holes(), {.slowest_m_s = 0.5f}); }
TEST(TenMeshesFall, inverted_normals) { expect_fall(turned_inside_out(ring())); }
TEST(TenMeshesFall, overlapping_parts) { expect_fall(beams()); }

TEST(TenMeshesFall, one_triangle) { expect_fall(one_triangle()); }
TEST(TenMeshesFall, sheet) { expect_fall(square()); }
TEST(TenMeshesFall, moebius_strip) { expect_fall(strip()); }
TEST(TenMeshesFall, far_from_the_origin) { expect_fall(far_ring(1e5f)); }

TEST(TenMeshesFall, too_far_from_the_origin_and_too_small_are_refused) {
    const TempDir dir;
    const std::string far = dir.write("far.obj", obj_text(placed(ring(), 1, {1e9f, 1e9f, 1e9f})));
    EXPECT_THAT(
        message_of<app::BadFile>([&] { rain_of(far, 3); }),
        HasSubstr("far.obj: all corners of the mesh lie at one point; an extent above 0 is expected"));
    sim::Scene scene = app::load_scene("chairs");
    scene.meshes = {{.file = dir.write("tiny.obj", obj_text(tiny_ring()))}};
    EXPECT_THAT(message_of<app::BadFile>([&] { app::load_shapes(scene, 0, true); }),
                HasSubstr("tiny.obj: the mesh is 1e-20 m long; 0.0001 to 10000 m are expected"));
}

TEST(TenMeshesFall, tiny_mesh_that_grows_to_the_size_of_a_chair) { expect_fall(tiny_ring()); }

}  // namespace
