// Found before sim's own: what a captured stream of the emulation has queued.
#pragma once
#include <cuda_runtime.h>

#include <vector>

#include "sim/exec/stage_kernels.h"

namespace sim {

/// Returns the nodes that the stream has captured. Each kernel has 64 registers here.
std::vector<CapturedNode> captured_nodes(cudaStream_t stream);
size_t captured_count(cudaStream_t stream);

}  // namespace sim
