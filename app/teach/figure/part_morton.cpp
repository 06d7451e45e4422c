// Bodies in a plane, the cells of both axes, their bits taking turns, the way in the order of the keys, and the squares
// that prefixes of sorted keys are.
#include <algorithm>
#include <numeric>

#include "app/teach/figure/parts.h"
#include "app/teach/figure/plane_view.h"

namespace app::parts {
namespace {

constexpr float kBitHeight = 0.85f;

/// Returns "0110": the lowest `count` bits.
std::string bits_of(uint32_t word, uint32_t count) {
    std::string text;
    for (uint32_t bit = count; bit-- > 0;) text += (word >> bit & 1) ? '1' : '0';
    return text;
}

Area below(const FigureBuilder& builder, float left = 0, float right = 1) {
    const float width = builder.figure.width;
    return {left * width, builder.y, (right - left) * width, plane_lines(builder)};
}

/// Returns "The body of key 84, at x 73 and y 120 m,".
std::string body_text(const FigureBuilder& builder, const LessonPlane& plane, uint32_t id) {
    const PlaneBody& body = plane.bodies[id];
    return "The body of key " + number_text(builder.lesson().keys[id]) + ", at x " + number_text(body.x) +
           " and y " + number_text(body.y) + " m,";
}

/// Returns the body whose path is shown: one that is well inside.
uint32_t example(const LessonPlane& plane) { return plane.count() / 4; }

}  // namespace

void plane_bodies(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    if (!plane || plane->count() == 0) return;
    const uint32_t id = example(*plane);
    const int op = builder.begin(counted(plane->count(), "body", "bodies") +
                                 " in the plane, x to the right and y upwards. " +
                                 body_text(builder, *plane, id) + " is outlined.");
    PlaneView view(builder, *plane, below(builder), true);
    view.outline(op);
    view.bodies(op, builder.earlier("mass") != nullptr);
    FigureShape& ring = view.add(FigureShape::dot, view.at(plane->bodies[id].place()), op);
    ring.filled = false;
    ring.tone = Tone::strong;
    ring.size = 1.1f;
    view.text(view.part(0.5f, -0.035f), "x", op).tone = Tone::faint;
    view.text(view.part(-0.035f, 0.5f), "y", op).tone = Tone::faint;
    builder.y += plane_lines(builder) + 0.5f;
}

void plane_cells(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    if (!plane || plane->count() == 0) return;
    PlaneView view(builder, *plane, below(builder), true);
    view.bodies(0);
    view.outline(builder.begin("The square around all bodies. They take at most seven eighths of its side."),
                 Tone::strong);
    const int cells = builder.begin("Each axis is cut into 16 cells, numbered from the lower left corner.");
    for (uint32_t level = 1; level <= kPlaneLevels; ++level) view.grid(level, cells);
    for (uint32_t i = 0; i < kPlaneCells; ++i) {
        const float middle = (static_cast<float>(i) + 0.5f) / static_cast<float>(kPlaneCells);
        view.text(view.part(middle, -0.035f), number_text(i), cells).tone = Tone::faint;
        view.text(view.part(-0.04f, middle), number_text(i), cells).tone = Tone::faint;
    }
    const uint32_t id = example(*plane), x = plane->cell_x[id], y = plane->cell_y[id];
    const int op = builder.begin(body_text(builder, *plane, id) + " is in cell x " + number_text(x) +
                                 " and cell y " + number_text(y) + ".");
    FigureShape& cell = view.square(kPlaneLevels, x, y, op, true);
    cell.tone = Tone::strong;
    const float side = 1 / static_cast<float>(kPlaneCells), left = static_cast<float>(x) * side,
                bottom = static_cast<float>(y) * side;
    FigureShape& along_x = view.area(view.part(left, 0), view.part(left + side, bottom), op, true);
    along_x.tone = Tone::digit;
    along_x.digit = 0;
    FigureShape& along_y = view.area(view.part(0, bottom), view.part(left, bottom + side), op, true);
    along_y.tone = Tone::digit;
    along_y.digit = 2;
    builder.y += plane_lines(builder) + 0.5f;
}

void interleave(FigureBuilder& builder, const Picture& picture) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    if (!plane || plane->count() == 0) return;
    const LessonArray* const keys = builder.take(picture.array, plane->count());
    if (!keys) return;
    const uint32_t id = example(*plane), n = builder.count();
    const float height = builder.height_of(*keys), top = builder.y,
                plane_top = top + kBitHeight * kPlaneKeyBits + 0.4f + height + 0.8f;
    builder.y = plane_top;
    PlaneView view(builder, *plane, below(builder), false);
    view.bodies(0);
    view.outline(0, Tone::plain);
    builder.y = top;
    std::string all;
    uint32_t taken = 0;
    for (uint32_t level = 1; level <= kPlaneLevels; ++level) {
        const uint32_t bit = kPlaneLevels - level, x = plane->cell_x[id] >> bit, y = plane->cell_y[id] >> bit;
        const std::string who =
            level == 1 ? body_text(builder, *plane, id) + " has the upper bits" : "Its next bits are";
        const int op = builder.begin(who + " x " + number_text(x & 1) + " and y " + number_text(y & 1) +
                                     ": the " + quarter_name(x & 1, y & 1) + " quarter of " +
                                     (level == 1 ? "the square." : "that square."));
        all += (level > 1 ? " " : "") + number_text(x & 1) + number_text(y & 1);
        taken = taken << 2 | (x & 1) << 1 | (y & 1);
        view.grid(level, op);
        FigureShape& square = view.square(level, x, y, op, true);
        square.tone = Tone::strong;
        square.opacity = 0.6f;
        if (level < kPlaneLevels) square.left_at = op + 1;
        for (const bool of_x : {true, false}) {
            builder.name(std::string(of_x ? "x" : "y") + ", bit " + number_text(bit), kBitHeight, op);
            for (uint32_t i = 0; i < n; ++i) {
                const uint32_t cell = of_x ? plane->cell_x[i] : plane->cell_y[i];
                FigureCell& label = builder.label(number_text(cell >> bit & 1),
                                                  {static_cast<float>(i), builder.y, 1, kBitHeight}, op);
                label.pair = i;
                label.tone = Tone::digit;
                label.digit = of_x ? 0 : 2;
            }
            builder.y += kBitHeight;
        }
    }
    const bool turns = keys->words[id] == taken;
    const std::string key = bits_of(keys->words[id], kPlaneKeyBits);
    const int op = builder.begin(
        turns ? "The bits from top to bottom are the Morton key: " + all + " is " + number_text(taken) + "."
              : "But the key made of them is " + key + ", " + number_text(keys->words[id]) +
                    ": all bits of x above all bits of y.");
    builder.y += 0.4f;
    builder.words(*keys, builder.step().values_before, std::vector<int>(n, op));
    builder.y = plane_top + plane_lines(builder) + 0.5f;
}

void z_curve(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    const Words& order = builder.step().values_before;
    if (!plane || order.empty()) return;
    const auto n = static_cast<uint32_t>(order.size());
    constexpr size_t kMostRuns = 8;
    // Bodies of one quarter after each other; of a broken order, eighths of it.
    std::vector<uint32_t> ends;
    for (uint32_t i = 1; i < n; ++i)
        if (builder.group_of(order[i]) != builder.group_of(order[i - 1])) ends.push_back(i);
    ends.push_back(n);
    const bool by_quarter = ends.size() <= kMostRuns;
    if (!by_quarter) {
        ends.clear();
        for (size_t part = 1; part <= kMostRuns; ++part)
            ends.push_back(static_cast<uint32_t>(n * part / kMostRuns));
    }
    builder.text(builder.figure.width / 4, builder.y, "in the order of the keys", 0, Align::middle);
    builder.text(builder.figure.width * 3 / 4, builder.y, "in the order of x", 0, Align::middle);
    builder.y += 1.1f;
    PlaneView left(builder, *plane, below(builder, 0, 0.49f)),
        right(builder, *plane, below(builder, 0.51f, 1));
    for (PlaneView* view : {&left, &right}) {
        view->outline(0, Tone::plain);
        view->grid(1, 0);
        view->grid(2, 0);
        view->bodies(0);
    }
    const auto place = [&](const PlaneView& view, uint32_t id) { return view.at(plane->bodies[id].place()); };
    uint32_t first = 0;
    for (const uint32_t end : ends) {
        const uint32_t id = order[first];
        const std::string keys = first + 1 == end ? "key " + number_text(plane->key[id])
                                                  : "from key " + number_text(plane->key[id]) + " to " +
                                                        number_text(plane->key[order[end - 1]]);
        const std::string where =
            by_quarter ? ", in the " +
                             std::string(quarter_name(plane->cell_x[id] >> (kPlaneLevels - 1),
                                                      plane->cell_y[id] >> (kPlaneLevels - 1))) +
                             " quarter"
                       : "";
        const int op = builder.begin(index_range(first, end - 1) + where + ": " + keys + ".");
        for (uint32_t i = std::max(first, 1u); i < end; ++i) {
            FigureShape& line = left.line(place(left, order[i - 1]), place(left, order[i]), op);
            const bool inside = builder.group_of(order[i - 1]) == builder.group_of(order[i]);
            line.digit = inside ? builder.group_of(order[i]) : -1;
            line.tone = inside ? Tone::digit : Tone::strong;
            line.size = 1.4f;
            line.pair = order[i];
        }
        first = end;
    }
    Words by_x = order;
    std::sort(by_x.begin(), by_x.end());
    std::stable_sort(by_x.begin(), by_x.end(),
                     [&](uint32_t a, uint32_t b) { return plane->bodies[a].x < plane->bodies[b].x; });
    const int op = builder.begin(
        "The same bodies in the order of x alone: from one to the next the way goes up and down.");
    for (uint32_t i = 1; i < n; ++i) {
        FigureShape& line = right.line(place(right, by_x[i - 1]), place(right, by_x[i]), op);
        line.tone = Tone::wrong;
        line.size = 1.2f;
        line.pair = by_x[i];
    }
    builder.y += plane_lines(builder) + 0.5f;
}

void squares(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    const Words& order = builder.step().values_before;
    if (!plane || order.empty()) return;
    constexpr float kRow = 1.15f;
    const auto n = static_cast<uint32_t>(order.size());
    const float plane_top = builder.y + kRow * kPlaneLevels + 0.6f;
    const float top = builder.y;
    builder.y = plane_top;
    PlaneView view(builder, *plane, below(builder));
    view.outline(0, Tone::plain);
    view.bodies(0);
    builder.y = top;
    for (uint32_t level = 1; level <= kPlaneLevels; ++level) {
        const uint32_t dropped = kPlaneLevels - level;
        const auto square = [&](uint32_t rank) {
            return std::pair(plane->cell_x[order[rank]] >> dropped, plane->cell_y[order[rank]] >> dropped);
        };
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> pieces;
        for (uint32_t i = 0; i < n; ++i) pieces[square(i)] += i == 0 || square(i) != square(i - 1);
        const auto torn =
            std::count_if(pieces.begin(), pieces.end(), [](const auto& piece) { return piece.second > 1; });
        const int op = builder.begin(
            "Level " + number_text(level) + ": " + counted(pieces.size(), "square") + " with bodies, " +
            (torn ? counted(static_cast<uint64_t>(torn), "of them is", "of them are") +
                        " in several ranges of the keys."
                  : "each of them one range of keys that begin with the same " + number_text(2 * level) +
                        " bits."));
        builder.name("level " + number_text(level), kRow, op);
        view.grid(level, op);
        for (const auto& [where, count] : pieces) {
            FigureShape& area = view.square(level, where.first, where.second, op, level == 1);
            area.tone = Tone::digit;
            area.digit = static_cast<int>((where.first >> (level - 1)) << 1 | where.second >> (level - 1));
            area.opacity = level == 1 ? 0.35f : 1;
            area.size = 0.7f;
        }
        for (uint32_t first = 0, end; first < n; first = end) {
            for (end = first + 1; end < n && square(end) == square(first);) ++end;
            FigureCell& cell = builder.label(
                bits_of(plane->key[order[first]] >> 2 * dropped & 3, 2),
                {static_cast<float>(first), builder.y, static_cast<float>(end - first), 1.05f}, op);
            const bool whole = pieces[square(first)] == 1;
            cell.tone = whole ? Tone::digit : Tone::wrong;
            cell.digit = whole ? builder.group_of(order[first]) : -1;
            if (end == first + 1) cell.pair = order[first];
        }
        builder.y += kRow;
    }
    builder.y = plane_top + plane_lines(builder) + 0.5f;
}

}  // namespace app::parts
