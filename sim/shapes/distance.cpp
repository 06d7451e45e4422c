// Nodes up to kBand away get the minimum over all triangles in reach, taken in the triangles' order; all
// others are filled by a front of growing distance, in rounds that read what was there before. So no number
// depends on the number of threads.
#include "sim/shapes/distance.h"

#include <algorithm>
#include <atomic>

#include "sim/shapes/closest_point.h"

namespace sim {
namespace {

constexpr uint32_t kNone = ~0u;
constexpr float kBand = 2;      // cells; a cell that the surface cuts has all its nodes in it
constexpr int kSlabLayers = 4;  // nodes in z that one thread works on
constexpr float kFront = 2;     // cells; how wide the front is: wider than a cell's diagonal
constexpr float kGrowth = 1;    // how far it moves in a round
constexpr float kPracticallyInfinite = 3e38f;

struct Range {
    int low, high;
};

/// Nodes of an axis that may be at most kBand away from [low, high].
Range reach(float low, float high, int nodes) {
    const int first = int(larger(low - kBand, 0)), last = int(larger(high + kBand, 0));
    return {std::min(first, nodes - 1), std::min(last, nodes - 1)};
}

Box box_of(const std::array<Vec3, 3>& t) {
    Box box = {t[0], t[0]};
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] = smaller(t[0][axis], smaller(t[1][axis], t[2][axis]));
        box.max[axis] = larger(t[0][axis], larger(t[1][axis], t[2][axis]));
    }
    return box;
}

float beyond(float at, float low, float high) { return at < low ? low - at : at > high ? at - high : 0; }

/// Returns the part of the row of nodes (y, z) that the triangle's plane passes at most kBand away. Of a
/// large triangle that stands askew, most of its box is left out so.
Range near_plane(const Vec3& unit_normal, const Vec3& corner, int y, int z, Range row) {
    constexpr float kWide = kBand + 0.01f;
    const float offset = unit_normal.y * (float(y) - corner.y) + unit_normal.z * (float(z) - corner.z);
    if (fabsf(unit_normal.x) < 1e-3f) {
        return fabsf(offset) > kWide + 1 ? Range{1, 0} : row;  // along the plane: the whole row or none
    }
    const float a = corner.x + (-kWide - offset) / unit_normal.x;
    const float b = corner.x + (kWide - offset) / unit_normal.x;
    const float limit = float(row.high) + 1;
    const float low = smaller(larger(smaller(a, b), 0), limit),
                high = smaller(larger(larger(a, b), 0), limit);
    return {std::max(row.low, int(low)), std::min(row.high, int(high))};
}

void stamp(const GridMesh& mesh, uint32_t triangle, int z_begin, int z_end, NearestTriangles& out) {
    const Grid& grid = mesh.grid;
    const std::array<Vec3, 3> t = mesh.corners(triangle);
    const Box box = box_of(t);
    const Range xs = reach(box.min.x, box.max.x, grid.nodes[0]),
                ys = reach(box.min.y, box.max.y, grid.nodes[1]),
                zs = reach(box.min.z, box.max.z, grid.nodes[2]);
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const float size = length(normal);
    const bool flat = size > 1;  // for smaller ones the box is as good
    const Vec3 unit_normal = flat ? normal * (1 / size) : normal;

    for (int z = std::max(zs.low, z_begin); z <= std::min(zs.high, z_end - 1); ++z) {
        const float dz = beyond(float(z), box.min.z, box.max.z);
        for (int y = ys.low; y <= ys.high; ++y) {
            const float dy = beyond(float(y), box.min.y, box.max.y);
            const Range row = flat ? near_plane(unit_normal, t[0], y, z, xs) : xs;
            for (int x = row.low; x <= row.high; ++x) {
                const float dx = beyond(float(x), box.min.x, box.max.x);
                const size_t node = grid.index(x, y, z);
                if (dx * dx + dy * dy + dz * dz >= out.distance2[node]) continue;
                const float far2 = distance2(t, {float(x), float(y), float(z)});
                if (!(far2 < out.distance2[node]) || far2 > kBand * kBand) continue;
                out.distance2[node] = far2;
                out.triangle[node] = triangle;
            }
        }
    }
}

/// Returns for each slab of layers the triangles that reach into it, in their order.
std::vector<std::vector<uint32_t>> triangles_of_slabs(const GridMesh& mesh) {
    const int layers = mesh.grid.nodes[2];
    std::vector<std::vector<uint32_t>> slabs(size_t((layers + kSlabLayers - 1) / kSlabLayers));
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Box box = box_of(mesh.corners(t));
        const Range zs = reach(box.min.z, box.max.z, layers);
        for (int slab = zs.low / kSlabLayers; slab <= zs.high / kSlabLayers; ++slab)
            slabs[size_t(slab)].push_back(t);
    }
    return slabs;
}

struct Found {
    size_t node;
    uint32_t triangle;
    float distance2;
};

/// Distances in (above, up_to] that spread in one round.
struct Front {
    float above2, up_to2;
    bool has(float distance2) const { return (distance2 > above2) & (distance2 <= up_to2); }
};

/// The best of the triangles that are nearest to those nodes around (x, y, z) that are on the front, if it is
/// nearer than `found`.
bool ask_neighbours(const GridMesh& mesh, const NearestTriangles& nearest, const Front& front, int x, int y,
                    int z, Found& found) {
    const Grid& grid = mesh.grid;
    uint32_t asked[26];
    int count = 0;
    bool better = false;
    for (int k = std::max(z - 1, 0); k <= std::min(z + 1, grid.nodes[2] - 1); ++k) {
        for (int j = std::max(y - 1, 0); j <= std::min(y + 1, grid.nodes[1] - 1); ++j) {
            for (int i = std::max(x - 1, 0); i <= std::min(x + 1, grid.nodes[0] - 1); ++i) {
                const size_t other = grid.index(i, j, k);
                const uint32_t triangle = nearest.triangle[other];
                if (!front.has(nearest.distance2[other]) || triangle == found.triangle) continue;
                if (std::find(asked, asked + count, triangle) != asked + count) continue;
                asked[count++] = triangle;
                const float far2 = distance2(mesh.corners(triangle), {float(x), float(y), float(z)});
                if (far2 < found.distance2 || (far2 == found.distance2 && triangle < found.triangle)) {
                    found.distance2 = far2;
                    found.triangle = triangle;
                    better = true;
                }
            }
        }
    }
    return better;
}

/// Nodes of a row that have one of the front around them.
class NearFront {
public:
    NearFront(const Grid& grid, const std::vector<uint8_t>& front)
        : grid_(grid), front_(front), any_(size_t(grid.nodes[0]) + 2) {}

    void row(int y, int z) {
        std::fill(any_.begin(), any_.end(), uint8_t{0});
        for (int k = std::max(z - 1, 0); k <= std::min(z + 1, grid_.nodes[2] - 1); ++k) {
            for (int j = std::max(y - 1, 0); j <= std::min(y + 1, grid_.nodes[1] - 1); ++j) {
                const uint8_t* const row = &front_[grid_.index(0, j, k)];
                for (size_t x = 0; x + 2 < any_.size(); ++x) any_[x + 1] |= row[x];
            }
        }
    }
    bool has(int x) const { return any_[size_t(x)] | any_[size_t(x) + 1] | any_[size_t(x) + 2]; }

private:
    const Grid& grid_;
    const std::vector<uint8_t>& front_;
    std::vector<uint8_t> any_;  // of the nine rows around, one node wider at both ends
};

/// Makes one round: every node that the front may reach reads its neighbours as they were before the round.
/// Returns whether any was on the front or beyond it: if not, no later round has anything to do.
bool spread(CpuExec& exec, const GridMesh& mesh, const Front& front, NearestTriangles& out) {
    const Grid& grid = mesh.grid;
    std::vector<uint8_t> on_front(grid.count());
    std::atomic<bool> any_left = false;
    exec.parallel_ranges(grid.count(), 1 << 16, [&](uint64_t begin, uint64_t end) {
        bool left = false;
        for (uint64_t i = begin; i < end; ++i) {
            on_front[i] = front.has(out.distance2[i]);
            left |= out.distance2[i] > front.above2;
        }
        if (left) any_left = true;
    });
    if (!any_left) return false;
    std::vector<std::vector<Found>> layers(size_t(grid.nodes[2]));
    exec.parallel(layers.size(), 1, [&](uint64_t z) {
        NearFront near(grid, on_front);
        for (int y = 0; y < grid.nodes[1]; ++y) {
            near.row(y, int(z));
            for (int x = 0; x < grid.nodes[0]; ++x) {
                const size_t node = grid.index(x, y, int(z));
                if (!near.has(x) || !(out.distance2[node] > front.above2)) continue;
                Found found{node, out.triangle[node], out.distance2[node]};
                if (ask_neighbours(mesh, out, front, x, y, int(z), found)) layers[z].push_back(found);
            }
        }
    });
    for (const std::vector<Found>& layer : layers) {
        for (const Found& found : layer) {
            out.triangle[found.node] = found.triangle;
            out.distance2[found.node] = found.distance2;
        }
    }
    return true;
}

}  // namespace

NearestTriangles find_nearest(CpuExec& exec, const GridMesh& mesh, const std::function<void(float)>& done) {
    NearestTriangles out;
    out.triangle.assign(mesh.grid.count(), kNone);
    out.distance2.assign(mesh.grid.count(), kPracticallyInfinite);

    // Stamp the triangles onto the nodes in reach.
    const std::vector<std::vector<uint32_t>> slabs = triangles_of_slabs(mesh);
    size_t all = 0;
    for (const auto& slab : slabs) all += slab.size();
    std::atomic<size_t> stamped = 0;
    exec.parallel(slabs.size(), 1, [&](uint64_t s) {
        const int begin = int(s) * kSlabLayers, end = std::min(begin + kSlabLayers, mesh.grid.nodes[2]);
        size_t count = 0;
        for (const uint32_t triangle : slabs[s]) {
            stamp(mesh, triangle, begin, end, out);
            if (++count % 256 == 0) {
                exec.look();
                done(0.8f * float(stamped += 256) / float(all));
            }
        }
    });

    // Fill the other nodes in rounds of growing distance. In a grid of this size the farthest node is this far away:
    const auto [nx, ny, nz] = mesh.grid.nodes;
    const float farthest = sqrtf(float(nx * nx + ny * ny + nz * nz));
    for (float from = kBand - kFront; from < farthest; from += kGrowth) {
        if (!spread(exec, mesh, {from > 0 ? from * from : -1, (from + kFront) * (from + kFront)}, out)) break;
    }
    // Every node lies next to one that is nearer, so the front has met all. Should rounding break that rule,
    // the rest is filled all the same.
    while (std::find(out.triangle.begin(), out.triangle.end(), kNone) != out.triangle.end()) {
        spread(exec, mesh, {-1, farthest * farthest}, out);
    }
    done(1);
    return out;
}

}  // namespace sim
