#include "sim/broad_phase/sweep.h"

#include "sim/broad_phase/walk_cuda.cuh"

namespace sim {

bool register_sweep_on_cuda() { return add_broad_phase<Sweep, CudaExec>(); }

}  // namespace sim
