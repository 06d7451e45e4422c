// The stages of gravity, once for both backends.
//
//   cube     the outermost coordinates; where each body is
//   keys     Morton keys, in the order of the last step
//   sort     by the lower half of the keys, then by the upper half
//   ties     bodies of one key in the order of their ids
//   tree     the binary radix tree over the keys, its groups, and the bodies in key order
//   moments  masses, centres and second moments of its nodes, from the leaves up
//   walk     the pull on each body (walk_cpu.cpp, walk_cuda.cu)
#pragma once
#include "sim/exec/group.h"
#include "sim/gravity/gravity_data.h"
#include "sim/math/atomic.h"
#include "sim/math/search.h"

namespace sim {

/// Bodies where they are now, by slot.
struct GravityBodies {
    const Vec4 *position_radius, *velocity_mass;
    const uint32_t* id;
};

/// Brings a long run of equal keys in order.
struct OrderLongRun {
    const uint64_t* keys;
    uint64_t* entries;
    uint32_t count;

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint32_t first) const {
        const uint32_t end = upper_bound(keys, count, keys[first]);
        sort_list(group, entries + first, end - first);
    }
};

/// The nodes while their moments are made.
struct TreeArrays {
    const Vec4* sources;
    TreeNode* nodes;
    NodeShape* shapes;
    NodeBox* boxes;
    SymmetricMatrix* spreads;
    uint32_t *parents, *arrived;  // by node
    uint32_t leaf_bodies;
    const GravityNumbers* numbers;

    struct Summary {
        Moments moments;
        NodeBox box;
    };

    HOST_DEVICE Summary body(uint32_t rank) const {
        const Vec4 source = sources[rank];
        return {moments_of(source), box_of_body(source)};
    }
    HOST_DEVICE Summary node(uint32_t i) const {
        return {{nodes[i].centre, nodes[i].mass_kg, spreads[i]}, boxes[i]};
    }
    HOST_DEVICE Summary left(const NodeRange& of) const {
        return of.left_is_body() ? body(of.split) : node(of.split);
    }
    HOST_DEVICE Summary right(const NodeRange& of) const {
        return of.right_is_body() ? body(of.last) : node(of.split + 1);
    }

    HOST_DEVICE void store(uint32_t i, const Summary& sum) const {
        const Vec3& centre = sum.moments.centre;
        const float reach = reach_of(sum.box, centre, numbers->inverse_opening);
        nodes[i].centre = centre;
        nodes[i].mass_kg = sum.moments.mass_kg;
        nodes[i].reach2 = reach * reach;
        shapes[i] = shape_of(sum.moments);
        spreads[i] = sum.moments.spread;
        boxes[i] = sum.box;
        boxes[i].height = sum.box.height + 1;
    }

    /// A leaf: its bodies one after the other.
    HOST_DEVICE void sum_leaf(uint32_t i, uint32_t first, uint32_t last) const {
        Summary sum = body(first);
        for (uint32_t rank = first + 1; rank <= last; ++rank) {
            const Summary next = body(rank);
            sum = {merged(sum.moments, next.moments), around(sum.box, next.box)};
        }
        store(i, sum);
    }

    /// Sums the leaves right below node i, then every node upwards of which this is the last part. Returns
    /// whether the node is none of a leaf's.
    HOST_DEVICE bool sum_upwards(uint32_t i) const {
        const NodeRange own = nodes[i].range;
        if (own.bodies() <= leaf_bodies) return false;
        uint32_t done = 0;
        if (own.split - own.first < leaf_bodies) {
            if (!own.left_is_body()) sum_leaf(own.split, own.first, own.split);
            ++done;
        }
        if (own.last - own.split <= leaf_bodies) {
            if (!own.right_is_body()) sum_leaf(own.split + 1, own.split + 1, own.last);
            ++done;
        }
        for (; done > 0 && arrive(&arrived[i], done) + done == 2; i = parents[i], done = 1) {
            const NodeRange range = nodes[i].range;
            const Summary a = left(range), b = right(range);
            store(i, {merged(a.moments, b.moments), around(a.box, b.box)});
            if (parents[i] == kNoNode) break;
        }
        return true;
    }
};

/// Before the first step.
template <class Exec>
void prepare_gravity(Exec& exec, GravityData<Exec>& data) {
    GravityWords* words = data.words.data();
    uint32_t* before = data.gravity.direct ? nullptr : data.tree.before.data();
    exec.each("gravity/prepare", data.count, 0, [=] HOST_DEVICE(uint32_t i) {
        if (i == 0) *words = {};
        if (before) before[i] = i;
    });
}

template <class Exec>
void sort_gravity_keys(Exec& exec, GravityData<Exec>& data, const GravityBodies& bodies) {
    const uint32_t n = data.count;
    GravityWords* words = data.words.data();
    uint32_t* slot_of = data.slot_of.data();
    exec.each_most6("gravity/cube", n, 24, words->outermost.ends,
                    [=] HOST_DEVICE(uint32_t slot, uint32_t * most) {
                        const Vec4 place = bodies.position_radius[slot];
                        slot_of[bodies.id[slot]] = slot;
                        for (int axis = 0; axis < 3; ++axis) {
                            const uint32_t key = sort::ordered_key(xyz(place)[axis]);
                            most[axis] = ~key > most[axis] ? ~key : most[axis];
                            most[3 + axis] = key > most[3 + axis] ? key : most[3 + axis];
                        }
                    });

    const uint32_t* before = data.tree.before.data();
    uint32_t *halves = data.tree.words.data(), *order = data.tree.order.data();
    uint64_t* made = data.tree.made.data();
    exec.each("gravity/keys", n, 44, [=] HOST_DEVICE(uint32_t k) {
        const uint32_t slot = slot_of[before[k]];
        made[k] = morton_key(xyz(bodies.position_radius[slot]), cube_around(words->outermost));
        halves[k] = uint32_t(made[k]);
        order[k] = k;
        if (k == 0) words->long_runs = words->inner_nodes = words->groups = words->walked = 0;
    });
    exec.sort("gravity/sort", *data.tree.sorter, {halves, order, n}, &words->reports[0]);
    exec.each("gravity/sort/upper half", n, 16,
              [=] HOST_DEVICE(uint32_t k) { halves[k] = uint32_t(made[order[k]] >> 32); });
    exec.sort("gravity/sort", *data.tree.sorter, {halves, order, n}, &words->reports[1]);
}

template <class Exec>
void order_ties(Exec& exec, GravityData<Exec>& data) {
    const uint32_t n = data.count;
    const uint32_t *order = data.tree.order.data(), *before = data.tree.before.data(),
                   *slot_of = data.slot_of.data();
    const uint64_t* made = data.tree.made.data();
    uint64_t *keys = data.tree.keys.data(), *entries = data.entries.data();
    exec.each("gravity/ties/gather", n, 36, [=] HOST_DEVICE(uint32_t k) {
        const uint32_t id = before[order[k]];
        keys[k] = made[order[k]];
        entries[k] = uint64_t(id) << 32 | slot_of[id];
    });

    GravityWords* words = data.words.data();
    uint32_t* long_runs = data.tree.long_runs.data();
    exec.each("gravity/ties", n, 8, [=] HOST_DEVICE(uint32_t k) {
        const uint64_t key = keys[k];
        if (k + 1 >= n || keys[k + 1] != key || (k > 0 && keys[k - 1] == key)) return;
        uint32_t end = k + 2;
        while (end < n && end - k <= kShortList && keys[end] == key) ++end;
        if (end - k <= kShortList) return insertion_sort(entries + k, end - k);
        long_runs[fetch_add(&words->long_runs, 1)] = k;
    });
    exec.each_listed("gravity/ties/long", long_runs, &words->long_runs, OrderLongRun{keys, entries, n});
}

template <class Exec>
void make_tree(Exec& exec, GravityData<Exec>& data, const GravityBodies& bodies) {
    const uint32_t n = data.count;
    const uint64_t *keys = data.tree.keys.data(), *entries = data.entries.data();
    GravityWords* words = data.words.data();
    Vec4* sources = data.sources.data();
    TreeNode* nodes = data.tree.nodes.data();
    uint32_t *before = data.tree.before.data(), *parents = data.tree.parents.data(),
             *arrived = data.tree.arrived.data();
    const GroupList groups = data.groups();
    exec.each("gravity/tree", n, 100, [=] HOST_DEVICE(uint32_t i) {
        const uint32_t slot = uint32_t(entries[i]);
        before[i] = uint32_t(entries[i] >> 32);
        sources[i] = with_w(xyz(bodies.position_radius[slot]), bodies.velocity_mass[slot].w);
        if (i == 0) {
            words->outermost = {};
            parents[0] = kNoNode;
            if (n <= kGroupBodies) groups.add(0, n);
        }
        if (i + 1 >= n) return;
        const NodeRange range = node_range(keys, n, i);
        nodes[i].range = range;
        arrived[i] = 0;
        if (range.first < range.split) parents[range.split] = i;
        if (range.split + 1 < range.last) parents[range.split + 1] = i;
        groups.add_children(range);
    });
}

template <class Exec>
void sum_moments(Exec& exec, GravityData<Exec>& data, Status* status) {
    const TreeArrays tree = {data.sources.data(),      data.tree.nodes.data(),   data.tree.shapes.data(),
                             data.tree.boxes.data(),   data.tree.spreads.data(), data.tree.parents.data(),
                             data.tree.arrived.data(), data.gravity.leaf_bodies, data.numbers.data()};
    GravityWords* words = data.words.data();
    exec.each_counted("gravity/moments", data.count - 1, 180, &words->inner_nodes,
                      [=] HOST_DEVICE(uint32_t i) { return tree.sum_upwards(i); });
    exec.each("gravity/moments/count", 1, 0, [=] HOST_DEVICE(uint32_t) {
        GravityWork& work = status->counters.gravity;
        const bool inner = words->inner_nodes > 0;
        work = {0, inner ? 2 * words->inner_nodes + 1 : 1, inner ? tree.boxes[0].height : 1};
    });
}

/// Queues the stages: data.force of these bodies. Their work goes to the counters.
template <class Exec>
void pull_all(Exec& exec, GravityData<Exec>& data, const GravityBodies& bodies, Status* status) {
    if (data.gravity.direct) {
        const uint32_t n = data.count;
        Vec4* sources = data.sources.data();
        uint64_t* entries = data.entries.data();
        exec.each("gravity/gather", n, 44, [=] HOST_DEVICE(uint32_t slot) {
            const uint32_t id = bodies.id[slot];
            sources[id] = with_w(xyz(bodies.position_radius[slot]), bodies.velocity_mass[slot].w);
            entries[id] = slot;
            if (slot == 0) status->counters.gravity = {uint64_t(n) * n, 0, 0};
        });
        return sum_directly(exec, data.targets());
    }
    sort_gravity_keys(exec, data, bodies);
    order_ties(exec, data);
    make_tree(exec, data, bodies);
    sum_moments(exec, data, status);
    walk_tree(exec, data.targets(),
              {data.tree.nodes.data(), data.tree.shapes.data(), data.groups(), data.gravity.leaf_bodies,
               data.gravity.quadrupole, &data.words.data()->walked, &status->counters.gravity.interactions});
}

}  // namespace sim
