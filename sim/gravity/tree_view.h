// What others may read of the tree while a world runs, as of the bodies (sim/views.h).
#pragma once
#include <cstdint>

#include "sim/math/vec3.h"

namespace sim {

struct TreeNode;  // sim/gravity/tree.h
struct NodeBox;   // sim/gravity/moments.h

/// The tree that gravity has made of all bodies in the last step; null without one.
struct TreeView {
    uint32_t count = 0;                 // bodies
    const uint32_t* built = nullptr;    // 0: there was no step yet, and nothing else is to be read
    const Vec4* sources = nullptr;      // by rank in key order: place and mass
    const uint64_t* entries = nullptr;  // by rank: id << 32 | slot
    const uint64_t* keys = nullptr;     // by rank
    const TreeNode* nodes = nullptr;    // the root first; those below a leaf say nothing
    const NodeBox* boxes = nullptr;     // by node, as is the next
    const uint32_t* parents = nullptr;
    uint32_t leaf_bodies = 0;

    /// Returns whether the world makes a tree. It is not built before the first step: see `built`.
    HOST_DEVICE bool exists() const { return nodes != nullptr; }
};

}  // namespace sim
