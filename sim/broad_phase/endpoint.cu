#include "sim/broad_phase/endpoint.h"

#include "sim/broad_phase/walk_cuda.cuh"

namespace sim {

static const bool added = add_broad_phase<Endpoint, CudaExec>();

}  // namespace sim
