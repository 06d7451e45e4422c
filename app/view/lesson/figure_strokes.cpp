// Draws lines and curves, solid or dashed, arrow heads and hatches of figures.
#include "app/view/lesson/figure_strokes.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace app {
namespace {

/// The lengths of dash and gap, in pixels before scaling, that repeat; none for a solid line.
std::span<const float> dash_lengths(Dash dash) {
    static constexpr float kDashed[] = {7, 3}, kDotted[] = {2, 3}, kDashDot[] = {8, 3, 2, 3};
    switch (dash) {
        case Dash::dashed:
            return kDashed;
        case Dash::dotted:
            return kDotted;
        case Dash::dash_dot:
            return kDashDot;
        case Dash::solid:
            break;
    }
    return {};
}

/// Emits the pieces of a row of short lines that are no gap.
class Dashes {
public:
    Dashes(ImDrawList& list, std::span<const float> lengths, ImU32 ink, float thick, float scale)
        : list_(list),
          lengths_(lengths),
          ink_(ink),
          thick_(thick),
          scale_(scale),
          left_(lengths[0] * scale) {}

    void line(ImVec2 from, ImVec2 to) {
        float length = std::hypot(to.x - from.x, to.y - from.y);
        while (length > 0.01f) {
            const float piece = std::min(length, left_), share = piece / length;
            const ImVec2 next{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
            if (k_ % 2 == 0) list_.AddLine(from, next, ink_, thick_);
            from = next;
            length -= piece;
            left_ -= piece;
            if (left_ > 0.01f) continue;
            k_ = (k_ + 1) % lengths_.size();
            left_ = lengths_[k_] * scale_;
        }
    }

private:
    ImDrawList& list_;
    std::span<const float> lengths_;
    ImU32 ink_;
    float thick_, scale_, left_;
    size_t k_ = 0;
};

}  // namespace

void stroke_line(ImDrawList& list, ImVec2 a, ImVec2 b, bool curved, ImU32 ink, float thick, Dash dash,
                 float scale) {
    const float middle = (a.y + b.y) / 2;
    const std::span<const float> lengths = dash_lengths(dash);
    const int parts =
        curved ? std::clamp(static_cast<int>(std::fabs(b.x - a.x) / (24 * scale)) + 8, 8, 22) : 1;
    if (lengths.empty()) {
        if (curved)
            list.AddBezierCubic(a, {a.x, middle}, {b.x, middle}, b, ink, thick, parts);
        else
            list.AddLine(a, b, ink, thick);
        return;
    }
    Dashes dashes(list, lengths, ink, thick, scale);
    ImVec2 from = a;
    for (int part = 1; part <= parts; part++) {
        const float t = static_cast<float>(part) / static_cast<float>(parts), u = 1 - t;
        const float ends = u * u * u + 3 * u * u * t;
        ImVec2 to = b;
        if (curved)
            to = {ends * a.x + (1 - ends) * b.x, u * u * u * a.y + 3 * u * t * middle + t * t * t * b.y};
        dashes.line(from, to);
        from = to;
    }
}

void arrow_head(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 ink, float size) {
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (length < 1) return;
    const ImVec2 u{dx / length * size, dy / length * size};
    list.AddTriangleFilled(to, {to.x - u.x - u.y * 0.6f, to.y - u.y + u.x * 0.6f},
                           {to.x - u.x + u.y * 0.6f, to.y - u.y - u.x * 0.6f}, ink);
}

void draw_hatch(ImDrawList& list, ImVec2 a, ImVec2 b, Hatch hatch, ImU32 ink, float scale) {
    const float step = 6 * scale, thin = std::max(1.0f, scale);
    switch (hatch) {
        case Hatch::none:
            break;
        case Hatch::rising:
            for (float x = a.x - (b.y - a.y) + step / 2; x < b.x; x += step) {
                const float x0 = std::max(x, a.x), x1 = std::min(x + (b.y - a.y), b.x);
                if (x1 > x0) list.AddLine({x0, b.y - (x0 - x)}, {x1, b.y - (x1 - x)}, ink, thin);
            }
            break;
        case Hatch::dots: {
            const float dot = std::max(1.5f, 2 * scale);
            bool odd = false;
            for (float y = a.y + 1; y + dot <= b.y; y += step / 2, odd = !odd) {
                for (float x = a.x + (odd ? step * 0.6f : 1); x + dot <= b.x; x += step)
                    list.AddRectFilled({x, y}, {x + dot, y + dot}, ink);
            }
            break;
        }
        case Hatch::crossed:
            for (float y = a.y + step / 2; y + thin <= b.y; y += step)
                list.AddRectFilled({a.x, y}, {b.x, y + thin}, ink);
            for (float x = a.x + step / 2; x + thin <= b.x; x += step)
                list.AddRectFilled({x, a.y}, {x + thin, b.y}, ink);
            break;
    }
}

}  // namespace app
