// A pyramid of bodies with a mesh, which stands: a stack that sleeps until something hits it.
#include "sim/scene.h"
#include "sim/scenes/with_meshes.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"gap_share", 0.04f, 0, 1, "gap between neighbours, as a share of their width"},
    {"room", 2, 1, 20, "width of the container over that of the pyramid"},
};

Spawned spawn(const SpawnRequest& request) {
    const std::vector<uint32_t> shapes = movable(request);
    Spawned out;
    uint32_t left = request.bodies - add_driven(request, out);

    // Neighbours of the largest size, in each direction.
    Vec3 step = {0, 0, 0};
    std::vector<MeshReach> reaches;
    for (const uint32_t s : shapes) {
        reaches.push_back(reach_of(request.shapes[s]->shape));
        for (int axis = 0; axis < 3; ++axis) step[axis] = larger(step[axis], reaches.back().size(axis));
    }
    const float height = step.y, gap = 1 + request.value("gap_share");
    step = {step.x * gap, height, step.z * gap};

    // The lowest layer has side x side bodies, each higher one is a body narrower; the top may be left out.
    uint32_t side = 1;
    for (uint64_t all = 1; all < left; all += uint64_t(side) * side) ++side;
    const float room = request.value("room");
    const float half_x = 0.5f * float(side) * step.x * room, half_z = 0.5f * float(side) * step.z * room;
    out.container = {{-half_x, 0, -half_z}, {half_x, height * (float(side) + 2), half_z}};
    for (const Body& driven : out.bodies) {
        for (int axis = 0; axis < 3; ++axis) {
            out.container.min_m[axis] =
                smaller(out.container.min_m[axis], driven.position_m[axis] - driven.radius_m);
            out.container.max_m[axis] =
                larger(out.container.max_m[axis], driven.position_m[axis] + driven.radius_m);
        }
    }
    for (uint32_t layer = 0, body = 0; left > 0; ++layer) {
        const uint32_t wide = side - layer;
        for (uint32_t k = 0; k < wide * wide && left > 0; ++k, --left, ++body) {
            const uint32_t which = body % uint32_t(shapes.size());
            const Vec3 place = {(float(k % wide) - 0.5f * float(wide - 1)) * step.x,
                                float(layer) * height - reaches[which].low.y,
                                (float(k / wide) - 0.5f * float(wide - 1)) * step.z};
            add_body(request, shapes[which], place, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, out);
        }
    }
    return out;
}

}  // namespace

bool register_pyramid() {
    return add_spawner({.name = "pyramid",
                        .sentence = "bodies of a mesh stand as a pyramid",
                        .keys = kKeys,
                        .spawn = spawn,
                        .meshes = true});
}

}  // namespace sim
