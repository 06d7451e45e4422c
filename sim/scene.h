// What a scene is: numbers for the physics, a spawn function with its keys, where the camera starts.
// The TOML that fills it is read by app/io/scene_toml; the spawn functions are in sim/scenes.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/exec/limits.h"
#include "sim/gravity/gravity.h"
#include "sim/ground/ground.h"
#include "sim/ground/terrain.h"
#include "sim/manifold/manifold.h"
#include "sim/math/rigid.h"
#include "sim/shapes/prepare.h"

namespace sim {

/// The solver's numbers, the same for every body of a scene.
struct Physics {
    float time_step_s = 0.001f;
    Vec3 gravity_m_s2 = {0, -9.81f, 0};
    float stiffness_pa = 1e7f;  // a contact of two spheres of radius r and overlap d pushes stiffness * r * d
    float restitution = 0.5f;   // speed after over speed before a head-on impact, 0..1
    float friction = 0.5f;      // Coulomb's coefficient, >= 0
    float sleep_speed_m_s = 0;  // a body slower than this ... ; 0: bodies never sleep
    float sleep_time_s = 0.5f;  // ... for this long sleeps until something faster touches it
    bool rotation = false;      // spheres roll, as solid balls; a world's bodies do so for life, or not

    // Of bodies with a mesh, whose contacts are constraints.
    float air_drag_per_m = 0;  // a body of speed v is slowed by air_drag * v^2
    uint32_t substeps = 1;     // per step, 1 to kMostSubsteps: they move in each; for the life of a world

    /// Gravity between all bodies. `on`, leaf_bodies, quadrupole and direct are fixed for the life of a world.
    Gravity gravity;
};

/// Initial view. Angles in degrees: yaw about the y axis from +z, pitch up from the horizon.
struct CameraStart {
    Vec3 target_m = {0, 0, 0};
    float distance_m = 0;  // 0: the bodies are taken in view, and followed, and target_m is not used
    float yaw_deg = 36, pitch_deg = 14;
    bool at_bodies = false;  // the target is the bodies' middle all the same
    float lead_s = 0;  // so long after the start a window shows its first picture; a step knows nothing of it
    std::string colour = {};  // what the colour of a body says at first; "": its kind. Nothing here reads it
};

/// A mesh as a scene names it.
struct MeshSource {
    std::string file;  // a path, or the name of a built-in mesh
    float size_m = 0;  // this and the next: as in ShapeOptions
    uint32_t cells = 96;
    float point_spacing_m = 0, shell_m = 0, density_kg_m3 = 700;

    /// A driven mesh is one body that nothing moves: it stands, or turns about its centre of mass.
    bool fixed = false;
    Vec3 spin_rad_s = {0, 0, 0};
    Vec3 place_m = {0, 0, 0};  // of its centre of mass
    uint32_t entry = 0;        // its [[mesh]] in the scene's file, for messages

    bool driven() const { return fixed || dot(spin_rad_s, spin_rad_s) > 0; }
};

/// A mesh, ready for a step and for a picture.
struct SceneShape {
    MeshSource source;
    TriangleMesh mesh;  // as in the file; Shape::mesh_centre and mesh_scale bring it into the body frame
    Shape shape;
};

/// A key that a spawn function reads from [spawn]. Values outside [low, high] are refused.
struct SpawnKey {
    const char* name;
    float initial, low, high;
    const char* meaning;  // one sentence with the unit
};

/// A key of spawn functions with bodies so fast that they go through the walls for a moment.
inline constexpr const char
    *kSoftWalls = "soft_walls",
    *kSoftWallsMeaning =
        "1: fast bodies go through the walls until these push them back, and are counted "
        "neither as outside nor as fast; 0: they are counted";

/// A value of a scene that does not go with its others.
struct BadSceneValue : std::invalid_argument {
    BadSceneValue(const char* in_table, const char* of_key, const std::string& why, uint32_t of_mesh = 0)
        : std::invalid_argument(std::string("[").append(in_table).append("] ").append(of_key).append(why)),
          table(in_table),
          key(of_key),
          mesh(of_mesh) {}

    const char *table, *key;
    uint32_t mesh;  // place in Scene::meshes, where the table is one of several
};

class GivenBodies;

/// The closed container that holds all bodies.
struct Container {
    Vec3 min_m, max_m;
};

struct Scene {
    std::string name, title, spawn;  // spawn names an entry of spawners()
    std::string file = {};           // where it comes from; "": built in. Nothing here reads it
    std::string note = {};           // what its file says without effect, for who loads it; likewise
    uint32_t bodies = 4000;          // when no flag says otherwise; 0: the backend's default
    uint32_t cpu_bodies = 0;         // the same on the CPU; 0: as `bodies`
    uint64_t seed = 1;
    Physics physics;
    std::map<std::string, float> spawn_values;      // by key; keys left out take SpawnKey::initial
    std::string spawn_file = {};                    // of bodies, in place of the spawn function's; "": none
    std::optional<Container> spawn_box = {};        // around the bodies of a file; none: the spawn function's
    std::shared_ptr<const GivenBodies> given = {};  // those of the file, read by who loads the scene
    Terrain terrain;                                // where the spawn function makes a ground
    std::vector<MeshSource> meshes;                 // where the spawn function wants meshes
    std::vector<std::shared_ptr<const SceneShape>> shapes;  // of these, prepared by who loads the scene
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

/// Rotation of a body, in scenes whose bodies rotate; beside its Body in a snapshot.
struct RotationState {
    Quaternion orientation = {1, 0, 0, 0};
    Vec3 momentum = {0, 0, 0};  // angular, kg m2/s, in world axes; of a driven body its angular velocity
    uint32_t shape = 0;         // place in Scene::shapes
    Vec3 torque_nm = {0, 0, 0};
    uint32_t zero = 0;  // so that all bytes are the state's

    // Where it was when its sleep clock began to run: while it stays near, the clock runs on.
    Vec3 anchor_m = {0, 0, 0};
    uint32_t zero_too = 0;
    Quaternion anchor_orientation = {0, 0, 0, 0};  // none yet
};

/// The mass of a body that nothing moves.
inline constexpr float kDrivenMass = HUGE_VALF;

/// State that a pair of bodies with shapes keeps from step to step (manifold/manifold.h).
struct PairState {
    uint32_t a, b;    // ids, a < b; walls have numbers above those of bodies
    Vec3 place_m;     // of b in a's frame when points were last looked for
    float margin_m;   // how near points were looked for
    Quaternion turn;  // likewise of b against a
    Vec3 way_out;     // of a out of b, in a's frame, while they are in each other; else zero
    std::vector<ContactPoint> points;
};

struct SpawnRequest {
    uint32_t bodies;
    uint64_t seed;
    const Physics& physics;
    const std::map<std::string, float>& values;
    const Terrain& terrain;
    const Ground* ground = nullptr;                                  // as the spawner's `ground` has made it
    std::span<const std::shared_ptr<const SceneShape>> shapes = {};  // of a spawner with meshes, at least one
    ProgressCallback reach = {};                                     // called while `ground` makes it

    /// Returns the scene's value of a declared key. Aborts on a key that was not declared.
    float value(const char* key) const { return values.at(key); }
};

struct Spawned {
    std::vector<Body> bodies;  // by id; radius_m is that of a sphere around the shape, where there is one
    Container container;
    std::vector<RotationState> rotations = {};  // by id; none: nothing is turned, and nothing turns
};

/// A run of ids that belong together: they come from one place, and are one part of it.
struct SpawnGroup {
    const char* name;     // "first galaxy: disc"
    uint32_t end;         // one past its last id; it begins where the one before it ends
    uint32_t origin = 0;  // groups of one origin have one colour
    bool hidden = false;  // its bodies are only shown on request, as those of a galaxy's halo
};

struct Spawner {
    const char* name;
    const char* sentence;
    std::span<const SpawnKey> keys;
    Spawned (*spawn)(const SpawnRequest& request);
    Ground (*ground)(const SpawnRequest& request) = nullptr;          // null: its scenes have none
    bool meshes = false;                                              // its bodies have Scene::shapes
    uint64_t (*ground_bytes)(const SpawnRequest& request) = nullptr;  // host memory that `ground` takes
    std::vector<SpawnGroup> (*groups)(const SpawnRequest& request) =
        nullptr;  // null: its bodies are of one kind
};

/// Bodies that come from elsewhere, in place of those that a scene's spawn function makes.
class GivenBodies {
public:
    virtual ~GivenBodies() = default;
    /// How many there are, driven meshes not counted.
    virtual uint32_t count() const = 0;
    /// Makes them. Throws BadSceneValue where they do not fit the scene.
    virtual Spawned spawn(const SpawnRequest& request, const Spawner& spawner) const = 0;
};

/// Returns all spawn functions, sorted by name. A file NAME.cpp in sim/scenes adds its own with register_NAME().
std::span<const Spawner> spawners();
const Spawner* find_spawner(const std::string& name);
bool add_spawner(const Spawner& spawner);  // false when the name is taken

/// Returns the values that a spawner gets: the scene's, and the initial ones of keys that it leaves out.
std::map<std::string, float> values_of(const Spawner& spawner, const Scene& scene);

/// Returns the groups of that many bodies of a scene, in the order of their ids; empty ones are left out.
/// None: one kind.
std::vector<SpawnGroup> spawn_groups_of(const Scene& scene, uint32_t bodies);

}  // namespace sim
