// Hollow spheres of very different size fall into a bin: a few big intervals among many small ones, the hard
// case for a sweep whose work is not balanced.
#include <algorithm>
#include <numeric>
#include "sim/scene.h"

#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"least_radius_m", 0.2f, 0.1f, 10, "radius of the smallest spheres in metres"},
    {"radius_ratio", 20, 1, 100,
     "largest radius over the smallest; the number of spheres falls as radius^-3"},
    {"shell_kg_m2", 60, 1, 1e5f, "mass of the spheres, which are hollow, per square metre of their surface"},
    {"speed_m_s", 1, 0, 50, "largest starting speed along each axis in m/s"},
    {"bin_aspect", 0.6f, 0.1f, 10, "height of the spawned cloud over the width of the bin"},
};

/// Returns the radius at a share `u` of the spheres when n(r) falls as r^-3: the law whose sum square roots invert.
float radius_at(float u, float least, float ratio) {
    return least / sqrtf(1 - u * (1 - 1 / (ratio * ratio)));
}

/// Spheres on one level: rows of them side by side, as high as the largest.
struct Shelf {
    uint32_t begin, end;  // in the order by radius
    float height;
};

/// Lays the bodies out, large ones together so that little room is lost, on shelves that are then stacked in
/// random order. Returns the height of the stack. The bin is [-width / 2, width / 2] in x and z.
float fill_shelves(std::vector<Body>& bodies, float width, Random& random) {
    std::vector<uint32_t> by_radius(bodies.size());
    std::iota(by_radius.begin(), by_radius.end(), 0u);
    std::stable_sort(by_radius.begin(), by_radius.end(),
                     [&](uint32_t a, uint32_t b) { return bodies[a].radius_m > bodies[b].radius_m; });

    // Fill row after row, shelf after shelf.
    std::vector<Shelf> shelves;
    float x = 0, z = 0, row_depth = 0;
    for (uint32_t k = 0; k < by_radius.size(); ++k) {
        Body& body = bodies[by_radius[k]];
        const float d = 2.1f * body.radius_m;
        if (x + d > width) {
            x = 0;
            z += row_depth;
            row_depth = 0;
        }
        if (shelves.empty() || z + d > width) {
            x = z = row_depth = 0;
            shelves.push_back({k, k, d});
        }
        body.position_m = {x + 0.5f * d - 0.5f * width, 0, z + 0.5f * d - 0.5f * width};
        x += d;
        row_depth = larger(row_depth, d);
        shelves.back().end = k + 1;
    }

    // Stack the shelves.
    for (uint32_t k = uint32_t(shelves.size()); k > 1; --k) {
        std::swap(shelves[k - 1], shelves[random.bits() % k]);
    }
    float y = 0;
    for (const Shelf& shelf : shelves) {
        for (uint32_t k = shelf.begin; k < shelf.end; ++k) {
            Body& body = bodies[by_radius[k]];
            const float slack = 0.04f * body.radius_m;
            body.position_m.x += slack * random.signed_unit();
            body.position_m.y = y + 0.5f * shelf.height + slack * random.signed_unit();
            body.position_m.z += slack * random.signed_unit();
        }
        y += shelf.height;
    }
    return y;
}

Spawned spawn(const SpawnRequest& request) {
    const float least = request.value("least_radius_m"), ratio = request.value("radius_ratio");
    Random random(request.seed);
    Spawned out;
    out.bodies.resize(request.bodies);
    float volume = 0, largest = least;
    for (Body& body : out.bodies) {
        body.radius_m = radius_at(random.unit(), least, ratio);
        body.mass_kg = 3 * kSphereVolume * body.radius_m * body.radius_m * request.value("shell_kg_m2");
        body.acceleration_m_s2 = request.physics.gravity_m_s2;
        const float d = 2.1f * body.radius_m;
        volume += d * d * d;
        largest = larger(largest, body.radius_m);
    }

    const float width = larger(cube_root(volume / request.value("bin_aspect")), 2.2f * largest);
    const float height = fill_shelves(out.bodies, width, random);
    const float speed = request.value("speed_m_s");
    for (Body& body : out.bodies) body.velocity_m_s = random.vector(speed);
    const float half = 0.5f * width;
    out.container = {{-half, 0, -half}, {half, height + 2 * largest, half}};
    return out;
}

}  // namespace

bool register_mixed() {
    return add_spawner({"mixed", "spheres of radius 1 to 20 fall into a bin", kKeys, spawn});
}

}  // namespace sim
