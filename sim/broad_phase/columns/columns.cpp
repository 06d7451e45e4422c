#include "sim/broad_phase/columns/columns.h"

#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/columns/walk_cpu.h"
#include "sim/broad_phase/measure_cpu.h"

namespace sim {

static const bool added = add_broad_phase<Columns, CpuExec>();

}  // namespace sim
