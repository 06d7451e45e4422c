// A shape from a mesh: once, when a scene is loaded, on the CPU.
#pragma once
#include <functional>

#include "sim/exec/stop.h"
#include "sim/shapes/scale.h"
#include "sim/shapes/shape.h"
#include "sim/shapes/sphere_tree.h"

namespace sim {

struct ShapeOptions {
    float size_m = 0;           // length of the mesh's longest side; 0: as the mesh has it
    uint32_t cells = 96;        // of the field, along the longest side
    float point_spacing_m = 0;  // 0: from the thinnest part and the field's spacing
    float shell_m = 0;          // thickness of a mesh that has no inside; 0: two cells
    float density_kg_m3 = 700;  // wood
    int threads = 0;            // 0: all
    StopCheck stop = {};        // may be called by any thread; what it throws ends the work
    std::function<void(uint32_t percent)> progress = {};  // likewise
};

/// Report on a prepared mesh, for a caller to print.
struct ShapeReport {
    uint32_t triangles, points, clusters;
    uint32_t cells_x, cells_y, cells_z;
    float spacing_m;        // of the field
    float point_spacing_m;  // at edges
    float thinnest_m;       // thickness of the thinnest part
    float volume_m3;
    float open_share;         // of the lines that meet the mesh, those that go in and never out again
    uint32_t left_out;        // faces without an area, outside of all others
    bool shell;               // had no inside, or too many holes: became a sheet that is thinnest_m thick
    uint32_t joined;          // corners that a rounding had parted from others
    float join_reach_m;       // on each axis, up to which corners are joined
    uint32_t open_parts;      // of the surface, which have open edges and share none with each other
    uint32_t turned;          // triangles against their neighbours, which were turned round
    uint32_t one_sided;       // triangles of parts that cannot be oriented, as a Moebius strip
    uint32_t crowded_edges;   // of more than two faces, which no orientation makes agree
    float coordinate_step_m;  // the mesh's floats tell no smaller distances apart

    // What to warn of. Thinner parts than the field or the points can see are passed through.
    bool field_too_coarse() const { return spacing_m > kMostSpacing * thinnest_m; }
    bool points_too_coarse() const { return point_spacing_m > kMostPointSpacing * thinnest_m; }
    bool coordinates_too_coarse() const { return coordinate_step_m > 0.25f * spacing_m; }

    static constexpr float kMostSpacing = 0.6f, kMostPointSpacing = 0.8f;  // of the thinnest part
};

/// The arrays behind a view.
struct Shape {
    ShapeView view() const;

    std::vector<FieldCell> cells;
    std::vector<Vec4> points, clusters;
    std::vector<Vec4> corners;     // of the mesh; w is 0
    std::vector<Vec4> box_points;  // few, around them: outer_corners()
    SearchArrays search;
    ShapeView numbers{};  // without pointers
    Vec3 mesh_centre{};  // the centre of mass in the file; (a vertex - mesh_centre) * mesh_scale is its place
    float mesh_scale = 1;  // in the body frame
    ShapeReport report{};
};

/// Computes the shape of a mesh. The result has the same bytes whatever the number of threads and the
/// compiler. Throws BadMesh.
Shape prepare_shape(const TriangleMesh& mesh, const ShapeOptions& options = {});

}  // namespace sim
