#include "sim/broad_phase/sweep.h"

#include "sim/broad_phase/walk_cpu.h"

namespace sim {

static const bool added = add_broad_phase<Sweep, CpuExec>();

}  // namespace sim
