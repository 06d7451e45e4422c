// Boxes of the nodes of the tree that gravity has built in the last step, of a level and the two above it:
// the cubes of an octree's level cut space into 8^level parts, and a node is what bodies lie in one of them.
// Listed by the world's own backend, in the order of nodes, because lines are blended; of very many some, the
// same places from step to step.
#pragma once
#include <cmath>
#include <cstring>

#include "app/observe/work.h"
#include "sim/gravity/moments.h"
#include "sim/gravity/tree.h"
#include "sim/math/atomic.h"
#include "sim/math/mix_bits.h"
#include "sim/views.h"
#include "sort/stage.h"

namespace app {

inline constexpr uint32_t kMostTreeBoxes = 4096;  // a power of two
inline constexpr uint32_t kMostTreeLevel = sim::kCellBits;
inline constexpr uint32_t kShownLevels = 3;  // at once
inline constexpr uint32_t kTreeBoxVertices = 12 * 6;

struct TreeChoice {
    uint32_t level = 0;     // the last one that is shown
    uint32_t about = 1500;  // of more nodes so many; well below kMostTreeBoxes
};

/// A node, or a body that is taken on its own: then its box is a point.
struct TreeBox {
    sim::Vec3 min;
    uint32_t level;
    sim::Vec3 max;
    uint32_t node;  // of a walk: the bits of -strength, see walk_strength
};

/// Returns how strongly a node that has pulled is drawn, by its share of the strongest such pull: far and
/// light nodes are faint, or hundreds of boxes hide the few that matter.
inline float walk_strength(float share) { return std::fmin(std::fmax(std::sqrt(share), 0.06f), 1.0f); }

inline uint32_t strength_bits(float strength) {
    constexpr uint32_t kSign = 0x80000000u;  // numbers of nodes do not reach it
    uint32_t bits;
    memcpy(&bits, &strength, sizeof bits);
    return bits | kSign;
}

/// The buffer: GL's command, then the boxes.
struct TreeBoxes {
    uint32_t command[4];  // vertices, instances, first, base instance
    uint32_t wanted, listed, level, unused;
    uint32_t nodes[kMostTreeBoxes];
    TreeBox boxes[kMostTreeBoxes];
};

/// Returns whether the tree of the last step has nodes to be shown.
HOST_DEVICE inline bool has_nodes(const sim::TreeView& tree) {
    return tree.exists() && *tree.built && tree.count > tree.leaf_bodies;
}

/// Returns the level at which a node is met first on the way down; kMostTreeLevel + 1 where it is below a leaf.
HOST_DEVICE inline uint32_t first_level(const sim::TreeView& tree, uint32_t node) {
    const uint32_t parent = tree.parents[node];
    if (parent == sim::kNoNode) return 0;
    const sim::NodeRange above = tree.nodes[parent].range;
    if (above.bodies() <= tree.leaf_bodies) return kMostTreeLevel + 1;
    const uint32_t level = sim::cell_level(tree.keys, above) + 1;
    // A node that is split inside a cell is no cell's: the next one down is.
    return sim::cell_level(tree.keys, tree.nodes[node].range) < level ? kMostTreeLevel + 1 : level;
}

/// Coarser ones would only be in the way.
HOST_DEVICE inline bool is_wanted(uint32_t level, const TreeChoice& choice) {
    return level <= choice.level && level + kShownLevels > choice.level;
}

/// Returns whether a node's box is shown. `wanted`: number of boxes; of too many, some are shown.
HOST_DEVICE inline bool is_shown(const sim::TreeView& tree, uint32_t node, uint32_t level, uint32_t wanted,
                                 const TreeChoice& choice) {
    if (!is_wanted(level, choice)) return false;
    if (wanted <= choice.about) return true;
    const uint32_t below = sim::kKeyBits - 3 * level;  // bits that say where in its cell a body is
    const uint64_t cell = tree.keys[tree.nodes[node].range.first] >> below;
    const uint64_t scattered = sim::mix_bits(cell * 32 + level) >> 32;
    return scattered * wanted < uint64_t(choice.about) << 32;
}

HOST_DEVICE inline uint32_t shown_count(const TreeBoxes& out) {
    return out.listed < kMostTreeBoxes ? out.listed : kMostTreeBoxes;
}

HOST_DEVICE inline TreeBox tree_box(const sim::TreeView& tree, uint32_t node) {
    const sim::NodeBox& box = tree.boxes[node];
    return {box.min, first_level(tree, node), box.max, node};
}

HOST_DEVICE inline void finish_boxes(TreeBoxes& out, const TreeChoice& choice) {
    const uint32_t command[4] = {kTreeBoxVertices, shown_count(out), 0, 0};
    memcpy(out.command, command, sizeof command);
    out.level = choice.level;
}

/// The listed nodes, as sort_few takes them; with its place in the order each gets its box.
struct ListedNodes {
    sim::TreeView tree;
    TreeBoxes* out;

    HOST_DEVICE uint32_t size() const { return shown_count(*out); }
    HOST_DEVICE uint32_t key(uint32_t i) const { return out->nodes[i]; }
    HOST_DEVICE void put(uint32_t i, uint32_t node) const {
        out->nodes[i] = node;
        out->boxes[i] = tree_box(tree, node);
    }
};

template <class Exec>
void list_tree_boxes(Exec& exec, const sim::TreeView& tree, const TreeChoice& choice, TreeBoxes* out) {
    constexpr uint32_t kGrain = 8192;
    const uint32_t nodes = tree.exists() && tree.count > 0 ? tree.count - 1 : 0;
    exec.each("tree boxes", 1, 0, [=] HOST_DEVICE(uint32_t) { out->wanted = out->listed = 0; });
    exec.each(
        "tree boxes", nodes, sizeof(uint32_t),
        [=] HOST_DEVICE(uint32_t node) {
            if (has_nodes(tree) && is_wanted(first_level(tree, node), choice))
                sim::fetch_add(&out->wanted, 1u);
        },
        kGrain);
    exec.each(
        "tree boxes", nodes, sizeof(uint32_t),
        [=] HOST_DEVICE(uint32_t node) {
            if (!has_nodes(tree) || !is_shown(tree, node, first_level(tree, node), out->wanted, choice))
                return;
            const uint32_t place = sim::fetch_add(&out->listed, 1u);
            if (place < kMostTreeBoxes) out->nodes[place] = node;
        },
        kGrain);
    sort_few<kMostTreeBoxes>(exec, "tree boxes", ListedNodes{tree, out});
    exec.each("tree boxes", 1, 0, [=] HOST_DEVICE(uint32_t) { finish_boxes(*out, choice); });
}

}  // namespace app
