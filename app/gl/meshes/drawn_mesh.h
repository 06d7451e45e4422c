// A shape's mesh as it is drawn: in the body frame, with normals, whole and simplified. Made once a shape.
#pragma once
#include <cstdint>
#include <vector>

#include "app/observe/mesh_points.h"
#include "sim/scene.h"

namespace app {

struct DrawnLevel {
    std::vector<MeshPoint> vertices;
    std::vector<uint32_t> indices;  // three a triangle
};

struct DrawnMesh {
    DrawnLevel full, coarse;
    std::vector<MeshPoint> points;  // of the whole mesh
    float area_m2;                  // of its surface
    bool closed;                    // so that back faces are never seen from outside
    float spot_radius_m;  // of the disc that covers as much of the screen as the mesh does on average
};

DrawnMesh drawn_mesh(const sim::SceneShape& shape, uint32_t points = 0);

/// Returns the mesh with vertices that lie within `apart` of each other made one, in the middle of them;
/// triangles that thereby lose a corner are left out. The same result everywhere.
sim::TriangleMesh merged(const sim::TriangleMesh& mesh, float apart);

/// Returns the mesh with every vertex moved by `by` along the normal of the faces around it.
sim::TriangleMesh swollen(const sim::TriangleMesh& mesh, float by);

/// Normals along which neighbouring faces are smooth, unless they meet at a sharp edge.
DrawnLevel with_normals(const sim::TriangleMesh& mesh);

/// Returns points evenly on the surface; any number of the first ones is even, too. Always `count` points; of
/// a mesh without an area all in its middle.
std::vector<MeshPoint> surface_points(const DrawnLevel& level, uint32_t count);
float surface_area(const DrawnLevel& level);

/// Returns whether all parts of the mesh are closed, with faces that look outwards.
bool is_closed(const sim::TriangleMesh& mesh);

/// Returns the area that the mesh covers, seen from far away: the mean of the views along x, y and z.
float silhouette_area(const sim::TriangleMesh& mesh);

}  // namespace app
