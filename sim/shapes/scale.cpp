// Checks coordinates, faces and sizes of a mesh, and scales it to the cells of its grid.
#include "sim/shapes/scale.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace sim {
namespace {

/// Most thickness of a shell, as a share of the mesh's side: a thicker one would be another body.
constexpr float kMostShell = 0.25f;

std::string number(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", double(value));
    return text;
}

using Triangle = std::array<uint32_t, 3>;

/// Returns whether a triangle has an area: not if the corners lie on a line except for rounding, some floats
/// of the longest edge.
bool has_area(const TriangleMesh& mesh, const Triangle& t) {
    constexpr double kRounding = 4 * 0x1p-23;
    double along[3], across[3], cross_2 = 0, along_2 = 0, across_2 = 0;
    for (int axis = 0; axis < 3; ++axis) {
        along[axis] = double(mesh.vertices[t[1]][axis]) - double(mesh.vertices[t[0]][axis]);
        across[axis] = double(mesh.vertices[t[2]][axis]) - double(mesh.vertices[t[0]][axis]);
    }
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        const double cross = along[k] * across[next] - along[next] * across[k];
        cross_2 += cross * cross;
        along_2 += along[k] * along[k];
        across_2 += across[k] * across[k];
    }
    const double most = kRounding * (along_2 > across_2 ? along_2 : across_2);
    return cross_2 > most * most;
}

bool is_inside(const TriangleMesh& mesh, const Triangle& triangle, const Box& box) {
    for (const uint32_t corner : triangle) {
        const Vec3& v = mesh.vertices[corner];
        for (int axis = 0; axis < 3; ++axis) {
            if (v[axis] < box.min[axis] || v[axis] > box.max[axis]) return false;
        }
    }
    return true;
}

/// Returns the box of the faces that have an area, or of all faces if none has.
Box box_of_faces(const TriangleMesh& mesh) {
    Box box{};
    bool first = true;
    const auto reach = [&](const Triangle& triangle) {
        for (const uint32_t corner : triangle) {
            const Vec3& v = mesh.vertices[corner];
            for (int axis = 0; axis < 3; ++axis) {
                box.min[axis] = first ? v[axis] : smaller(box.min[axis], v[axis]);
                box.max[axis] = first ? v[axis] : larger(box.max[axis], v[axis]);
            }
            first = false;
        }
    };
    for (const Triangle& triangle : mesh.triangles) {
        if (has_area(mesh, triangle)) reach(triangle);
    }
    if (!first) return box;
    for (const Triangle& triangle : mesh.triangles) reach(triangle);
    return box;
}

float longest_side(const Box& box) {
    const Vec3 sides = box.max - box.min;
    return larger(larger(sides.x, sides.y), sides.z);
}

void check(const TriangleMesh& mesh) {
    if (mesh.triangles.empty()) throw BadMesh("the mesh has no faces");
    if (mesh.triangles.size() > kMaxTriangles) {
        throw BadMesh("the mesh has " + std::to_string(mesh.triangles.size()) +
                      " triangles; at most 1048576 (2^20) are expected");
    }
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (const uint32_t corner : mesh.triangles[t]) {
            const std::string where = "triangle " + std::to_string(t + 1) + ": ";
            if (corner >= mesh.vertices.size()) {
                throw BadMesh(where + "vertex " + std::to_string(corner + 1) +
                              " does not exist; the mesh has " + std::to_string(mesh.vertices.size()));
            }
            const Vec3& v = mesh.vertices[corner];
            if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
                throw BadMesh(where + "vertex " + std::to_string(corner + 1) +
                              " is not finite; three finite numbers are expected");
            }
        }
    }
    const float side = longest_side(box_of_faces(mesh));
    if (!(side > 0)) throw BadMesh("all corners of the mesh lie at one point; an extent above 0 is expected");
    if (!std::isfinite(side)) throw BadMesh("the mesh is too large; its extent is above 3.4e38");
}

}  // namespace

GridMesh put_into_grid(const TriangleMesh& mesh, float size_m, uint32_t cells, float shell_m) {
    check(mesh);
    const Box box = box_of_faces(mesh);
    const float longest = longest_side(box), across = float(cells - 1);
    const float size = size_m > 0 ? size_m : longest;
    if (!(size >= kLeastSize_m && size <= kMostSize_m)) {
        throw BadMesh("the mesh is " + number(size) + " m long; 0.0001 to 10000 m are expected" +
                      (size_m > 0 ? "" : ", in the file or by a size given for it"));
    }
    if (!(shell_m <= kMostShell * size)) {
        throw BadMesh("shell_m = " + number(shell_m) + " is more than " + number(kMostShell) +
                      " of the mesh's side, which is " + number(size) + " m");
    }
    GridMesh out{{{}, size / across}, {}, longest / across, {}, mesh.triangles};
    std::erase_if(out.triangles, [&](const Triangle& triangle) { return !is_inside(mesh, triangle, box); });

    const float half_shell = shell_m / out.grid.spacing_m * 0.5f;
    const int margin = kMarginCells + int(half_shell < float(kMostCells) ? half_shell : float(kMostCells));
    for (int axis = 0; axis < 3; ++axis) {
        const float side = (box.max[axis] - box.min[axis]) / longest * across;
        const int whole = int(side);  // at most kMostCells
        out.grid.nodes[size_t(axis)] = whole + (side > float(whole) ? 1 : 0) + 1 + 2 * margin;
    }
    const float before = float(margin) * out.cell;
    out.origin = box.min - Vec3{before, before, before};
    out.vertices.reserve(mesh.vertices.size());
    for (const Vec3& v : mesh.vertices) {
        Vec3 at;
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] = (v[axis] - box.min[axis]) / longest * across + float(margin);
        }
        out.vertices.push_back(at);
    }
    return out;
}

float coordinate_step(const TriangleMesh& mesh, uint32_t cells) {
    const Box box = box_of_faces(mesh);
    float far = 0;
    for (int axis = 0; axis < 3; ++axis) {
        far = larger(far, larger(fabsf(box.min[axis]), fabsf(box.max[axis])));
    }
    return far / longest_side(box) * 1.1920929e-7f * float(cells - 1);
}

}  // namespace sim
