#include "sim/broad_phase/endpoint.h"

#include "sim/broad_phase/walk_cpu.h"

namespace sim {

static const bool added = add_broad_phase<Endpoint, CpuExec>();

}  // namespace sim
