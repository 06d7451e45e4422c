#include "app/measure/histogram.h"

#include <algorithm>

#include "app/measure/percentile.h"

namespace app {

TimeRange range_of(std::span<const std::vector<double>> lists) {
    TimeRange range{0, 0};
    bool any = false;
    for (const std::vector<double>& list : lists) {
        if (list.empty()) continue;
        std::vector<double> sorted = list;
        std::sort(sorted.begin(), sorted.end());
        range.low_ms = any ? std::min(range.low_ms, sorted.front()) : sorted.front();
        range.high_ms = std::max(range.high_ms, nearest_rank(sorted, 99));
        any = true;
    }
    constexpr double kMargin = 0.08, kLeast_ms = 1e-6;
    const double width = std::max(range.high_ms - range.low_ms, std::max(kLeast_ms, 0.02 * range.high_ms));
    range.low_ms = std::max(0.0, range.low_ms - kMargin * width);
    range.high_ms = std::max(range.high_ms, range.low_ms + width) + kMargin * width;
    return range;
}

uint32_t Histogram::most() const {
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

Histogram histogram_of(std::span<const double> ms, const TimeRange& range, size_t bins) {
    Histogram made;
    made.counts.resize(std::max<size_t>(bins, 1));
    for (const double one : ms) {
        const double place = range.share_of(one) * double(made.counts.size());
        const double last = double(made.counts.size() - 1);
        made.longer += one >= range.high_ms;
        ++made.counts[size_t(std::clamp(place, 0.0, last))];
    }
    std::vector<double> sorted(ms.begin(), ms.end());
    std::sort(sorted.begin(), sorted.end());
    made.p50_ms = nearest_rank(sorted, 50);
    made.p90_ms = nearest_rank(sorted, 90);
    made.p99_ms = nearest_rank(sorted, 99);
    made.max_ms = sorted.empty() ? 0 : sorted.back();
    return made;
}

}  // namespace app
