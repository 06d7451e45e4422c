// What the walk reads and writes, on both backends (walk_cpu.h, walk_cuda.cuh).
#pragma once
#include "sim/gravity/gravity.h"
#include "sim/gravity/groups.h"
#include "sim/gravity/pull.h"

namespace sim {

/// Bodies whose pull is summed: their places and masses in order, and where they are; of a tree in key order.
struct PullTargets {
    const Vec4* sources;      // place and mass
    const uint64_t* entries;  // slot in the lower half
    uint32_t count;
    const GravityNumbers* numbers;
    Vec4* force;  // by slot, written

    HOST_DEVICE void store(uint32_t rank, const Vec3& pull) const {
        const float weight = numbers->constant_n_m2_kg2 * sources[rank].w;
        force[uint32_t(entries[rank])] = with_w(pull * weight, 0);
    }
};

/// The tree over the targets.
struct WalkTree {
    const TreeNode* nodes;  // the root first
    const NodeShape* shapes;
    WordList groups;  // groups.h
    uint32_t leaf_bodies;
    bool quadrupole;
    uint32_t* walked;        // groups that walk already, 0 at first
    uint64_t* interactions;  // added to
};

}  // namespace sim
