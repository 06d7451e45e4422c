#include "app/measure/true_depth.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/shapes/clusters.h"
#include "sim/shapes/field.h"
#include "sim/shapes/prepare.h"
#include "sort/base/thread_arena.h"

namespace app {
namespace {

using sim::Vec3;
using sim::Vec4;

constexpr float kFineCells = 192;   // along the longest side
constexpr float kMostCells = 2e6f;  // in all
constexpr float kCovered = 0.25f;   // of a cell: a sample that lies deeper in its own body is no surface
constexpr size_t kMostSamples = size_t{1} << 22;

/// Returns the cells for a field of twice a scene's resolution, unless the mesh fills its box so well that it
/// would take seconds.
uint32_t cells_for(const sim::TriangleMesh& mesh) {
    Vec3 low = mesh.vertices.at(0), high = low;
    for (const Vec3& v : mesh.vertices) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
    }
    const Vec3 size = high - low;
    const float longest = std::max({size.x, size.y, size.z});
    float share = 1;  // of a cube
    for (int axis = 0; axis < 3; ++axis) share *= std::max(size[axis] / longest, 0.05f);
    return uint32_t(std::min(kFineCells, std::cbrt(kMostCells / share)));
}

/// Points no more than `spacing` apart on all triangles, edges included; of a surface too large for that further apart.
std::vector<Vec3> sampled(const std::vector<Vec3>& vertices,
                          const std::vector<std::array<uint32_t, 3>>& triangles, float spacing) {
    std::vector<Vec3> out;
    for (const auto& t : triangles) {
        const Vec3 a = vertices[t[0]], u = vertices[t[1]] - a, v = vertices[t[2]] - a;
        const float longest = std::max({length(u), length(v), length(u - v)});
        const int parts = std::max(1, int(std::ceil(longest / spacing)));
        // Long narrow triangles have short rows.
        for (int i = 0; i <= parts; ++i) {
            const float along = float(i) / float(parts);
            const Vec3 from = a + u * along, to = a + v * along;
            const int row = std::max(1, int(std::ceil(length(to - from) / spacing)));
            for (int j = 0; j <= row; ++j) out.push_back(from + (to - from) * (float(j) / float(row)));
        }
        if (out.size() > kMostSamples) return sampled(vertices, triangles, 2 * spacing);
    }
    return out;
}

}  // namespace

struct DepthGauge::Fine {
    sim::Shape shape;
    Vec3 shift;                           // from the body frame that simulations have to that of `shape`
    std::vector<Vec4> samples, clusters;  // in the latter
    float radius_m, thinnest_m;

    Fine(const sim::SceneShape& scene, float spacing_m, int threads) {
        sim::ShapeOptions options;
        options.size_m = scene.source.size_m;
        options.cells = cells_for(scene.mesh);
        options.shell_m = scene.shape.report.shell ? scene.shape.report.thinnest_m : scene.source.shell_m;
        options.density_kg_m3 = scene.source.density_kg_m3;
        options.threads = threads;
        shape = prepare_shape(scene.mesh, options);
        thinnest_m = scene.shape.report.thinnest_m;
        shift = (scene.shape.mesh_centre - shape.mesh_centre) * shape.mesh_scale;

        std::vector<Vec3> vertices;
        for (const Vec3& vertex : scene.mesh.vertices)
            vertices.push_back((vertex - shape.mesh_centre) * shape.mesh_scale);
        const sim::FieldView field = shape.view().field;
        std::vector<Vec3> points;
        if (shape.report.shell) {  // a sheet has been given a thickness: its triangles lie inside
            for (const Vec4& p : shape.points) points.push_back(xyz(p));
        } else {
            points = sampled(vertices, scene.mesh.triangles, spacing_m);
            std::erase_if(points, [&](const Vec3& p) {
                return sim::field_value(field, p) < -kCovered * field.spacing_m;
            });
        }
        for (const Vec3& p : sim::by_clusters(std::move(points))) samples.push_back({p.x, p.y, p.z, 0});
        clusters = sim::cluster_spheres(samples);
        radius_m = 0;
        for (const Vec4& p : samples) radius_m = std::max(radius_m, length(xyz(p)));
    }
};

namespace {

/// A body with its fine shape.
template <class Fine>
struct Placed {
    const Fine* fine;
    Vec3 centre;  // of the fine shape's frame
    sim::Matrix3 turn;
};

/// Returns the deepest sample of `a` in the field of `b`, 0: none.
template <class Fine>
float deepest(const Placed<Fine>& a, const Placed<Fine>& b) {
    const sim::FieldView field = b.fine->shape.view().field;
    const auto in_b = [&](const Vec4& p) {
        return transposed_times(b.turn, a.turn * xyz(p) + (a.centre - b.centre));
    };
    float lowest = 0;
    for (size_t c = 0; c < a.fine->clusters.size(); ++c) {
        const Vec4& sphere = a.fine->clusters[c];
        // The field is a distance, and interpolated: a cell's diagonal more is enough.
        if (sim::field_value(field, in_b(sphere)) > sphere.w + 1.8f * field.spacing_m) continue;
        const size_t end = std::min(a.fine->samples.size(), (c + 1) * sim::kClusterPoints);
        for (size_t i = c * sim::kClusterPoints; i < end; ++i)
            lowest = std::min(lowest, sim::field_value(field, in_b(a.fine->samples[i])));
    }
    return -lowest;
}

template <class Fine>
float through_walls(const Placed<Fine>& body, const sim::Container& container) {
    float depth = 0;
    for (const Vec4& p : body.fine->samples) {
        const Vec3 at = body.turn * xyz(p) + body.centre;
        for (int axis = 0; axis < 3; ++axis) {
            depth = std::max({depth, container.min_m[axis] - at[axis], at[axis] - container.max_m[axis]});
        }
    }
    return depth;
}

size_t rank_of(size_t count, double quantile) {
    const double rank = std::ceil(quantile * double(count));
    return std::min(count - 1, size_t(std::max(rank, 1.0)) - 1);
}

}  // namespace

float TrueDepth::share_at(double quantile) const {
    return pairs.empty() ? 0 : pairs[rank_of(pairs.size(), quantile)].share;
}

float TrueDepth::depth_at(double quantile) const {
    if (pairs.empty()) return 0;
    std::vector<float> depths;
    for (const PairDepth& pair : pairs) depths.push_back(pair.depth_m);
    std::sort(depths.begin(), depths.end());
    return depths[rank_of(depths.size(), quantile)];
}

DepthGauge::DepthGauge(std::span<const std::shared_ptr<const sim::SceneShape>> shapes, float spacing_m,
                       int threads)
    : threads_(threads) {
    for (const auto& shape : shapes) shapes_.push_back(std::make_unique<Fine>(*shape, spacing_m, threads));
}

DepthGauge::~DepthGauge() = default;

float DepthGauge::thinnest_m() const {
    float thinnest = HUGE_VALF;
    for (const auto& shape : shapes_) thinnest = std::min(thinnest, shape->thinnest_m);
    return thinnest;
}

size_t DepthGauge::samples(uint32_t shape) const { return shapes_[shape]->samples.size(); }

TrueDepth DepthGauge::measure(std::span<const PlacedBody> bodies, const sim::Container& container) const {
    std::vector<Placed<Fine>> placed;
    float widest = 0;
    for (const PlacedBody& body : bodies) {
        const Fine* fine = shapes_.at(body.shape).get();
        const sim::Matrix3 turn = sim::rotation(body.orientation);
        placed.push_back({fine, body.position_m - turn * fine->shift, turn});
        widest = std::max(widest, fine->radius_m);
    }
    // Candidates: spheres that overlap, found by a sweep along x.
    std::vector<uint32_t> order(bodies.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](uint32_t i, uint32_t j) { return placed[i].centre.x < placed[j].centre.x; });
    std::vector<std::vector<PairDepth>> found(bodies.size());
    std::vector<float> walls(bodies.size());
    const auto of_one = [&](size_t rank) {
        const uint32_t i = order[rank];
        walls[i] = through_walls(placed[i], container);
        for (size_t next = rank + 1; next < order.size(); ++next) {
            const uint32_t j = order[next];
            const Vec3 apart = placed[j].centre - placed[i].centre;
            if (apart.x > placed[i].fine->radius_m + widest) break;
            const float reach = placed[i].fine->radius_m + placed[j].fine->radius_m;
            if (dot(apart, apart) > reach * reach) continue;
            const float depth = std::max(deepest(placed[i], placed[j]), deepest(placed[j], placed[i]));
            if (!(depth > 0)) continue;
            const float thinnest = std::min(placed[i].fine->thinnest_m, placed[j].fine->thinnest_m);
            found[i].push_back({std::min(i, j), std::max(i, j), depth, depth / thinnest});
        }
    };
    sort::ThreadArena(threads_).execute([&] { tbb::parallel_for(size_t(0), bodies.size(), of_one); });

    TrueDepth out;
    for (const auto& some : found) out.pairs.insert(out.pairs.end(), some.begin(), some.end());
    std::sort(out.pairs.begin(), out.pairs.end(), [](const PairDepth& x, const PairDepth& y) {
        return std::tie(x.share, x.a, x.b) < std::tie(y.share, y.a, y.b);
    });
    std::copy_if(walls.begin(), walls.end(), std::back_inserter(out.walls_m),
                 [](float depth) { return depth > 0; });
    std::sort(out.walls_m.begin(), out.walls_m.end());
    return out;
}

std::vector<PlacedBody> placed_bodies(std::span<const sim::Body> bodies,
                                      std::span<const sim::RotationState> rotations) {
    std::vector<PlacedBody> out;
    for (size_t i = 0; i < bodies.size(); ++i)
        out.push_back({bodies[i].position_m, rotations[i].orientation, rotations[i].shape});
    return out;
}

}  // namespace app
