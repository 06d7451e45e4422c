// How thick the thinnest part of a solid is, as its field sees it.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/shapes/grid.h"

namespace sim {

/// Returns the thickness of the thinnest part, in cells. Where the directions out of the solid on both sides
/// of a node point away from each other, the node lies on the ridge of the field, and the two distances and
/// the gap between them add up to the thickness there. The 64 thinnest nodes of the ridge, or its fiftieth
/// part if that is less, are ignored as tips. A solid without such nodes, as a tetrahedron, is taken for
/// twice as thick as it is deep. `distance` is below 0 inside.
float thinnest_part(CpuExec& exec, const GridMesh& mesh, const NearestTriangles& nearest,
                    const std::vector<float>& distance);

}  // namespace sim
