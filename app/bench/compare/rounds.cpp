#include "app/bench/compare/rounds.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sort/lab/measure.h"

namespace app {
namespace {

/// Returns the rank, counted from either end, of the ratio at which the interval ends; 0: there is none.
size_t rank_of_end(size_t rounds, double confidence) {
    const auto n = double(rounds);
    // The probability of k heads of n coins; by logarithms, as 2^-n is 0 from 1,075 on.
    const auto exactly = [n](size_t k) {
        return std::exp(std::lgamma(n + 1) - std::lgamma(double(k) + 1) - std::lgamma(n - double(k) + 1) -
                        n * std::log(2));
    };
    double below = 0;
    size_t k = 0;
    while (2 * (below + exactly(k)) <= 1 - confidence) below += exactly(k++);
    return k;
}

}  // namespace

MedianRatio ratio_over_rounds(std::span<const double> before_ms, std::span<const double> now_ms,
                              double confidence) {
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
    const size_t rank = rank_of_end(ratios.size(), confidence);
    if (rank == 0) return result;
    std::sort(ratios.begin(), ratios.end());
    result.low = ratios[rank - 1];
    result.high = ratios[ratios.size() - rank];
    result.has_interval = true;
    return result;
}

uint64_t rounds_needed(const MedianRatio& ratio, size_t rounds) {
    if (!ratio.has_interval || ratio.low <= 0) return 0;
    const double same = std::log(MedianRatio::kSame), at = std::log(ratio.ratio),
                 half_width = std::log(ratio.high / ratio.low) / 2;
    // A verdict needs an interval on one side of 1, or within `same` of it: the nearer one.
    const double room = std::max({std::fabs(at), same - std::fabs(at), same / 10});
    const double times = half_width / room;
    return std::max<uint64_t>(rounds + 1, static_cast<uint64_t>(std::ceil(double(rounds) * times * times)));
}

}  // namespace app
