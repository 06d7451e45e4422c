#include "app/bench/compare/rounds.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sort/lab/measure.h"

namespace app {
namespace {

constexpr double kOutside = 0.05;  // of an interval of 95 %

/// Returns how many ratios lie outside of the interval at each end: with k of n, the true median is below the k-th
/// smallest with the probability that fewer than k of n coins show heads.
size_t outside_of(size_t rounds) {
    double exactly = std::pow(0.5, double(rounds)), below = 0;
    size_t k = 0;
    while (k < rounds) {
        if (2 * (below + exactly) > kOutside) break;
        below += exactly;
        ++k;
        exactly *= double(rounds - k + 1) / double(k);
    }
    return k;
}

}  // namespace

MedianRatio ratio_over_rounds(std::span<const double> before_ms, std::span<const double> now_ms) {
    MedianRatio result;
    const size_t rounds = std::min(before_ms.size(), now_ms.size());
    std::vector<double> before(before_ms.begin(), before_ms.begin() + ptrdiff_t(rounds)),
        now(now_ms.begin(), now_ms.begin() + ptrdiff_t(rounds)), ratios;
    for (size_t i = 0; i < rounds; ++i) {
        if (before[i] > 0 && now[i] > 0) ratios.push_back(now[i] / before[i]);
    }
    if (ratios.empty()) return result;
    result.before_ms = sort::median(before);
    result.now_ms = sort::median(now);
    result.noise_before = sort::noise(before);
    result.noise_now = sort::noise(now);
    result.ratio = sort::median(ratios);
    const size_t outside = outside_of(ratios.size());
    if (outside == 0) return result;
    std::sort(ratios.begin(), ratios.end());
    result.low = ratios[outside - 1];
    result.high = ratios[ratios.size() - outside];
    result.has_interval = true;
    return result;
}

size_t rounds_needed(const MedianRatio& ratio, size_t rounds) {
    if (!ratio.has_interval || ratio.low <= 0) return 0;
    const double times = std::log(ratio.high / ratio.low) / (2 * std::log(MedianRatio::kSame));
    return static_cast<size_t>(std::ceil(double(rounds) * std::max(times * times, 1.0)));
}

}  // namespace app
