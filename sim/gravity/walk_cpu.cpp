#include "sim/gravity/walk_cpu.h"

#include "sim/math/atomic.h"
#include "sim/math/fma_cpu.h"

namespace sim {
namespace {

/// Members that are summed together: what a vector register of AVX2 holds.
constexpr uint32_t kLanes = 8;
static_assert(kGroupBodies % kLanes == 0);

/// A vector for each member of a group.
struct alignas(32) MemberVectors {
    float x[kGroupBodies] = {}, y[kGroupBodies] = {}, z[kGroupBodies] = {};

    Vec3 of(uint32_t member) const { return {x[member], y[member], z[member]}; }
};

struct NodeSource {
    Vec4 centre_mass;
    NodeShape shape;
};

NodeSource node_source(const TreeNode& node, const NodeShape& shape, NodeSource*) {
    return {with_w(node.centre, shape.mass_kg), shape};
}
Vec4 node_source(const TreeNode& node, const NodeShape& shape, Vec4*) {
    return with_w(node.centre, shape.mass_kg);
}

template <class Fma>
[[gnu::always_inline]] inline void add_pull(Vec3& sum, const Vec3& place, const Vec4& source,
                                            float softening2) {
    add_body_pull<Fma>(sum, place, source, softening2);
}
template <class Fma>
[[gnu::always_inline]] inline void add_pull(Vec3& sum, const Vec3& place, const NodeSource& source,
                                            float softening2) {
    add_node_pull<Fma>(sum, place, source.centre_mass, source.shape, softening2);
}

/// What the bodies of a group are pulled by next, and what they have been pulled by before.
template <class Source>
struct Block {
    const Source* sources;
    uint32_t count;
    const MemberVectors& places;
    uint32_t members;
    float softening2;
    MemberVectors& sums;
};

/// Adds a block of one list to its sums.
template <class Fma, class Source>
[[gnu::always_inline]] inline void add_block(const Block<Source>& block) {
    for (uint32_t begin = 0; begin < block.members; begin += kLanes) {
        float x[kLanes] = {}, y[kLanes] = {}, z[kLanes] = {};
        for (uint32_t k = 0; k < block.count; ++k) {
            const Source source = block.sources[k];
            for (uint32_t lane = 0; lane < kLanes; ++lane) {
                Vec3 sum = {x[lane], y[lane], z[lane]};
                add_pull<Fma>(sum, block.places.of(begin + lane), source, block.softening2);
                x[lane] = sum.x, y[lane] = sum.y, z[lane] = sum.z;
            }
        }
        for (uint32_t lane = 0; lane < kLanes; ++lane) {
            block.sums.x[begin + lane] += x[lane];
            block.sums.y[begin + lane] += y[lane];
            block.sums.z[begin + lane] += z[lane];
        }
    }
}

FOR_FMA void add_by_instruction(const Block<Vec4>& block) { add_block<InstructionFma>(block); }
FOR_FMA void add_by_instruction(const Block<NodeSource>& block) { add_block<InstructionFma>(block); }

template <class Source>
void add(const Block<Source>& block) {
    if (has_fma()) return add_by_instruction(block);
    add_block<PortableFma>(block);
}

/// A list of sources, and what the full blocks before amount to.
template <class Source>
class SourceList {
public:
    void push(const Source& source, const MemberVectors& places, uint32_t members, float softening2) {
        block_[count_++] = source;
        if (count_ == kSumBlock) sum(places, members, softening2);
    }
    void sum(const MemberVectors& places, uint32_t members, float softening2) {
        add(Block<Source>{block_, count_, places, members, softening2, sums_});
        summed_ += count_;
        count_ = 0;
    }
    const MemberVectors& sums() const { return sums_; }
    uint64_t summed() const { return summed_; }

private:
    Source block_[kSumBlock];
    uint32_t count_ = 0;
    uint64_t summed_ = 0;
    MemberVectors sums_;
};

/// A group and its two lists. Node: NodeSource, or Vec4 where a node pulls as one body.
template <class Node>
class GroupSums {
public:
    GroupSums(const PullTargets& targets, const BodyGroup& group)
        : targets_(targets), group_(group), softening2_(targets.numbers->softening2) {
        for (uint32_t member = 0; member < kGroupBodies; ++member) {
            const Vec3 place = xyz(targets.sources[group.rank(member)]);
            places_.x[member] = place.x, places_.y[member] = place.y, places_.z[member] = place.z;
            box_ = member == 0 ? Box{place, place} : around(box_, place);
        }
    }

    const Box& box() const { return box_; }

    void open(const BodyRange& range) {
        for (uint32_t rank = range.first; rank < range.first + range.count; ++rank)
            bodies_.push(targets_.sources[rank], places_, group_.count, softening2_);
    }
    void take(const TreeNode& node, const NodeShape& shape) {
        nodes_.push(node_source(node, shape, static_cast<Node*>(nullptr)), places_, group_.count,
                    softening2_);
    }

    /// Returns how many interactions there were.
    uint64_t finish() {
        bodies_.sum(places_, group_.count, softening2_);
        nodes_.sum(places_, group_.count, softening2_);
        for (uint32_t member = 0; member < group_.count; ++member)
            targets_.store(group_.first + member, bodies_.sums().of(member) + nodes_.sums().of(member));
        return group_.count * (bodies_.summed() + nodes_.summed());
    }

private:
    const PullTargets& targets_;
    BodyGroup group_;
    float softening2_;
    MemberVectors places_;
    Box box_;
    SourceList<Vec4> bodies_;
    SourceList<Node> nodes_;
};

template <class Node>
void walk(GroupSums<Node>& sums, uint32_t count, const WalkTree& tree) {
    if (count <= tree.leaf_bodies) return sums.open({0, count});
    const float scale = *tree.reach_scale;
    uint32_t stack[kStackRoom], opened[kLookedAt];
    stack[0] = 0;
    for (uint32_t size = 1; size > 0;) {
        const uint32_t below = size - looked_at(size);
        uint32_t openings = 0;
        while (size > below) {
            const uint32_t i = stack[--size];
            const TreeNode& node = tree.nodes[i];
            const NodeRange& range = node.range;
            if (accepts(sums.box(), node, scale)) {
                sums.take(node, tree.shapes[i]);
            } else if (range.bodies() <= tree.leaf_bodies) {
                sums.open({range.first, range.bodies()});
            } else {
                sums.open(body_children(range));
                opened[openings++] = i;
            }
        }
        while (openings > 0) {
            const NodeRange& range = tree.nodes[opened[--openings]].range;
            if (!range.right_is_body()) stack[size++] = range.split + 1;
            if (!range.left_is_body()) stack[size++] = range.split;
        }
    }
}

template <class Node>
void walk_groups(CpuExec& exec, const PullTargets& targets, const WalkTree& tree) {
    exec.parallel(tree.most_groups(), 4, [&](uint64_t i) {
        const BodyGroup group = tree.group(uint32_t(i));
        if (group.count == 0) return;
        GroupSums<Node> sums(targets, group);
        walk(sums, targets.count, tree);
        fetch_add(tree.interactions, sums.finish());
    });
}

}  // namespace

void walk_tree(CpuExec& exec, const PullTargets& targets, const WalkTree& tree) {
    exec.timed("gravity/walk", {.items = targets.count}, [&] {
        if (tree.quadrupole) {
            walk_groups<NodeSource>(exec, targets, tree);
        } else {
            walk_groups<Vec4>(exec, targets, tree);
        }
    });
}

void sum_directly(CpuExec& exec, const PullTargets& targets) {
    exec.timed("gravity/direct", {.items = targets.count}, [&] {
        const uint32_t n = targets.count;
        exec.parallel((n + kGroupBodies - 1) / kGroupBodies, 1, [&](uint64_t i) {
            const uint32_t first = uint32_t(i) * kGroupBodies, left = n - first;
            GroupSums<Vec4> sums(targets, {first, left < kGroupBodies ? left : kGroupBodies});
            sums.open({0, n});
            sums.finish();
        });
    });
}

}  // namespace sim
