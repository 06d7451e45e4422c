// A step that is queued and not yet read.
#pragma once
#include "sim/exec/step_log.cuh"
#include "sort/cuda/owned.cuh"

namespace sim {

inline constexpr int kInFlight = 3;  // of them, at most

struct Flight {
    sort::OwnedGraphExec graph;
    cudaEvent_t start;  // recorded on the stream before the step
    double queued_us;   // on the host's clock
    StepLog log;
};

}  // namespace sim
