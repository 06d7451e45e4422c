// Ranges, moments and walks of the lesson `tree`, with the breaks of its model.
#include "app/teach/bodies/tree.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

using sim::kNoNode;
using sim::NodeRange;

/// Returns the range that node_range() finds, by its definition, where equal keys have all bits in common:
/// the farthest rank that has more in common with i than the neighbour outside, and the farthest that has
/// more than the other end.
NodeRange range_without_ranks(const std::vector<uint64_t>& keys, uint32_t i) {
    const auto count = static_cast<int64_t>(keys.size());
    const auto common = [&](int64_t b) {
        return b < 0 || b >= count
                   ? -1
                   : static_cast<int>(sim::leading_zeros(keys[i] ^ keys[static_cast<size_t>(b)]));
    };
    const int64_t own = i, way = common(own + 1) > common(own - 1) ? 1 : -1;
    int64_t end = own, split = own;
    while (common(end + way) > common(own - way)) end += way;
    while (split != end && common(split + way) > common(end)) split += way;
    if (way < 0) split = std::max<int64_t>(split - 1, 0);
    const int64_t first = std::min(own, end), last = std::max(own, end);
    return {static_cast<uint32_t>(first), static_cast<uint32_t>(last),
            static_cast<uint32_t>(std::clamp(split, first, std::max(first, last - 1)))};
}

/// Moments and box of bodies.
struct Summary {
    sim::Moments moments;
    sim::NodeBox box;
};

class MomentSums {
public:
    MomentSums(LessonPlane& plane, bool first_child_only)
        : plane_(plane), first_child_only_(first_child_only), heights_(plane.nodes.size()) {}

    std::vector<uint32_t> heights() const { return heights_; }

    Summary of_node(uint32_t i) {
        PlaneNode& own = plane_.nodes[i];
        const NodeRange range = own.node.range;
        const bool again = own.used;  // of a broken tree: a node below itself
        own.used = true;
        own.leaf = again || range.bodies() <= kPlaneLeafBodies;
        Summary sum = own.leaf ? of_bodies(range) : of_children(range, heights_[i]);
        ++heights_[i];
        own.node.centre = sum.moments.centre;
        own.node.relative_reach2 = sim::relative_reach2(sum.moments);
        own.node.least_reach2 = sim::least_reach2(sum.box, sum.moments.centre);
        own.shape = sim::shape_of(sum.moments);
        own.box = sum.box;
        return sum;
    }

private:
    Summary of_body(uint32_t rank) const {
        const sim::Vec4 source = plane_.bodies[plane_.order[rank]].source();
        return {sim::moments_of(source), sim::box_of_body(source)};
    }

    static Summary merged(const Summary& a, const Summary& b) {
        return {sim::merged(a.moments, b.moments), sim::around(a.box, b.box)};
    }

    Summary of_bodies(const NodeRange& range) const {
        Summary sum = of_body(range.first);
        for (uint32_t rank = range.first + 1; rank <= range.last; ++rank) sum = merged(sum, of_body(rank));
        return sum;
    }

    Summary of_children(const NodeRange& range, uint32_t& height) {
        const auto child = [&](bool is_body, uint32_t at) {
            is_body = is_body || at >= plane_.nodes.size();  // only in a broken tree
            const Summary sum = is_body ? of_body(at) : of_node(at);
            if (!is_body) height = std::max(height, heights_[at]);
            return sum;
        };
        const Summary left = child(range.left_is_body(), range.split),
                      right = child(range.right_is_body(), range.split + 1), both = merged(left, right);
        return first_child_only_ ? Summary{left.moments, both.box} : both;
    }

    LessonPlane& plane_;
    bool first_child_only_;
    std::vector<uint32_t> heights_;
};

/// Walks the tree from left to right, depth first.
void walk(const LessonPlane& plane, const sim::Box& group, uint32_t i, std::vector<PlaneVisit>& visits) {
    constexpr size_t kMostVisits = 4096;  // a broken tree may have a circle
    if (visits.size() >= kMostVisits) return;
    const PlaneNode& own = plane.nodes[i];
    const NodeRange& range = own.node.range;
    const bool accepted = sim::accepts(group, own.node, plane.reach_scale);
    visits.push_back({i, range.first, range.last, accepted, std::sqrt(sim::distance2(group, own.node.centre)),
                      own.reach_m});
    if (accepted || own.leaf) return;
    const auto child = [&](bool is_body, uint32_t at) {
        if (!is_body && at < plane.nodes.size()) return walk(plane, group, at, visits);
        const sim::Vec3 place = plane.bodies[plane.order[at]].place();
        visits.push_back({kNoNode, at, at, true, std::sqrt(sim::distance2(group, place)), 0});
    };
    child(range.left_is_body(), range.split);
    child(range.right_is_body(), range.split + 1);
}

constexpr float kSoftening2 = kPlaneSoftening_m * kPlaneSoftening_m;

}  // namespace

uint32_t common_key_bits(const LessonPlane& plane, uint32_t a, uint32_t b) {
    // Keys and ranks of 64 bits, of which the lesson's have the lowest.
    const auto common = static_cast<uint32_t>(
        sim::common_bits(plane.sorted_key.data(), static_cast<uint32_t>(plane.sorted_key.size()), a, b));
    return common < 64 ? common - (64 - kPlaneKeyBits) : kPlaneKeyBits + (common - 64) - (64 - kRankBits);
}

void make_nodes(LessonPlane& plane, const sort::Break* broken) {
    const uint32_t count = plane.count();
    plane.nodes.assign(count > 0 ? count - 1 : 0, {});
    const auto is_node = [&](uint32_t i) { return i < plane.nodes.size(); };
    for (uint32_t i = 0; i < plane.nodes.size(); ++i) {
        const NodeRange range = sort::is_break(broken, kTiesByKey)
                                    ? range_without_ranks(plane.sorted_key, i)
                                    : sim::node_range(plane.sorted_key.data(), count, i);
        plane.nodes[i].node.range = range;
        if (range.first < range.split && is_node(range.split)) plane.nodes[range.split].parent = i;
        if (range.split + 1 < range.last && is_node(range.split + 1)) plane.nodes[range.split + 1].parent = i;
    }
}

std::vector<uint32_t> sum_moments(LessonPlane& plane, const sort::Break* broken) {
    MomentSums sums(plane, sort::is_break(broken, kFirstChildOnly));
    if (plane.nodes.empty()) return sums.heights();
    plane.all = sums.of_node(0).moments;
    const bool too_late = sort::is_break(broken, kOpensTooLate);
    if (too_late)
        for (PlaneNode& node : plane.nodes) node.node.least_reach2 = 0;
    set_reaches(plane, too_late ? 4 : kPlaneOpening);
    return sums.heights();
}

void set_reaches(LessonPlane& plane, float opening) {
    plane.opening = opening;
    plane.reach_scale = sim::reach_scale(plane.all, 1 / opening);
    for (PlaneNode& node : plane.nodes)
        node.reach_m =
            std::sqrt(std::max(node.node.relative_reach2 * plane.reach_scale, node.node.least_reach2));
}

std::vector<PlaneVisit> walk_of(const LessonPlane& plane, uint32_t rank) {
    const sim::Vec3 place = plane.bodies[plane.order[rank]].place();
    std::vector<PlaneVisit> visits;
    if (plane.nodes.empty())
        visits.push_back({kNoNode, 0, 0, true, 0, 0});
    else
        walk(plane, {place, place}, 0, visits);
    return visits;
}

PullSum sum_of(const LessonPlane& plane, uint32_t rank, std::span<const PlaneVisit> visits) {
    const sim::Vec3 place = plane.bodies[plane.order[rank]].place();
    PullSum sum;
    for (const PlaneVisit& visit : visits) {
        const PlaneNode* const own = visit.node == kNoNode ? nullptr : &plane.nodes[visit.node];
        if (own && visit.accepted) {
            sim::add_node_pull(sum.pull, place, sim::with_w(own->node.centre, own->shape.mass_kg), own->shape,
                               kSoftening2);
            ++sum.nodes;
        } else if (!own || own->leaf) {
            for (uint32_t at = visit.first; at <= visit.last; ++at) {
                sim::add_body_pull(sum.pull, place, plane.bodies[plane.order[at]].source(), kSoftening2);
                ++sum.bodies;
            }
        }
    }
    return sum;
}

sim::Vec3 direct_pull(const LessonPlane& plane, uint32_t rank) {
    const sim::Vec3 place = plane.bodies[plane.order[rank]].place();
    sim::Vec3 sum{0, 0, 0};
    for (const uint32_t id : plane.order)
        sim::add_body_pull(sum, place, plane.bodies[id].source(), kSoftening2);
    return sum;
}

}  // namespace app
