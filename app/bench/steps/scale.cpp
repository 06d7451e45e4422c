// `sweeplab bench scale`: time against n, line by line, n ascending; a line ends where the next n would take
// longer than was given or does not fit.
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/machine.h"
#include "app/base/progress.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/plot_svg.h"
#include "app/bench/common/table.h"
#include "app/bench/common/timeout.h"
#include "app/bench/pairs/pairs_case.h"
#include "app/bench/steps/scale_plan.h"
#include "app/bench/steps/scale_report.h"
#include "app/bench/steps/step_case.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

std::vector<Column> columns_of(const std::vector<ScaleTask>& tasks, bool wide) {
    size_t input = 0, name = 0;
    for (const ScaleTask& task : tasks) {
        input = std::max(input, task.line.input.size());
        name = std::max(name, task.line.broad_phase.size());
    }
    std::vector<Column> columns = {
        {"what", 5, true}, {"kind or scene", input, true}, {"broad phase", name, true}};
    if (wide) columns.push_back({"backend", 7, true});
    columns.insert(columns.end(), {{"n", 8}, {"median ms", 9}});
    if (wide) columns.push_back({"min ms", 9});
    columns.insert(
        columns.end(),
        {{"noise %", 7}, {"ns each", 8, false, 1}, {"pairs", 9}, {"power of n", 10}, {"check", 18, true}});
    return columns;
}

std::vector<std::string> cells_of(const ScaleLine& line, bool wide) {
    const ScalePoint& point = line.points.back();
    const auto growth = line.last_exponent();
    std::vector<std::string> cells = {line.what(), line.input, line.broad_phase};
    if (wide) cells.push_back(sort::name_of(line.backend));
    cells.insert(cells.end(), {count_text(point.count), ms_text(point.median_ms())});
    if (wide) cells.push_back(ms_text(point.min_ms()));
    cells.insert(cells.end(),
                 {fixed_text(100 * point.noise(), 1), fixed_text(1e6 * point.median_ms() / point.count, 1),
                  std::to_string(point.pairs), growth ? fixed_text(*growth, 2) : "-", point.check});
    return cells;
}

/// What a line ends with before its last n.
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
double foreseen_s(const ScaleTask& task, size_t place) {
    double times = task.pairs.measure.min_samples + 1;
    if (task.line.step) {
        const StepCase& one = task.steps.cases[place];
        times = double(one.warmup + one.frames);
    }
    return 1e-3 * times * task.line.foreseen_ms(task.counts[place]);
}

/// The next point of the task's line, or why there is none.
End measure_next(ScaleTask& task, size_t place, const std::function<void()>& tick) {
    const double limit_s = task.line.step ? task.steps.timeout_s : task.pairs.timeout_s;
    const double needed_s = foreseen_s(task, place);
    if (needed_s > limit_s) {
        return {"it would take at least " + fixed_text(needed_s, 0) + " s, more than " +
                timeout_text(limit_s)};
    }
    End end;
    try {
        ScalePoint point = task.line.step ? measure_step(task.steps, place, tick, end)
                                          : measure_pairs(task.pairs, place, tick, end);
        if (end.why.empty()) task.line.points.push_back(std::move(point));
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

}  // namespace

int run_bench_scale(const ScaleOptions& options) {
    std::vector<ScaleTask> tasks = make_scale_tasks(options);
    Baseline baseline(options.baseline, "bench scale");
    if (baseline)
        baseline.require_comparable(scale_report_json(options, planned_lines(tasks), {}), options.quiet);
    BenchOutputs outputs(options, options.plot);
    std::ostream& out = outputs.table();
    const bool cuda = tasks.front().line.backend == sort::Backend::cuda;
    const std::string machine = machine_text(cuda, options.device, options.threads);
    if (!outputs.silent()) {
        out << note_line(std::string("bench scale: time against n, ") +
                         sort::name_of(tasks.front().line.backend) + "; " + machine)
            << '\n'
            << std::flush;
    }
    // Asking for facts may have changed the device.
    if (cuda) use_cuda_device(options.device);

    const bool wide = outputs.wide();
    Table table(out, columns_of(tasks, wide), outputs.form());
    uint64_t done = 0, total = 0;
    for (const ScaleTask& task : tasks) total += task.counts.size();
    Progress progress("points", total, options.quiet);
    std::vector<std::string> left_out;
    std::vector<ScaleLine> lines;
    bool only_too_large = true;
    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    for (ScaleTask& task : tasks) {
        const uint64_t before = done;
        for (size_t place = 0; place < task.counts.size(); ++place, ++done) {
            interrupt_message->set(interrupted_text("point", done, total));
            const End end = measure_next(task, place, [&] { progress.update(done); });
            only_too_large = only_too_large && end.too_large;
            if (!end.why.empty() && !interrupted()) {
                left_out.push_back(task.line.name() + " from " + count_text(task.counts[place]) +
                                   " on: " + end.why);
                break;
            }
            progress.wipe();
            if (!outputs.silent() && end.why.empty()) table.row(cells_of(task.line, wide));
            if (interrupted()) break;
        }
        if (!interrupted()) done = before + task.counts.size();
        lines.push_back(std::move(task.line));
        if (interrupted()) break;
    }
    interrupt_message.reset();
    progress.wipe();
    if (!outputs.silent()) {
        out << '\n' << note_line(kLegend) << '\n';
        for (const ScaleLine& line : lines) {
            if (!line.points.empty() || !interrupted()) out << note_line(growth_text(line));
        }
        for (const std::string& text : left_out) out << note_line("left out: " + text);
        for (const ScaleLine& line : lines) {
            for (const ScalePoint& point : line.points) {
                for (const std::string& warning : point.warnings) {
                    out << note_line("warning: " + line.name() + ", " + count_text(point.count) + ": " +
                                     warning);
                }
            }
        }
    }

    outputs.end_if_interrupted("point", done, total);
    if (only_too_large) throw sort::OverLimit(left_out.front());
    outputs.finish_report(baseline, [&] { return scale_report_json(options, lines, left_out); });
    if (outputs.csv()) write_scale_csv(*outputs.csv(), lines);
    if (outputs.plot()) *outputs.plot() << plot_svg(scale_chart(lines), machine + ", " + utc_text());
    outputs.commit();
    const auto measured = [](const ScaleLine& line) { return !line.points.empty(); };
    require_measured(std::any_of(lines.begin(), lines.end(), measured), "bench scale", options.timeout_s);
    baseline.check();
    return 0;
}

}  // namespace app
