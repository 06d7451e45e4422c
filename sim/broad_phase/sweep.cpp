#include "sim/broad_phase/sweep.h"

#include "sim/broad_phase/walk_cpu.h"

namespace sim {

bool register_sweep_on_cpu() { return add_broad_phase<Sweep, CpuExec>(); }

}  // namespace sim
