// Of the points of a pair that are near the other body, the few that are kept: the deepest, then again and again the
// one that is farthest from those kept, in place and in direction, and deep.
#pragma once
#include "sim/exec/group.h"
#include "sim/manifold/manifold.h"
#include "sim/math/constraint_law.h"

namespace sim {

struct Candidate {
    uint32_t feature;
    float apart_m;    // from the other's surface, below 0 inside
    Vec3 at_m;        // from the first body's centre, in world axes
    Vec3 normal;      // out of the second body, in world axes
    uint32_t pushed;  // 1: it was kept before, and pushed
    float far2;       // square of the distance to the nearest that is kept
};

inline constexpr uint32_t kMostCandidates =
    96;  // at once; of more the best are kept before others are looked at

/// A list that a group fills and reduces together. The same candidates in the same order give the same points, whoever
/// the group is.
struct CandidateList {
    Candidate items[kMostCandidates];
    uint32_t kept[kMostPoints];
};

struct KeptRule {
    float margin_m;  // of this search, at most the law's
    float spread_m, bend_m;

    HOST_DEVICE float weight(const Candidate& candidate) const {
        const float w = larger(margin_m - candidate.apart_m, 0.25f * margin_m);
        return candidate.pushed ? 1.5f * w : w;
    }
};

/// Fills `kept` with at most kMostPoints of `count` > 0 items; returns how many, in all members.
template <class Group>
HOST_DEVICE uint32_t keep_points(const Group& group, CandidateList& list, uint32_t count,
                                 const KeptRule& rule) {
    float best = HUGE_VALF;
    uint32_t next = count;
    for (uint32_t i = group.member(); i < count; i += group.size()) {
        list.items[i].far2 = HUGE_VALF;
        if (list.items[i].apart_m < best) best = list.items[i].apart_m, next = i;
    }
    next = group.index_of_least(best, next);
    if (next >= count) next = 0;  // none is a number
    const float least2 = rule.spread_m * rule.spread_m, bend2 = rule.bend_m * rule.bend_m;
    uint32_t kept = 0;
    while (true) {
        if (group.member() == 0) list.kept[kept] = next;
        if (++kept == kMostPoints) break;
        const Vec3 at = list.items[next].at_m, normal = list.items[next].normal;
        float top = 0;
        next = count;
        for (uint32_t i = group.member(); i < count; i += group.size()) {
            Candidate& own = list.items[i];
            const Vec3 d = own.at_m - at, e = own.normal - normal;
            own.far2 = smaller(own.far2, dot(d, d) + bend2 * dot(e, e));
            if (own.far2 < least2) continue;
            const float w = rule.weight(own), score = own.far2 * (w * w);
            if (score > top) top = score, next = i;
        }
        next = group.index_of_least(-top, next);
        if (next >= count) break;
    }
    group.sync();
    return kept;
}

/// Makes room: of a full list only those that are kept stay, in the order of the list.
template <class Group>
HOST_DEVICE uint32_t reduce_list(const Group& group, CandidateList& list, uint32_t count,
                                 const KeptRule& rule) {
    const uint32_t kept = keep_points(group, list, count, rule);
    if (group.member() == 0) {
        for (uint32_t k = 1; k < kept; ++k) {
            const uint32_t own = list.kept[k];
            uint32_t j = k;
            for (; j > 0 && list.kept[j - 1] > own; --j) list.kept[j] = list.kept[j - 1];
            list.kept[j] = own;
        }
        for (uint32_t k = 0; k < kept; ++k) list.items[k] = list.items[list.kept[k]];
    }
    group.sync();
    return kept;
}

}  // namespace sim
