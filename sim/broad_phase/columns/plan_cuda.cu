// The plan of the columns as a kernel of its own.
#include "sim/broad_phase/columns/plan_cuda.cuh"
#include "sim/exec/exec_cuda.cuh"

namespace sim {
namespace {

__global__ void plan_kernel(ColumnsPlan plan) {
    __shared__ PlanScratch s_plan;
    plan_by_block(plan, s_plan);
}

}  // namespace

void plan_columns(CudaExec& exec, const char* name, const ColumnsPlan& plan) {
    exec.launch(name, {}, [&] { plan_kernel<<<1, kPlanThreads, 0, exec.stream()>>>(plan); });
}

}  // namespace sim
