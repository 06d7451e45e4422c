// The boxes of a broad phase in the plane: the sort axis to the right, the other axis upwards, and below it the strip of
// their intervals. A test is a thin line from the box that walks, which is filled, and a thick one if both overlap.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/teach/figure/parts.h"
#include "app/teach/figure/plane_view.h"
#include "app/teach/lesson_boxes.h"

namespace app::parts {
namespace {

constexpr float kAspect = 2.6f;
constexpr float kLeft = 0.09f, kBelow = 0.07f, kAir = 0.03f;  // around the boxes, in heights of the plane

class BoxPlane : public PlanePen {
public:
    BoxPlane(FigureBuilder& builder, const std::vector<LessonBox>& boxes, float lines)
        : PlanePen(builder, {0, builder.y, builder.figure.width, lines}, kAspect), boxes_(boxes) {
        lowest_ = highest_ = boxes[0].min;
        for (const LessonBox& box : boxes) {
            lowest_ = std::min(lowest_, box.min);
            highest_ = std::max(highest_, box.max);
        }
    }

    /// The borders of the plane, with the ends of both axes.
    void axes(int op) {
        area(at(lowest_, 0), at(highest_, kLessonHeight), op, false).tone = Tone::faint;
        const float below = -0.6f * kBelow;
        const auto label = [&](Spot spot, const std::string& words) {
            text(spot, words, op).tone = Tone::faint;
        };
        label({at(lowest_, 0).x, kBelow + below}, number_text(lowest_));
        label({kAspect / 2, kBelow + below}, "sort axis");
        label({at(highest_, 0).x - 0.04f, kBelow + below}, number_text(highest_));
        label({kLeft / 2, at(0, 0).y}, "0");
        label({kLeft / 2, at(0, kLessonHeight).y}, number_text(kLessonHeight));
    }

    /// Every second column is shaded; their numbers stand at the left.
    void stripes(int op) {
        for (uint32_t k = 0; k < kLessonColumns; ++k) {
            const uint32_t low = k * kLessonColumnWidth,
                           high = std::min(low + kLessonColumnWidth, kLessonHeight);
            if (low >= high) continue;
            FigureShape& stripe = area(at(lowest_, low), at(highest_, high), op, true);
            stripe.opacity = k % 2 ? 0.35f : 0.12f;
            stripe.tone = Tone::faint;
            const float middle = (at(0, low).y + at(0, high).y) / 2;
            text({kLeft / 2, middle}, "col " + number_text(k), op).tone = Tone::faint;
        }
    }

    /// All boxes, with their indices in the input, none on another.
    void outlines(int op) {
        const float size = boxes_.size() > 32 ? 0.85f : 1;
        std::vector<Area> taken;
        for (uint32_t id = 0; id < boxes_.size(); ++id) {
            const LessonBox& box = boxes_[id];
            FigureShape& outline = add(FigureShape::polygon, middle(id), op);
            outline.corners = {at(box.min, box.low), at(box.max, box.low), at(box.max, box.high),
                               at(box.min, box.high)};
            outline.filled = false;
            outline.pair = id;
            outline.digit = builder_.group_of(id);
            outline.tone = outline.digit < 0 ? Tone::plain : Tone::digit;
            outline.size = 0.8f;
            const std::string number = number_text(id);
            text(free_spot(box, number.size(), size, taken), number, op).size = size;
        }
    }

    /// Fills the box during an operation.
    void walks(uint32_t id, int op) {
        const LessonBox& box = boxes_[id];
        FigureShape& fill = area(at(box.min, box.low), at(box.max, box.high), op, true);
        fill.digit = builder_.group_of(id);
        fill.tone = fill.digit < 0 ? Tone::good : Tone::digit;
        fill.left_at = op + 1;
    }

    void join(uint32_t a, uint32_t b, bool kept, int op) {
        FigureShape& link = line(middle(a), middle(b), op);
        link.tone = kept ? Tone::good : Tone::faint;
        link.size = kept ? 1.8f : 0.6f;
    }

private:
    /// Returns the middle of a number in a corner of the box, the upper left if nothing is there (lines of tests end in
    /// the middle), else beside the box. Adds its area to `taken`.
    Spot free_spot(const LessonBox& box, size_t letters, float size, std::vector<Area>& taken) const {
        const float wide = (0.01f * static_cast<float>(letters) + 0.008f) * size, tall = 0.023f * size;
        const Spot low = at(box.min, box.low), high = at(box.max, box.high);
        const Spot spots[] = {{low.x + wide, high.y - tall},  {high.x - wide, low.y + tall},
                              {high.x - wide, high.y - tall}, {low.x + wide, low.y + tall},
                              {high.x + wide, high.y - tall}, {low.x - wide, high.y - tall},
                              {low.x + wide, high.y + tall},  {low.x + wide, low.y - tall}};
        const auto is_free = [&](const Spot& spot) {
            return std::none_of(taken.begin(), taken.end(), [&](const Area& other) {
                return std::abs(other.x - spot.x) < other.width + wide &&
                       std::abs(other.y - spot.y) < other.height + tall;
            });
        };
        const Spot* const found = std::find_if(std::begin(spots), std::end(spots), is_free);
        const Spot spot = found == std::end(spots) ? spots[0] : *found;
        taken.push_back({spot.x, spot.y, wide, tall});  // its middle, and half its size
        return spot;
    }

    Spot at(uint32_t along, uint32_t across) const {
        const double length = std::max(highest_ - lowest_, 1u);
        const double x = static_cast<double>(along - std::min(along, lowest_)) / length,
                     y = static_cast<double>(across) / kLessonHeight;
        return {kLeft + static_cast<float>(x) * (kAspect - kLeft - kAir),
                kBelow + static_cast<float>(y) * (1 - kBelow - kAir)};
    }
    Spot middle(uint32_t id) const {
        const Spot low = at(boxes_[id].min, boxes_[id].low), high = at(boxes_[id].max, boxes_[id].high);
        return {(low.x + high.x) / 2, (low.y + high.y) / 2};
    }

    const std::vector<LessonBox>& boxes_;
    uint32_t lowest_, highest_;
};

/// The pairs that a table lists, its first row above its second.
void join_pairs(FigureBuilder& builder, BoxPlane& plane, const LessonArray& pairs, size_t boxes) {
    const size_t count = pairs.words.size() / 2;
    const int op = builder.begin("Each line joins two boxes that overlap: " + counted(count, "pair") + ".");
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = pairs.words[i], b = pairs.words[count + i];
        if (a < boxes && b < boxes) plane.join(a, b, true, op);
    }
}

}  // namespace

void box_numbers(FigureBuilder& builder, const Words& boxes, const std::vector<int>& shown_at) {
    constexpr float kHeight = 0.9f;
    builder.name("box", kHeight, 0);
    for (uint32_t i = 0; i < boxes.size(); ++i)
        builder
            .label(number_text(boxes[i]), {static_cast<float>(i), builder.y, 1, kHeight},
                   i < shown_at.size() ? shown_at[i] : 0)
            .pair = boxes[i];
    builder.y += kHeight;
    builder.current_row.bottom = builder.y;
}

void box_plane(FigureBuilder& builder, const Picture& picture) {
    const std::vector<LessonBox> boxes = boxes_of(builder.lesson().keys);
    const Words& box_of = builder.step().values_before;
    if (boxes.empty() || box_of.size() != boxes.size()) return;
    const float lines = plane_lines(builder);
    builder.text(0, builder.y,
                 builder.step().tests.empty()
                     ? "The number of a box is its index in the input."
                     : "Filled: the box that walks. Thin: a test. Thick: both overlap. The number "
                       "of a box is its index in the input.",
                 builder.now(), Align::left, Tone::faint);
    builder.y += 1.3f;
    builder.name("other axis", lines, builder.now());
    BoxPlane plane(builder, boxes, lines);
    if (builder.earlier("column")) plane.stripes(builder.now());
    plane.axes(builder.now());
    plane.outlines(builder.now());
    builder.y += lines + 0.6f;
    if (const LessonArray* const pairs = array_named(builder.step(), "pairs"))
        join_pairs(builder, plane, *pairs, boxes.size());
    if (!*picture.array) return;
    const std::vector<int> walk = intervals(builder, picture, true);
    for (uint32_t i = 0; i < walk.size(); ++i)
        if (walk[i] > 0) plane.walks(box_of[i], walk[i]);
    size_t drawn = 0;
    for (const BoxTest& test : builder.step().tests)
        if (++drawn <= kMostTests) plane.join(box_of[test.a], box_of[test.b], test.kept, walk[test.a]);
}

}  // namespace app::parts
