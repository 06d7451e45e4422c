// What the walk reads and writes, and in which order it goes, on both backends (walk_cpu.h, walk_cuda.cuh).
//
// On a stack lie nodes to be looked at, the root at first. Up to 32 of the uppermost are taken off it and looked at
// together, so that each lane of a warp has one. In their order, the uppermost first, those that are accepted go to the
// list of nodes, and the bodies of leaves and of children that are bodies to the list of bodies. Then the children of
// those that are opened go on the stack, so that they lie in the same order, left above right.
#pragma once
#include "sim/gravity/gravity.h"
#include "sim/gravity/groups.h"
#include "sim/gravity/pull.h"
#include "sim/gravity/reach.h"

namespace sim {

inline constexpr uint32_t kLookedAt = 32, kStackRoom = 256 + kMostDepth;

/// Returns how many of the uppermost nodes of a stack are looked at together: so few that there is room for their
/// children, and below them for the remainder of any way down.
HOST_DEVICE inline uint32_t looked_at(uint32_t size) {
    const uint32_t free = size + kMostDepth < kStackRoom ? kStackRoom - kMostDepth - size : 1,
                   most = free < kLookedAt ? free : kLookedAt;
    return size < most ? size : most;
}

/// Bodies of consecutive ranks.
struct BodyRange {
    uint32_t first, count;
};

/// Returns the children of a node that are bodies.
HOST_DEVICE inline BodyRange body_children(const NodeRange& node) {
    const uint32_t left = node.left_is_body(), right = node.right_is_body();
    return {node.split + 1 - left, left + right};
}

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
    WordList cuts;             // groups.h
    const float* reach_scale;  // reach.h
    uint32_t leaf_bodies;
    bool quadrupole;
    uint32_t* walked;        // groups that walk already, 0 at first
    uint64_t* interactions;  // added to

    /// How many groups there are at most, the empty ones of cuts with fewer parts included.
    HOST_DEVICE uint32_t most_groups() const { return uint32_t(*cuts.listed) * kMostParts; }
    HOST_DEVICE BodyGroup group(uint32_t i) const {
        return group_of(nodes, cuts.words[i / kMostParts], i % kMostParts);
    }
};

}  // namespace sim
