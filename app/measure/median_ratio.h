// By how much one set of times differs from an older one, and how far to trust that: the ratio of the medians with
// a 95 % interval. The interval is that of the bootstrap, whose distribution of a median is known (J. S. Maritz and
// R. G. Jarrett: A note on estimating the variance of the sample median. JASA 73, 1978), so nothing is drawn at
// random. It is wider where neighbouring samples resemble each other, because these say less than independent ones.
#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace app {

struct MedianRatio {
    /// Fewest samples of either side for an interval: with fewer, resampled medians mean next to nothing.
    static constexpr size_t kFewest = 5;
    /// Two are the same within noise where the interval leaves no larger factor than this, either way.
    static constexpr double kSame = 1.025;

    double before_ms = 0, now_ms = 0;        // medians
    double noise_before = 0, noise_now = 0;  // sort::noise
    size_t samples_before = 0, samples_now = 0;
    double ratio = 0;           // now over before; 0: one of them has no samples, or none above 0
    double low = 0, high = 0;   // where it lies with 95 %
    bool has_interval = false;  // both have kFewest samples

    bool slower() const { return has_interval && low > 1; }
    bool faster() const { return has_interval && high < 1; }
    bool same() const { return has_interval && low >= 1 / kSame && high <= kSame; }
    /// Returns whether this is a regression by more than `limit`: only if the whole interval lies above it.
    bool above(double limit) const { return has_interval && low > limit; }
};

/// Samples in the order in which they were taken. `same_work`: sample i of both is the same piece of work, such as
/// the same step of one simulation; the ratio is then the median of now[i] / before[i], whatever the steps differ by
/// among themselves, if there are as many of both.
MedianRatio median_ratio(std::span<const double> before, std::span<const double> now, bool same_work);

/// Returns how many independent samples would say as much about the median as these do: by the variance of
/// ten batches.
double independent_samples(std::span<const double> in_order);

/// Returns "slower", "faster", "within noise" (the interval holds 1 and nothing far from it), "cannot tell" (it holds 1,
/// and also ratios that matter), "-" (no interval).
std::string verdict_text(const MedianRatio& ratio);

/// Returns "1.12 times the baseline's median, beyond noise", "equal to the baseline within noise".
std::string ratio_sentence(const MedianRatio& ratio);

}  // namespace app
