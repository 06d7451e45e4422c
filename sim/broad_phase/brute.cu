#include "sim/broad_phase/brute.h"

#include "sim/exec/exec_cuda.cuh"

namespace sim {

/// row(i) for each box.
template <class Row>
static void each_row(CudaExec& exec, const char* name, const BoxInput& input, const PairOutput&, Row row) {
    exec.each(name, input.count, sizeof(Box), row);
}

bool register_brute_on_cuda() { return add_broad_phase<Brute, CudaExec>(); }

}  // namespace sim
