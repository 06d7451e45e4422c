#include "sim/broad_phase/brute.h"

#include "sim/exec_cpu.h"

namespace sim {

static const bool added = add_broad_phase<CpuExec>(
    {"brute", "tests every box against every other; the reference", make<Brute, CpuExec>});

}  // namespace sim
