#include "sim/broad_phase/endpoint.h"

#include "sim/broad_phase/walk_cuda.cuh"

namespace sim {

bool register_endpoint_on_cuda() { return add_broad_phase<Endpoint, CudaExec>(); }

}  // namespace sim
