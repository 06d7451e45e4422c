// Charts that are the same for all papers but for their rivals and inputs.
#include "app/bench/papers/figure_charts.h"

#include <algorithm>

#include "sort/lab/measure.h"

namespace app {

Axis shown_axis(Shown shown, bool with_values, bool log) {
    if (shown == Shown::ms) return {"time of one sort", "ms", log};
    return {"sorting rate", with_values ? "million pairs/s" : "million keys/s", log};
}

Axis count_axis() { return {"n", "keys", true}; }

Point timed_point(const std::string& at, double x, const std::vector<double>& samples_ms, uint64_t count,
                  Shown shown) {
    const double median = sort::median(samples_ms);
    const double least = *std::min_element(samples_ms.begin(), samples_ms.end());
    const auto drawn = [&](double ms) {
        return shown == Shown::ms ? ms : static_cast<double>(count) / (ms * 1e3);
    };
    return {at, x, drawn(median), drawn(least), samples_ms};
}

Point timed_point(const std::string& at, double x, const Timing& timing, uint64_t count, Shown shown) {
    Point point = timed_point(at, x, timing.samples_ms, count, shown);
    point.bytes_a_key = timing.bytes_a_key;
    point.copy_share = timing.copy_share;
    return point;
}

void add_points(Chart& chart, const std::vector<Rival>& rivals, const std::vector<Timing>& timings,
                const std::string& at, double x, uint64_t count, Shown shown) {
    if (chart.series.empty()) {
        for (const Rival& rival : rivals) chart.series.push_back({rival.label, {}});
    }
    for (size_t i = 0; i < rivals.size(); ++i) {
        if (timings[i].samples_ms.empty()) continue;
        chart.series[i].points.push_back(timed_point(at, x, timings[i], count, shown));
    }
}

Chart over_sizes(Lab& lab, FigureResult& result, const std::string& title, const std::vector<Rival>& rivals,
                 const std::vector<uint32_t>& sizes, const std::string& input, bool with_values, Shown shown,
                 const sort::Options& options) {
    // Times of small and large n differ by powers of ten; rates do not.
    Chart chart{title, count_axis(), shown_axis(shown, with_values, shown == Shown::ms)};
    for (const uint32_t size : sizes) {
        const auto keys = lab.keys(input, size);
        add_points(chart, rivals, lab.time(rivals, *keys, with_values, result, options), count_text(size),
                   size, size, shown);
    }
    return chart;
}

Chart over_inputs(Lab& lab, FigureResult& result, const std::string& title, const std::vector<Rival>& rivals,
                  uint32_t size, const std::vector<std::string>& inputs, bool with_values, Shown shown,
                  const sort::Options& options) {
    Chart chart{title, {"keys", ""}, shown_axis(shown, with_values), true};
    double place = 1;
    for (const std::string& input : inputs) {
        const auto keys = lab.keys(input, size);
        add_points(chart, rivals, lab.time(rivals, *keys, with_values, result, options), input, place++, size,
                   shown);
    }
    return chart;
}

Chart over_rivals(Lab& lab, FigureResult& result, const std::string& title, const std::vector<Rival>& rivals,
                  uint32_t size, Shown shown, const sort::Options& options) {
    Axis rate = shown_axis(shown, true);
    if (shown == Shown::mkeys_per_s) rate.unit = "million keys or pairs/s";
    Chart chart{title, {"", ""}, rate, true, {{kKeysAlone, {}}, {kPairs, {}}}};
    const auto keys = lab.keys("uniform", size);
    for (const bool with_values : {false, true}) {
        const auto timings = lab.time(rivals, *keys, with_values, result, options);
        for (size_t i = 0; i < rivals.size(); ++i) {
            if (timings[i].samples_ms.empty()) continue;
            chart.series[with_values].points.push_back(
                timed_point(rivals[i].label, static_cast<double>(i + 1), timings[i], size, shown));
        }
    }
    return chart;
}

}  // namespace app
