#include "app/bench/steps/mesh_boxes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace app {
namespace {

using sim::Vec3;
using Triangle = std::array<Vec3, 3>;

constexpr int kMostPieces = 3;
constexpr float kGain = 0.75f;  // pieces that take no less than this of the whole's box are not worth it

/// The triangles of each part.
std::vector<std::vector<Triangle>> parts_of(const sim::TriangleMesh& mesh) {
    std::vector<uint32_t> parent(mesh.vertices.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const auto& t : mesh.triangles) {
        for (const uint32_t v : {t[1], t[2]}) parent[root(v)] = root(t[0]);
    }
    std::vector<size_t> part(mesh.vertices.size(), SIZE_MAX);
    std::vector<std::vector<Triangle>> parts;
    for (const auto& t : mesh.triangles) {
        size_t& place = part[root(t[0])];
        if (place == SIZE_MAX) place = parts.size(), parts.emplace_back();
        parts[place].push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
    }
    return parts;
}

/// Smallest and largest place along an axis.
std::pair<float, float> extent(const std::vector<Vec3>& points, const Vec3& axis) {
    float low = HUGE_VALF, high = -HUGE_VALF;
    for (const Vec3& p : points) {
        low = std::min(low, dot(axis, p));
        high = std::max(high, dot(axis, p));
    }
    return {low, high};
}

OrientedBox box_along(const std::vector<Vec3>& points, const std::array<Vec3, 3>& axes) {
    OrientedBox box{{0, 0, 0}, axes, {}};
    float half[3];
    for (int k = 0; k < 3; ++k) {
        const auto [low, high] = extent(points, axes[k]);
        box.middle_m = box.middle_m + axes[k] * (0.5f * (low + high));
        half[k] = 0.5f * (high - low);
    }
    box.half_m = {half[0], half[1], half[2]};
    return box;
}

/// The smallest box around the points with one side on a face of the part and another along that face's edge.
OrientedBox smallest_box(const std::vector<Vec3>& points, const std::vector<Triangle>& part) {
    OrientedBox best = box_along(points, {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}});
    for (const Triangle& t : part) {
        const Vec3 across = cross(t[1] - t[0], t[2] - t[0]);
        if (!(length(across) > 0)) continue;
        const Vec3 normal = across * (1 / length(across));
        for (size_t k = 0; k < 3; ++k) {
            const Vec3 edge = t[(k + 1) % 3] - t[k];
            const Vec3 along = edge * (1 / length(edge));
            const OrientedBox box = box_along(points, {along, cross(normal, along), normal});
            if (box.volume_m3() < best.volume_m3()) best = box;
        }
    }
    return best;
}

std::vector<Vec3> corners(const std::vector<Triangle>& part) {
    std::vector<Vec3> out;
    for (const Triangle& t : part) out.insert(out.end(), t.begin(), t.end());
    return out;
}

/// Returns corners of the part that lies between two planes across the axis: its own there, and those that
/// the planes cut.
std::vector<Vec3> slice(const std::vector<Triangle>& part, const Vec3& axis, float low, float high) {
    std::vector<Vec3> out;
    for (const Triangle& t : part) {
        for (size_t k = 0; k < 3; ++k) {
            const Vec3 &a = t[k], &b = t[(k + 1) % 3];
            const float from = dot(axis, a), to = dot(axis, b);
            if (from >= low && from <= high) out.push_back(a);
            for (const float plane : {low, high}) {
                if ((from < plane) != (to < plane))
                    out.push_back(a + (b - a) * ((plane - from) / (to - from)));
            }
        }
    }
    return out;
}

std::vector<OrientedBox> cut(const std::vector<Triangle>& part, const OrientedBox& whole, int pieces) {
    const float half[3] = {whole.half_m.x, whole.half_m.y, whole.half_m.z};
    const Vec3 axis = whole.axes[size_t(std::max_element(half, half + 3) - half)];
    const auto [low, high] = extent(corners(part), axis);
    const float step = (high - low) / float(pieces);
    std::vector<OrientedBox> out;
    for (int k = 0; k < pieces; ++k) {
        const float from = low + float(k) * step, to = k + 1 < pieces ? from + step : high;
        out.push_back(smallest_box(slice(part, axis, from, to), part));
    }
    return out;
}

float volume(const std::vector<OrientedBox>& boxes) {
    float sum = 0;
    for (const OrientedBox& box : boxes) sum += box.volume_m3();
    return sum;
}

}  // namespace

sim::Quaternion OrientedBox::turn() const {
    // The largest of the four is computed first, so that nothing is divided by a small number.
    const float xx = axes[0].x, yy = axes[1].y, zz = axes[2].z;
    const float squares[4] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz};
    const float wx = axes[1].z - axes[2].y, wy = axes[2].x - axes[0].z, wz = axes[0].y - axes[1].x;
    const float xy = axes[0].y + axes[1].x, xz = axes[0].z + axes[2].x, yz = axes[1].z + axes[2].y;
    const size_t largest = size_t(std::max_element(squares, squares + 4) - squares);
    const float root = std::sqrt(squares[largest]), scale = 0.5f / root;
    switch (largest) {
        case 0:
            return {0.5f * root, wx * scale, wy * scale, wz * scale};
        case 1:
            return {wx * scale, 0.5f * root, xy * scale, xz * scale};
        case 2:
            return {wy * scale, xy * scale, 0.5f * root, yz * scale};
        default:
            return {wz * scale, xz * scale, yz * scale, 0.5f * root};
    }
}

std::vector<OrientedBox> boxes_of_parts(const sim::TriangleMesh& mesh) {
    std::vector<OrientedBox> out;
    for (const std::vector<Triangle>& part : parts_of(mesh)) {
        const OrientedBox whole = smallest_box(corners(part), part);
        std::vector<OrientedBox> boxes = {whole};
        for (int pieces = 2; pieces <= kMostPieces; ++pieces) {
            std::vector<OrientedBox> finer = cut(part, whole, pieces);
            if (volume(finer) < kGain * volume(boxes)) boxes = std::move(finer);
        }
        out.insert(out.end(), boxes.begin(), boxes.end());
    }
    return out;
}

sim::TriangleMesh mesh_of_boxes(const std::vector<OrientedBox>& boxes) {
    // Corner k has the sign of its bit on each axis.
    constexpr uint32_t kFaces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    sim::TriangleMesh mesh;
    for (const OrientedBox& box : boxes) {
        const auto first = uint32_t(mesh.vertices.size());
        for (uint32_t k = 0; k < 8; ++k) {
            const auto side = [&](uint32_t axis, float half) {
                return box.axes[axis] * (k >> axis & 1 ? half : -half);
            };
            mesh.vertices.push_back(box.middle_m + side(0, box.half_m.x) + side(1, box.half_m.y) +
                                    side(2, box.half_m.z));
        }
        for (const auto& f : kFaces) {
            mesh.triangles.push_back({first + f[0], first + f[1], first + f[2]});
            mesh.triangles.push_back({first + f[0], first + f[2], first + f[3]});
        }
    }
    return mesh;
}

}  // namespace app
