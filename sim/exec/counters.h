// Numbers about one step, made on the device and read by the host steps later.
#pragma once
#include <cstdint>

#include "sim/math/vec3.h"

namespace sim {

inline constexpr uint32_t kNobody = 0xffffffffu;
inline constexpr uint32_t kWatchedPairs = 24;  // ids listed of a watched body's pairs
inline constexpr uint32_t kNoShape = 0xffffffffu;
inline constexpr int kMaxSorts = 3;  // a broad phase sorts at most once an axis

/// The body that the user selected, as it was after the step.
struct WatchedBody {
    uint32_t id = kNobody;
    uint32_t slot = 0, rank = 0;  // place in memory, place in the sorted order
    uint32_t key = 0;             // its sort key (order-preserving unsigned form of its min on the sort axis)
    uint32_t pair_count = 0;      // candidate pairs that it is in
    uint32_t pair_ids[kWatchedPairs] = {};  // the first of them, in no order
    Vec3 position_m = {}, velocity_m_s = {};
    float radius_m = 0, mass_kg = 0, still_s = 0;
    Vec3 momentum = {};  // angular, where bodies rotate
    uint32_t shape = kNoShape,
             contacts = 0;  // place in Scene::shapes; what it touches, walls too, but at rest
};

/// Work of a step's sum of gravity between all bodies.
struct GravityWork {
    uint64_t interactions = 0;   // of a body with a body or a node
    uint32_t nodes = 0;          // of the tree, leaves too; 0 without a tree
    uint32_t depth = 0;          // nodes on the longest way down from its root
    uint32_t sorts = 0;          // of the keys: one, or one of their lower and one of their upper half
    uint32_t sort_path[2] = {};  // the path that each of them took
};

struct Counters {
    uint64_t completed_steps = 0;
    uint64_t pairs = 0;     // candidate pairs: boxes overlap
    uint64_t contacts = 0;  // pairs that touch; of meshes, walls too, and at rest those whose friction holds
    uint64_t tests = 0;     // box pairs compared by the broad phase
    uint32_t passes_run = 0, passes_skipped = 0;
    uint32_t sorts = 0;                  // that these passes belong to: one, or one an axis
    uint32_t sort_path[kMaxSorts] = {};  // the path that each of them took (sort::Engine::paths)
    uint32_t sort_windows = 0;           // repaired, in all of them
    uint32_t sort_movers = 0;            // pairs that they moved one by one
    uint32_t sort_max_shift = 0;         // the furthest that a pair was moved by one of them
    uint32_t descents = 0;               // keys greater than the next one in the sort's input
    uint32_t axis = 0;                   // sort axis: 0 x, 1 y, 2 z
    uint32_t columns_changed = 0;        // 1: the columns are others than in the step before
    uint32_t asleep = 0;                 // bodies at rest
    uint64_t squeezed = 0;               // pairs of meshes that are past the middle of a thin part, or linked

    // A state that is wrong, or may be. In scenes whose bodies may leave, only not_finite is counted.
    uint32_t outside = 0;  // bodies whose centre is beyond a wall of the container after the step
    uint32_t not_finite =
        0;              // bodies with a position, a velocity or a box that is not finite: they are set aside
    uint32_t fast = 0;  // bodies that move by more than their radius per step
    uint64_t total_outside = 0, total_not_finite = 0, total_fast = 0;  // in all completed steps of this world

    // Of scenes with a ground; else 0.
    uint32_t ground_contacts = 0;  // bodies that touch the ground
    uint32_t respawned = 0;        // bodies that left in this step
    uint32_t below_ground = 0;     // bodies whose centre is not above the surface after it
    uint64_t total_respawned = 0, total_below_ground = 0;  // in all completed steps of this world

    GravityWork gravity;  // of scenes with gravity between their bodies; else 0

    WatchedBody watched;
};

}  // namespace sim
