// Corners first, then edges, then what is less bent, each in the order of the file: a point is taken if none
// taken before is too near.
#include "sim/shapes/surface_points.h"

#include "sim/shapes/field.h"
#include "sim/shapes/thinning.h"

namespace sim {
namespace {

constexpr float kFlat = 5;            // spacing of points on flat faces
constexpr float kSharp = 1.2f;        // what wants points closer than this is a corner or an edge
constexpr float kSharpApart = 0.6f;   // taken points are at least this part of their spacing apart, so that
constexpr float kSmoothApart = 0.9f;  // evenly divided edges keep all or every other of their points
constexpr float kSag = 0.18f;         // how far a surface may bend away between two points
constexpr float kProbe = 1.5f;        // cells; how far from a point its bend is measured, at most
constexpr float kCovered = -0.5f;     // cells; a surface lies nowhere near as deep as this by rounding alone

class Chooser {
public:
    Chooser(const GridMesh& mesh, const FieldView& field, float spacing, float half_shell)
        : mesh_(mesh),
          field_(field),
          spacing_(spacing),
          half_shell_(half_shell),
          thinning_(mesh.grid, spacing, kFlat * kSmoothApart * spacing) {}

    void corners(bool sharp, const StopCheck& stop) {
        std::vector<uint8_t> seen(mesh_.vertices.size(), 0);
        for_each_triangle(stop, [&](const std::array<uint32_t, 3>& t, const std::array<Vec3, 3>& p) {
            for (size_t k = 0; k < 3; ++k) {
                // A sheet's corner is offered once a triangle: each has its own normal.
                if (half_shell_ == 0 && seen[t[k]]) continue;
                seen[t[k]] = 1;
                offer(p, k, p[k], sharp);
            }
        });
    }

    void edges(bool sharp, const StopCheck& stop) {
        for_each_triangle(stop, [&](const std::array<uint32_t, 3>&, const std::array<Vec3, 3>& p) {
            for (size_t k = 0; k < 3; ++k) {
                const Vec3 &a = p[k], &b = p[(k + 1) % 3];
                const int parts = int(length(b - a) / spacing_) + 1;
                for (int i = 1; i < parts; ++i) offer(p, k, a + (b - a) * (float(i) / float(parts)), sharp);
            }
        });
    }

    void faces(const StopCheck& stop) {
        for_each_triangle(stop, [&](const std::array<uint32_t, 3>&, const std::array<Vec3, 3>& p) {
            float longest = 0;
            for (size_t k = 0; k < 3; ++k) longest = larger(longest, length(p[(k + 1) % 3] - p[k]));
            const int parts = int(longest / (spacing_ * kFlat * 0.5f)) + 1;
            for (int i = 1; i < parts; ++i) {
                for (int j = 1; i + j < parts; ++j) {
                    const float u = float(i) / float(parts), v = float(j) / float(parts);
                    offer(p, 0, p[0] + (p[1] - p[0]) * u + (p[2] - p[0]) * v, false);
                }
            }
        });
    }

    std::vector<Vec3> take() { return thinning_.take(); }

private:
    template <class F>
    void for_each_triangle(const StopCheck& stop, F f) {
        for (size_t t = 0; t < mesh_.triangles.size(); ++t) {
            if (stop && t % 1024 == 0) stop();
            f(mesh_.triangles[t], mesh_.corners(t));
        }
    }

    /// A place of triangle `t`, on or near its edge k. A sheet has points above and below it, and beyond the
    /// edge, where that is a rim.
    void offer(const std::array<Vec3, 3>& t, size_t k, const Vec3& at, bool sharp) {
        if (half_shell_ == 0) return offer_point(at, sharp);
        const Vec3 normal = unit(cross(t[1] - t[0], t[2] - t[0]));
        const Vec3 beyond = unit(cross(t[(k + 1) % 3] - t[k], normal));
        for (const Vec3& out : {normal, normal * -1, beyond}) {
            Vec3 point = at + out * half_shell_;
            const FieldSample here = field_sample(field_, point);
            if (fabsf(here.value_m) > kSag) continue;  // not the shell's surface: the sheet goes on here
            offer_point(point - unit(here.gradient) * here.value_m, sharp);
        }
    }

    void offer_point(const Vec3& point, bool sharp) {
        if (thinning_.crowded(point, kSharpApart * spacing_)) return;
        const FieldSample here = field_sample(field_, point);
        if (here.value_m < kCovered) return;
        const float wanted = wanted_spacing(point, here);
        if (sharp) {
            if (wanted <= kSharp * spacing_ && !thinning_.crowded(point, kSharpApart * wanted))
                thinning_.add(point);
        } else if (!thinning_.crowded(point, kSmoothApart * wanted)) {
            thinning_.add(point);
        }
    }

    /// Returns the spacing for a point: from how far the solid falls away around it, in eight directions
    /// along its surface.
    float wanted_spacing(const Vec3& point, const FieldSample& here) const {
        const Vec3 normal = unit(here.gradient);
        const Vec3 size = {fabsf(normal.x), fabsf(normal.y), fabsf(normal.z)};
        Vec3 axis = {0, 0, 0};
        axis[size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2] = 1;
        const Vec3 u = unit(cross(normal, axis)), v = cross(normal, u);

        constexpr float kDiagonal = 0.70710678f;
        const float reach = smaller(spacing_, kProbe);
        float falls = 0;
        for (const Vec3& way : {u, v, (u + v) * kDiagonal, (u - v) * kDiagonal}) {
            for (const float side : {reach, -reach}) {
                falls = larger(falls, field_value(field_, point + way * side) - here.value_m);
            }
        }
        // A circle falls away by reach^2 / (2 R), and its chord of length L by L^2 / (8 R).
        const float flat = kFlat * spacing_;
        if (!(falls * flat * flat > 4 * reach * reach * kSag * spacing_)) return flat;
        return larger(spacing_, 2 * reach * sqrtf(kSag * spacing_ / falls));
    }

    static Vec3 unit(const Vec3& v) {
        const float size = length(v);
        return size > 0 ? v * (1 / size) : v;
    }

    const GridMesh& mesh_;
    const FieldView& field_;
    float spacing_, half_shell_;
    Thinning thinning_;
};

}  // namespace

std::vector<Vec3> choose_points(const GridMesh& mesh, const FieldView& field, float spacing, float half_shell,
                                const StopCheck& stop) {
    Chooser chooser(mesh, field, spacing, half_shell);
    for (const bool sharp : {true, false}) {
        chooser.corners(sharp, stop);
        chooser.edges(sharp, stop);
    }
    chooser.faces(stop);
    return chooser.take();
}

}  // namespace sim
