// A step that is queued and not yet read.
#pragma once
#include "sim/exec/step_log.cuh"
#include "sort/cuda/owned.cuh"

namespace sim {

inline constexpr int kInFlight = 3;  // of them, at most

struct Flight {
    sort::OwnedGraphExec graph;
    sort::OwnedEvent done;  // recorded on the stream behind the step
    double queued_us;       // on the host's clock
    StepLog log;

    /// Returns whether the device has done the step.
    bool ready() const {
        const cudaError_t status = cudaEventQuery(done.get());
        if (status == cudaErrorNotReady) return false;
        sort::check(status);
        return true;
    }
    void wait() const { sort::check(cudaEventSynchronize(done.get())); }
};

}  // namespace sim
