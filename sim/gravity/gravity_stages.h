// The stages of gravity, once for both backends.
//
//   cube     the outermost coordinates; where each body is
//   keys     Morton keys, in the order of the last step
//   sort     by the keys (key_sort.h)
//   ties     bodies of one key in the order of their ids
//   tree     the binary radix tree over the keys, its groups, and the bodies in key order
//   moments  masses, centres and second moments of its nodes, from the leaves up
//   walk     the pull on each body (walk_cpu.cpp, walk_cuda.cu)
#pragma once
#include "sim/exec/group.h"
#include "sim/exec/work.h"
#include "sim/gravity/gravity_data.h"
#include "sim/math/arrive.h"
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
    const uint32_t* runs;  // where they begin

    template <class Group>
    HOST_DEVICE void operator()(const Group& group, uint64_t k) const {
        const uint32_t first = runs[k];
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

    struct Summary {
        Moments moments;
        NodeBox box;
    };

    HOST_DEVICE Summary body(uint32_t rank) const {
        const Vec4 source = sources[rank];
        return {moments_of(source), box_of_body(source)};
    }
    HOST_DEVICE Summary node(uint32_t i) const {
        return {{nodes[i].centre, shapes[i].mass_kg, spreads[i]}, boxes[i]};
    }
    HOST_DEVICE Summary left(const NodeRange& of) const {
        return of.left_is_body() ? body(of.split) : node(of.split);
    }
    HOST_DEVICE Summary right(const NodeRange& of) const {
        return of.right_is_body() ? body(of.last) : node(of.split + 1);
    }

    HOST_DEVICE void store(uint32_t i, const Summary& sum) const {
        const Vec3& centre = sum.moments.centre;
        nodes[i].centre = centre;
        nodes[i].relative_reach2 = relative_reach2(sum.moments);
        nodes[i].least_reach2 = least_reach2(sum.box, centre);
        shapes[i] = shape_of(sum.moments);
        spreads[i] = sum.moments.spread;
        boxes[i] = sum.box;
        boxes[i].height = sum.box.height + 1;
        boxes[i].nodes = sum.box.nodes + 1;
    }

    /// Sums the bodies of node i one after the other.
    HOST_DEVICE void sum_bodies_of(uint32_t i) const {
        const NodeRange range = nodes[i].range;
        Summary sum = body(range.first);
        for (uint32_t rank = range.first + 1; rank <= range.last; ++rank) {
            const Summary next = body(rank);
            sum = {merged(sum.moments, next.moments), around(sum.box, next.box)};
        }
        if (range.bodies() <= leaf_bodies) sum.box.nodes = 0;  // a leaf counts as itself
        store(i, sum);
    }

    /// A node with few bodies, then every node upwards of which this is the last part.
    HOST_DEVICE void sum_upwards(uint32_t i) const {
        sum_bodies_of(i);
        for (i = parents[i]; i != kNoNode;) {
            // Known since the tree was made: read before the other part is waited for, not behind it.
            const uint32_t parent = parents[i];
            const NodeRange range = nodes[i].range;
            if (arrive(&arrived[i]) == 0) return;
            const Summary a = left(range), b = right(range);
            store(i, {merged(a.moments, b.moments), around(a.box, b.box)});
            i = parent;
        }
    }
};

/// Returns the most bodies of a node whose moments are summed body by body: the leaves. Of a tree without
/// leaves, the nodes of two bodies.
HOST_DEVICE inline uint32_t most_of_start(uint32_t leaf_bodies) { return leaf_bodies < 2 ? 2 : leaf_bodies; }

/// Lists the children of a node whose moments are summed body by body (most_of_start()).
HOST_DEVICE inline void list_starts(const NodeRange& node, uint32_t most, WordsOfItem& words) {
    if (node.bodies() <= most) return;
    if (!node.left_is_body() && node.split - node.first < most) words.add(node.split);
    if (!node.right_is_body() && node.last - node.split <= most) words.add(node.split + 1);
}

/// Prepares the data of gravity before the first step.
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
    exec.each_reduced("gravity/cube", n, 24, RaiseSix{words->outermost.ends},
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
    uint32_t* order = data.tree.order.data();
    uint64_t* keys = data.tree.keys.data();
    uint64_t* made = data.tree.sort.made(keys);
    exec.each("gravity/keys", n, 40, [=] HOST_DEVICE(uint32_t k) {
        const uint32_t slot = slot_of[before[k]];
        made[k] = morton_key(xyz(bodies.position_radius[slot]), cube_around(words->outermost));
        order[k] = k;
        if (k == 0) words->cuts = words->starts = words->walked = words->long_runs = 0;
    });
    data.tree.sort.run(exec, {keys, order, n}, words->reports);
}

template <class Exec>
void order_ties(Exec& exec, GravityData<Exec>& data) {
    const uint32_t n = data.count;
    const uint32_t *order = data.tree.order.data(), *before = data.tree.before.data(),
                   *slot_of = data.slot_of.data();
    const uint64_t* keys = data.tree.keys.data();
    uint64_t* entries = data.entries.data();
    exec.each("gravity/ties/gather", n, 20, [=] HOST_DEVICE(uint32_t k) {
        const uint32_t id = before[order[k]];
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
    exec.by_group(ByBlock{}, "gravity/ties/long", CountedItems{&words->long_runs, n},
                  OrderLongRun{keys, entries, n, long_runs});
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
    const uint32_t most = most_of_start(data.gravity.leaf_bodies);
    exec.each_reduced("gravity/tree", n, 100, AddToLists{data.cuts(), data.starts()},
                      [=] HOST_DEVICE(uint32_t i, WordsOfItem & cuts, WordsOfItem & starts) {
                          const uint32_t slot = uint32_t(entries[i]);
                          before[i] = uint32_t(entries[i] >> 32);
                          sources[i] =
                              with_w(xyz(bodies.position_radius[slot]), bodies.velocity_mass[slot].w);
                          if (i == 0) {
                              words->outermost = {};
                              words->built = 1;
                              parents[0] = kNoNode;
                              list_root(n, cuts);
                              if (n > 1 && n <= most) starts.add(0);
                          }
                          if (i + 1 >= n) return;
                          const NodeRange range = node_range(keys, n, i);
                          nodes[i].range = range;
                          arrived[i] = range.left_is_body() + range.right_is_body();
                          if (!range.left_is_body()) parents[range.split] = i;
                          if (!range.right_is_body()) parents[range.split + 1] = i;
                          list_cuts(range, cuts);
                          list_starts(range, most, starts);
                      });
}

template <class Exec>
void sum_moments(Exec& exec, GravityData<Exec>& data, Status* status) {
    const TreeArrays tree = {data.sources.data(),      data.tree.nodes.data(),   data.tree.shapes.data(),
                             data.tree.boxes.data(),   data.tree.spreads.data(), data.tree.parents.data(),
                             data.tree.arrived.data(), data.gravity.leaf_bodies};
    const WordList starts = data.starts();
    constexpr uint32_t kGrain = 256;
    exec.each(
        "gravity/moments", CountedItems{starts.listed, data.count, 0, uint64_t(180) * data.count},
        [=] HOST_DEVICE(uint64_t k) { tree.sum_upwards(starts.words[k]); }, kGrain);
    const bool with_nodes = data.count > data.gravity.leaf_bodies;
    const GravityNumbers* numbers = data.numbers.data();
    GravityWords* words = data.words.data();
    const uint32_t sorts = data.tree.sort.runs();
    exec.each("gravity/moments/count", 1, 0, [=] HOST_DEVICE(uint32_t) {
        if (with_nodes) words->reach_scale = reach_scale(tree.node(0).moments, numbers->inverse_opening);
        status->counters.gravity = {0,
                                    with_nodes ? tree.boxes[0].nodes : 1,
                                    with_nodes ? tree.boxes[0].height : 1,
                                    sorts,
                                    {words->reports[0].path, words->reports[1].path}};
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
            if (slot == 0) status->counters.gravity = {uint64_t(n) * n, 0, 0, 0, {}};
        });
        return sum_directly(exec, data.targets());
    }
    sort_gravity_keys(exec, data, bodies);
    order_ties(exec, data);
    make_tree(exec, data, bodies);
    sum_moments(exec, data, status);
    walk_tree(exec, data.targets(),
              {data.tree.nodes.data(), data.tree.shapes.data(), data.cuts(), &data.words.data()->reach_scale,
               data.gravity.leaf_bodies, data.gravity.quadrupole, &data.words.data()->walked,
               &status->counters.gravity.interactions});
}

}  // namespace sim
