// Groups of bodies that walk through the tree together: the largest nodes of at most kGroupBodies bodies, and bodies
// that hang on larger nodes by themselves.
//
// Neighbours in key order alone would not do: where the curve jumps, 32 of them can be far apart, and then all is near
// to such a group. In a galaxy of 131,072 bodies a few of these had to open nearly every node, and the device waited
// for them. A node has its bodies in one cell of the octree or in half of one.
#pragma once
#include "sim/gravity/tree.h"
#include "sim/math/atomic.h"

namespace sim {

inline constexpr uint32_t kGroupBodies = 32;

/// Bodies of consecutive ranks, 1 to kGroupBodies.
struct BodyGroup {
    uint32_t first, count;

    /// Those that are none are the last body, too.
    HOST_DEVICE uint32_t rank(uint32_t member) const { return first + (member < count ? member : count - 1); }
};

/// The groups in any order, a word each: ranks are below 2^27.
struct GroupList {
    uint32_t* words;   // room for one a body
    uint32_t* listed;  // how many there are

    HOST_DEVICE BodyGroup operator[](uint32_t i) const { return {words[i] >> 5, words[i] % 32 + 1}; }
    HOST_DEVICE void add(uint32_t first, uint32_t count) const {
        words[fetch_add(listed, 1)] = first << 5 | (count - 1);
    }

    /// Those among the children of a node.
    HOST_DEVICE void add_children(const NodeRange& node) const {
        if (node.bodies() <= kGroupBodies) return;
        const uint32_t left = node.split - node.first + 1, right = node.last - node.split;
        if (left <= kGroupBodies) add(node.first, left);
        if (right <= kGroupBodies) add(node.split + 1, right);
    }
};
static_assert(kGroupBodies == 32, "five bits of a word");

}  // namespace sim
