// Draws bodies, squares and boxes of a lesson's plane as shapes of a figure.
#include "app/teach/figure/plane_view.h"

#include <algorithm>

namespace app {

float plane_lines(const FigureBuilder& builder) {
    constexpr float kLeast = 21, kMost = 32, kUsualColumns = 32, kColumnsALine = 20;
    return std::clamp(kLeast + (builder.figure.width - kUsualColumns) / kColumnsALine, kLeast, kMost);
}

PlanePen::PlanePen(FigureBuilder& builder, Area area, float aspect)
    : builder_(builder), number_(builder.figure.planes.size()) {
    builder.figure.planes.push_back({area, {}, aspect});
}

PlaneView::PlaneView(FigureBuilder& builder, const LessonPlane& plane, Area area, bool axes)
    : PlanePen(builder, area), plane_(plane), margin_(axes ? 0.06f : 0.015f) {}

Spot PlaneView::part(float x, float y) const {
    const float room = 1 - 2 * margin_;
    return {margin_ + x * room, margin_ + y * room};
}

Spot PlaneView::at(float x_m, float y_m) const {
    const float side = plane_.side_m();
    return part((x_m - plane_.cube.low.x) / side, (y_m - plane_.cube.low.y) / side);
}

FigureShape& PlanePen::add(FigureShape::Kind kind, Spot from, int shown_at) {
    FigureShape shape;
    shape.kind = kind;
    shape.from = shape.to = from;
    shape.shown_at = shown_at;
    std::vector<FigureShape>& all = builder_.figure.planes[number_].shapes;
    all.push_back(shape);
    return all.back();
}

FigureShape& PlanePen::line(Spot from, Spot to, int shown_at) {
    FigureShape& line = add(FigureShape::line, from, shown_at);
    line.to = to;
    return line;
}

FigureShape& PlanePen::area(Spot from, Spot to, int shown_at, bool filled) {
    FigureShape& area = add(FigureShape::area, from, shown_at);
    area.to = to;
    area.filled = filled;
    return area;
}

FigureShape& PlaneView::circle(Spot middle, float radius_m, int shown_at) {
    FigureShape& circle = add(FigureShape::circle, middle, shown_at);
    circle.size = radius_m / plane_.side_m() * (1 - 2 * margin_);
    return circle;
}

FigureShape& PlanePen::text(Spot middle, const std::string& words, int shown_at) {
    FigureShape& text = add(FigureShape::text, middle, shown_at);
    text.label = words;
    return text;
}

void PlaneView::outline(int shown_at, Tone tone) {
    area(part(0, 0), part(1, 1), shown_at, false).tone = tone;
}

void PlaneView::grid(uint32_t level, int shown_at) {
    const uint32_t squares = 1u << level;
    for (uint32_t i = 1; i < squares; i += 2) {
        const float where = static_cast<float>(i) / static_cast<float>(squares);
        for (const bool upright : {true, false}) {
            FigureShape& border = upright ? line(part(where, 0), part(where, 1), shown_at)
                                          : line(part(0, where), part(1, where), shown_at);
            border.tone = level == 1 ? Tone::plain : Tone::faint;
            border.size = level == 1 ? 0.9f : 1.1f - 0.2f * static_cast<float>(level);
        }
    }
}

FigureShape& PlaneView::square(uint32_t level, uint32_t x, uint32_t y, int shown_at, bool filled) {
    const float side = 1 / static_cast<float>(1u << level), left = static_cast<float>(x) * side,
                below = static_cast<float>(y) * side;
    return area(part(left, below), part(left + side, below + side), shown_at, filled);
}

void PlaneView::bodies(int shown_at, bool by_mass) {
    const float usual = plane_.count() > 64 ? 0.42f : 0.55f;
    for (uint32_t id = 0; id < plane_.count(); ++id) {
        FigureShape& dot = add(FigureShape::dot, at(plane_.bodies[id].place()), shown_at);
        dot.pair = id;
        dot.digit = builder_.group_of(id);
        dot.tone = dot.digit < 0 ? Tone::good : Tone::digit;
        dot.size = by_mass ? usual * (0.6f + 0.25f * static_cast<float>(plane_.bodies[id].mass_kg)) : usual;
    }
}

FigureShape& PlaneView::box(const sim::NodeBox& box, int shown_at, bool filled) {
    constexpr float kAir = 0.012f;
    const Spot low = at(box.min), high = at(box.max);
    return area({low.x - kAir, low.y - kAir}, {high.x + kAir, high.y + kAir}, shown_at, filled);
}

const char* quarter_name(uint32_t x, uint32_t y) {
    return x ? (y ? "upper right" : "lower right") : (y ? "upper left" : "lower left");
}

}  // namespace app
