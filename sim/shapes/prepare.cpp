// Steps from triangles to a shape; the last function runs them all.
#include "sim/shapes/prepare.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "sim/exec/memory.h"
#include "sim/shapes/clusters.h"
#include "sim/shapes/distance.h"
#include "sim/shapes/exposed.h"
#include "sim/shapes/inside.h"
#include "sim/shapes/mass.h"
#include "sim/shapes/orient.h"
#include "sim/shapes/outer_corners.h"
#include "sim/shapes/outward.h"
#include "sim/shapes/seams.h"
#include "sim/shapes/surface_points.h"
#include "sim/shapes/thickness.h"
#include "sort/base/numbers.h"

namespace sim {
namespace {

constexpr float kMostOpen =
    0.125f;  // share of open lines above which a mesh is a sheet, not a solid with holes
constexpr uint64_t kBytesPerNode = 48, kBytesPerTriangle = 128;  // at most at once, measured
constexpr float kDefaultShell = 2;                               // cells
constexpr float kPointsOfThinnest = 0.4f;  // spacing of points at edges, of the thinnest part
constexpr float kLeastPointSpacing = 0.5f,
                kMostPointSpacing = 3;  // cells: no finer than the field can tell apart

void check(const ShapeOptions& options) {
    const auto refuse = [](const std::string& what) { throw BadMesh(what); };
    if (options.cells < kLeastCells || options.cells > kMostCells) {
        refuse(std::to_string(options.cells) + " cells along the longest side; " +
               std::to_string(kLeastCells) + " to " + std::to_string(kMostCells) + " are expected");
    }
    for (const float length_m : {options.size_m, options.point_spacing_m, options.shell_m}) {
        if (!(length_m >= 0) || !std::isfinite(length_m)) {
            refuse("size, spacing of points and thickness of a shell must be finite and not below 0");
        }
    }
    if (!(options.density_kg_m3 > 0) || !std::isfinite(options.density_kg_m3)) {
        refuse("the density must be finite and above 0");
    }
}

/// Returns the distance of each node from the surface, below 0 inside.
std::vector<float> signed_distance(const NearestTriangles& nearest, const Inside& inside, float half_shell) {
    std::vector<float> out(nearest.distance2.size());
    for (size_t node = 0; node < out.size(); ++node) {
        const float distance = sqrtf(nearest.distance2[node]);
        out[node] = half_shell > 0 ? distance - half_shell : inside.node[node] ? -distance : distance;
    }
    return out;
}

std::vector<FieldCell> cells_of(const Grid& grid, const std::vector<float>& distance) {
    std::vector<FieldCell> cells;
    cells.reserve(grid.count());
    for (int z = 0; z + 1 < grid.nodes[2]; ++z) {
        for (int y = 0; y + 1 < grid.nodes[1]; ++y) {
            for (int x = 0; x + 1 < grid.nodes[0]; ++x) {
                FieldCell cell;
                for (int k = 0; k < 8; ++k) {
                    cell.corner[k] = distance[grid.index(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2))];
                }
                cells.push_back(cell);
            }
        }
    }
    return cells;
}

/// Returns the field while lengths are counted in cells.
FieldView in_cells(const Grid& grid, const std::vector<FieldCell>& cells) {
    return {cells.data(),
            uint32_t(grid.nodes[0] - 1),
            uint32_t(grid.nodes[1] - 1),
            uint32_t(grid.nodes[2] - 1),
            1,
            {0, 0, 0}};
}

/// Transformation from cells of the grid to the body frame.
struct BodyFrame {
    Vec3 centre;
    float spacing_m;
    Vec4 operator()(const Vec3& at) const { return with_w((at - centre) * spacing_m, 0); }
};

/// Returns the corners of the mesh, each once, in the order of the file.
std::vector<Vec4> used_corners(const GridMesh& mesh, const BodyFrame& frame) {
    std::vector<uint8_t> used(mesh.vertices.size(), 0);
    for (const auto& triangle : mesh.triangles) {
        for (const uint32_t corner : triangle) used[corner] = 1;
    }
    std::vector<Vec4> out;
    for (size_t v = 0; v < used.size(); ++v) {
        if (used[v]) out.push_back(frame(mesh.vertices[v]));
    }
    return out;
}

/// The field, and what a view says of lengths. The points are in the body frame already.
void put_into_metres(Shape& shape, const BodyFrame& frame, const FieldView& field, float half_shell) {
    for (FieldCell& cell : shape.cells) {
        for (float& corner : cell.corner) corner *= frame.spacing_m;
    }
    ShapeView& out = shape.numbers;
    out.field = field;
    out.field.cells = nullptr;
    out.field.spacing_m = frame.spacing_m;
    out.field.origin_m = xyz(frame({0, 0, 0}));
    out.point_count = uint32_t(shape.points.size());
    out.cluster_count = uint32_t(shape.clusters.size());
    out.box_point_count = uint32_t(shape.box_points.size());
    out.box_margin_m = half_shell * frame.spacing_m;
    for (const Vec4& point : shape.corners) {
        out.bounding_radius_m = larger(out.bounding_radius_m, length(xyz(point)));
    }
    out.bounding_radius_m = out.bounding_radius_m + out.box_margin_m;
}

}  // namespace

ShapeView Shape::view() const {
    ShapeView view = numbers;
    view.field.cells = cells.data();
    view.points = points.data();
    view.clusters = clusters.data();
    view.box_points = box_points.data();
    view.packed = search.field_view();
    view.tree = search.tree_view();
    return view;
}

Shape prepare_shape(const TriangleMesh& mesh, const ShapeOptions& options) {
    check(options);
    const auto reach = [&](uint32_t percent) {
        if (options.stop) options.stop();
        if (options.progress) options.progress(percent);
    };
    CpuExec exec(options.threads, false, options.stop);
    return exec.arena().execute([&] {
        reach(0);
        GridMesh in_grid = put_into_grid(mesh, options.size_m, options.cells, options.shell_m);
        require_host_memory("a field of " + sort::grouped(in_grid.grid.count()) + " nodes needs",
                            kBytesPerNode * in_grid.grid.count() + kBytesPerTriangle * mesh.triangles.size());
        Seams seams = close_seams(in_grid, options.stop);
        const Orientation sides = orient_faces(in_grid, seams.vertex, std::exchange(seams.passes, {}));
        turn_parts_outwards(exec, in_grid, seams.vertex);
        const Grid& grid = in_grid.grid;
        const float h = grid.spacing_m;

        // Which nodes are inside, and how far each is from the surface.
        const Inside inside = find_inside(exec, in_grid);
        reach(10);
        const bool shell = inside.count == 0 || inside.open_share > kMostOpen;
        const float thickness = !shell ? 0 : options.shell_m > 0 ? options.shell_m / h : kDefaultShell;
        const GridMesh surface = shell ? in_grid : exposed_surface(exec, in_grid, inside);
        const NearestTriangles nearest =
            find_nearest(exec, surface, [&](float share) { reach(10 + uint32_t(70 * share)); });
        const std::vector<float> distance = signed_distance(nearest, inside, thickness * 0.5f);
        Shape shape;
        shape.cells = cells_of(grid, distance);
        const FieldView field = in_cells(grid, shape.cells);
        reach(85);

        // Mass, centre and inertia.
        const MassSums mass = sum_mass(exec, field);
        if (!(mass.volume > 0)) throw BadMesh("the mesh has no inside that its field could see");
        const BodyFrame frame = {mass.centre, h};
        const float thinnest = shell ? thickness : thinnest_part(exec, surface, nearest, distance);
        reach(90);

        // The points of the surface.
        const float by_default =
            smaller(larger(kPointsOfThinnest * thinnest, kLeastPointSpacing), kMostPointSpacing);
        const float spacing = options.point_spacing_m > 0
                                  ? larger(options.point_spacing_m / h, kLeastPointSpacing)
                                  : by_default;
        std::vector<Vec3> chosen = choose_points(in_grid, field, spacing, thickness * 0.5f, options.stop);
        for (const Vec3& point : by_clusters(std::move(chosen))) shape.points.push_back(frame(point));
        if (shape.points.empty()) throw BadMesh("no face of the mesh has an area; at least one is expected");
        shape.clusters = cluster_spheres(shape.points);
        shape.corners = used_corners(in_grid, frame);
        shape.box_points = outer_corners(planes_around(shape.corners));

        // From cells to metres.
        put_into_metres(shape, frame, field, thickness * 0.5f);
        shape.search = make_search_arrays(shape.view().field, shape.points);
        shape.numbers.mass_kg = mass.volume * h * h * h * options.density_kg_m3;
        shape.numbers.inverse_inertia = inverse(mass.inertia) * (1 / (shape.numbers.mass_kg * h * h));
        shape.mesh_centre = in_grid.origin + mass.centre * in_grid.cell;
        shape.mesh_scale = h / in_grid.cell;
        shape.report = {.triangles = uint32_t(mesh.triangles.size()),
                        .points = shape.numbers.point_count,
                        .clusters = shape.numbers.cluster_count,
                        .cells_x = field.cells_x,
                        .cells_y = field.cells_y,
                        .cells_z = field.cells_z,
                        .spacing_m = h,
                        .point_spacing_m = spacing * h,
                        .thinnest_m = thinnest * h,
                        .volume_m3 = mass.volume * h * h * h,
                        .open_share = inside.open_share,
                        .left_out = uint32_t(mesh.triangles.size() - in_grid.triangles.size()),
                        .shell = shell,
                        .joined = seams.joined,
                        .join_reach_m = seams.reach * h,
                        .open_parts = sides.open_parts,
                        .turned = sides.turned,
                        .one_sided = sides.one_sided,
                        .crowded_edges = sides.crowded_edges,
                        .coordinate_step_m = coordinate_step(mesh, options.cells) * h};
        reach(100);
        return shape;
    });
}

}  // namespace sim
