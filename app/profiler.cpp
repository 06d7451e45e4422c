// Statistics over the reports of steps. Percentiles are by nearest rank: every number in a table was
// measured.
#include "app/profiler.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "app/profiler_stages.h"

namespace app {
namespace {

struct Samples {
    std::vector<double> ms;
    std::vector<uint64_t> bytes;
};

template <typename T>
T nearest_rank(std::vector<T>& sorted, double percent) {
    if (sorted.empty()) return T();
    const auto rank = static_cast<size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
    return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

StageSummary summarize(const std::string& name, Samples samples) {
    StageSummary summary{name, 0, 0, 0, 0, 0, 0, 0, 0};
    if (samples.ms.empty()) return summary;
    summary.now_ms = samples.ms.back();
    std::sort(samples.ms.begin(), samples.ms.end());
    std::sort(samples.bytes.begin(), samples.bytes.end());
    summary.p50_ms = nearest_rank(samples.ms, 50);
    summary.p90_ms = nearest_rank(samples.ms, 90);
    summary.p99_ms = nearest_rank(samples.ms, 99);
    summary.max_ms = samples.ms.back();
    summary.bytes = nearest_rank(samples.bytes, 50);
    if (summary.p50_ms > 0) summary.gb_per_s = static_cast<double>(summary.bytes) / (summary.p50_ms * 1e6);
    return summary;
}

}  // namespace

std::string_view stage_name(const sim::StageTime& piece) {
    const std::string_view name = piece.name;
    return name.substr(0, name.find('/'));
}

std::vector<std::string> stage_order(const std::deque<sim::StepReport>& history) {
    std::vector<std::string> order;
    for (const sim::StepReport& step : history) {
        // A stage that earlier steps did not have stands behind the one it follows.
        auto behind = order.begin();
        for (const sim::StageTime& piece : step.stages) {
            auto known = std::find(order.begin(), order.end(), stage_name(piece));
            if (known == order.end()) known = order.insert(behind, std::string(stage_name(piece)));
            behind = known + 1;
        }
    }
    return order;
}

void Profiler::add(const sim::StepReport& report) {
    history_.push_back(report);
    while (window_ != 0 && history_.size() > window_) history_.pop_front();
}

std::vector<StageSummary> Profiler::stages() const {
    // One sample a step for every stage: 0 where the step did without it.
    const std::vector<std::string> order = stage_order(history_);
    std::vector<Samples> samples(order.size());
    for (const sim::StepReport& step : history_) {
        for (Samples& one : samples) {
            one.ms.push_back(0);
            one.bytes.push_back(0);
        }
        for (const sim::StageTime& piece : step.stages) {
            const auto place = std::find(order.begin(), order.end(), stage_name(piece)) - order.begin();
            Samples& one = samples[static_cast<size_t>(place)];
            one.ms.back() += piece.duration_us / 1000;
            one.bytes.back() += piece.bytes;
        }
    }

    std::vector<StageSummary> summaries;
    for (size_t i = 0; i < order.size(); ++i) summaries.push_back(summarize(order[i], std::move(samples[i])));
    Samples own;
    for (const sim::StepReport& step : history_) {
        own.ms.push_back(step.profiler_us / 1000);
        own.bytes.push_back(0);
    }
    summaries.push_back(summarize("profiler", std::move(own)));
    const double step_ms = step().p50_ms;
    for (StageSummary& summary : summaries) summary.share = step_ms > 0 ? summary.p50_ms / step_ms : 0;
    return summaries;
}

StageSummary Profiler::step() const {
    Samples samples;
    for (const sim::StepReport& step : history_) {
        uint64_t bytes = 0;
        for (const sim::StageTime& piece : step.stages) bytes += piece.bytes;
        samples.ms.push_back(step.duration_us / 1000);
        samples.bytes.push_back(bytes);
    }
    StageSummary summary = summarize("step", std::move(samples));
    summary.share = summary.p50_ms > 0 ? 1 : 0;
    return summary;
}

double Profiler::steps_per_second() const {
    if (history_.empty()) return 0;
    const sim::StepReport &first = history_.front(), &last = history_.back();
    const double us = last.start_us + last.duration_us - first.start_us;
    return us > 0 ? static_cast<double>(last.step - first.step + 1) * 1e6 / us : 0;
}

void print_table(std::ostream& out, const Profiler& profiler) {
    std::vector<StageSummary> rows = profiler.stages();
    rows.insert(rows.end() - 1, profiler.step());
    size_t width = 5;
    for (const StageSummary& row : rows) width = std::max(width, row.name.size());

    char line[256];
    const auto print = [&](int length) { out.write(line, std::min<int>(length, sizeof line - 1)) << '\n'; };
    print(std::snprintf(line, sizeof line, "%-*s %10s %10s %10s %10s %7s %10s %8s", static_cast<int>(width),
                        "stage", "p50 ms", "p90 ms", "p99 ms", "max ms", "share", "MB", "GB/s"));
    for (const StageSummary& row : rows) {
        char bytes[32] = "-", rate[32] = "-";
        if (row.bytes > 0) {
            std::snprintf(bytes, sizeof bytes, "%.3f", static_cast<double>(row.bytes) / 1e6);
            std::snprintf(rate, sizeof rate, "%.1f", row.gb_per_s);
        }
        print(std::snprintf(line, sizeof line, "%-*s %10.4f %10.4f %10.4f %10.4f %6.1f%% %10s %8s",
                            static_cast<int>(width), row.name.c_str(), row.p50_ms, row.p90_ms, row.p99_ms,
                            row.max_ms, row.share * 100, bytes, rate));
    }
}

}  // namespace app
