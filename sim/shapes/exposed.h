// The part of a mesh's surface that is the surface of the solid. Where closed parts overlap, the other part
// lies within the solid: a field that measured the distance to it would be near 0 deep inside.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/shapes/inside.h"

namespace sim {

/// Returns the mesh without what is covered on both sides, judged by the nodes a cell away: triangles that
/// are covered in part are split. A gap that is narrower than a cell counts as covered.
GridMesh exposed_surface(CpuExec& exec, const GridMesh& mesh, const Inside& inside);

}  // namespace sim
