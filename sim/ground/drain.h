// Where bodies are spawned, and what happens to one that has left the map: it respawns at its own spawn point. The
// number of bodies stays, ids stay, and no random number is drawn.
#pragma once
#include "sim/math/mix_bits.h"
#include "sim/math/motion.h"

namespace sim {

/// Places at which bodies are spawned, one per body: a lattice of a single layer above the highest peak, a
/// little irregular. Two of them are never nearer than 2.1 radii.
struct SpawnPoints {
    uint32_t columns;  // of the lattice, along x; an id's row follows from it
    uint64_t seed;
    float min_x_m, min_z_m, height_m;
    float step_x_m, step_z_m;      // of the lattice
    float jitter_x_m, jitter_z_m;  // furthest that a place is from the middle of its cell

    HOST_DEVICE Vec3 of(uint32_t id) const {
        const uint32_t column = id % columns, row = id / columns;
        const uint64_t bits = mix_bits(seed + kGoldenStep * (id + 1));
        return {min_x_m + (float(column) + 0.5f) * step_x_m + jitter_x_m * signed_unit(uint32_t(bits)),
                height_m,
                min_z_m + (float(row) + 0.5f) * step_z_m + jitter_z_m * signed_unit(uint32_t(bits >> 32))};
    }
};

struct Drain {
    bool open;  // if not, the border is a wall and nothing leaves
    float below_m;
    float min_x_m, max_x_m, min_z_m, max_z_m;
    float drop_speed_m_s;
    SpawnPoints spawn_points;

    HOST_DEVICE bool takes(const Vec3& place_m) const {
        return open && (place_m.y < below_m || place_m.x < min_x_m || place_m.x > max_x_m ||
                        place_m.z < min_z_m || place_m.z > max_z_m);
    }

    /// Body `id` at its spawn point: awake, and falling from now on.
    HOST_DEVICE Motion respawned(uint32_t id, const Motion& body, const StepNumbers& numbers) const {
        return {spawn_points.of(id), body.radius_m,        {0, -drop_speed_m_s, 0},
                body.mass_kg,        numbers.gravity_m_s2, 0};
    }
};

}  // namespace sim
