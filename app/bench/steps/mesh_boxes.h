// A mesh as the boxes that it is made of, for simulations that know convex shapes only.
#pragma once
#include <array>
#include <vector>

#include "sim/math/rigid.h"
#include "sim/shapes/triangles.h"

namespace app {

struct OrientedBox {
    sim::Vec3 middle_m;
    std::array<sim::Vec3, 3> axes;  // of length 1, right-handed
    sim::Vec3 half_m;

    float volume_m3() const { return 8 * half_m.x * half_m.y * half_m.z; }
    sim::Quaternion turn() const;  // from x, y, z to the axes
};

/// One box around each part of the mesh, which is what hangs together by shared vertices, as small as a box
/// with a side on one of the part's faces can be. A bent part, which fills its box badly, is cut across its
/// length into two or three.
std::vector<OrientedBox> boxes_of_parts(const sim::TriangleMesh& mesh);

/// The boxes as a mesh again: 12 triangles each.
sim::TriangleMesh mesh_of_boxes(const std::vector<OrientedBox>& boxes);

}  // namespace app
