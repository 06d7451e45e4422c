#include "sim/broad_phase/sweep.h"

#include "sim/broad_phase/walk_cuda.cuh"

namespace sim {

static const bool added = add_broad_phase<Sweep, CudaExec>();

}  // namespace sim
