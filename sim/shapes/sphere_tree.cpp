#include "sim/shapes/sphere_tree.h"

#include <algorithm>

namespace sim {
namespace {

constexpr size_t kGroupPoints = 8, kTopClusters = 8, kBlock = 8;
constexpr float kRoundedUp = 1.000001f;

/// Returns one sphere around each `each` successive spheres; its centre is that of their box.
std::vector<Vec4> spheres_around(const std::vector<Vec4>& items, size_t each) {
    std::vector<Vec4> out;
    for (size_t begin = 0; begin < items.size(); begin += each) {
        const size_t end = std::min(items.size(), begin + each);
        Box box = {xyz(items[begin]), xyz(items[begin])};
        for (size_t i = begin; i < end; ++i) box = around(box, box_of(items[i]));
        const Vec3 centre = (box.min + box.max) * 0.5f;
        float radius = 0;
        for (size_t i = begin; i < end; ++i)
            radius = larger(radius, length(xyz(items[i]) - centre) + items[i].w);
        out.push_back(with_w(centre, radius * kRoundedUp));
    }
    return out;
}

/// Orders [begin, end) so that every eight are near each other.
void halve(std::vector<Vec4>& points, size_t begin, size_t end) {
    if (end - begin <= kGroupPoints) return;
    Box box = {xyz(points[begin]), xyz(points[begin])};
    for (size_t i = begin; i < end; ++i) box = around(box, xyz(points[i]));
    const Vec3 sides = box.max - box.min;
    const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
    std::stable_sort(points.begin() + long(begin), points.begin() + long(end),
                     [axis](const Vec4& a, const Vec4& b) { return xyz(a)[axis] < xyz(b)[axis]; });
    const size_t middle = begin + (end - begin + 2 * kGroupPoints - 1) / (2 * kGroupPoints) * kGroupPoints;
    halve(points, begin, middle);
    halve(points, middle, end);
}

std::vector<SphereBlock> blocks_of(const std::vector<Vec4>& spheres) {
    std::vector<SphereBlock> blocks((spheres.size() + kBlock - 1) / kBlock);
    for (size_t i = 0; i < blocks.size() * kBlock; ++i) {
        const Vec4 sphere = spheres[std::min(i, spheres.size() - 1)];
        SphereBlock& block = blocks[i / kBlock];
        block.x[i % kBlock] = sphere.x, block.y[i % kBlock] = sphere.y;
        block.z[i % kBlock] = sphere.z, block.r[i % kBlock] = sphere.w;
    }
    return blocks;
}

void pack_field(const FieldView& field, SearchArrays& out) {
    const uint32_t nx = field.cells_x + 1, ny = field.cells_y + 1, nz = field.cells_z + 1;
    const auto node = [&](uint32_t x, uint32_t y, uint32_t z) {
        const uint32_t cx = std::min(x, nx - 2), cy = std::min(y, ny - 2), cz = std::min(z, nz - 2);
        const FieldCell& cell = field.cells[cx + size_t(field.cells_x) * (cy + size_t(field.cells_y) * cz)];
        return cell.corner[(x - cx) + 2 * (y - cy) + 4 * (z - cz)];
    };
    float most = 0;
    for (size_t c = 0; c < size_t(field.cells_x) * field.cells_y * field.cells_z; ++c) {
        for (const float corner : field.cells[c].corner) most = larger(most, fabsf(corner));
    }
    const float unit = most > 0 ? most / 32767 : 1;
    out.nodes.reserve(size_t(nx) * ny * nz);
    for (uint32_t z = 0; z < nz; ++z) {
        for (uint32_t y = 0; y < ny; ++y) {
            for (uint32_t x = 0; x < nx; ++x) {
                const float whole = node(x, y, z) / unit;
                out.nodes.push_back(int16_t(whole < 0 ? whole - 0.5f : whole + 0.5f));
            }
        }
    }
    out.nodes.resize(out.nodes.size() + 2);  // rows are read two nodes at a time
    out.field = {nullptr, nx, ny, nz, unit, field.spacing_m, field.origin_m};
}

}  // namespace

PackedField SearchArrays::field_view() const {
    PackedField view = field;
    view.nodes = nodes.data();
    return view;
}

SphereTree SearchArrays::tree_view() const {
    SphereTree view = tree;
    view.tops = tops.data(), view.clusters = clusters.data();
    view.groups = groups.data(), view.points = points.data();
    return view;
}

size_t SearchArrays::bytes() const {
    return nodes.size() * sizeof(int16_t) +
           (tops.size() + clusters.size() + groups.size() + points.size()) * sizeof(SphereBlock);
}

SearchArrays make_search_arrays(const FieldView& field, const std::vector<Vec4>& points) {
    SearchArrays out;
    pack_field(field, out);
    std::vector<Vec4> ordered = points;
    for (Vec4& point : ordered) point.w = 0;
    for (size_t begin = 0; begin < ordered.size(); begin += kClusterPoints)
        halve(ordered, begin, std::min(ordered.size(), begin + kClusterPoints));
    const std::vector<Vec4> groups = spheres_around(ordered, kGroupPoints),
                            clusters = spheres_around(ordered, kClusterPoints),
                            tops = spheres_around(clusters, kTopClusters);
    out.tops = blocks_of(tops), out.clusters = blocks_of(clusters);
    out.groups = blocks_of(groups), out.points = blocks_of(ordered);
    out.tree = {nullptr,
                nullptr,
                nullptr,
                nullptr,
                uint32_t(tops.size()),
                uint32_t(clusters.size()),
                uint32_t(groups.size()),
                uint32_t(ordered.size())};
    return out;
}

}  // namespace sim
