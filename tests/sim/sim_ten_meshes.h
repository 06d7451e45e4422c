// Ten files as users have them, good and bad, written by generators: what becomes of each.
#pragma once
#include <cstdio>
#include <string>

#include "app/io/scene_shapes.h"
#include "tests/sim/mesh_makers.h"
#include "tests/temp_dir.h"

namespace testing_meshes {

inline TriangleMesh cube() { return box({0, 0, 0}, {1, 1, 1}); }
inline TriangleMesh ball() { return sphere(0.5f, 48, 24); }
inline TriangleMesh ball_with_holes() { return with_holes(ball(), 60); }
inline TriangleMesh ring() { return torus(0.4f, 0.1f, 48, 24); }
inline TriangleMesh ring_of_2_to_20_triangles() { return torus(0.4f, 0.1f, 1024, 512); }
inline TriangleMesh tiny_ring() { return placed(ring(), 1e-20f, {0, 0, 0}); }
inline TriangleMesh far_ring(float x) { return placed(ring(), 1, {x, 0, 0}); }
inline TriangleMesh one_triangle() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}; }
inline TriangleMesh square() { return sheet(2, 8); }
inline TriangleMesh strip() { return moebius(0.4f, 0.2f, 64); }
inline TriangleMesh beams() {
    TriangleMesh mesh = box({0, 0.4f, 0.4f}, {1, 0.6f, 0.6f});
    add(mesh, box({0.4f, 0, 0.4f}, {0.6f, 1, 0.6f}));
    return mesh;
}

inline std::string obj_text(const TriangleMesh& mesh) {
    std::string text;
    char line[96];
    for (const Vec3& v : mesh.vertices) {
        std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", double(v.x), double(v.y), double(v.z));
        text += line;
    }
    for (const auto& t : mesh.triangles) {
        std::snprintf(line, sizeof line, "f %u %u %u\n", t[0] + 1, t[1] + 1, t[2] + 1);
        text += line;
    }
    return text;
}

/// The shape of a mesh on its way through a file and a scene. Throws what load_shapes does.
inline std::shared_ptr<const sim::SceneShape> loaded(const TempDir& dir, const TriangleMesh& mesh,
                                                     float size_m = 1, uint32_t cells = 64) {
    sim::Scene scene;
    scene.meshes = {{.file = dir.write("m.obj", obj_text(mesh)), .size_m = size_m, .cells = cells}};
    app::load_shapes(scene, 0, true);
    return scene.shapes.at(0);
}

}  // namespace testing_meshes
