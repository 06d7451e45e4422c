// Exponents are of medians. What is foreseen errs on the long side: time grows with n at least in proportion.
#include "app/bench/steps/scale_line.h"

#include <algorithm>
#include <cmath>

#include "app/bench/common/table.h"
#include "sim/world.h"

namespace app {
namespace {

// Powers of n where two points are missing to tell: of a search made for many boxes, of a sweep on one axis.
constexpr double kGoodGrowth = 1.1, kPoorGrowth = 5.0 / 3;

std::string power_text(double exponent) { return "n^" + fixed_text(exponent, 2); }

}  // namespace

std::optional<double> fitted_exponent(std::span<const double> n, std::span<const double> ms) {
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n.size(); ++i) {
        if (n[i] <= 0 || ms[i] <= 0) return std::nullopt;
        mean_x += std::log(n[i]) / double(n.size());
        mean_y += std::log(ms[i]) / double(n.size());
    }
    for (size_t i = 0; i < n.size(); ++i) {
        const double x = std::log(n[i]) - mean_x;
        xx += x * x;
        xy += x * (std::log(ms[i]) - mean_y);
    }
    return xx > 1e-12 ? std::optional<double>(xy / xx) : std::nullopt;
}

std::optional<double> ScaleLine::exponent() const {
    std::vector<double> n, ms;
    for (const ScalePoint& point : points) {
        n.push_back(point.count);
        ms.push_back(point.median_ms());
    }
    return fitted_exponent(n, ms);
}

std::optional<double> ScaleLine::exponent_at(size_t i) const {
    if (i == 0 || i >= points.size()) return std::nullopt;
    const double n[] = {double(points[i - 1].count), double(points[i].count)};
    const double ms[] = {points[i - 1].median_ms(), points[i].median_ms()};
    return fitted_exponent(n, ms);
}

double ScaleLine::foreseen_ms(uint32_t count) const {
    if (points.empty()) return 0;
    const double guess = broad_phase == sim::default_broad_phase(backend) ? kGoodGrowth : kPoorGrowth;
    const double growth = std::clamp(last_exponent().value_or(guess), 1.0, 2.0);
    return points.back().median_ms() * std::pow(double(count) / points.back().count, growth);
}

std::string growth_text(const ScaleLine& line) {
    std::string text = line.name() + ": ";
    const auto whole = line.exponent();
    if (line.points.empty()) return text + "not measured";
    if (!whole) return text + "two sizes are needed to fit a power of n";
    const size_t last = line.points.size() - 1;
    text += power_text(*whole) + " from " + count_text(line.points[0].count) + " to " +
            count_text(line.points[last].count);
    if (last < 2) return text;
    return text + ", " + power_text(*line.last_exponent()) + " from " +
           count_text(line.points[last - 1].count) + " to " + count_text(line.points[last].count);
}

Chart scale_chart(std::span<const ScaleLine> lines) {
    Chart chart{"Time against n", {"n: boxes or bodies", "", true}, {"median time", "ms", true}};
    for (const ScaleLine& line : lines) {
        Series series{line.name(), {}};
        if (const auto exponent = line.exponent()) series.name += ", " + power_text(*exponent);
        for (const ScalePoint& point : line.points) {
            series.points.push_back({count_text(point.count), double(point.count), point.median_ms(),
                                     point.min_ms(), point.samples_ms});
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

}  // namespace app
