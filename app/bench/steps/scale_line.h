// Time against n, and the power of n that it grows with.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/common/figure.h"
#include "app/bench/common/samples.h"
#include "sort/registry.h"

namespace app {

struct ScalePoint {
    uint32_t count = 0;
    std::vector<double> samples_ms{};  // of a search; of a step, on average, in each run
    std::string check{};
    uint64_t pairs = 0, tests = 0, bytes = 0;
    std::vector<std::string> warnings{};

    double median_ms() const { return sort::median(samples_ms); }
    double min_ms() const { return fastest(samples_ms); }
    double noise() const { return sort::noise(samples_ms); }
};

/// One broad phase on boxes of one kind, or the whole step of one scene with it.
struct ScaleLine {
    bool step = false;
    std::string input, broad_phase;
    sort::Backend backend = sort::Backend::cpu;
    std::vector<ScalePoint> points{};  // n ascends

    std::string what() const { return step ? "step" : "pairs"; }
    std::string name() const { return input + " " + what() + ", " + broad_phase; }

    /// Returns the exponent of growth over all points, by least squares of log time over log n; none with
    /// fewer than two.
    std::optional<double> exponent() const;
    /// Returns the exponent of growth from point i - 1 to point i; none: there is no such pair.
    std::optional<double> exponent_at(size_t i) const;
    std::optional<double> last_exponent() const { return exponent_at(points.size() - 1); }

    /// Returns the time that one search or step with `count` boxes or bodies would take, ms, by the points
    /// before; 0: not known.
    double foreseen_ms(uint32_t count) const;
};

/// The slope of the straight line nearest to the points (log n, log ms); none without two different n.
std::optional<double> fitted_exponent(std::span<const double> n, std::span<const double> ms);

/// "gas step, columns: n^1.04 from 1k to 1M, n^1.02 from 300k to 1M"
std::string growth_text(const ScaleLine& line);

/// Median times of all lines over n.
Chart scale_chart(std::span<const ScaleLine> lines);

}  // namespace app
