// The plan of the columns as a kernel of its own.
#include "sim/broad_phase/columns/plan_cuda.cuh"
#include "sim/exec/exec_cuda.cuh"

namespace sim {
namespace {

__global__ void plan_kernel(ColumnsPlan plan, Stamp stamp) {
    __shared__ PlanScratch s_plan;
    begin_launch(stamp);
    plan_by_block(plan, s_plan);
}

}  // namespace

void plan_columns(CudaExec& exec, const char* name, const ColumnsPlan& plan) {
    exec.queue(name, {}, [&](LaunchQueue& queue) { queue(plan_kernel, 1, kPlanThreads, plan); });
}

}  // namespace sim
