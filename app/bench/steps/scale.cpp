// `sweeplab bench scale`: time against n, line by line, n ascending; a line ends where the next n would take
// longer than was given or does not fit.
#include <new>

#include "app/base/errors.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/plot_svg.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/pairs/pairs_case.h"
#include "app/bench/steps/scale_plan.h"
#include "app/bench/steps/scale_report.h"
#include "app/bench/steps/step_case.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

/// Reason for which a line ends before its last n.
struct End {
    std::string why{};  // "": it goes on
    bool too_large = false;
};

ScalePoint measure_pairs(const PairsPlan& plan, size_t place, const std::function<void()>& tick, End& end) {
    require_pairs_memory(plan.cases[place].count);
    std::vector<LeftOut> none;  // a broad phase that was named is never left out
    const std::vector<PairsRow> rows = measure_pairs_case(plan, plan.cases[place], none, tick);
    if (rows.empty()) {
        end.why = "interrupted";
        return {};
    }
    const PairsRow& row = rows.front();
    if (row.samples_ms.empty()) end.why = timeout_text(plan.timeout_s) + " exceeded";
    return {row.count,          row.samples_ms, row.check,   row.counters.pairs,
            row.counters.tests, row.bytes,      row.warnings};
}

ScalePoint measure_step(const StepPlan& plan, size_t place, const std::function<void()>& tick, End& end) {
    std::vector<StepLeftOut> left_out;
    std::vector<StepRow> rows = measure_step_case(plan, plan.cases[place], left_out, tick);
    if (rows.empty()) {
        end.why = "interrupted";
        if (!left_out.empty()) end = {left_out.front().reason, left_out.front().too_large};
        return {};
    }
    const StepRow& row = rows.front();
    const std::string check = row.state_step > 0 ? state_text(row.state) : kNotChecked;
    return {row.count,          row.samples_ms(), check,       row.counters.pairs,
            row.counters.tests, row.bytes,        row.warnings};
}

/// Seconds that searches or steps will take at the least.
double foreseen_s(const ScaleTask& task, const ScaleLine& line, size_t place) {
    double times = task.pairs.measure.min_samples + 1;
    if (line.step) {
        const StepCase& one = task.steps.cases[place];
        times = double(one.warmup + one.frames);
    }
    return 1e-3 * times * line.foreseen_ms(task.counts[place]);
}

/// The next point of the task's line, or why there is none.
End measure_next(const ScaleTask& task, ScaleLine& line, size_t place, const std::function<void()>& tick) {
    const double limit_s = line.step ? task.steps.timeout_s : task.pairs.timeout_s;
    const double needed_s = foreseen_s(task, line, place);
    if (needed_s > limit_s) {
        return {"it would take at least " + fixed_text(needed_s, 0) + " s, more than " +
                timeout_text(limit_s)};
    }
    End end;
    try {
        ScalePoint point = line.step ? measure_step(task.steps, place, tick, end)
                                     : measure_pairs(task.pairs, place, tick, end);
        if (end.why.empty()) line.points.push_back(std::move(point));
    } catch (const sort::OverLimit& error) {
        end = {error.what(), true};
    } catch (const std::bad_alloc&) {
        end = {"out of memory", true};
    } catch (const Interrupted&) {
        end.why = "interrupted";
    }
    return end;
}

std::vector<ScaleLine> planned_lines(const std::vector<ScaleTask>& tasks) {
    std::vector<ScaleLine> lines;
    for (const ScaleTask& task : tasks) {
        lines.push_back(task.line);
        for (const uint32_t count : task.counts) lines.back().points.push_back({count});
    }
    return lines;
}

constexpr const char* kLegend =
    "pairs: one search, every box new. step: the mean step of a run. On cuda, device time. ns each: median divided "
    "by n. power of n: from the row above to this one. check: of pairs, what the list was compared with; of a step, "
    "the state after the first run.";

void print_notes(std::ostream& out, const std::vector<ScaleLine>& lines,
                 const std::vector<std::string>& left_out) {
    out << '\n' << note_line(kLegend) << '\n';
    for (const ScaleLine& line : lines)
        if (!line.points.empty() || !interrupted()) out << note_line(growth_text(line));
    for (const std::string& text : left_out) out << note_line("left out: " + text);
    for (const ScaleLine& line : lines) {
        for (const ScalePoint& point : line.points) {
            for (const std::string& warning : point.warnings)
                out << note_line("warning: " + line.name() + ", " + count_text(point.count) + ": " + warning);
        }
    }
}

}  // namespace

int run_bench_scale(const ScaleOptions& options) {
    const std::vector<ScaleTask> tasks = make_scale_tasks(options);
    std::vector<ScaleLine> lines;
    std::vector<std::pair<size_t, size_t>> parts;  // task, place in its counts
    for (size_t task = 0; task < tasks.size(); ++task) {
        lines.push_back(tasks[task].line);
        for (size_t place = 0; place < tasks[task].counts.size(); ++place) parts.emplace_back(task, place);
    }
    std::vector<std::string> left_out;
    std::vector<bool> ended(tasks.size());
    bool only_too_large = true;
    Bench<ScaleRow> bench(scale_report(options, lines, left_out), parts.size());
    bench.part = "point";
    bench.planned = [&] { return scale_report(options, planned_lines(tasks), {}).json(options, {}); };
    bench.measure = [&](size_t part, const Tick& tick) -> std::vector<ScaleRow> {
        const auto& [task, place] = parts[part];
        if (ended[task]) return {};
        ScaleLine& line = lines[task];
        const End end = measure_next(tasks[task], line, place, [&] { tick(0); });
        only_too_large = only_too_large && end.too_large;
        if (end.why.empty()) return {{&line, line.points.size() - 1}};
        if (!interrupted()) {
            left_out.push_back(line.name() + " from " + count_text(tasks[task].counts[place]) +
                               " on: " + end.why);
            ended[task] = true;
        }
        return {};
    };
    bench.notes = [&](std::ostream& out, auto&) { print_notes(out, lines, left_out); };
    bench.require = [&](auto&) {
        if (only_too_large) throw sort::OverLimit(left_out.front());
    };
    bench.extra = {"--plot", options.plot, [&](std::ostream& out, auto&) {
                       const bool cuda = lines.front().backend == sort::Backend::cuda;
                       const std::string machine = machine_text(cuda, options.device, options.threads);
                       out << plot_svg(scale_chart(lines), machine + ", " + utc_text());
                   }};
    run_bench(options, bench);
    return 0;
}

}  // namespace app
