// The binary radix tree over sorted keys (Karras 2012, Maximizing Parallelism in the Construction of BVHs, Octrees,
// and k-d Trees): n keys have n - 1 inner nodes, and each finds its own range and split from the keys alone, so that
// one launch makes the tree. Equal keys are distinguished by their ranks.
//
// Node i begins or ends at rank i; the root is node 0. Of a node that is split behind rank s, the left child is node
// s and the right child node s + 1; a child of one body is no node, but that body. Keys 0 1 4 5: node 0 is [0, 3] split
// behind 1, node 1 [0, 1], node 2 [2, 3].
//
// Nodes of at most leaf_bodies bodies are leaves: what lies below one is not used.
#pragma once
#include "sim/gravity/morton.h"

namespace sim {

/// Nodes on the longest way down: a bit of the key or of the rank each.
inline constexpr uint32_t kMostDepth = kKeyBits + 27;
inline constexpr uint32_t kNoNode = 0xffffffffu;

/// The ranks of a node's bodies; its left child ends at `split`.
struct NodeRange {
    uint32_t first, last, split;

    HOST_DEVICE uint32_t bodies() const { return last - first + 1; }
    HOST_DEVICE bool left_is_body() const { return first == split; }
    HOST_DEVICE bool right_is_body() const { return split + 1 == last; }
};

/// Part of a node that a walk reads to go past it (reach.h). 32 bytes, aligned for loads of 16 bytes on a device.
struct alignas(16) TreeNode {
    Vec3 centre;  // of mass
    float relative_reach2;
    NodeRange range;
    float least_reach2;
};

/// Returns the place of the highest bit that is set, from the left; 64 for none.
HOST_DEVICE inline uint32_t leading_zeros(uint64_t bits) {
#ifdef __CUDA_ARCH__
    return uint32_t(__clzll(static_cast<long long>(bits)));
#else
    return bits ? uint32_t(__builtin_clzll(bits)) : 64;
#endif
}

/// Returns how many leading bits the keys of two ranks have in common; -1 if the second rank does not exist.
HOST_DEVICE inline int common_bits(const uint64_t* keys, uint32_t count, uint32_t a, int64_t b) {
    if (b < 0 || b >= int64_t(count)) return -1;
    const uint64_t key = keys[a], other = keys[b];
    return key == other ? int(64 + leading_zeros(a ^ uint64_t(b))) : int(leading_zeros(key ^ other));
}

/// Returns the range of ranks below node i in [0, count - 1).
HOST_DEVICE inline NodeRange node_range(const uint64_t* keys, uint32_t count, uint32_t i) {
    const int after = common_bits(keys, count, i, int64_t(i) + 1),
              before = common_bits(keys, count, i, int64_t(i) - 1);
    const int64_t way = after > before ? 1 : -1;
    const int least = after > before ? before : after;

    // The other end: the farthest rank that has more in common with i than the neighbour outside has.
    int64_t most = 2;
    while (common_bits(keys, count, i, i + most * way) > least) most *= 2;
    int64_t length = 0;
    for (int64_t step = most / 2; step > 0; step /= 2) {
        if (common_bits(keys, count, i, i + (length + step) * way) > least) length += step;
    }
    const int64_t end = i + length * way;

    // The split: the farthest rank from i that has more in common with it than the other end has.
    const int within = common_bits(keys, count, i, end);
    int64_t reach = 0;
    for (int64_t step = length; step > 1;) {
        step = (step + 1) / 2;
        if (common_bits(keys, count, i, i + (reach + step) * way) > within) reach += step;
    }
    const int64_t at = i + reach * way;
    return way > 0 ? NodeRange{i, uint32_t(end), uint32_t(at)}
                   : NodeRange{uint32_t(end), i, uint32_t(at - 1)};
}

/// Returns the octree's level in whose cells all bodies of a node lie together, and not in the next one's.
HOST_DEVICE inline uint32_t cell_level(const uint64_t* keys, const NodeRange& range) {
    const uint64_t apart = keys[range.first] ^ keys[range.last];
    return apart == 0 ? kCellBits : (leading_zeros(apart) - (64 - kKeyBits)) / 3;
}

}  // namespace sim
