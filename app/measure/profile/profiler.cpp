// Statistics over the reports of steps.
#include "app/measure/profile/profiler.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "app/measure/memory_rate.h"
#include "app/measure/percentile.h"
#include "app/measure/profile/profiler_stages.h"

namespace app {
namespace {

struct Samples {
    std::vector<double> ms;
    std::vector<uint64_t> bytes;
};

std::string fixed(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

StageSummary summarize(const std::string& name, Samples samples, const DroppedTimes& dropped) {
    StageSummary summary{name, 0, 0, 0, 0, 0, 0, 0, 0};
    if (samples.ms.empty()) return summary;
    summary.now_ms = samples.ms.back();
    std::sort(samples.ms.begin(), samples.ms.end());
    std::sort(samples.bytes.begin(), samples.bytes.end());
    summary.p50_ms = nearest_rank(samples.ms, 50);
    summary.p90_ms = nearest_rank(samples.ms, 90);
    summary.p99_ms = nearest_rank(samples.ms, 99);
    summary.max_ms = std::max(samples.ms.back(), dropped.max_ms);
    summary.bytes = nearest_rank(samples.bytes, 50);
    if (summary.p50_ms > 0) summary.gb_per_s = static_cast<double>(summary.bytes) / (summary.p50_ms * 1e6);
    return summary;
}

}  // namespace

/// The column of a stage. One that earlier steps did not have stands behind all that its own step has so far.
Profiler::Column& Profiler::column(std::string_view stage, size_t& behind) {
    const auto is = [&](const Column& column) { return column.stage == stage; };
    auto known = std::find_if(columns_.begin(), columns_.end(), is);
    if (known == columns_.end()) {
        known = columns_.insert(columns_.begin() + static_cast<ptrdiff_t>(behind), Column{});
        known->stage = stage;
        known->ms.resize(steps_.size());
        known->bytes.resize(steps_.size());
    }
    behind = std::max(behind, static_cast<size_t>(known - columns_.begin()) + 1);
    return *known;
}

void Profiler::add(const sim::StepReport& report) {
    const size_t steps = steps_.size(), reports = history_.size();
    try {
        if (whole_reports_) history_.push_back(report);
        add_step(report);
    } catch (...) {
        history_.resize(reports);
        cut(steps);
        throw;
    }
    const sim::Counters& counters = report.counters;
    if (counters.columns_changed != 0) column_changes_ = {column_changes_.count + 1, report.step};
    any_contact_ |= counters.contacts > 0 || counters.ground_contacts > 0 || counters.asleep > 0;
    if (++added_ == 1) first_ = steps_.back();
    last_ = steps_.back();
    window_ > 0 ? leave_window() : thin_out();
}

void Profiler::add_step(const sim::StepReport& report) {
    const sim::Counters& counters = report.counters;
    steps_.push_back({report.step,
                      0,
                      report.start_us,
                      report.duration_us,
                      report.profiler_us,
                      counters.sorts,
                      {},
                      {},
                      {},
                      std::to_array(counters.sort_path)});
    if (measures_shift(counters)) {
        steps_.back().windows = counters.sort_windows;
        steps_.back().movers = counters.sort_movers;
        steps_.back().max_shift = counters.sort_max_shift;
    }
    for (Column& column : columns_) {
        column.ms.push_back(0);
        column.bytes.push_back(0);
    }
    size_t behind = 0;
    for (const sim::StageTime& piece : report.stages) {
        Column& one = column(stage_name(piece), behind);
        one.ms.back() += piece.duration_us / 1000;
        one.bytes.back() += piece.bytes;
        one.last_used = added_ + 1;
        steps_.back().bytes += piece.bytes;
    }
}

void Profiler::leave_window() {
    if (steps_.size() <= window_) return;
    steps_.pop_front();
    if (whole_reports_) history_.pop_front();
    for (Column& column : columns_) {
        column.ms.pop_front();
        column.bytes.pop_front();
    }
    const uint64_t first = added_ - window_ + 1;
    std::erase_if(columns_, [&](const Column& column) { return column.last_used < first; });
}

std::vector<StageSummary> Profiler::stages() const {
    std::vector<StageSummary> summaries;
    for (const Column& column : columns_) {
        summaries.push_back(summarize(
            column.stage, {{column.ms.begin(), column.ms.end()}, {column.bytes.begin(), column.bytes.end()}},
            column.dropped));
    }
    Samples own;
    for (const Step& step : steps_) {
        own.ms.push_back(step.profiler_us / 1000);
        own.bytes.push_back(0);
    }
    summaries.push_back(summarize("profiler", std::move(own), dropped_own_));
    const double step_ms = step().p50_ms;
    for (StageSummary& summary : summaries) summary.share = step_ms > 0 ? summary.p50_ms / step_ms : 0;
    return summaries;
}

StageSummary Profiler::step() const {
    Samples samples;
    for (const Step& step : steps_) {
        samples.ms.push_back(step.duration_us / 1000);
        samples.bytes.push_back(step.bytes);
    }
    StageSummary summary = summarize("step", std::move(samples), dropped_steps_);
    summary.share = summary.p50_ms > 0 ? 1 : 0;
    return summary;
}

StageSummary Profiler::sorting() const {
    std::string name;
    Samples sum{std::vector<double>(steps_.size()), std::vector<uint64_t>(steps_.size())};
    bool sorts = false;
    for (const Column* column : columns_of_sorting()) {
        name += (name.empty() ? "" : " + ") + column->stage;
        sorts = sorts || column->stage == "sort";
        for (size_t k = 0; k < steps_.size(); ++k) {
            sum.ms[k] += column->ms[k];
            sum.bytes[k] += column->bytes[k];
        }
    }
    StageSummary summary = summarize(sorts ? name : "", std::move(sum), dropped_sorting_);
    const double step_ms = step().p50_ms;
    summary.share = step_ms > 0 ? summary.p50_ms / step_ms : 0;
    return summary;
}

std::vector<StageSeries> Profiler::series() const {
    std::vector<StageSeries> all = {{"step", {}, dropped_steps_}};
    for (const Step& step : steps_) all.front().ms.push_back(step.duration_us / 1000);
    for (const Column& column : columns_)
        all.push_back({column.stage, {column.ms.begin(), column.ms.end()}, column.dropped});
    return all;
}

SortSummary Profiler::sorts() const {
    SortSummary summary = dropped_sorts_;
    name_paths(summary);
    for (const Step& step : steps_) count_sorts(summary, step);
    return summary;
}

double Profiler::steps_per_second() const {
    if (steps_.empty()) return 0;
    const Step &first = window_ > 0 ? steps_.front() : first_, &last = last_;
    const double us = last.start_us + last.duration_us - first.start_us;
    return us > 0 ? static_cast<double>(last.number - first.number + 1) * 1e6 / us : 0;
}

void print_table(std::ostream& out, const Profiler& profiler, double memory_gb_per_s) {
    std::vector<StageSummary> rows = profiler.stages();
    rows.insert(rows.end() - 1, profiler.step());
    if (const StageSummary sorting = profiler.sorting(); !sorting.name.empty()) rows.push_back(sorting);
    size_t width = 5;
    for (const StageSummary& row : rows) width = std::max(width, row.name.size());

    char line[256];
    const auto print = [&](int length) { out.write(line, std::min<int>(length, sizeof line - 1)) << '\n'; };
    const auto ms = [](double value) { return fixed(value, value < 1000 ? 4 : 1); };
    print(std::snprintf(line, sizeof line, "%-*s %8s %8s %8s %8s %6s %8s %6s", static_cast<int>(width),
                        "stage", "p50 ms", "p90 ms", "p99 ms", "max ms", "share", "MB", "GB/s"));
    for (const StageSummary& row : rows) {
        const double mb = static_cast<double>(row.bytes) / 1e6;
        print(std::snprintf(line, sizeof line, "%-*s %8s %8s %8s %8s %5.1f%% %8s %6s",
                            static_cast<int>(width), row.name.c_str(), ms(row.p50_ms).c_str(),
                            ms(row.p90_ms).c_str(), ms(row.p99_ms).c_str(), ms(row.max_ms).c_str(),
                            row.share * 100, row.bytes > 0 ? fixed(mb, mb < 1000 ? 3 : 1).c_str() : "-",
                            row.bytes > 0 ? rate_text(row.gb_per_s, memory_gb_per_s, 1).c_str() : "-"));
    }
}

}  // namespace app
