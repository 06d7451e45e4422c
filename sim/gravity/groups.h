// Groups of bodies that walk through the tree together: the largest nodes of at most kCutBodies bodies, cut into equal
// parts of at most kGroupBodies, and bodies that hang on larger nodes by themselves.
//
// Neighbours in key order alone would not do: where the curve jumps, 32 of them can be far apart, and then all is near
// to such a group. In a galaxy of 131,072 bodies a few of these had to open nearly every node, and the device waited
// for them. A node has its bodies in one cell of the octree or in half of one. In a million bodies
// of Plummer's sphere nodes of at most 32 would fill 0.69 of the lanes of a warp; the parts of nodes fill 0.85.
#pragma once
#include "sim/exec/word_list.h"
#include "sim/gravity/tree.h"

namespace sim {

inline constexpr uint32_t kGroupBodies = 32;
inline constexpr uint32_t kCutBodies = 128;
inline constexpr uint32_t kMostParts = kCutBodies / kGroupBodies;

/// Bodies of consecutive ranks, at most kGroupBodies; none if it is a part that its node does not have.
struct BodyGroup {
    uint32_t first, count;

    /// Returns the rank of a member; beyond the count that of the last body.
    HOST_DEVICE uint32_t rank(uint32_t member) const { return first + (member < count ? member : count - 1); }
};

/// Into how many parts a node of at most kCutBodies bodies is cut.
HOST_DEVICE inline uint32_t parts_of(uint32_t bodies) { return (bodies + kGroupBodies - 1) / kGroupBodies; }

/// Returns a part of `bodies` bodies from a rank on.
HOST_DEVICE inline BodyGroup part_of(uint32_t first, uint32_t bodies, uint32_t part) {
    const uint32_t parts = parts_of(bodies);
    if (part >= parts) return {first, 0};
    const uint32_t begin = bodies * part / parts, end = bodies * (part + 1) / parts;
    return {first + begin, end - begin};
}

/// Mark of a word that is the rank of a body alone; others are nodes. Ranks are below 2^27.
inline constexpr uint32_t kSingleBody = 1u << 31;

/// Lists the root if it is small enough to be cut.
HOST_DEVICE inline void list_root(uint32_t count, WordsOfItem& words) {
    if (count <= kCutBodies) words.add(count == 1 ? kSingleBody : 0);
}

/// Lists the children of a node that are cut.
HOST_DEVICE inline void list_cuts(const NodeRange& node, WordsOfItem& words) {
    if (node.bodies() <= kCutBodies) return;
    const uint32_t left = node.split - node.first + 1, right = node.last - node.split;
    if (left <= kCutBodies) words.add(left == 1 ? node.split | kSingleBody : node.split);
    if (right <= kCutBodies) words.add(right == 1 ? node.last | kSingleBody : node.split + 1);
}

/// Returns a part of what a word of the list names.
HOST_DEVICE inline BodyGroup group_of(const TreeNode* nodes, uint32_t word, uint32_t part) {
    if (word & kSingleBody) return part_of(word & ~kSingleBody, 1, part);
    const NodeRange& range = nodes[word].range;
    return part_of(range.first, range.bodies(), part);
}

/// Returns the group of a body of a tree of at least two.
inline BodyGroup group_with(const TreeNode* nodes, uint32_t rank) {
    uint32_t i = 0;
    while (nodes[i].range.bodies() > kCutBodies) {
        const NodeRange& range = nodes[i].range;
        const bool left = rank <= range.split;
        if (left ? range.left_is_body() : range.right_is_body()) return {rank, 1};
        i = left ? range.split : range.split + 1;
    }
    const NodeRange& range = nodes[i].range;
    for (uint32_t part = 0;; ++part) {
        const BodyGroup group = part_of(range.first, range.bodies(), part);
        if (rank < group.first + group.count) return group;
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
