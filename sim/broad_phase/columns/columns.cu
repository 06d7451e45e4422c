#include "sim/broad_phase/columns/columns.h"

#include "sim/broad_phase/columns/walk_cuda.cuh"
#include "sim/broad_phase/measure_cuda.cuh"

namespace sim {

bool register_columns_on_cuda() { return add_broad_phase<Columns, CudaExec>(); }

}  // namespace sim
