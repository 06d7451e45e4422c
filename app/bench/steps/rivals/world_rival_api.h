// What `bench heap --rival` finds in a module beside the executable: another library's simulation of the same
// rigid bodies, each made of boxes. Opened only when it is asked for.
#pragma once
#include <cstdint>

namespace app {

inline constexpr int kWorldRivalVersion = 1;
inline constexpr const char* kWorldRivalSymbol = "sweeplab_world_rival";

/// A box of a shape, in the body's frame: x y z of the middle, w x y z of the turn, half of each side.
struct RivalBox {
    float middle_m[3], turn[4], half_m[3];
};

struct RivalShape {
    const RivalBox* boxes;
    uint32_t box_count;
    float mass_kg;
    float inertia[6];  // xx yy zz xy xz yz about the centre of mass, kg m2
};

struct RivalBody {
    float position_m[3], turn[4], velocity_m_s[3], spin_rad_s[3];  // turn: w x y z; spin in world axes
    uint32_t shape;
};

/// The world to simulate. Pointers need not outlive create().
struct RivalWorld {
    const RivalShape* shapes;
    uint32_t shape_count;
    const RivalBody* bodies;
    uint32_t body_count;
    float low_m[3], high_m[3];  // the container: six planes
    float gravity_m_s2[3];
    float friction, restitution;  // of a contact
};

struct RivalCounts {
    uint32_t asleep, touching;  // bodies that sleep; pairs of bodies with a contact
};

struct WorldRivalApi {
    int version;
    const char* what;      // library and version
    const char* settings;  // what was chosen for it, one sentence
    const char* threads;   // how many it can use, and why
    double usual_step_s;   // that its users take

    void* (*create)(const RivalWorld& world);
    void (*step)(void* world, float time_step_s, uint32_t count);
    void (*read)(void* world, RivalBody* bodies, RivalCounts* counts);
    void (*destroy)(void* world);
};

using WorldRivalFunction = const WorldRivalApi* (*)();

}  // namespace app
