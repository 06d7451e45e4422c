// The walk of one body through the tree: which nodes it accepts and which it opens, in the tree and in the plane.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/teach/bodies/tree.h"
#include "app/teach/figure/parts.h"
#include "app/teach/figure/plane_view.h"
#include "app/teach/figure/tree_rows.h"

namespace app::parts {
namespace {

constexpr size_t kMostVisitSteps = 38;

/// Returns what a visit finds; lengths with the decimals of the arrays.
std::string visit_text(const LessonPlane& plane, const PlaneVisit& visit, int decimals) {
    const auto rounded = [decimals](float metres) {
        return decimal(static_cast<uint32_t>(std::llround(metres * (decimals == 2 ? 100 : 10))), decimals) +
               " m";
    };
    if (visit.node == sim::kNoNode) {
        return visit.first == plane.target ? "The body itself, of no leaf: it adds 0."
                                           : "The body at index " + number_text(visit.first) +
                                                 " is in no leaf: it is summed by itself.";
    }
    const PlaneNode& node = plane.nodes[visit.node];
    const std::string who = (visit.node == 0 ? "The root" : "Node " + number_text(visit.node)) + ", " +
                            range_text(node.node.range) + ": ";
    const std::string where = rounded(visit.distance_m) + " away, its reach is " + rounded(visit.reach_m);
    if (visit.accepted) return who + where + ". Accepted: one term for all.";
    return who + where + (node.leaf ? ". Its bodies are summed one by one." : ". Opened.");
}

class WalkPicture {
public:
    WalkPicture(FigureBuilder& builder, const LessonPlane& plane, const LessonArray& terms)
        : builder_(builder),
          plane_(plane),
          terms_(terms),
          rows_(plane, true, 1.12f),
          term_op_(plane.count(), 0) {}

    void draw() {
        builder_.indices();
        const float top = builder_.y, term_height = builder_.height_of(terms_);
        rows_.name_rows(builder_, top);
        const float words_y = top + rows_.height() + 0.3f, legend_y = words_y + term_height + 0.6f;
        builder_.text(0, legend_y,
                      "Filled: accepted. Outlined: opened. Circle: the reach of the node that is looked at;",
                      0, Align::left, Tone::faint);
        builder_.text(0, legend_y + 1.1f, "it is accepted if the ringed body is outside.", 0, Align::left,
                      Tone::faint);
        const float plane_y = legend_y + 2.4f;
        PlaneView view(builder_, plane_, {0, plane_y, builder_.figure.width, plane_lines(builder_)});
        view.outline(0);
        view.bodies(0, true);
        mark_target(view);
        unseen_nodes(top);
        const std::vector<PlaneVisit>& visits = plane_.visits;
        const LessonArray* const distance = array_named(builder_.step(), "distance");
        const int decimals = distance ? distance->decimals : 1;
        std::vector<int> visit_op;  // of nodes
        const size_t together = (visits.size() + kMostVisitSteps - 1) / std::max<size_t>(kMostVisitSteps, 1);
        for (size_t first = 0; first < visits.size(); first += together) {
            const size_t end = std::min(visits.size(), first + together);
            const int op =
                builder_.begin(visit_text(plane_, visits[first], decimals) +
                               (end > first + 1 ? " Then " + counted(end - first - 1, "other") + "." : ""));
            for (size_t i = first; i < end; ++i) {
                visit(view, visits[i], op, top, end == visits.size());
                if (visits[i].node != sim::kNoNode) visit_op.push_back(op);
            }
        }
        builder_.y = words_y;
        builder_.words(terms_, builder_.step().values_before, term_op_);
        builder_.y = plane_y + plane_lines(builder_) + 0.5f;
        for (const char* const name : {"visited", "distance", "reach", "accepted"}) visit_row(name, visit_op);
    }

private:
    /// A word per visit, which appears with it; where there are too many for a row, they are left to a table.
    void visit_row(const char* name, const std::vector<int>& visit_op) {
        constexpr float kWidest = 2;
        const LessonArray* const array = array_named(builder_.step(), name);
        const auto count = static_cast<float>(visit_op.size());
        if (!array || array->words.size() != visit_op.size() || count > builder_.figure.width) return;
        builder_.take(name);
        const float width = std::min(kWidest, std::floor(2 * builder_.figure.width / count) / 2),
                    height = builder_.height_of(*array, width);
        const int row = builder_.row(*array, height);
        for (uint32_t i = 0; i < visit_op.size(); ++i) {
            const Area area{static_cast<float>(i) * width, builder_.y, width, height};
            builder_.word(row, i, area, visit_op[i]).tone =
                array->name == "accepted" && array->words[i] ? Tone::good : Tone::plain;
        }
        builder_.y += height + 0.2f;
    }

    void mark_target(PlaneView& view) {
        FigureShape& ring = view.add(FigureShape::dot, view.at_rank(plane_.target), 0);
        ring.filled = false;
        ring.tone = Tone::wrong;
        ring.size = 1.15f;
        FigureShape& dot = view.add(FigureShape::dot, view.at_rank(plane_.target), 0);
        dot.tone = Tone::wrong;
        dot.size = 0.7f;
        dot.pair = plane_.order[plane_.target];
    }

    /// Below a node that is accepted.
    void unseen_nodes(float top) {
        std::vector<bool> seen(plane_.nodes.size());
        for (const PlaneVisit& visit : plane_.visits)
            if (visit.node != sim::kNoNode) seen[visit.node] = true;
        for (uint32_t i = 0; i < plane_.nodes.size(); ++i) {
            if (seen[i] || !rows_.has(i)) continue;
            builder_.label(number_text(i), rows_.area(i, top), 0).tone = Tone::faint;
        }
    }

    void visit(PlaneView& view, const PlaneVisit& visit, int op, float top, bool last) {
        const bool alone = visit.node == sim::kNoNode;
        const Spot own = view.at_rank(plane_.target);
        if (alone || (!visit.accepted && plane_.nodes[visit.node].leaf)) {
            for (uint32_t rank = visit.first; rank <= visit.last; ++rank) {
                term_op_[rank] = op;
                if (rank != plane_.target) pull(view, own, view.at_rank(rank), op, 1);
            }
        }
        if (alone) return;
        const PlaneNode& node = plane_.nodes[visit.node];
        if (rows_.has(visit.node) && drawn_.insert(visit.node).second) {
            FigureCell& cell = builder_.label(number_text(visit.node), rows_.area(visit.node, top), op);
            cell.tone = visit.accepted ? Tone::good : Tone::plain;
            cell.state = visit.accepted ? CellState::written : CellState::read;
        }
        FigureShape& reach = view.circle(view.at(node.node.centre), node.reach_m, op);
        reach.tone = visit.accepted ? Tone::good : Tone::wrong;
        reach.left_at = last ? 0 : op + 1;
        FigureShape& now = view.box(node.box, op, false);
        now.tone = visit.accepted ? Tone::good : Tone::wrong;
        now.left_at = last ? 0 : op + 1;
        if (!visit.accepted) {
            FigureShape& opened = view.box(node.box, op + (last ? 0 : 1), false);
            opened.tone = Tone::faint;
            if (!last) opened.opacity = 0.8f;
            return;
        }
        std::fill(term_op_.begin() + visit.first, term_op_.begin() + visit.last + 1, op);
        FigureShape& taken = view.box(node.box, op, true);
        taken.tone = Tone::good;
        taken.opacity = 0.45f;
        pull(view, own, view.at(node.node.centre), op, 2);
    }

    void pull(PlaneView& view, Spot own, Spot other, int op, float width) {
        FigureShape& line = view.line(own, other, op);
        line.tone = Tone::good;
        line.size = width;
    }

    FigureBuilder& builder_;
    const LessonPlane& plane_;
    const LessonArray& terms_;
    TreeRows rows_;
    std::vector<int> term_op_;
    std::set<uint32_t> drawn_;  // a broken tree may be walked in a circle
};

}  // namespace

void tree_walk(FigureBuilder& builder, const Picture& picture) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    if (!plane || plane->visits.empty()) return;
    const LessonArray* const terms = builder.take(picture.array, plane->count());
    if (terms) WalkPicture(builder, *plane, *terms).draw();
}

void pull_matrix(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    if (!plane || plane->order.empty()) return;
    const uint32_t n = plane->count();
    const float side = 1 / static_cast<float>(n), gap = 0.08f * side;
    const int op = builder.begin(
        "A row per body, from index 0 at the top, and a column per body that pulls it. Orange: summed one by one. Blue: an "
        "accepted node pulls for all bodies across. Far from the diagonal they are wide.");
    builder.name("pulls", plane_lines(builder), op);
    PlaneView view(builder, *plane, {0, builder.y, builder.figure.width, plane_lines(builder)});
    const auto row_area = [&](uint32_t row, uint32_t first, uint32_t last, int shown_at,
                              bool filled) -> FigureShape& {
        const float top = 1 - static_cast<float>(row) * side;
        return view.area(view.part(static_cast<float>(first) * side + gap, top - side + gap),
                         view.part(static_cast<float>(last + 1) * side - gap, top - gap), shown_at, filled);
    };
    for (uint32_t row = 0; row < n; ++row) {
        for (const PlaneVisit& visit : walk_of(*plane, row)) {
            const bool alone = visit.node == sim::kNoNode;
            if (!alone && visit.accepted) row_area(row, visit.first, visit.last, op, true).tone = Tone::good;
            if (!alone && (visit.accepted || !plane->nodes[visit.node].leaf)) continue;
            for (uint32_t rank = visit.first; rank <= visit.last; ++rank) {
                FigureShape& one = row_area(row, rank, rank, op, true);
                one.tone = Tone::digit;
                one.digit = 2;
            }
        }
    }
    const int last =
        builder.begin("The row of the walk before, of index " + number_text(plane->target) + ".");
    row_area(plane->target, 0, n - 1, last, false).tone = Tone::strong;
    builder.y += plane_lines(builder) + 0.5f;
}

}  // namespace app::parts
