// The pull on all bodies, on threads.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/gravity/walk.h"

namespace sim {

/// Computes the pull on all bodies with the tree. Each group walks through it on its own.
void walk_tree(CpuExec& exec, const PullTargets& targets, const WalkTree& tree);

/// Computes the pull on all bodies without a tree. Each body is summed on its own, in the order of `sources`.
void sum_directly(CpuExec& exec, const PullTargets& targets);

}  // namespace sim
