// Spheres of very different size fall into a bin: a few big intervals among many small ones, the hard case
// for a sweep whose work is not balanced.
#include "sim/scene.h"
#include "sim/scenes/lattice.h"
#include "sim/scenes/random.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"least_radius_m", 0.2f, 0.1f, 10, "radius of the smallest spheres in metres"},
    {"radius_ratio", 20, 1, 100,
     "largest radius over the smallest; the number of spheres falls as radius^-3"},
    {"density_kg_m3", 1000, 1, 1e5f, "density of the spheres in kg per cubic metre"},
    {"bin_aspect", 0.6f, 0.1f, 10, "height of the spawned cloud over the width of the bin"},
};

/// The radius at a share `u` of the spheres when n(r) falls as r^-3: the law whose sum square roots invert.
float radius_at(float u, float least, float ratio) {
    return least / sqrtf(1 - u * (1 - 1 / (ratio * ratio)));
}

Spawned spawn(const SpawnRequest& request) {
    const float least = request.value("least_radius_m"), ratio = request.value("radius_ratio");
    Random random(request.seed);
    Spawned out;
    out.bodies.resize(request.bodies);
    float volume = 0, largest = least;
    for (Body& body : out.bodies) {
        body.radius_m = radius_at(random.unit(), least, ratio);
        body.mass_kg =
            kSphereVolume * body.radius_m * body.radius_m * body.radius_m * request.value("density_kg_m3");
        body.acceleration_m_s2 = request.physics.gravity_m_s2;
        const float d = 2.1f * body.radius_m;
        volume += d * d * d;
        largest = larger(largest, body.radius_m);
    }

    // Shelves: rows of spheres side by side, in the order of their ids, each shelf as high as its largest.
    const float width = larger(cube_root(volume / request.value("bin_aspect")), 2.2f * largest);
    float x = 0, z = 0, y = 0, row_depth = 0, shelf_height = 0;
    for (Body& body : out.bodies) {
        const float d = 2.1f * body.radius_m;
        if (x + d > width) {
            x = 0;
            z += row_depth;
            row_depth = 0;
        }
        if (z + d > width) {
            x = z = row_depth = 0;
            y += shelf_height;
            shelf_height = 0;
        }
        const float slack = 0.04f * body.radius_m;
        body.position_m = {x + 0.5f * d + slack * random.signed_unit() - 0.5f * width,
                           y + 0.5f * d + slack * random.signed_unit(),
                           z + 0.5f * d + slack * random.signed_unit() - 0.5f * width};
        x += d;
        row_depth = larger(row_depth, d);
        shelf_height = larger(shelf_height, d);
    }
    const float half = 0.5f * width;
    out.container = {{-half, 0, -half}, {half, y + shelf_height + 2 * largest, half}};
    return out;
}

const bool added = add_spawner({"mixed", "spheres of radius 1 to 20 fall into a bin", kKeys, spawn});

}  // namespace
}  // namespace sim
