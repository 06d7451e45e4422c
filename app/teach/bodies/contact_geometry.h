// Rotated boxes in a plane for the lesson `contacts`: where they are, how far a point is from one, how far
// two are apart. Only + - * / and square roots, so that every machine gives the same bits. Lengths are in m.
#pragma once
#include <cstdint>
#include <vector>

namespace app {

struct Vec2 {
    float x = 0, y = 0;
    bool operator==(const Vec2&) const = default;
};
constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }
constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Returns the third component of the product of two vectors.
constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
/// Returns the speed that a spin of `s` makes at `a`.
constexpr Vec2 cross(float s, Vec2 a) { return {-s * a.y, s * a.x}; }
float length(Vec2 a);

/// `turn` is the direction of a box's own x axis, of length 1.
constexpr Vec2 turned(Vec2 turn, Vec2 a) {
    return {turn.x * a.x - turn.y * a.y, turn.y * a.x + turn.x * a.y};
}
constexpr Vec2 turned_back(Vec2 turn, Vec2 a) { return turned({turn.x, -turn.y}, a); }

struct ContactBox {
    Vec2 half{};  // of its sides
    float mass_kg = 1, inertia_kg_m2 = 1;
    Vec2 place{}, turn{1, 0};
    Vec2 velocity{};  // m/s
    float spin = 0;   // rad/s, against the clock

    float radius() const { return length(half); }
    Vec2 world(Vec2 own) const { return place + turned(turn, own); }
    Vec2 own(Vec2 world) const { return turned_back(turn, world - place); }
    Vec2 corner(int k) const;  // 0 to 3, in its frame, against the clock from the lower left one
};

/// Returns the points of a box that are tested, in its frame: its corners, and others between them.
std::vector<Vec2> points_of(const ContactBox& box);

/// Distance of a point from the surface of a box, below 0 inside, and the direction outwards there.
struct Nearest {
    float apart;
    Vec2 normal;  // in the frame of the box
};
Nearest nearest_of(const ContactBox& box, Vec2 own);

/// Returns the gap between two boxes along the best of the four axes that can part them; below 0: they overlap.
float gap_of(const ContactBox& a, const ContactBox& b);

/// The box along the axes around a turned box, `more` larger on each side.
struct AxisBox {
    Vec2 low, high;
    bool overlaps(const AxisBox& other) const {
        return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y &&
               other.low.y <= high.y;
    }
};
AxisBox axis_box(const ContactBox& box, float more);

}  // namespace app
