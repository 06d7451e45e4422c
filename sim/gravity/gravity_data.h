// What the stages of gravity need on one backend (gravity_stages.h). In scenes without it there is none of it.
#pragma once
#include "sim/exec/status.h"
#include "sim/gravity/key_sort.h"
#include "sim/gravity/tree_view.h"
#include "sim/gravity/walk.h"
#include "sim/math/order.h"

namespace sim {

/// Words of the stages, zero before the first step.
struct GravityWords {
    Outermost outermost;
    uint64_t cuts, starts;    // listed
    uint32_t walked;          // groups that a warp has taken
    uint32_t long_runs;       // of equal keys, that a thread alone would take long for
    uint32_t built;           // 1: there is a tree
    float reach_scale;        // reach.h
    sort::Report reports[2];  // of the runs of the sort
};

/// The sort of the keys, and the tree over them; without a tree there is no room for it.
template <class Exec>
struct TreeStore {
    template <class T>
    using Array = typename Exec::template Array<T>;

    TreeStore() = default;
    TreeStore(uint32_t bodies, const sort::Engine& engine, const sort::EngineConfig& config)
        : sort(bodies, engine, config),
          before(bodies),
          order(bodies),
          keys(bodies),
          long_runs(bodies / kShortList + 1),
          cuts(bodies),
          starts(bodies),
          nodes(bodies),
          shapes(bodies),
          boxes(bodies),
          spreads(bodies),
          parents(bodies),
          arrived(bodies) {}

    size_t bytes() const {
        return sort.bytes() + before.bytes() + order.bytes() + keys.bytes() + long_runs.bytes() +
               cuts.bytes() + starts.bytes() + nodes.bytes() + shapes.bytes() + boxes.bytes() +
               spreads.bytes() + parents.bytes() + arrived.bytes();
    }

    KeySort<Exec> sort;
    Array<uint32_t> before;     // ids in the order of the last step
    Array<uint32_t> order;      // ranks before
    Array<uint64_t> keys;       // by rank
    Array<uint32_t> long_runs;  // where they begin
    Array<uint32_t> cuts;       // groups.h
    Array<uint32_t> starts;     // nodes whose moments come first (gravity_stages.h)
    Array<TreeNode> nodes;
    Array<NodeShape> shapes;
    Array<NodeBox> boxes;
    Array<SymmetricMatrix> spreads;
    Array<uint32_t> parents, arrived;  // by node
};

template <class Exec>
struct GravityData {
    template <class T>
    using Array = typename Exec::template Array<T>;

    /// The engine is stable.
    GravityData(const Gravity& of_scene, uint32_t bodies, const sort::Engine& engine,
                const sort::EngineConfig& config)
        : gravity(of_scene),
          count(bodies),
          slot_of(bodies),
          sources(bodies),
          entries(bodies),
          force(bodies),
          numbers(1),
          words(1),
          tree(of_scene.direct ? TreeStore<Exec>() : TreeStore<Exec>(bodies, engine, config)) {}

    PullTargets targets() { return {sources.data(), entries.data(), count, numbers.data(), force.data()}; }
    TreeView tree_view() const {
        if (gravity.direct) return {};
        return {count,
                &words.data()->built,
                sources.data(),
                entries.data(),
                tree.keys.data(),
                tree.nodes.data(),
                tree.boxes.data(),
                tree.parents.data(),
                gravity.leaf_bodies};
    }
    WordList cuts() { return {tree.cuts.data(), &words.data()->cuts}; }
    WordList starts() { return {tree.starts.data(), &words.data()->starts}; }
    size_t bytes() const {
        return slot_of.bytes() + sources.bytes() + entries.bytes() + force.bytes() + tree.bytes();
    }

    Gravity gravity;  // but for what is in `numbers`
    uint32_t count;
    Array<uint32_t> slot_of;        // by id
    Array<Vec4> sources;            // by rank; without a tree by id
    Array<uint64_t> entries;        // id << 32 | slot, as the sources
    Array<Vec4> force;              // on each body, by slot
    Array<GravityNumbers> numbers;  // set by the world
    Array<GravityWords> words;
    TreeStore<Exec> tree;
};

}  // namespace sim
