#include "sim/broad_phase/endpoint.h"

#include "sim/broad_phase/walk_cuda.cuh"

namespace sim {

static const bool added = add_broad_phase<CudaExec>(
    {"endpoint", "sorts both ends of every box on x, y and z, as Ha, Krueger and Silva 2009",
     make<Endpoint, CudaExec>});

}  // namespace sim
