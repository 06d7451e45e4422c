// Finds the points of one shape that are nearer to another's surface than a margin, down a tree of spheres.
#pragma once
#include <concepts>

#include "sim/exec/group.h"
#include "sim/manifold/tree_walk_avx2.h"
#include "sim/manifold/walk_frame.h"

namespace sim {

/// Returns the least distance of a sphere beyond the margin, m; above 0: nothing of it matters.
HOST_DEVICE inline float beyond_margin(const PackedField& field, const WalkFrame& frame,
                                       const SphereBlock* blocks, uint32_t i, float reach) {
    return packed_value(field, frame(place_of(blocks, i))) - blocks[i / 8].r[i % 8] - reach;
}

/// Calls found(point, distance, true) in ascending points. Returns how far beyond the margin all others are,
/// at least.
template <class Found>
HOST_DEVICE float walk_tree_alone(const SphereTree& tree, const PackedField& field, const WalkFrame& frame,
                                  float margin, Found& found) {
    const float reach = margin + kWalkSlack * field.spacing_m;
    float nearest = HUGE_VALF;
    const auto passes = [&](const SphereBlock* blocks, uint32_t i) {
        const float beyond = beyond_margin(field, frame, blocks, i, reach);
        if (!(beyond > 0)) return true;
        nearest = smaller(nearest, beyond);
        return false;
    };
    const auto end = [](uint32_t begin, uint32_t each, uint32_t count) {
        return begin + each < count ? begin + each : count;
    };
    for (uint32_t t = 0; t < tree.top_count; ++t) {
        if (!passes(tree.tops, t)) continue;
        for (uint32_t c = 8 * t; c < end(8 * t, 8, tree.cluster_count); ++c) {
            if (!passes(tree.clusters, c)) continue;
            for (uint32_t g = 4 * c; g < end(4 * c, 4, tree.group_count); ++g) {
                if (!passes(tree.groups, g)) continue;
                for (uint32_t i = 8 * g; i < end(8 * g, 8, tree.point_count); ++i) {
                    const float apart = packed_value(field, frame(place_of(tree.points, i)));
                    if (apart < margin) {
                        found(i, apart, true);
                    } else {
                        nearest = smaller(nearest, apart - margin);
                    }
                }
            }
        }
    }
    return nearest;
}

template <std::derived_from<Solo> Thread, class Found>
HOST_DEVICE float walk_tree(const Thread&, const SphereTree& tree, const PackedField& field,
                            const WalkFrame& frame, float margin, Found found) {
#ifdef FOR_AVX2
    if (has_avx2()) return walk_tree_avx2(tree, field, frame, margin, found);
#endif
    return walk_tree_alone(tree, field, frame, margin, found);
}

/// Walks the tree by a warp: tests a level's children of several spheres at once, in the order of
/// walk_tree_alone(). Calls found(point, distance, whether there is one) by all lanes together.
template <class Group, class Found>
HOST_DEVICE float walk_tree(const Group& group, const SphereTree& tree, const PackedField& field,
                            const WalkFrame& frame, float margin, Found found) {
    const float reach = margin + kWalkSlack * field.spacing_m;
    const uint32_t lane = group.member();
    float nearest = HUGE_VALF;
    const auto passing = [&](const SphereBlock* blocks, uint32_t i, bool there) {
        bool passes = false;
        if (there) {
            const float beyond = beyond_margin(field, frame, blocks, i, reach);
            passes = !(beyond > 0);
            if (!passes) nearest = smaller(nearest, beyond);
        }
        return group.vote(passes);
    };
    // The child of a lane: of the k-th of the spheres in `mask`, which begin at `first`; `each` children a sphere.
    const auto child = [&](uint32_t mask, uint32_t first, uint32_t each, bool& there) {
        uint32_t rest = mask;
        for (uint32_t k = lane / each; k > 0 && rest; --k) rest &= rest - 1;
        there = rest != 0;
        return there ? (first + lowest_bit(rest)) * each + lane % each : 0;
    };
    const auto without = [](uint32_t mask, uint32_t count) {
        for (; count > 0 && mask; --count) mask &= mask - 1;
        return mask;
    };
    for (uint32_t t = 0; t < tree.top_count; t += 32) {
        uint32_t tops = passing(tree.tops, t + lane, t + lane < tree.top_count);
        for (; tops; tops = without(tops, 4)) {
            bool there;
            const uint32_t c = child(tops, t, 8, there);
            const uint32_t clusters = passing(tree.clusters, c, there && c < tree.cluster_count);
            // Lanes now stand for clusters, but not in a row: each asks the lane that has its own.
            for (uint32_t left = clusters; left; left = without(left, 8)) {
                uint32_t rest = left;
                for (uint32_t k = lane / 4; k > 0 && rest; --k) rest &= rest - 1;
                const uint32_t from = rest ? lowest_bit(rest) : 0;
                const uint32_t g = 4 * group.from_member(c, from) + lane % 4;
                const uint32_t groups = passing(tree.groups, g, rest != 0 && g < tree.group_count);
                for (uint32_t more = groups; more; more = without(more, 4)) {
                    uint32_t own = more;
                    for (uint32_t k = lane / 8; k > 0 && own; --k) own &= own - 1;
                    const uint32_t whose = own ? lowest_bit(own) : 0;
                    const uint32_t i = 8 * group.from_member(g, whose) + lane % 8;
                    const bool point = own != 0 && i < tree.point_count;
                    const float apart =
                        point ? packed_value(field, frame(place_of(tree.points, i))) : HUGE_VALF;
                    const bool near = point && apart < margin;
                    if (point && !near) nearest = smaller(nearest, apart - margin);
                    found(i, apart, near);
                }
            }
        }
    }
    return group.least(nearest);
}

}  // namespace sim
