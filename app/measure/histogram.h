// How times are distributed: equal bins, with the percentiles.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace app {

/// Range of the bins: [low, high), cut into bins of equal width.
struct TimeRange {
    double low_ms = 0, high_ms = 1;

    double share_of(double ms) const { return (ms - low_ms) / (high_ms - low_ms); }
};

/// Returns the range from the shortest of all times to the longest 99th percentile of the lists and a little
/// more, so that a few very long times do not squeeze all others into one bin.
TimeRange range_of(std::span<const std::vector<double>> lists);

struct Histogram {
    std::vector<uint32_t> counts;  // the last bin also has what is longer
    uint32_t longer = 0;           // than the range, of these
    double p50_ms = 0, p90_ms = 0, p99_ms = 0, max_ms = 0;

    uint32_t most() const;
};
Histogram histogram_of(std::span<const double> ms, const TimeRange& range, size_t bins);

}  // namespace app
