// What a scene is: numbers for the physics, a spawn function with its keys, where the camera starts.
// The TOML that fills it is read by app/io/scene_toml; the spawn functions are in sim/scenes.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/exec/limits.h"
#include "sim/ground/ground.h"
#include "sim/ground/terrain.h"
#include "sim/math/vec3.h"

namespace sim {

/// The solver's numbers, the same for every body of a scene.
struct Physics {
    float time_step_s = 0.001f;
    Vec3 gravity_m_s2 = {0, -9.81f, 0};
    float stiffness_pa = 1e7f;  // a contact of two spheres of radius r and overlap d pushes stiffness * r * d
    float restitution = 0.5f;   // speed after over speed before a head-on impact, 0..1
    float friction = 0.5f;      // Coulomb's coefficient, >= 0
    float sleep_speed_m_s = 0;  // a body slower than this ... ; 0: bodies never sleep
    float sleep_time_s = 0.5f;  // ... for this long rests until something faster touches it
};

/// Where the view starts. Angles in degrees: yaw about the y axis from +z, pitch up from the horizon.
struct CameraStart {
    Vec3 target_m = {0, 0, 0};
    float distance_m = 0;  // 0: the whole container is taken in view and target_m is not used
    float yaw_deg = 30, pitch_deg = 20;
};

/// A key that a spawn function reads from [spawn]. Values outside [low, high] are refused.
struct SpawnKey {
    const char* name;
    float initial, low, high;
    const char* meaning;  // one sentence with the unit
};

struct Scene {
    std::string name, title, spawn;  // spawn names an entry of spawners()
    uint32_t bodies =
        4000;  // when neither a flag nor the backend's default says otherwise; 0: backend's default
    uint64_t seed = 1;
    Physics physics;
    std::map<std::string, float> spawn_values;  // by key; keys left out take SpawnKey::initial
    Terrain terrain;                            // where the spawn function makes a ground
    CameraStart camera;
};

/// One body as it is stored in a snapshot. Ids are 0..N-1 for life.
struct Body {
    Vec3 position_m;
    float radius_m;
    Vec3 velocity_m_s;
    float mass_kg;
    Vec3 acceleration_m_s2;
    float still_s;  // how long it has been slower than the sleep speed
};

/// The closed container that holds all bodies.
struct Container {
    Vec3 min_m, max_m;
};

struct SpawnRequest {
    uint32_t bodies;
    uint64_t seed;
    const Physics& physics;
    const std::map<std::string, float>& values;
    const Terrain& terrain;
    const Ground* ground = nullptr;  // as the spawner's `ground` has made it

    /// The scene's value of a declared key. Aborts on a key that was not declared.
    float value(const char* key) const { return values.at(key); }
};

struct Spawned {
    std::vector<Body> bodies;  // by id
    Container container;
};

struct Spawner {
    const char* name;
    const char* sentence;
    std::span<const SpawnKey> keys;
    Spawned (*spawn)(const SpawnRequest& request);
    Ground (*ground)(const SpawnRequest& request) = nullptr;  // null: its scenes have none
};

/// All spawn functions, sorted by name. A file in sim/scenes registers itself with add_spawner.
std::span<const Spawner> spawners();
const Spawner* find_spawner(const std::string& name);
bool add_spawner(const Spawner& spawner);

}  // namespace sim
