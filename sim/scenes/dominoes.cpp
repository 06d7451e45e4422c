// Bodies with a mesh stand in a spiral, and the first one is pushed. Where the row turns, its direction is turned
// by a small tangent and made a unit again: no sine is needed.
#include "sim/scene.h"
#include "sim/scenes/with_meshes.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"distance_share", 0.5f, 0.2f, 0.9f, "distance of neighbours over their height"},
    {"push_rad_s", 1.5f, 0, 100, "how fast the first one is tipping, in radians per second"},
    {"lanes", 1.6f, 1.1f, 10, "distance of the spiral's turns, over the width of a body"},
};

/// A direction in the plane, as cosine and sine.
struct Direction {
    float c, s;
    Direction turned(float tangent) const {
        const float x = c - s * tangent, y = s + c * tangent, scale = 1 / sqrtf(x * x + y * y);
        return {x * scale, y * scale};
    }
};

/// Stands the mesh's x axis up, so that its thin y lies along the direction whose half angle is given.
Quaternion upright(const Direction& half) {
    const float root = 0.70710678f;  // a quarter turn about z; after it a turn about y
    return {half.c * root, half.s * root, half.s * root, half.c * root};
}

Spawned spawn(const SpawnRequest& request) {
    const uint32_t s = movable(request).front();
    Spawned out;
    const uint32_t row = request.bodies - add_driven(request, out);
    const MeshReach reach = reach_of(request.shapes[s]->shape);
    const float height = reach.size(0), width = reach.size(2);
    const float step = height * request.value("distance_share"), lane = width * request.value("lanes");

    // From the middle outwards, as far from it as the turns so far take.
    float radius = 2.5f * width + step, widest = radius;
    Direction half = {1, 0};  // of the angle of the row
    Vec3 place = {0, -reach.low.x, radius};
    for (uint32_t k = 0; k < row; ++k) {
        // Thin along (c, 0, -s), which the row follows about the middle.
        const Vec3 along = {half.c * half.c - half.s * half.s, 0, -2 * half.c * half.s};
        const bool first = k == 0;
        const Vec3 spin = first ? Vec3{along.z, 0, 0 - along.x} * request.value("push_rad_s") : Vec3{0, 0, 0};
        const Vec3 velocity =
            first ? along * (request.value("push_rad_s") * (0 - reach.low.x)) : Vec3{0, 0, 0};
        add_body(request, s, place, upright(half), velocity, spin, out);
        radius += lane * step / (6.2831853f * radius);
        half = half.turned(0.5f * step / radius);
        const Vec3 outwards = {2 * half.c * half.s, 0, half.c * half.c - half.s * half.s};
        place = {outwards.x * radius, place.y, outwards.z * radius};
        widest = larger(widest, radius);
    }
    const float side = widest + height + width;
    out.container = {{-side, 0, -side}, {side, 3 * height, side}};
    for (const Body& driven : out.bodies)
        out.container.max_m.y = larger(out.container.max_m.y, driven.position_m.y + driven.radius_m);
    return out;
}

}  // namespace

bool register_dominoes() {
    return add_spawner({.name = "dominoes",
                        .sentence = "bodies of a mesh stand in a spiral, and the first is pushed",
                        .keys = kKeys,
                        .spawn = spawn,
                        .meshes = true});
}

}  // namespace sim
