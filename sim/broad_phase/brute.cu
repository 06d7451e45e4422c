#include "sim/broad_phase/brute.h"

#include "sim/exec_cuda.cuh"

namespace sim {

static const bool added = add_broad_phase<CudaExec>(
    {"brute", "tests every box against every other; the reference", make<Brute, CudaExec>});

}  // namespace sim
