#include "sim/broad_phase/sweep.h"

#include "sim/broad_phase/walk_cuda.cuh"

namespace sim {

static const bool added = add_broad_phase<CudaExec>(
    {"sweep", "sorts the boxes by their min on the widest axis and walks forward from each",
     make<Sweep, CudaExec>});

}  // namespace sim
