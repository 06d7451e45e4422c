// The pull on all bodies, on the device.
#pragma once
#include "sim/exec/exec_cuda.cuh"
#include "sim/gravity/walk.h"

namespace sim {

/// A warp walks for each group.
void walk_tree(CudaExec& exec, const PullTargets& targets, const WalkTree& tree);

/// Computes the pull on all bodies without a tree. Each body is summed on its own, in the order of `sources`.
void sum_directly(CudaExec& exec, const PullTargets& targets);

}  // namespace sim
