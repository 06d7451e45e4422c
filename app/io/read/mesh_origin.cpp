// Floats have 24 bits: a mesh in map coordinates, 5,400,000 m from 0, would lie on a grid of half a metre.
// Boxes overlap wherever they lie, so that another origin changes nothing but rounding.
#include "app/io/read/mesh_origin.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

namespace app {
namespace {

/// Distance from 0, as a multiple of a mesh's length, from which it is far away: four bits of each coordinate
/// are lost.
constexpr double kFar = 16;
/// Distance from 0, as a multiple of its longest side, from which values computed of a mesh's floats, such as
/// a centre, have lost half of their bits.
constexpr double kVeryFar = 4096;
/// Steps of the floats, below which a triangle is small.
constexpr double kSteps = 100;
/// Difference, as a share of the coordinates, of doubles that were meant to be equal.
constexpr double kNoise = 1e-13;

float rounded(double x) {
    return static_cast<float>(std::clamp<double>(x, -FLT_MAX, FLT_MAX)) + 0.0f;  // no -0
}

/// Returns whether x is a float, written with nine digits or more.
bool is_float(double x) { return std::fabs(double(rounded(x)) - x) <= 5e-9 * std::fabs(x); }

/// Coordinates that differ and became equal.
struct Lost {
    uint64_t count = 0;
    double one = 0, other = 0;
};

/// The coordinates of one axis, of vertices that triangles have.
class Axis {
public:
    Axis(const ExactVertices& vertices, const std::vector<uint8_t>& used, size_t axis) {
        for (size_t v = 0; v < vertices.size(); ++v) {
            if (used[v]) all_.push_back(vertices[v][axis]);
        }
        const auto [low, high] = std::minmax_element(all_.begin(), all_.end());
        low_ = *low;
        high_ = *high;
    }

    /// `smallest` is the size of the smallest triangle, `longest` the longest side of the mesh.
    double choose_origin(Lost& lost, const std::function<double()>& smallest, double longest) const {
        const bool coarse = farthest() > kVeryFar * longest && has_coarse_steps();
        if (std::all_of(all_.begin(), all_.end(), [](double x) { return double(rounded(x)) == x; }))
            return coarse ? low_ : 0;
        const double length = high_ - low_;
        const bool far = farthest() > kFar * length;
        const double origin = far && (coarse || !std::all_of(all_.begin(), all_.end(), is_float)) ? low_ : 0;
        lost = lost_behind(origin);
        if (lost.count == 0 || !(length <= double(FLT_MAX))) return origin;
        const float end = rounded(origin == 0 ? farthest() : length);
        if (smallest() > kSteps * (double(std::nextafter(end, HUGE_VALF)) - double(end))) return origin;
        return best_origin(origin, lost);
    }

private:
    double farthest() const { return std::max(std::fabs(low_), std::fabs(high_)); }

    /// Returns whether the coordinates lie apart by multiples of more than the step of floats there, as whole metres
    /// do. Coordinates that were rounded to floats lie single steps apart, too, and finer differences are lost.
    bool has_coarse_steps() const {
        const float end = rounded(farthest());
        const double step = double(std::nextafter(end, HUGE_VALF)) - double(end);
        const double own = step == 0.5 ? 1 : 4 * step;
        return std::all_of(all_.begin(), all_.end(), [&](double x) {
            return std::fmod(double(rounded(x)) - double(rounded(low_)), own) == 0;
        });
    }

    double best_origin(double origin, Lost& lost) const {
        for (const double other : {low_, high_}) {
            const Lost behind = lost_behind(other);
            if (behind.count >= lost.count) continue;
            lost = behind;
            origin = other;
        }
        return origin;
    }

    /// A table of floats, open: which coordinate came first to each.
    Lost lost_behind(double origin) const {
        const size_t slots = std::bit_ceil(2 * all_.size());
        const int shift = 64 - std::countr_zero(slots);
        std::vector<double> first(slots, std::numeric_limits<double>::quiet_NaN());
        const double noise = kNoise * farthest() + double(FLT_MIN);
        Lost lost;
        for (const double x : all_) {
            const float key = rounded(x - origin);
            size_t at = (std::bit_cast<uint32_t>(key) * 0x9e3779b97f4a7c15u) >> shift;
            while (!std::isnan(first[at]) && rounded(first[at] - origin) != key) at = (at + 1) & (slots - 1);
            if (std::isnan(first[at])) first[at] = x;
            if (std::fabs(first[at] - x) <= noise) continue;
            if (lost.count++ == 0) lost = {1, first[at], x};
        }
        return lost;
    }

    std::vector<double> all_;
    double low_ = 0, high_ = 0;
};

std::string shortest(double x) {
    char digits[40];
    return {digits, std::to_chars(digits, digits + sizeof digits, x).ptr};
}

std::vector<uint8_t> used_vertices(const sim::TriangleMesh& mesh, size_t count) {
    std::vector<uint8_t> used(count, 0);
    for (const auto& triangle : mesh.triangles) {
        for (const uint32_t corner : triangle) used[corner] = 1;
    }
    return used;
}

double longest_side(const ExactVertices& vertices, const std::vector<uint8_t>& used) {
    double longest = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t v = 0; v < vertices.size(); ++v) {
            if (!used[v]) continue;
            low = std::min(low, vertices[v][axis]);
            high = std::max(high, vertices[v][axis]);
        }
        longest = std::max(longest, high - low);
    }
    return longest;
}

/// Returns the least of the longest sides of triangles that have any.
double smallest_triangle(const ExactVertices& vertices, const sim::TriangleMesh& mesh) {
    double smallest = HUGE_VAL;
    for (const auto& [a, b, c] : mesh.triangles) {
        double longest = 0;
        for (size_t axis = 0; axis < 3; ++axis) {
            const auto [low, high] = std::minmax({vertices[a][axis], vertices[b][axis], vertices[c][axis]});
            longest = std::max(longest, high - low);
        }
        if (longest > 0) smallest = std::min(smallest, longest);
    }
    return smallest;
}

}  // namespace

std::string take_origin_off(const ExactVertices& vertices, sim::TriangleMesh& mesh) {
    const std::vector<uint8_t> used = used_vertices(mesh, vertices.size());
    const double longest = longest_side(vertices, used);
    double known = -1;
    const auto smallest = [&] { return known < 0 ? known = smallest_triangle(vertices, mesh) : known; };
    std::string sentence;
    mesh.vertices.resize(vertices.size());
    for (size_t axis = 0; axis < 3; ++axis) {
        Lost lost;
        const double origin = Axis(vertices, used, axis).choose_origin(lost, smallest, longest);
        for (size_t v = 0; v < vertices.size(); ++v) {
            const double x = vertices[v][axis];
            mesh.vertices[v][int(axis)] = origin == 0 ? static_cast<float>(x) : rounded(x - origin);
        }
        if (lost.count == 0 || !sentence.empty()) continue;
        sentence = std::string("coordinates that differ become equal as floats, such as ") + "xyz"[axis] +
                   " = " + shortest(lost.one) + " and " + shortest(lost.other) +
                   "; what lies so close counts as touching";
    }
    return sentence;
}

}  // namespace app
