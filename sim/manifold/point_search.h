// The search for the points of a pair: those of each in the field of the other, or those of one in front of a wall.
#pragma once
#include "sim/manifold/candidates.h"
#include "sim/manifold/search_body.h"
#include "sim/manifold/tree_walk.h"

namespace sim {

inline constexpr float kLeastGradient = 0.1f;  // of a field: where two sides cancel there is no direction

/// Puts what a walk finds into the list. By all members of a group together.
template <class Group>
struct Collect {
    const Group& group;
    CandidateList& list;
    const KeptRule& rule;
    const ContactPoint* before;  // null: none
    uint32_t before_count;
    uint32_t count = 0;
    bool refused = false;  // a near point has no direction: it lies in the middle between two sides

    HOST_DEVICE bool pushed(uint32_t feature) const {
        for (uint32_t k = 0; k < before_count; ++k) {
            if (before[k].feature == feature) return before[k].push_ns > 0;
        }
        return false;
    }

    HOST_DEVICE void add(bool there, uint32_t feature, float apart, const Vec3& at, const Vec3& normal) {
        uint32_t waiting = group.vote(there);
        const uint32_t own = 1u << group.member();
        while (waiting) {
            if (count == kMostCandidates) count = reduce_list(group, list, count, rule);
            const uint32_t room = kMostCandidates - count, ahead = count_bits(waiting & (own - 1));
            const bool now = (waiting & own) && ahead < room;
            if (now) list.items[count + ahead] = {feature, apart, at, normal, pushed(feature) ? 1u : 0u, 0};
            const uint32_t done = group.vote(now);
            waiting &= ~done;
            count += count_bits(done);
            group.sync();
        }
    }
};

/// Points of `of` in the field of `in`, whose centre is `in_at_m` from that of the pair's first body. `flag`:
/// kPointOfSecond where `of` is the second. Returns as walk_tree().
template <class Group>
HOST_DEVICE float search_side(Collect<Group>& collect, const SearchBody& of, const SearchBody& in,
                              const Vec3& in_at_m, uint32_t flag, float margin) {
    const WalkFrame frame = {transposed_times(in.axes, of.axes),
                             transposed_times(in.axes, of.position_m - in.position_m)};
    const PackedField& field = in.shape->packed;
    const SphereTree& tree = of.shape->tree;
    const float side = flag ? -1.0f : 1.0f;
    return walk_tree(collect.group, tree, field, frame, margin, [&](uint32_t i, float apart, bool near) {
        Vec3 at = {0, 0, 0}, normal = {0, 0, 0};
        const bool found = near;
        if (near) {
            const Vec3 place = frame(place_of(tree.points, i));
            const FieldSample there = packed_sample(field, place);
            const float size = length(there.gradient);
            near = size > kLeastGradient;
            at = in.axes * place + in_at_m;
            normal = in.axes * (there.gradient * (side / size));
        }
        if (collect.group.vote(found && !near)) collect.refused = true;
        collect.add(near, i | flag, apart, at, normal);
    });
}

/// Points of each in the field of the other. Returns as walk_tree().
template <class Group>
HOST_DEVICE float search_both(Collect<Group>& collect, const SearchBody& first, const SearchBody& second,
                              float margin) {
    float nearest = HUGE_VALF;
    // One loop: twice the code would not fit into a device's cache of instructions.
    for (uint32_t flag : {0u, kPointOfSecond}) {
        const SearchBody &of = flag ? second : first, &in = flag ? first : second;
        const Vec3 in_at_m = flag ? Vec3{0, 0, 0} : second.position_m - first.position_m;
        nearest = smaller(nearest, search_side(collect, of, in, in_at_m, flag, margin));
    }
    return nearest;
}

/// Points of a body before a wall. Returns as walk_tree().
template <class Group>
HOST_DEVICE float search_wall(Collect<Group>& collect, const SearchBody& body, const Plane& wall,
                              float margin) {
    const SphereTree& tree = body.shape->tree;
    const Vec3 normal = transposed_times(body.axes, wall.normal);  // in the body's frame
    const float behind = wall.offset_m - dot(wall.normal, body.position_m);
    const uint32_t clusters = tree.cluster_count;
    float nearest = HUGE_VALF;
    for (uint32_t c = 0; c < clusters; ++c) {
        const float apart = dot(normal, place_of(tree.clusters, c)) - tree.clusters[c / 8].r[c % 8] - behind;
        if (apart > margin) {
            nearest = smaller(nearest, apart - margin);
            continue;
        }
        const uint32_t end =
            kClusterPoints * (c + 1) < tree.point_count ? kClusterPoints * (c + 1) : tree.point_count;
        for (uint32_t first = kClusterPoints * c; first < end; first += collect.group.size()) {
            const uint32_t i = first + collect.group.member();
            const Vec3 place = i < end ? place_of(tree.points, i) : Vec3{0, 0, 0};
            const float own = dot(normal, place) - behind;
            collect.add(i < end && own < margin, i, own, body.axes * place, wall.normal);
            if (i < end && !(own < margin)) nearest = smaller(nearest, own - margin);
        }
    }
    return collect.group.least(nearest);
}

/// The kept candidate as it is stored, with the impulses that it had.
HOST_DEVICE inline ContactPoint contact_point(const Candidate& kept, const SearchBody& a, const SearchBody* b,
                                              const ContactPoint* before, uint32_t before_count) {
    ContactPoint out = {kept.feature, {0, 0, 0}, {0, 0, 0}, kept.normal, 0, {0, 0, 0}};
    const bool of_second = (kept.feature & kPointOfSecond) != 0;
    const SearchBody& of = of_second ? *b : a;
    out.place_m = place_of(of.shape->tree.points, kept.feature & ~kPointOfSecond);
    if (b) {
        const SearchBody& in = of_second ? a : *b;
        const Vec3 place = transposed_times(in.axes, of.position_m - in.position_m + of.axes * out.place_m);
        out.normal = transposed_times(in.axes, of_second ? kept.normal * -1 : kept.normal);
        out.foot_m = place - out.normal * kept.apart_m;
    }
    for (uint32_t k = 0; k < before_count; ++k) {
        if (before[k].feature != kept.feature) continue;
        out.push_ns = before[k].push_ns;
        out.friction_ns = before[k].friction_ns;
    }
    return out;
}

}  // namespace sim
