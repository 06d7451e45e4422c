// Which nodes of the grid lie inside the mesh, also where its closed parts overlap and where it has holes.
//
// Every line of nodes along x, y and z is cut with the triangles. Seen from either end of the line, a node is
// inside where the crossings up to it, +1 into the solid and -1 out of it, do not cancel: overlapping parts
// add up, where counting odd and even would open a void. Of six views, two an axis, four have to agree, so a
// hole misleads those views only that look through it. All is done in integers, with the mesh rounded to
// 1/256 of a cell: a line that meets an edge crosses exactly one of its two triangles.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/shapes/grid.h"

namespace sim {

struct Inside {
    std::vector<uint8_t> node;  // 1: inside
    size_t count = 0;
    /// Share of the lines that meet the mesh and do not leave it as often as they enter; 0: the mesh has no holes.
    float open_share = 0;
};

Inside find_inside(CpuExec& exec, const GridMesh& mesh);

}  // namespace sim
