// Checks a mesh and puts it into its grid.
#pragma once
#include <stdexcept>

#include "sim/shapes/grid.h"
#include "sim/shapes/triangles.h"

namespace sim {

/// A mesh from which no shape can be made; says what is wrong with it and what was expected.
struct BadMesh : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline constexpr size_t kMaxTriangles = size_t{1} << 20;
inline constexpr float kLeastSize_m = 1e-4f, kMostSize_m = 1e4f;  // of the longest side
inline constexpr int kMarginCells = 2;                            // around the mesh
inline constexpr uint32_t kLeastCells = 8, kMostCells = 256;      // along the longest side

/// Faces without an area that reach outside of all others are left out. `size_m` is the length of the longest side, 0
/// leaves it as it is; `cells` is how many nodes that side has; `shell_m` is how thick a mesh may become that has no
/// inside. Throws BadMesh.
GridMesh put_into_grid(const TriangleMesh& mesh, float size_m, uint32_t cells, float shell_m);

/// Returns the smallest distance that the mesh's floats can tell, in cells of the grid: large for a small
/// mesh far from the origin.
float coordinate_step(const TriangleMesh& mesh, uint32_t cells);

}  // namespace sim
