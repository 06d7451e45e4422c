#include "sim/broad_phase/endpoint.h"

#include "sim/broad_phase/walk_cpu.h"

namespace sim {

static const bool added = add_broad_phase<CpuExec>(
    {"endpoint", "sorts both ends of every box on x, y and z, as Ha, Krueger and Silva 2009",
     make<Endpoint, CpuExec>});

}  // namespace sim
