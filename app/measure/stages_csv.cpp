#include "app/measure/stages_csv.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "app/measure/percentile.h"

namespace app {
namespace {

void stage_row(std::ostream& out, const StageSeries& stage, double whole_ms) {
    std::vector<double> ms = stage.ms;
    std::erase_if(ms, [](double value) { return value <= 0; });
    if (ms.empty()) return;
    std::sort(ms.begin(), ms.end());
    const double total = std::accumulate(ms.begin(), ms.end(), 0.0), mean = total / double(ms.size());
    double squares = 0;
    for (const double value : ms) squares += (value - mean) * (value - mean);
    const double deviation = ms.size() > 1 ? std::sqrt(squares / double(ms.size() - 1)) : 0;
    char numbers[256];
    std::snprintf(numbers, sizeof numbers, ",%.0f,%.4f,%zu,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f\n", 1e6 * total,
                  whole_ms > 0 ? 100 * total / whole_ms : 0, ms.size(), 1e6 * mean, 1e6 * ms.front(),
                  1e6 * ms.back(), 1e6 * deviation, 1e6 * nearest_rank(ms, 50), 1e6 * nearest_rank(ms, 90),
                  1e6 * nearest_rank(ms, 99));
    out << stage.name << numbers;
}

}  // namespace

void write_stages_csv(std::ostream& out, const Profiler& profiler) {
    out << "name,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns,p50_ns,p90_ns,p99_ns\n";
    const std::vector<StageSeries> all = profiler.series();
    const double whole_ms = std::accumulate(all.front().ms.begin(), all.front().ms.end(), 0.0);
    for (const StageSeries& stage : all) stage_row(out, stage, whole_ms);
}

}  // namespace app
