// Turns round the parts of a mesh that look inwards, as files have them that were put together from several
// programs. Where such a part overlaps another one, their crossings would cancel and open a void (inside.h).
//
// A part is what hangs together by vertices at one place. Which way most of the volume looks is outwards. A
// closed part that looks the other way and lies within the others is a cavity and stays; any other one is
// turned, and its own cavities with it.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/shapes/grid.h"

namespace sim {

/// `vertex`: of close_seams(). A mesh without such parts, as most are, keeps all its bytes.
void turn_parts_outwards(CpuExec& exec, GridMesh& mesh, const std::vector<uint32_t>& vertex);

}  // namespace sim
