// A time limit for work on the CPU that asks whether to stop (sim/exec/stop.h), and the user's wish to.
#pragma once
#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>

#include "app/base/interrupt.h"

namespace app {

/// Thrown out of the work when the time is over.
struct TimedOut : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Begins without a limit. Threads at work may check it; it stays where it is made.
class Deadline {
public:
    Deadline() = default;
    explicit Deadline(double seconds) { set(seconds); }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    void set(double seconds) {
        constexpr double kMost_s = 1e8;  // years, and far from where the clock's count ends
        const std::chrono::duration<double> length(seconds < kMost_s ? seconds : kMost_s);
        end_ =
            (Clock::now() + std::chrono::duration_cast<Clock::duration>(length)).time_since_epoch().count();
    }
    void lift() { end_ = kNever; }

    /// Throws TimedOut or Interrupted.
    void check() const {
        throw_if_interrupted();
        const Clock::rep end = end_;
        if (end != kNever && Clock::now().time_since_epoch().count() > end) throw TimedOut("out of time");
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::rep kNever = std::numeric_limits<Clock::rep>::max();

    std::atomic<Clock::rep> end_ = kNever;
};

}  // namespace app
