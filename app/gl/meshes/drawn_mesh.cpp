// From a scene's mesh to the levels that are drawn.
#include "app/gl/meshes/drawn_mesh.h"

#include <algorithm>
#include <cmath>

namespace app {

// The coarse level is drawn up to 60 pixels: what is finer than these is not seen there. Parts must stay
// apart from their other side, or they would vanish when seen along it.
static constexpr float kCoarseShare = 1 / 36.0f;  // of the diameter
static constexpr float kThinnestShare = 0.45f;    // of the thinnest part
static constexpr float kSameShare = 1e-5f;        // of the diameter: vertices that a file holds twice

static sim::TriangleMesh in_body_frame(const sim::SceneShape& shape) {
    sim::TriangleMesh mesh = shape.mesh;
    for (sim::Vec3& vertex : mesh.vertices)
        vertex = (vertex - shape.shape.mesh_centre) * shape.shape.mesh_scale;
    return mesh;
}

/// Merging takes edges away, and so makes thin parts thinner: grown again until it covers `area`.
static sim::TriangleMesh covering(const sim::TriangleMesh& mesh, float area, float most) {
    const float before = silhouette_area(mesh), after = silhouette_area(swollen(mesh, most));
    if (!(after > before)) return mesh;
    return swollen(mesh, most * std::clamp((area - before) / (after - before), -1.0f, 1.0f));
}

DrawnMesh drawn_mesh(const sim::SceneShape& shape, uint32_t points) {
    const sim::TriangleMesh mesh = in_body_frame(shape);
    const float diameter = 2 * shape.shape.numbers.bounding_radius_m;
    const float thinnest = shape.shape.report.thinnest_m;
    const float apart =
        std::min(kCoarseShare * diameter, thinnest > 0 ? kThinnestShare * thinnest : diameter);
    const float area = silhouette_area(mesh);
    const sim::TriangleMesh coarse = covering(merged(mesh, apart), area, 0.5f * apart);
    DrawnMesh drawn;
    const sim::TriangleMesh full = merged(mesh, kSameShare * diameter);
    drawn.full = with_normals(full);
    drawn.closed = is_closed(full);
    drawn.points = surface_points(drawn.full, points);
    drawn.area_m2 = surface_area(drawn.full);
    drawn.coarse = coarse.triangles.empty() ? drawn.full : with_normals(coarse);
    drawn.spot_radius_m = std::sqrt(area / float(M_PI));
    return drawn;
}

}  // namespace app
