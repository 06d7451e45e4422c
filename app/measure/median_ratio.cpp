#include "app/measure/median_ratio.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sort/lab/measure.h"

namespace app {
namespace {

constexpr size_t kBatches = 10, kFewestOfABatch = 2;
constexpr int kPieces = 8;         // of the probability of one sample
constexpr size_t kLikely = 128;    // medians that stand for all resampled ones, all as likely
constexpr double kOutside = 0.05;  // of an interval of 95 %

/// Equally likely medians of samples drawn again. The k-th smallest of n uniform numbers has a beta distribution,
/// here (p (1 - p))^half of the sample's rank p.
std::vector<double> likely_medians(std::span<const double> in_order) {
    std::vector<double> sorted(in_order.begin(), in_order.end());
    const double half = (independent_samples(in_order) - 1) / 2;
    std::sort(sorted.begin(), sorted.end());
    const auto n = double(sorted.size());
    std::vector<double> upto(sorted.size());  // the probability that the median is at most this sample
    double sum = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        for (int k = 0; k < kPieces; ++k) {
            const double p = (double(i) + (k + 0.5) / kPieces) / n;
            sum += std::exp(half * std::log(4 * p * (1 - p)));
        }
        upto[i] = sum;
    }
    std::vector<double> medians;
    size_t at = 0;
    for (size_t k = 0; k < kLikely; ++k) {
        const double wanted = (double(k) + 0.5) / kLikely * sum;
        while (at + 1 < sorted.size() && upto[at] < wanted) ++at;
        medians.push_back(sorted[at]);
    }
    return medians;
}

void take_interval(std::vector<double> likely, MedianRatio& to) {
    std::sort(likely.begin(), likely.end());
    const auto cut = size_t(kOutside / 2 * double(likely.size()));
    to.low = likely[cut];
    to.high = likely[likely.size() - 1 - cut];
    to.has_interval = true;
}

bool all_above_zero(std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

}  // namespace

double independent_samples(std::span<const double> in_order) {
    const auto n = double(in_order.size());
    const size_t each = in_order.size() / kBatches;
    if (each < kFewestOfABatch) return n;
    std::vector<double> sorted(in_order.begin(), in_order.end());
    std::sort(sorted.begin(), sorted.end());
    const double middle = sorted[sorted.size() / 2];
    // The share of each batch above the median, equal ones by half, would have the variance 1/4 over its size.
    double sum = 0, sum2 = 0;
    for (size_t batch = 0; batch < kBatches; ++batch) {
        double above = 0;
        for (size_t k = 0; k < each; ++k) {
            const double value = in_order[batch * each + k];
            above += value > middle ? 1 : value < middle ? 0 : 0.5;
        }
        above /= double(each);
        sum += above;
        sum2 += above * above;
    }
    const double variance = (sum2 - sum * sum / kBatches) / (kBatches - 1);
    return std::max(n / std::max(1.0, 4 * double(each) * variance), 2.0);
}

MedianRatio median_ratio(std::span<const double> before, std::span<const double> now, bool same_work) {
    MedianRatio result;
    const auto list = [](std::span<const double> span) {
        return std::vector<double>(span.begin(), span.end());
    };
    if (before.empty() || now.empty()) return result;
    result.before_ms = sort::median(list(before));
    result.now_ms = sort::median(list(now));
    result.samples_before = before.size();
    result.samples_now = now.size();
    result.noise_before = sort::noise(list(before));
    result.noise_now = sort::noise(list(now));
    if (!(result.before_ms > 0) || !(result.now_ms > 0)) return result;
    result.ratio = result.now_ms / result.before_ms;
    const bool enough = std::min(before.size(), now.size()) >= MedianRatio::kFewest;
    if (same_work && before.size() == now.size() && all_above_zero(before)) {
        std::vector<double> ratios;
        for (size_t i = 0; i < now.size(); ++i) ratios.push_back(now[i] / before[i]);
        result.ratio = sort::median(ratios);
        if (enough) take_interval(likely_medians(ratios), result);
        return result;
    }
    if (!enough) return result;
    std::vector<double> likely;
    const std::vector<double> older = likely_medians(before);
    for (const double newer : likely_medians(now)) {
        for (const double old : older) likely.push_back(newer / std::max(old, 1e-12));
    }
    take_interval(std::move(likely), result);
    return result;
}

std::string verdict_text(const MedianRatio& ratio) {
    if (!ratio.has_interval) return "-";
    return ratio.slower()   ? "slower"
           : ratio.faster() ? "faster"
           : ratio.same()   ? "within noise"
                            : "cannot tell";
}

std::string ratio_sentence(const MedianRatio& ratio) {
    if (ratio.ratio <= 0) return "not in the baseline";
    char times[64];
    std::snprintf(times, sizeof times, "%.2f times the baseline's median, ", ratio.ratio);
    if (!ratio.has_interval) return std::string(times) + "too few samples to tell from noise";
    if (ratio.slower() || ratio.faster()) return std::string(times) + "beyond noise";
    return std::string(times) + (ratio.same() ? "within noise" : "too noisy to tell");
}

}  // namespace app
