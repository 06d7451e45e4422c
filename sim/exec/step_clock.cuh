// When steps began, in the device's time since one event, and where that event stands on the host's clock.
#pragma once
#include <chrono>
#include <utility>

#include "sim/exec/clock_tie.h"
#include "sort/cuda/check.cuh"
#include "sort/cuda/owned.cuh"

namespace sim {

inline double host_us() {
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

class StepClock {
public:
    StepClock() : last_(own_.get()) {}

    /// Times count from here: the one event that the host waits for.
    void begin(cudaStream_t stream) {
        sort::check(cudaEventRecord(last_, stream));
        sort::check(cudaEventSynchronize(last_));
        tie_.tie(0, host_us());
    }

    /// Returns when the next step began, whose event is done; exchanges its event for that of the step before.
    double next(cudaEvent_t& start) {
        float ms = 0;
        sort::check(cudaEventElapsedTime(&ms, last_, start));
        std::swap(start, last_);
        return start_us_ += 1e3 * double(ms);
    }

    /// Ties the clocks: that step took `duration_us`, and was queued and seen done at these times of the host.
    void hold(double duration_us, double queued_host_us, double seen_host_us) {
        tie_.hold(start_us_, queued_host_us, start_us_ + duration_us, seen_host_us);
    }

    double zero_s() const { return tie_.host_us(0) * 1e-6; }

private:
    sort::OwnedEvent own_;
    cudaEvent_t last_;     // of the last step; own_ before the first
    double start_us_ = 0;  // of the last step
    ClockTie tie_;
};

}  // namespace sim
