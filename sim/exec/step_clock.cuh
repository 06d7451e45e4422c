// When steps began, in the device's time since the world's begin, and where that stands on the host's clock.
#pragma once
#include <chrono>

#include "sim/exec/clock_tie.h"
#include "sim/exec/launch_queue.cuh"
#include "sort/cuda/pinned_buffer.cuh"

namespace sim {

inline double host_us() {
    using namespace std::chrono;
    return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

class StepClock {
public:
    /// Times count from here: waits for the device once.
    void begin(cudaStream_t stream) {
        sort::PinnedBuffer<uint64_t> now(1);
        queue_stamp(stream, {now.data()});
        sort::check(cudaStreamSynchronize(stream));
        zero_ns_ = *now.data();
        tie_.tie(0, host_us());
    }

    /// Returns a time of the device's clock as one since begin().
    double since_zero_us(uint64_t device_ns) const { return 1e-3 * double(int64_t(device_ns - zero_ns_)); }

    /// Ties the clocks: a step began then and took `duration_us`, and was queued and seen done at these times of the
    /// host.
    void hold(double start_us, double duration_us, double queued_host_us, double seen_host_us) {
        tie_.hold(start_us, queued_host_us, start_us + duration_us, seen_host_us);
    }

    double zero_s() const { return tie_.host_us(0) * 1e-6; }

private:
    uint64_t zero_ns_ = 0;  // on the device's clock
    ClockTie tie_;
};

}  // namespace sim
