#include "app/bench/common/data_rows.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/bench/common/samples.h"
#include "app/bench/common/timeout.h"
#include "app/measure/percentile.h"

namespace app {
namespace {

/// A fact of a frame that may explain its time, and how much more than the median of it stands out.
struct Cause {
    const char* key;
    const char* name;
    double stands_out;
};
constexpr Cause kCauses[] = {{"descents", "descents", 1.5},
                             {"movers", "movers", 1.5},
                             {"max_shift", "largest shift", 1.5},
                             {"pairs", "pairs", 1.2}};
constexpr double kLarger = 1.2;

double sorted_rank(std::vector<double> values, double percent) {
    std::sort(values.begin(), values.end());
    return nearest_rank(values, percent);
}

std::string against_median(const char* name, double value, double middle) {
    return std::string(name) + " " + grouped(uint64_t(value)) + " (median " + grouped(uint64_t(middle)) + ")";
}

double fact(const DataFrame& frame, const char* key) {
    const auto at = frame.facts.find(key);
    return at != frame.facts.end() && at->is_number() ? at->get<double>() : 0;
}

std::string path_of(const DataFrame& frame) {
    const auto at = frame.facts.find("path");
    return at != frame.facts.end() && at->is_string() ? at->get<std::string>() : "";
}

/// How many frames took each path.
std::map<std::string, size_t> paths_of(const DataRow& row) {
    std::map<std::string, size_t> paths;
    for (const DataFrame& frame : row.frames) {
        if (frame.measured()) ++paths[path_of(frame)];
    }
    return paths;
}

std::string usual_path(const DataRow& row) {
    const std::map<std::string, size_t> paths = paths_of(row);
    const auto most = std::max_element(paths.begin(), paths.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == paths.end() ? "" : most->first;
}

}  // namespace

bool DataRow::measured() const {
    return std::any_of(frames.begin(), frames.end(), [](const DataFrame& frame) { return frame.measured(); });
}

std::vector<double> DataRow::samples_ms() const {
    std::vector<double> all;
    for (const DataFrame& frame : frames) {
        if (frame.measured()) all.push_back(frame.median_ms());
    }
    return all;
}

size_t DataRow::rounds() const {
    size_t fewest = SIZE_MAX;
    for (const DataFrame& frame : frames) {
        if (frame.measured()) fewest = std::min(fewest, frame.samples_ms.size());
    }
    return fewest == SIZE_MAX ? 0 : fewest;
}

size_t DataRow::samples() const {
    size_t all = 0;
    for (const DataFrame& frame : frames) all += frame.samples_ms.size();
    return all;
}

std::optional<double> DataRow::noise() const {
    std::vector<double> of_median;
    for (const DataFrame& frame : frames) {
        for (const double ms : frame.samples_ms) of_median.push_back(ms / frame.median_ms());
    }
    return known_noise(of_median);
}

std::string DataRow::paths_text() const {
    std::vector<std::string> parts;
    for (const auto& [path, count] : paths_of(*this)) {
        if (!path.empty()) parts.push_back(path + " " + std::to_string(count));
    }
    return join(parts);
}

double DataRow::p50_ms() const { return sorted_rank(samples_ms(), 50); }
double DataRow::p95_ms() const { return sorted_rank(samples_ms(), 95); }

const DataFrame* DataRow::worst() const {
    const DataFrame* worst = nullptr;
    for (const DataFrame& frame : frames) {
        if (frame.measured() && (!worst || frame.median_ms() > worst->median_ms())) worst = &frame;
    }
    return worst;
}

double DataRow::items_per_s() const {
    double items = 0, ms = 0;
    for (const DataFrame& frame : frames) {
        if (frame.measured()) items += frame.count, ms += frame.median_ms();
    }
    return ms > 0 ? items / (ms * 1e-3) : 0;
}

void take_turn(DataRow& row, const TurnRules& rules, const std::function<void()>& turn) {
    using Clock = std::chrono::steady_clock;
    if (!row.fault.empty()) return;
    const Clock::time_point start = Clock::now();
    try {
        turn();
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        if (!rules.keeps_going) throw;
        row.fault = error.what();
        row.is_wrong = dynamic_cast<const CheckFailed*>(&error) != nullptr;
        return;
    }
    row.spent_s += std::chrono::duration<double>(Clock::now() - start).count();
    if (row.spent_s > rules.most_s) row.fault = "its time is over: " + timeout_text(rules.most_s);
}

std::string worst_reason(const DataRow& row) {
    const DataFrame* worst = row.worst();
    if (!worst) return "";
    std::vector<std::string> reasons;
    const auto first = std::find_if(row.frames.begin(), row.frames.end(),
                                    [](const DataFrame& frame) { return frame.measured(); });
    if (worst == &*first && row.measured_frames() > 1)
        reasons.push_back("the first, in the order of the file");
    const auto middle = [&](auto value) {
        std::vector<double> all;
        for (const DataFrame& frame : row.frames) {
            if (frame.measured()) all.push_back(value(frame));
        }
        return sorted_rank(all, 50);
    };
    const double n = middle([](const DataFrame& frame) { return double(frame.count); });
    if (worst->count > kLarger * n) reasons.push_back(against_median("n", worst->count, n));
    for (const Cause& cause : kCauses) {
        const double usual = middle([&](const DataFrame& frame) { return fact(frame, cause.key); });
        const double here = fact(*worst, cause.key);
        if (here > cause.stands_out * usual) reasons.push_back(against_median(cause.name, here, usual));
    }
    const std::string usual = usual_path(row);
    if (path_of(*worst) != usual) reasons.push_back("path " + path_of(*worst) + " (usually " + usual + ")");
    return reasons.empty() ? "nothing in the data" : join(reasons);
}

Chart data_chart(const std::vector<DataRow>& rows, const std::string& title) {
    Chart chart{title, {"frame", ""}, {"time", "ms"}};
    for (const DataRow& row : rows) {
        Series series{row.name, {}};
        for (size_t i = 0; i < row.frames.size(); ++i) {
            const DataFrame& frame = row.frames[i];
            if (!frame.measured()) continue;
            Point point{std::to_string(frame.number), double(i + 1), frame.median_ms()};
            point.best = *std::min_element(frame.samples_ms.begin(), frame.samples_ms.end());
            series.points.push_back(std::move(point));
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

}  // namespace app
