#include "sim/gravity/walk_cpu.h"

#include "sim/math/atomic.h"
#include "sort/base/avx2_too.h"

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
    return {with_w(node.centre, node.mass_kg), shape};
}
Vec4 node_source(const TreeNode& node, const NodeShape&, Vec4*) { return with_w(node.centre, node.mass_kg); }

void add_pull(Vec3& sum, const Vec3& place, const Vec4& source, float softening2) {
    add_body_pull(sum, place, source, softening2);
}
void add_pull(Vec3& sum, const Vec3& place, const NodeSource& source, float softening2) {
    add_node_pull(sum, place, source.centre_mass, source.shape, softening2);
}

/// Adds a block of one list to its sums.
template <class Source>
[[gnu::always_inline]] inline void add_block(const Source* block, uint32_t count, const MemberVectors& places,
                                             float softening2, MemberVectors& sums) {
    for (uint32_t begin = 0; begin < kGroupBodies; begin += kLanes) {
        float x[kLanes] = {}, y[kLanes] = {}, z[kLanes] = {};
        for (uint32_t k = 0; k < count; ++k) {
            const Source source = block[k];
            for (uint32_t lane = 0; lane < kLanes; ++lane) {
                Vec3 sum = {x[lane], y[lane], z[lane]};
                add_pull(sum, places.of(begin + lane), source, softening2);
                x[lane] = sum.x, y[lane] = sum.y, z[lane] = sum.z;
            }
        }
        for (uint32_t lane = 0; lane < kLanes; ++lane) {
            sums.x[begin + lane] += x[lane];
            sums.y[begin + lane] += y[lane];
            sums.z[begin + lane] += z[lane];
        }
    }
}

AVX2_TOO void add_sources(const Vec4* block, uint32_t count, const MemberVectors& places, float softening2,
                          MemberVectors& sums) {
    add_block(block, count, places, softening2, sums);
}
AVX2_TOO void add_sources(const NodeSource* block, uint32_t count, const MemberVectors& places,
                          float softening2, MemberVectors& sums) {
    add_block(block, count, places, softening2, sums);
}

/// A list of sources, and what the full blocks before amount to.
template <class Source>
class SourceList {
public:
    void add(const Source& source, const MemberVectors& places, float softening2) {
        block_[count_++] = source;
        if (count_ == kSumBlock) sum(places, softening2);
    }
    void sum(const MemberVectors& places, float softening2) {
        add_sources(block_, count_, places, softening2, sums_);
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

    /// The bodies of these ranks.
    void open(uint32_t first, uint32_t last) {
        for (uint32_t rank = first; rank <= last; ++rank)
            bodies_.add(targets_.sources[rank], places_, softening2_);
    }
    void take(const TreeNode& node, const NodeShape& shape) {
        nodes_.add(node_source(node, shape, static_cast<Node*>(nullptr)), places_, softening2_);
    }

    /// Returns how many interactions there were.
    uint64_t finish() {
        bodies_.sum(places_, softening2_);
        nodes_.sum(places_, softening2_);
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

/// Walks the tree from left to right, depth first. On the stack lie right children: one of each node above at most.
template <class Node>
void walk(GroupSums<Node>& sums, uint32_t count, const WalkTree& tree) {
    if (count <= tree.leaf_bodies) return sums.open(0, count - 1);
    struct Child {
        uint32_t place;  // node, or rank of a body
        bool is_body;
    };
    Child stack[kMostDepth + 1];
    stack[0] = {0, false};
    for (uint32_t size = 1; size > 0;) {
        const Child child = stack[--size];
        if (child.is_body) {
            sums.open(child.place, child.place);
            continue;
        }
        const TreeNode& node = tree.nodes[child.place];
        const NodeRange& range = node.range;
        if (accepts(sums.box(), node)) {
            sums.take(node, tree.shapes[child.place]);
        } else if (range.bodies() <= tree.leaf_bodies) {
            sums.open(range.first, range.last);
        } else {
            stack[size++] = {range.split + 1, range.right_is_body()};
            stack[size++] = {range.split, range.left_is_body()};
        }
    }
}

template <class Node>
void walk_groups(CpuExec& exec, const PullTargets& targets, const WalkTree& tree) {
    exec.parallel(*tree.groups.listed, 4, [&](uint64_t i) {
        GroupSums<Node> sums(targets, group_of(tree.groups.words[i]));
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
            sums.open(0, n - 1);
            sums.finish();
        });
    });
}

}  // namespace sim
