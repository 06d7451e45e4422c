// The nearest triangle of every node: near the mesh exactly, farther away by asking what is nearest to the
// nodes around.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/shapes/grid.h"

namespace sim {

/// `done(share)`, 0 to 1, is called now and then, by any thread.
NearestTriangles find_nearest(CpuExec& exec, const GridMesh& mesh, const std::function<void(float)>& done);

}  // namespace sim
