#include "sim/broad_phase/columns/columns.h"

#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/columns/walk_cpu.h"
#include "sim/broad_phase/measure_cpu.h"

namespace sim {

bool register_columns_on_cpu() { return add_broad_phase<Columns, CpuExec>(); }

}  // namespace sim
