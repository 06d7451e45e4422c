// Bodies with a mesh fill a block inside a container that driven meshes stand in, or turn in: a drum, an hourglass.
#include "sim/scene.h"
#include "sim/scenes/random.h"
#include "sim/scenes/with_meshes.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"width_m", 6, 0.01f, 1e5f, "width of the container along x in metres, about x = 0"},
    {"height_m", 6, 0.01f, 1e5f, "height of the container in metres, from y = 0"},
    {"depth_m", 2, 0.01f, 1e5f, "depth of the container along z in metres, about z = 0"},
    {"block_width_m", 4, 0.01f, 1e5f, "width of the block along x in metres, about x = 0"},
    {"block_bottom_m", 1, 0, 1e5f, "lower end of the block in metres"},
    {"block_top_m", 5, 0, 1e5f, "upper end of the block in metres"},
    {"speed_m_s", 0.3f, 0, 50, "largest starting speed along each axis in m/s"},
};

constexpr float kApart = 1.04f;  // of a body's size, from one to the next

uint32_t places_in(float length, float step) {
    const float places = length / step;
    return places < 1 ? 0 : places < 65535 ? uint32_t(places) : 65535u;
}

Spawned spawn(const SpawnRequest& request) {
    const std::vector<uint32_t> shapes = movable(request);
    Spawned out;
    const uint32_t filling = request.bodies - add_driven(request, out);
    const float width = request.value("width_m"), depth = request.value("depth_m");
    out.container = {{-0.5f * width, 0, -0.5f * depth},
                     {0.5f * width, request.value("height_m"), 0.5f * depth}};

    // Neighbours of the largest size in each direction, as far apart in depth as there is room.
    Vec3 step = {0, 0, 0};
    for (const uint32_t s : shapes) {
        const MeshReach reach = reach_of(request.shapes[s]->shape);
        for (int axis = 0; axis < 3; ++axis) step[axis] = larger(step[axis], kApart * reach.size(axis));
    }
    const float bottom = request.value("block_bottom_m"), top = request.value("block_top_m");
    const uint64_t across = places_in(request.value("block_width_m"), step.x),
                   deep = places_in(depth, step.z);
    const uint64_t room = across * deep * places_in(top - bottom, step.y);
    if (room < filling) {
        throw std::invalid_argument(std::to_string(request.bodies) + " bodies: there is room for " +
                                    std::to_string(room + request.bodies - filling) +
                                    ", driven meshes included");
    }
    step.z = depth / float(deep);
    const float speed = request.value("speed_m_s");
    Random random(request.seed);
    for (uint32_t i = 0; i < filling; ++i) {
        const uint64_t x = i % across, z = i / across % deep, y = i / (across * deep);
        const Vec3 place = {(float(x) - 0.5f * float(across - 1)) * step.x,
                            bottom + (float(y) + 0.5f) * step.y,
                            (float(z) - 0.5f * float(deep - 1)) * step.z};
        const Vec3 velocity = random.vector(speed);
        add_body(request, shapes[i % shapes.size()], place, {1, 0, 0, 0}, velocity, {0, 0, 0}, out);
    }
    return out;
}

}  // namespace

bool register_filled() {
    return add_spawner({.name = "filled",
                        .sentence = "bodies of a mesh fill a container with driven meshes",
                        .keys = kKeys,
                        .spawn = spawn,
                        .meshes = true});
}

}  // namespace sim
