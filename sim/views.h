// What others may read of a world while it runs.
#pragma once
#include <cstdint>

#include "sim/broad_phase/end_list.h"
#include "sim/gravity/tree_view.h"
#include "sim/math/rigid.h"

namespace sim {

struct ColumnGrid;  // sim/broad_phase/columns/grid.h

/// The world's arrays by slot, in device memory on cuda. On cuda they may be read by work queued on stream()
/// and only there; they hold the state after the last queued step. Null where the broad phase has none.
struct BodyView {
    uint32_t count;
    const Vec4* position_radius;
    const Vec4* velocity_mass;
    const Vec4* acceleration_still;
    const uint32_t* id;
    const uint32_t* rank;                 // place in sorted order; null: the slot is the rank
    const int32_t* shift;                 // rank now - rank in the previous step
    const uint32_t* pair_count;           // candidate pairs per body
    const uint32_t* sort_keys;            // by rank where `rank` is null, else by slot; may be null
    const ColumnGrid* columns = nullptr;  // of the last search
    EndList ends{};
    TreeView tree{};

    // In scenes whose bodies rotate, else null; boxes also where these are given.
    const Box* boxes = nullptr;  // as of the last step's search
    const Quaternion* orientation = nullptr;
    const Vec4* momentum_shape = nullptr;  // angular momentum, and the bits of the shape's number
    const float* depth_m = nullptr;        // of the body's deepest contact; of a driven one 0
};

/// A contact between two bodies with shapes, or of one with a wall.
struct ContactMark {
    Vec3 place_m;
    float depth_m;
    Vec3 normal;         // towards the body with the smaller id
    float approach_m_s;  // how fast the surfaces come nearer, or part, along the normal
};

/// The contacts of the last step; read as PairView.
struct ContactView {
    const ContactMark* marks = nullptr;
    const uint64_t* count = nullptr;
    uint64_t capacity = 0;
};

/// Candidate pairs of the last queued step as slots, two a pair. `count` lives where the arrays live and may
/// exceed `capacity`: then the list was not finished, and the first `capacity` pairs are not to be read.
struct PairView {
    const uint32_t* slots;
    const uint64_t* count;
    uint64_t capacity;
};

}  // namespace sim
