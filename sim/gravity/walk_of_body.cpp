#include "sim/gravity/walk_of_body.h"

#include <cmath>

#include "sim/exec/exec_cpu.h"
#include "sim/gravity/gravity_stages.h"
#include "sim/gravity/groups.h"
#include "sort/base/float_environment.h"
#include "sort/device.h"

namespace sim {
namespace {

/// The bodies as a step finds them, in the order of ids, and what gravity's stages make of them.
class Tree {
public:
    Tree(std::span<const Vec4> sources, const Gravity& gravity, int threads)
        : exec_(threads),
          engine_(*sort::find_engine(sort::default_engine(sort::Backend::cpu))),
          data_(gravity, uint32_t(sources.size()), engine_, {.threads = threads}),
          places_(sources.begin(), sources.end()) {
        const uint32_t n = data_.count;
        ids_.resize(n);
        for (uint32_t id = 0; id < n; ++id) ids_[id] = id;
        *data_.numbers.data() = gravity_numbers(gravity);
        const GravityBodies bodies = {places_.data(), places_.data(), ids_.data()};
        exec_.arena().execute([&] {
            prepare_gravity(exec_, data_);
            if (gravity.direct) return;
            sort_gravity_keys(exec_, data_, bodies);
            order_ties(exec_, data_);
            make_tree(exec_, data_, bodies);
            sum_moments(exec_, data_, &status_);
        });
        exec_.take_log();
    }

    uint32_t rank_of(uint32_t id) const {
        uint32_t rank = 0;
        while (uint32_t(data_.entries.data()[rank] >> 32) != id) ++rank;
        return rank;
    }
    const GravityData<CpuExec>& data() const { return data_; }

private:
    CpuExec exec_;
    const sort::Engine& engine_;
    GravityData<CpuExec> data_;
    std::vector<Vec4> places_;  // with masses, which the stages read as those of velocities
    std::vector<uint32_t> ids_;
    Status status_{};
};

/// Takes what the group takes, but from left to right.
class Walk {
public:
    Walk(const GravityData<CpuExec>& data, uint32_t rank, WalkOfBody& out)
        : data_(data),
          sources_(data.sources.data()),
          nodes_(data.tree.nodes.data()),
          place_(xyz(sources_[rank])),
          softening2_(data.numbers.data()->softening2),
          out_(out) {
        const BodyGroup group = data.count > 1 ? group_with(nodes_, rank) : BodyGroup{0, 1};
        box_ = group_box(sources_, group);
        out_.group_bodies = group.count;
        if (data.count <= data.gravity.leaf_bodies)
            open(0, data.count - 1, 0);
        else
            go_down(0);
        out_.acceleration = (by_bodies_ + by_nodes_) * data.gravity.constant_n_m2_kg2;
    }

private:
    uint32_t level(uint32_t node) const { return cell_level(data_.tree.keys.data(), nodes_[node].range); }

    /// Walks down from node i, at most kMostDepth calls deep.
    void go_down(uint32_t i) {
        const TreeNode& node = nodes_[i];
        const NodeRange& range = node.range;
        if (accepts(box_, node, data_.words.data()->reach_scale)) return take(i);
        if (range.bodies() <= data_.gravity.leaf_bodies) return open(range.first, range.last, level(i));
        range.left_is_body() ? open(range.split, range.split, level(i)) : go_down(range.split);
        range.right_is_body() ? open(range.last, range.last, level(i)) : go_down(range.split + 1);
    }
    void take(uint32_t i) {
        const TreeNode& node = nodes_[i];
        const NodeBox& box = data_.tree.boxes.data()[i];
        const NodeShape& shape = data_.tree.shapes.data()[i];
        const Vec4 source = with_w(node.centre, shape.mass_kg);
        if (data_.gravity.quadrupole)
            add_node_pull(by_nodes_, place_, source, shape, softening2_);
        else
            add_body_pull(by_nodes_, place_, source, softening2_);
        const Vec3 off = node.centre - place_;
        out_.nodes.push_back(
            {box.min, box.max, level(i), node.range.bodies(), shape.mass_kg / (dot(off, off) + softening2_)});
    }
    void open(uint32_t first, uint32_t last, uint32_t of_level) {
        for (uint32_t rank = first; rank <= last; ++rank) {
            add_body_pull(by_bodies_, place_, sources_[rank], softening2_);
            out_.bodies.push_back({xyz(sources_[rank]), of_level});
        }
    }

    const GravityData<CpuExec>& data_;
    const Vec4* sources_;
    const TreeNode* nodes_;
    Vec3 place_;
    float softening2_;
    WalkOfBody& out_;
    Box box_{};
    Vec3 by_bodies_ = {0, 0, 0}, by_nodes_ = {0, 0, 0};
};

/// Sums the pull of every body on its own, in double and in the order of ids.
void sum_all(std::span<const Vec4> sources, const Gravity& gravity, uint32_t id, double (&sum)[3]) {
    const double softening2 = double(gravity.softening_m) * double(gravity.softening_m);
    const Vec4& own = sources[id];
    for (const Vec4& source : sources) {
        const double off[3] = {double(source.x) - double(own.x), double(source.y) - double(own.y),
                               double(source.z) - double(own.z)};
        const double r2 = off[0] * off[0] + off[1] * off[1] + off[2] * off[2] + softening2;
        const double pull = double(gravity.constant_n_m2_kg2) * double(source.w) / (r2 * std::sqrt(r2));
        for (int axis = 0; axis < 3; ++axis) sum[axis] += off[axis] * pull;
    }
}

}  // namespace

double WalkOfBody::error() const {
    double off2 = 0, size2 = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double off = double(acceleration[axis]) - exact[axis];
        off2 += off * off;
        size2 += exact[axis] * exact[axis];
    }
    return size2 > 0 ? std::sqrt(off2 / size2) : 0;
}

WalkOfBody walk_of_body(std::span<const Vec4> sources, const Gravity& gravity, uint32_t id, int threads) {
    const sort::FloatEnvironment environment;
    WalkOfBody out;
    if (id >= sources.size()) return out;
    sum_all(sources, gravity, id, out.exact);
    if (gravity.direct) {
        Vec3 sum = {0, 0, 0};
        for (const Vec4& source : sources)
            add_body_pull(sum, xyz(sources[id]), source, gravity.softening_m * gravity.softening_m);
        out.acceleration = sum * gravity.constant_n_m2_kg2;
        out.group_bodies = 1;
        return out;
    }
    const Tree tree(sources, gravity, threads);
    out.rank = tree.rank_of(id);
    Walk(tree.data(), out.rank, out);
    return out;
}

}  // namespace sim
