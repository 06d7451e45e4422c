// Where a device's clock stands on the host's. Measured once, by a stamp of the device that the host waits for; from then on held
// to what is known of all work without waiting: it began after it was queued, and ended before it was seen done.
#pragma once
#include <algorithm>

namespace sim {

class ClockTie {
public:
    /// The device's clock said `device_us` at about `host_us`.
    void tie(double device_us, double host_us) { offset_us_ = host_us - device_us; }

    /// Work that ran from `begin_us` to `end_us` of the device was queued and seen done at these times of the host.
    /// Mends what waiting has added to tie(), and clocks that run apart.
    void hold(double begin_us, double queued_host_us, double end_us, double seen_host_us) {
        offset_us_ = std::max(offset_us_, queued_host_us - begin_us);
        offset_us_ = std::min(offset_us_, seen_host_us - end_us);
    }

    double host_us(double device_us) const { return device_us + offset_us_; }

private:
    double offset_us_ = 0;
};

}  // namespace sim
