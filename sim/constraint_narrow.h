// The narrow phase of bodies with shapes: which pairs keep their points, and for which they are looked for.
#pragma once
#include "sim/exec/work.h"
#include "sim/manifold/box_gap.h"
#include "sim/manifold/constraint_data.h"
#include "sim/manifold/point_search.h"
#include "sim/rigid_boxes.h"
#include "sim/rigid_walls.h"

namespace sim {

/// A pair in which nothing was found is not looked at again before it has moved so far, at most.
inline constexpr float kMostMargin_m = 0.5f;

/// Arrays that the stages of the narrow phase share.
struct ManifoldArrays {
    SortedRigid sorted;
    const StepNumbers* numbers;
    Status* status;
    ContactTable notes;
    NearPair* near;
    uint64_t near_capacity;
    ManifoldTables tables;
    SolvedPairs solved;

    HOST_DEVICE uint64_t key(const NearPair& pair) const {
        return pair_key(sorted.bodies.id[pair.a], pair.b >= kFirstWall ? pair.b : sorted.bodies.id[pair.b]);
    }
    /// The slot of the pair's manifold, as it was before the step, or kNoPlace.
    HOST_DEVICE uint32_t find(uint64_t key) const {
        return tables.before(status->counters.completed_steps).find(key);
    }
    HOST_DEVICE void add_near(const NearPair& pair) const {
        const uint64_t place = fetch_increment(&status->near_pairs);
        if (place < near_capacity) {
            near[place] = pair;
        } else {
            raise_flag(&status->overflow);
        }
    }

    /// Keeps the manifold of a pair with an awake body for the next step, and lists the pair to be solved if
    /// it has points.
    HOST_DEVICE void keep(const NearPair& pair, uint32_t slot) const {
        const Manifold& manifold = tables.manifold(slot);
        tables.put(status, manifold.key, slot);
        if (manifold.count > 0) solved.add(status, pair.a, pair.b, slot, manifold);
    }
    /// Keeps the manifold of a pair whose bodies both sleep, and lists the pair as resting if it has points.
    /// Until it is known whether the two touch, the pair is solved as one with an awake body is.
    HOST_DEVICE void keep_resting(const NearPair& pair, uint32_t slot) const {
        const Manifold& manifold = tables.manifold(slot);
        if (manifold.touch == kTouchUnknown) return keep(pair, slot);
        tables.put(status, manifold.key, slot);
        if (manifold.count > 0) solved.add_resting(status, {pair.a, pair.b, slot});
    }
    /// Stores the manifold of a pair that was looked at, and lists the pair to be solved if it has points.
    /// Returns the place of its points; kNoPlace where there are none, or no room: then the overflow flag is
    /// raised.
    HOST_DEVICE uint32_t put_new(const NearPair& pair, Manifold manifold) const {
        const uint32_t slot = tables.free_slots.take(&status->manifolds);
        const bool points = manifold.count > 0;
        manifold.block = points ? tables.free_blocks.take(&status->point_blocks) : 0;
        if (slot == kNoPlace || manifold.block == kNoPlace) {
            raise_flag(&status->overflow);
            return kNoPlace;
        }
        tables.manifold(slot) = manifold;
        tables.put(status, manifold.key, slot);
        if (!points) return kNoPlace;
        solved.add(status, pair.a, pair.b, slot, manifold);
        return manifold.block;
    }
};

template <class Exec, class Data>
ManifoldArrays manifold_arrays(Exec&, Data& data) {
    return {data.sorted_rigid(),
            data.numbers.data(),
            data.status.data(),
            data.contact_table(),
            data.rigid->near.items.data(),
            data.rigid->near.capacity,
            data.constraints->manifolds.tables(),
            data.constraints->solved.arrays()};
}

/// Returns the most by which a point of one body can come nearer to the other in this step, m: by the speeds
/// of the two against each other, as seen from either.
HOST_DEVICE inline float approach_m(const ManifoldArrays& s, const NearPair& pair, const RigidBody& a,
                                    const RigidBody& b) {
    const Vec3 fall = s.numbers->gravity_m_s2 * s.numbers->dt_s;
    const auto falls = [&](uint32_t slot) {
        return !driven(s.sorted.bodies.velocity_mass[slot].w) &&
               !asleep(s.sorted.bodies.still_s[slot], *s.numbers);
    };
    Vec3 velocity = a.velocity_m_s - b.velocity_m_s;
    if (falls(pair.a) && !falls(pair.b)) velocity = velocity + fall;
    if (falls(pair.b) && !falls(pair.a)) velocity = velocity - fall;
    const Vec3 apart = b.position_m - a.position_m;
    const float turning = length(a.angular_velocity - b.angular_velocity);
    const float radius_a = s.sorted.bodies.position_radius[pair.a].w,
                radius_b = s.sorted.bodies.position_radius[pair.b].w;
    const float from_b = length(velocity + cross(a.angular_velocity, apart)) + turning * radius_b;
    const float from_a = length(velocity + cross(b.angular_velocity, apart)) + turning * radius_a;
    return smaller(smaller(from_a, from_b) * s.numbers->dt_s, kMostTravel_m);
}

/// Returns the most by which a point of a body can come nearer to a wall, which stands, in this step, m.
HOST_DEVICE inline float wall_approach_m(const ManifoldArrays& s, uint32_t slot, const RigidBody& a) {
    return travel_m(a.velocity_m_s, a.angular_velocity, s.sorted.bodies.position_radius[slot].w, true,
                    *s.numbers);
}

/// Keeps a pair, sees that it is too far apart, or lists it for a search.
HOST_DEVICE inline void look_at_pair(const ManifoldArrays& s, NearPair pair) {
    if (s.sorted.bodies.id[pair.b] < s.sorted.bodies.id[pair.a]) pair = {pair.b, pair.a};
    s.notes.count_near(pair.a);
    s.notes.count_near(pair.b);
    const uint64_t key = s.key(pair);
    const uint32_t slot = s.find(key);
    if (s.sorted.still(pair.a, *s.numbers) && s.sorted.still(pair.b, *s.numbers)) {
        if (slot != kNoPlace) s.keep_resting(pair, slot);
        return;
    }
    const RigidBody a = s.sorted.load(pair.a), b = s.sorted.load(pair.b);
    if (a.inverse_mass == 0 && b.inverse_mass == 0) return;
    const float need = approach_m(s, pair, a, b);
    const Quaternion turn = seen_from(s.sorted.turns.orientation[pair.a], s.sorted.turns.orientation[pair.b]);
    const Vec3 place = transposed_times(a.rotation, b.position_m - a.position_m);
    const Vec4 sphere_a = s.sorted.bodies.position_radius[pair.a],
               sphere_b = s.sorted.bodies.position_radius[pair.b];
    if (slot != kNoPlace) {
        const Manifold& then = s.tables.manifold(slot);
        if (moved_m(then, place, turn, sphere_b.w) + need <= then.margin_m) return s.keep(pair, slot);
    }
    const float margin = larger(s.numbers->constraint.margin_m, need);
    const float between = length(b.position_m - a.position_m) - (sphere_a.w + sphere_b.w);
    if (between > margin) return;
    const float gap = boxes_gap({&s.sorted.shape(pair.a), a.position_m, a.rotation},
                                {&s.sorted.shape(pair.b), b.position_m, b.rotation}, margin);
    if (gap > 0) {
        s.put_new(pair, {turn, place, gap, key, 0, 0, {0, 0, 0}, kApart});
    } else {
        s.add_near(pair);
    }
}

/// Keeps the manifold of a wall and of a body whose box reaches through it, or lists the two for a search.
HOST_DEVICE inline void look_at_wall(const ManifoldArrays& s, const NearPair& pair) {
    const uint32_t slot = s.find(s.key(pair));
    if (s.sorted.still(pair.a, *s.numbers)) {
        if (slot != kNoPlace) s.keep_resting(pair, slot);
        return;
    }
    if (slot != kNoPlace) {
        const Manifold& then = s.tables.manifold(slot);
        const RigidBody a = s.sorted.load(pair.a);
        const float radius = s.sorted.bodies.position_radius[pair.a].w;
        const Quaternion turn = s.sorted.turns.orientation[pair.a];
        if (moved_m(then, a.position_m, turn, radius) + wall_approach_m(s, pair.a, a) <= then.margin_m)
            return s.keep(pair, slot);
    }
    s.add_near(pair);
}

template <class Exec, class Data>
void look_at_pairs(Exec& exec, Data& data) {
    const ManifoldArrays s = manifold_arrays(exec, data);
    exec.each_reduced("narrow/begin", uint32_t(s.tables.table[0].places), sizeof(uint32_t) + 1,
                      AddToLists{s.tables.free_slots.list(&s.status->manifolds),
                                 s.tables.free_blocks.list(&s.status->point_blocks)},
                      [=] HOST_DEVICE(uint32_t k, WordsOfItem & free_slot, WordsOfItem & free_block) {
                          s.tables.begin(s.status, k, free_slot, free_block);
                      });
    const uint32_t* pairs = data.pairs.slots.data();
    const uint64_t* found = &s.status->counters.pairs;
    const uint64_t capacity = data.pairs.capacity;
    exec.each(
        "narrow/keep", CountedItems{found, capacity, 8 + 2 * 100},
        [=] HOST_DEVICE(uint64_t p) {
            if (*found <= capacity) look_at_pair(s, {pairs[2 * p], pairs[2 * p + 1]});
        },
        kPairGrain);
    const uint32_t bodies = data.count;
    exec.each("walls", bodies * kWalls, sizeof(Box) / 2, [=] HOST_DEVICE(uint32_t i) {
        const uint32_t wall = i / bodies, slot = i % bodies;
        const float more_m = 0.5f * s.numbers->constraint.margin_m;  // a wall has no box with the other half
        if (reaches_wall(s.sorted, *s.numbers, slot, wall, more_m))
            look_at_wall(s, {slot, kFirstWall + wall});
    });
}

/// Looks for the points of one pair.
struct SearchPairs {
    ManifoldArrays s;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t k, CandidateList& list) const {
        if (group.vote(peek(&s.status->overflow))) return;  // all members or none: it may be raised meanwhile
        const NearPair pair = s.near[k];
        const bool wall = pair.b >= kFirstWall;
        const uint64_t key = s.key(pair);
        const uint32_t slot = s.find(key);
        const Manifold* const before = slot != kNoPlace ? &s.tables.manifold(slot) : nullptr;
        const ContactPoint* const had = before ? s.tables.blocks[before->block].point : nullptr;
        const uint32_t had_count = before ? before->count : 0;
        const ConstraintLaw& law = s.numbers->constraint;
        const RigidBody a = s.sorted.load(pair.a), b = wall ? wall_body() : s.sorted.load(pair.b);
        const SearchBody first = {&s.sorted.shape(pair.a), a.position_m, a.rotation};
        const SearchBody second = {wall ? first.shape : &s.sorted.shape(pair.b), b.position_m, b.rotation};
        float margin = law.margin_m;
        Manifold manifold = {{1, 0, 0, 0}, {0, 0, 0}, 0, key, 0, 0, {0, 0, 0}, kApart};
        if (wall) {
            margin = larger(margin, wall_approach_m(s, pair.a, a));
            manifold.turn = s.sorted.turns.orientation[pair.a];
            manifold.place_m = a.position_m;
        } else {
            margin = larger(margin, approach_m(s, pair, a, b));
            manifold.turn = seen_from(s.sorted.turns.orientation[pair.a], s.sorted.turns.orientation[pair.b]);
            manifold.place_m = transposed_times(a.rotation, b.position_m - a.position_m);
        }
        const KeptRule rule = {law.margin_m, law.spread_m, law.bend_m};
        Collect<Group> collect{group, list, rule, had, had_count};
        float nearest = 0;
        if (wall) {
            nearest = search_wall(collect, first, wall_of(pair.b - kFirstWall, *s.numbers), margin);
        } else {
            nearest = search_both(collect, first, second, margin);
        }
        manifold.margin_m = collect.refused ? 0 : margin;
        if (collect.count == 0) {
            if (!collect.refused) manifold.margin_m = smaller(margin + nearest, kMostMargin_m);
            if (group.member() == 0) s.put_new(pair, manifold);
            return;
        }
        manifold.count = keep_points(group, list, collect.count, rule);
        if (before) manifold.way_out = before->way_out;
        uint32_t block = kNoPlace;
        if (group.member() == 0) block = s.put_new(pair, manifold);
        block = group.from_member(block, 0);
        if (block == kNoPlace) return;
        for (uint32_t p = group.member(); p < manifold.count; p += group.size()) {
            s.tables.blocks[block].point[p] =
                contact_point(list.items[list.kept[p]], first, wall ? nullptr : &second, had, had_count);
        }
        group.sync();  // the list is filled again by the next search
    }
};

template <class Exec, class Data>
void search_pairs(Exec& exec, Data& data) {
    const ManifoldArrays s = manifold_arrays(exec, data);
    constexpr uint32_t kGrain = 4;  // a search is much work
    exec.by_group(ByWarp<CandidateList>{}, "narrow/search",
                  CountedItems{&s.status->near_pairs, s.near_capacity}, SearchPairs{s}, kGrain);
}

}  // namespace sim
