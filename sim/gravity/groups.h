// Groups of bodies that walk through the tree together: the largest nodes of at most kGroupBodies bodies, and bodies
// that hang on larger nodes by themselves.
//
// Neighbours in key order alone would not do: where the curve jumps, 32 of them can be far apart, and then all is near
// to such a group. In a galaxy of 131,072 bodies a few of these had to open nearly every node, and the device waited
// for them. A node has its bodies in one cell of the octree or in half of one.
#pragma once
#include "sim/exec/word_list.h"
#include "sim/gravity/tree.h"

namespace sim {

inline constexpr uint32_t kGroupBodies = 32;

/// Bodies of consecutive ranks, 1 to kGroupBodies.
struct BodyGroup {
    uint32_t first, count;

    /// Returns the rank of a member; beyond the count that of the last body.
    HOST_DEVICE uint32_t rank(uint32_t member) const { return first + (member < count ? member : count - 1); }
};

/// Returns a group as a word of a list: ranks are below 2^27.
HOST_DEVICE inline uint32_t word_of(const BodyGroup& group) { return group.first << 5 | (group.count - 1); }
HOST_DEVICE inline BodyGroup group_of(uint32_t word) { return {word >> 5, word % 32 + 1}; }
static_assert(kGroupBodies == 32, "five bits of a word");

/// The groups among the children of a node.
HOST_DEVICE inline void list_groups(const NodeRange& node, WordsOfItem& words) {
    if (node.bodies() <= kGroupBodies) return;
    const uint32_t left = node.split - node.first + 1, right = node.last - node.split;
    if (left <= kGroupBodies) words.add(word_of({node.first, left}));
    if (right <= kGroupBodies) words.add(word_of({node.split + 1, right}));
}

/// Returns the group of a body: the largest node with it that is a group, or the body alone.
inline BodyGroup group_with(const TreeNode* nodes, uint32_t count, uint32_t rank) {
    if (count <= kGroupBodies) return {0, count};
    for (uint32_t i = 0;;) {
        const NodeRange& range = nodes[i].range;
        if (range.bodies() <= kGroupBodies) return {range.first, range.bodies()};
        const bool left = rank <= range.split;
        if (left ? range.left_is_body() : range.right_is_body()) return {rank, 1};
        i = left ? range.split : range.split + 1;
    }
}

/// Returns the box around the places of a group's bodies.
inline Box group_box(const Vec4* sources, const BodyGroup& group) {
    const Vec3 first = xyz(sources[group.first]);
    Box box = {first, first};
    for (uint32_t k = 1; k < group.count; ++k) box = around(box, xyz(sources[group.first + k]));
    return box;
}

}  // namespace sim
