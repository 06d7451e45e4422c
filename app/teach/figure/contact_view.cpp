// Draws boxes and pairs of the lesson `contacts` in m, bars of margins, and curves of sweeps.
#include "app/teach/figure/contact_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace app {
namespace {

constexpr float kColumnPerLine = 4;  // a column is about as wide as four lines are high
constexpr float kLabel = 1.2f;       // of the usual size of texts in a plane

ContactWindow fitted_window(AxisBox box, const Area& area) {
    const float aspect = area.width * kColumnPerLine / area.height;
    const float width = box.high.x - box.low.x, height = box.high.y - box.low.y;
    if (width < height * aspect) {
        const float more = (height * aspect - width) / 2;
        box.low.x -= more;
        box.high.x += more;
    } else {
        box.high.y = box.low.y + width / aspect;
    }
    return {box, aspect};
}

float cell_width(const FigureBuilder& builder, size_t count, float widest = 1.5f) {
    return std::min(widest, builder.figure.width / static_cast<float>(std::max<size_t>(count, 1)));
}

}  // namespace

ContactWindow heap_window(const std::vector<ContactBox>& boxes, const Area& area) {
    constexpr float kAir = 0.07f, kGround = 0.09f;  // m
    AxisBox all = axis_box(boxes[0], kAir);
    for (const ContactBox& box : boxes) {
        const AxisBox own = axis_box(box, kAir);
        all = {{std::min(all.low.x, own.low.x), -kGround},
               {std::max(all.high.x, own.high.x), std::max(all.high.y, own.high.y)}};
    }
    return fitted_window(all, area);
}

ContactWindow window_around(const std::vector<Vec2>& places, float more, const Area& area) {
    AxisBox all{places[0], places[0]};
    for (const Vec2 place : places)
        all = {{std::min(all.low.x, place.x), std::min(all.low.y, place.y)},
               {std::max(all.high.x, place.x), std::max(all.high.y, place.y)}};
    const Vec2 air{more, more};
    return fitted_window({all.low - air, all.high + air}, area);
}

ContactView::ContactView(FigureBuilder& builder, Area area, const ContactWindow& window)
    : PlanePen(builder, area, window.aspect),
      window_(window),
      height_m_(window.box.high.y - window.box.low.y) {}

Spot ContactView::at(Vec2 place) const {
    const Vec2 from = place - window_.box.low;
    return {from.x / height_m_, from.y / height_m_};
}

void ContactView::heap(const std::vector<ContactBox>& boxes, int shown_at) {
    const Vec2 low = window_.box.low, high = window_.box.high;
    if (low.y < 0) {
        area(at(low), at({high.x, 0}), shown_at, true).tone = Tone::faint;
        line(at({low.x, 0}), at({high.x, 0}), shown_at).tone = Tone::plain;
        const Vec2 left{low.x + 0.28f * (high.y - low.y), low.y / 2};
        number(left, "ground: " + std::to_string(boxes.size()), shown_at);
    }
    for (uint32_t id = 0; id < boxes.size(); ++id) {
        for (const bool filled : {true, false}) {
            FigureShape& shape = polygon(boxes[id], 0, filled, shown_at);
            shape.pair = id;
            shape.tone = filled ? Tone::faint : Tone::plain;
        }
        const Vec2 end = boxes[id].world({-0.78f * boxes[id].half.x, 0});
        for (const Vec2 place : {end, boxes[id].world({0.78f * boxes[id].half.x, 0})}) {
            if (!shows(place)) continue;
            number(place, std::to_string(id), shown_at).pair = id;
            break;
        }
    }
}

bool ContactView::shows(Vec2 place) const {
    constexpr float kEdge = 0.05f;
    const Spot spot = at(place);
    return spot.x > kEdge && spot.x < window_.aspect - kEdge && spot.y > kEdge && spot.y < 1 - kEdge;
}

FigureShape& ContactView::polygon(const ContactBox& box, float more, bool filled, int shown_at) {
    ContactBox grown = box;
    grown.half = grown.half + Vec2{more, more};
    FigureShape& shape = add(FigureShape::polygon, at(box.place), shown_at);
    for (int k = 0; k < 4; ++k) shape.corners.push_back(at(grown.world(grown.corner(k))));
    shape.filled = filled;
    return shape;
}

FigureShape& ContactView::outline(const ContactBox& box, float more, int shown_at) {
    return polygon(box, more, false, shown_at);
}

FigureShape& ContactView::around(const AxisBox& box, int shown_at) {
    return area(at(box.low), at(box.high), shown_at, false);
}

FigureShape& ContactView::arrow(Vec2 from, Vec2 way, int shown_at) {
    FigureShape& shape = line(at(from), at(from + way), shown_at);
    shape.arrow = true;
    return shape;
}

FigureShape& ContactView::dot(Vec2 place, float size, bool filled, int shown_at) {
    FigureShape& shape = add(FigureShape::dot, at(place), shown_at);
    shape.size = size;
    shape.filled = filled;
    return shape;
}

FigureShape& ContactView::number(Vec2 place, const std::string& text, int shown_at) {
    FigureShape& shape = this->text(at(place), text, shown_at);
    shape.size = 1.4f;
    return shape;
}

FigureShape& ContactView::link(const std::vector<ContactBox>& boxes, const ContactPair& pair, int shown_at) {
    const Vec2 from = boxes[pair.a].place;
    return line(at(from), at(pair.ground() ? Vec2{from.x, 0} : boxes[pair.b].place), shown_at);
}

Vec2 beside_link(const std::vector<ContactBox>& boxes, const ContactPair& pair) {
    constexpr float kAway = 0.05f;  // m
    const Vec2 from = boxes[pair.a].place, way = boxes[pair.b].place - from,
               left = cross(kAway / length(way), way);
    return from + way * 0.5f + (left.y > 0 ? left : left * -1);
}

Tone fate_tone(PairFate fate) {
    return fate == PairFate::kept ? Tone::good : fate == PairFate::apart ? Tone::faint : Tone::wrong;
}

void draw_margin_bars(FigureBuilder& builder, const ContactTrace& step, const Area& area,
                      const MarginBarTimes& times) {
    const float aspect = area.width * kColumnPerLine / area.height, left = 0.13f, right = aspect - 0.16f;
    PlanePen pen(builder, area, aspect);
    float most = 1.5f * contact_law().margin_m;
    for (const ContactPair& pair : step.pairs) most = std::max(most, 1.1f * (pair.moved + pair.need));
    const float line = 0.9f / static_cast<float>(std::max<size_t>(step.pairs.size(), 6)),
                scale = (right - left) / most;
    const auto bar = [&](float from, float to, float low, float top, int digit) {
        FigureShape& shape = pen.area({from, low}, {to, top}, times.bars, true);
        shape.tone = Tone::digit;
        shape.digit = digit;
    };
    bar(left, left + 0.04f, 0.945f, 0.985f, 0);
    bar(left + 0.33f, left + 0.37f, 0.945f, 0.985f, 1);
    pen.text({left + 0.15f, 0.965f}, "moved", times.bars).size = kLabel;
    pen.text({left + 0.47f, 0.965f}, "need", times.bars).size = kLabel;
    pen.text({aspect - 0.17f, 0.965f}, "margin, mm", times.margins).size = kLabel;
    float top = 0.9f;
    for (const ContactPair& pair : step.pairs) {
        const float low = top - 0.7f * line, middle = (top + low) / 2;
        const float moved = left + pair.moved * scale, need = moved + pair.need * scale;
        const int fate = times.fates[static_cast<size_t>(pair.fate)];
        pen.text({left / 2, middle}, pair_name(step, pair), 0).size = kLabel;
        bar(left, moved, low, top, 0);
        bar(moved, need, low, top, 1);
        FigureShape& frame = pen.area({left, low}, {need, top}, fate, false);
        frame.tone = fate_tone(pair.fate);
        frame.size = 1.5f;
        const float margin = left + pair.margin * scale;
        if (pair.known && margin < right) {
            FigureShape& mark =
                pen.line({margin, low - 0.1f * line}, {margin, top + 0.1f * line}, times.margins);
            mark.tone = Tone::strong;
            mark.size = 2;
        }
        char text[16];
        std::snprintf(text, sizeof text, "%.0f", static_cast<double>(pair.margin) * 1000);
        pen.text({(right + aspect) / 2, middle}, pair.known ? text : "new", times.margins).size = kLabel;
        top -= line;
    }
}

namespace {

/// The frame of the curves, and where a speed after a sweep lies.
struct SweepChart {
    float left, right, low, high;
    float most_sweeps, least_speed;
    int powers;

    Spot at(float sweep, float speed) const {
        const float share =
            std::log10(std::max(speed, least_speed) / least_speed) / static_cast<float>(powers);
        return {left + (right - left) * sweep / most_sweeps, low + (high - low) * std::min(share, 1.0f)};
    }
};

void draw_scales(PlanePen& pen, const SweepChart& chart) {
    float speed = chart.least_speed;
    for (int k = 0; k <= chart.powers; ++k, speed *= 10) {
        const bool bound = std::abs(speed / kContactBound_m_s - 1) < 0.1f;
        const Spot from = chart.at(0, speed);
        pen.line(from, chart.at(chart.most_sweeps, speed), 0).tone = bound ? Tone::strong : Tone::faint;
        char text[32];
        std::snprintf(text, sizeof text, "%g mm/s", std::pow(10.0, k - 2));
        pen.text({chart.left / 2, from.y}, text, 0).size = kLabel;
    }
    const int every = chart.most_sweeps > 100 ? 50 : chart.most_sweeps > 20 ? 5 : 1;
    for (int sweep = 0; static_cast<float>(sweep) <= chart.most_sweeps; sweep += every)
        pen.text({chart.at(static_cast<float>(sweep), 0).x, chart.low - 0.05f}, std::to_string(sweep), 0)
            .size = kLabel;
    pen.text({(chart.left + chart.right) / 2, 0.02f}, "sweeps", 0).tone = Tone::faint;
}

void draw_curve(PlanePen& pen, const SweepChart& chart, const std::vector<float>& curve, Tone tone,
                bool strong, int shown_at) {
    for (size_t k = 0; k < curve.size(); ++k) {
        const Spot here = chart.at(static_cast<float>(k), curve[k]);
        FigureShape& dot = pen.add(FigureShape::dot, here, shown_at);
        dot.size = strong ? 0.65f : 0.4f;
        dot.tone = tone;
        if (k == 0) continue;
        FigureShape& line = pen.line(chart.at(static_cast<float>(k - 1), curve[k - 1]), here, shown_at);
        line.tone = tone;
        line.size = strong ? 1.8f : 0.9f;
    }
}

}  // namespace

std::vector<int> draw_sweep_curves(FigureBuilder& builder, const ContactScene& scene, const Area& area) {
    struct Curves {
        uint32_t step;
        SweepCount kept, zero;
    };
    std::vector<Curves> all;
    float most = 5, top = 0;
    for (const ContactTrace* const step : {&scene.later.front(), &scene.later.back()}) {
        all.push_back({step->before.steps, count_sweeps(*step, true), count_sweeps(*step, false)});
        for (const std::vector<float>* const curve : {&all.back().kept.left, &all.back().zero.left}) {
            most = std::max(most, static_cast<float>(curve->size() - 1));
            for (const float speed : *curve) top = std::max(top, speed);
        }
    }
    const float aspect = area.width * kColumnPerLine / area.height, least = 1e-5f;
    SweepChart chart{0.32f, aspect - 0.1f, 0.13f, 0.94f, most, least, 3};
    while (chart.powers < 7 && top > least * std::pow(10.0f, static_cast<float>(chart.powers)))
        ++chart.powers;
    PlanePen pen(builder, area, aspect);
    draw_scales(pen, chart);
    std::vector<int> ops;
    for (const Curves& one : all) {
        ops.push_back(builder.begin("Step " + std::to_string(one.step) +
                                    ", sweeps until no speed of approach is above 1 mm/s: " +
                                    one.kept.text() + " from the impulses of the step before (blue), " +
                                    one.zero.text() + " from impulses of 0 (orange)."));
        const bool last = &one == &all.back();
        draw_curve(pen, chart, one.zero.left, Tone::wrong, last, ops.back());
        draw_curve(pen, chart, one.kept.left, Tone::good, last, ops.back());
        for (const bool kept : {true, false}) {
            const std::vector<float>& curve = (kept ? one.kept : one.zero).left;
            const Spot end = chart.at(static_cast<float>(curve.size() - 1), curve.back());
            const float y = end.y + (end.y > chart.low + 0.1f ? -0.055f : 0.055f);
            const Spot spot{std::clamp(end.x + 0.02f, chart.left + 0.22f, aspect - 0.22f), y};
            FigureShape& label =
                pen.text(spot, "step " + std::to_string(one.step) + (kept ? ", kept" : ", zero"), ops.back());
            label.tone = kept ? Tone::good : Tone::wrong;
            label.size = kLabel;
        }
    }
    return ops;
}

void contact_row(FigureBuilder& builder, const std::string& array, const std::vector<int>& shown_at,
                 float widest) {
    const LessonArray* const list = builder.take(array);
    if (!list) return;
    const float width = cell_width(builder, list->words.size(), widest), height = 1.15f;
    const int row = builder.row(*list, height);
    for (uint32_t i = 0; i < list->words.size(); ++i) {
        const int op = shown_at[std::min<size_t>(i, shown_at.size() - 1)];
        builder.word(row, i, {static_cast<float>(i) * width, builder.y, width, height}, op);
    }
    builder.y += height + 0.1f;
}

void contact_table(FigureBuilder& builder, const std::string& array, const std::vector<std::string>& names,
                   const std::vector<int>& shown_at) {
    const LessonArray* const table = builder.take(array);
    if (!table) return;
    const float width = cell_width(builder, table->columns), height = 1.1f;
    const int row = builder.row(*table, 1);
    builder.text(0, builder.y, table->sentence, 0, Align::left, Tone::faint);
    builder.y += 1;
    for (uint32_t k = 0; k < names.size(); ++k) {
        builder.name(names[k], height, shown_at[k]);
        for (uint32_t i = 0; i < table->columns; ++i)
            builder
                .word(row, k * table->columns + i, {static_cast<float>(i) * width, builder.y, width, height},
                      shown_at[k])
                .tone = table->words[k * table->columns + i] == 0 ? Tone::faint : Tone::plain;
        builder.y += height;
    }
    builder.y += 0.3f;
}

}  // namespace app
