#include "app/measure/profile/stages_csv.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "app/measure/percentile.h"

namespace app {
namespace {

double total_ms(const std::vector<double>& ms, const DroppedTimes& dropped) {
    return std::accumulate(ms.begin(), ms.end(), 0.0) + dropped.sum_ms;
}

void stage_row(std::ostream& out, const StageSeries& stage, double whole_ms) {
    std::vector<double> ms = stage.ms;
    std::erase_if(ms, [](double value) { return value <= 0; });
    if (ms.empty()) return;
    std::sort(ms.begin(), ms.end());
    const DroppedTimes& dropped = stage.dropped;
    const uint64_t count = ms.size() + dropped.count;
    const double total = total_ms(ms, dropped), mean = total / double(count);
    double squares = 0;
    for (const double value : ms) squares += (value - mean) * (value - mean);
    squares += dropped.sum_of_squares - 2 * mean * dropped.sum_ms + double(dropped.count) * mean * mean;
    const double deviation = count > 1 ? std::sqrt(std::max(squares, 0.0) / double(count - 1)) : 0;
    const double least = dropped.count > 0 ? std::min(ms.front(), dropped.min_ms) : ms.front();
    char numbers[256];
    std::snprintf(numbers, sizeof numbers, ",%.0f,%.4f,%llu,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f\n",
                  1e6 * total, whole_ms > 0 ? 100 * total / whole_ms : 0,
                  static_cast<unsigned long long>(count), 1e6 * mean, 1e6 * least,
                  1e6 * std::max(ms.back(), dropped.max_ms), 1e6 * deviation, 1e6 * nearest_rank(ms, 50),
                  1e6 * nearest_rank(ms, 90), 1e6 * nearest_rank(ms, 99));
    out << stage.name << numbers;
}

}  // namespace

void write_stages_csv(std::ostream& out, const Profiler& profiler) {
    out << "name,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns,p50_ns,p90_ns,p99_ns\n";
    const std::vector<StageSeries> all = profiler.series();
    const double whole_ms = total_ms(all.front().ms, all.front().dropped);
    for (const StageSeries& stage : all) stage_row(out, stage, whole_ms);
}

}  // namespace app
