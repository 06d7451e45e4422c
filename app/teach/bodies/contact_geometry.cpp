// Distances of points and gaps of turned boxes in a plane.
#include "app/teach/bodies/contact_geometry.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr float kPointsApart = 0.16f;  // on a side, at most

/// Returns half of what a turned box covers along a direction.
float half_along(const ContactBox& box, Vec2 direction) {
    const Vec2 own = turned_back(box.turn, direction);
    return box.half.x * std::abs(own.x) + box.half.y * std::abs(own.y);
}

}  // namespace

float length(Vec2 a) { return std::sqrt(dot(a, a)); }

Vec2 ContactBox::corner(int k) const {
    return {k == 0 || k == 3 ? -half.x : half.x, k < 2 ? -half.y : half.y};
}

std::vector<Vec2> points_of(const ContactBox& box) {
    std::vector<Vec2> points;
    for (int side = 0; side < 4; ++side) {
        const Vec2 from = box.corner(side), to = box.corner((side + 1) % 4);
        const auto parts = static_cast<int>(std::ceil(length(to - from) / kPointsApart));
        for (int k = 0; k < parts; ++k)
            points.push_back(from + (to - from) * (static_cast<float>(k) / static_cast<float>(parts)));
    }
    return points;
}

Nearest nearest_of(const ContactBox& box, Vec2 own) {
    const Vec2 out{std::abs(own.x) - box.half.x, std::abs(own.y) - box.half.y};
    const Vec2 side{own.x < 0 ? -1.0f : 1.0f, own.y < 0 ? -1.0f : 1.0f};
    const Vec2 beyond{std::max(out.x, 0.0f), std::max(out.y, 0.0f)};
    const float away = length(beyond);
    if (away > 0) return {away, {side.x * (beyond.x / away), side.y * (beyond.y / away)}};
    if (out.x > out.y) return {out.x, {side.x, 0}};
    return {out.y, {0, side.y}};
}

float gap_of(const ContactBox& a, const ContactBox& b) {
    const Vec2 between = b.place - a.place;
    float gap = -INFINITY;
    for (const ContactBox* const box : {&a, &b}) {
        for (const Vec2 axis : {box->turn, turned(box->turn, {0, 1})})
            gap = std::max(gap, std::abs(dot(between, axis)) - half_along(a, axis) - half_along(b, axis));
    }
    return gap;
}

AxisBox axis_box(const ContactBox& box, float more) {
    const Vec2 half{half_along(box, {1, 0}) + more, half_along(box, {0, 1}) + more};
    return {box.place - half, box.place + half};
}

}  // namespace app
