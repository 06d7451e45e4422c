#include "sim/broad_phase/endpoint.h"

#include "sim/broad_phase/walk_cpu.h"

namespace sim {

bool register_endpoint_on_cpu() { return add_broad_phase<Endpoint, CpuExec>(); }

}  // namespace sim
