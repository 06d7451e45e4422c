// `sweeplab bench step`: whole steps of the simulation by scene, n, backend and broad phase; a case is
// printed once the states of its worlds are compared, the files are written at the end.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/table.h"
#include "app/bench/common/timeout.h"
#include "app/bench/steps/step_report.h"
#include "app/measure/report_facts.h"
#include "sim/broad_phase/choose_broad_phase.h"

namespace app {
namespace {

constexpr const char* kShares = "% of the step";

/// The state, the fastest run and the median step are for reports: a plain table, which is to fit the terminal, has
/// none of them.
std::vector<Column> columns_of(const StepPlan& plan, bool wide) {
    size_t scene = 0, name = 0;
    for (const StepCase& one : plan.cases) {
        scene = std::max(scene, one.scene.size());
        for (const sim::WorldConfig& world : one.worlds) name = std::max(name, world.broad_phase.size());
    }
    std::vector<Column> columns = {
        {"scene", scene, true}, {"n", 7},       {"backend", 7, true}, {"broad phase", name, true},
        {"steps/s", 8},         {"s per s", 7}, {"noise %", 7}};
    if (wide) columns.insert(columns.end(), {{"best", 8}, {"p50 ms", 8}});
    for (const std::string& stage : plan.stages)
        columns.push_back({wide ? stage + " %" : stage, 6, false, 1, kShares});
    columns.push_back({wide ? "around sort %" : "around sort", 6, false, 1, kShares});
    columns.insert(columns.end(), {{"pairs", 8}, {"contacts", 8}, {"tests/body", 8}, {"bytes/body", 8}});
    if (wide) columns.push_back({"state", 18, true});
    columns.push_back({"check", 6, true});
    return columns;
}

std::string rate_text(double rate) { return fixed_text(rate, rate < 100 ? 2 : rate < 10000 ? 1 : 0); }

std::vector<std::string> cells_of(const StepRow& row, const StepPlan& plan, bool wide) {
    std::vector<std::string> cells = {row.scene,
                                      count_text(row.count),
                                      sort::name_of(row.backend),
                                      row.broad_phase,
                                      rate_text(row.median()),
                                      fixed_text(row.simulated_s_per_s(), 3),
                                      fixed_text(100 * row.noise(), 1)};
    if (wide) cells.insert(cells.end(), {rate_text(row.best()), ms_text(row.step.p50_ms)});
    for (const std::string& stage : plan.stages) {
        const auto at = std::find_if(row.stages.begin(), row.stages.end(),
                                     [&](const StageSummary& one) { return one.name == stage; });
        cells.push_back(at == row.stages.end() ? "-" : fixed_text(100 * at->share, wide ? 1 : 0));
    }
    cells.push_back(row.sorting.name.empty() ? "-" : fixed_text(100 * row.sorting.share, wide ? 1 : 0));
    cells.push_back(std::to_string(row.counters.pairs));
    cells.push_back(std::to_string(row.counters.contacts));
    cells.push_back(fixed_text(row.tests_a_body(), 1));
    cells.push_back(fixed_text(row.bytes_a_body(), 0));
    if (wide) cells.push_back(row.state_step > 0 ? state_text(row.state) : "-");
    cells.push_back(row.check);
    return cells;
}

/// What the numbers are of, and where they come from.
std::string heading(const StepPlan& plan) {
    const sim::WorldConfig& first = plan.cases.front().worlds.front();
    std::string text =
        note_line("bench step: whole steps, sorts by " + first.engine + ", seed " +
                  std::to_string(first.seed) + "; " + machine_text(plan.cuda, plan.device, plan.threads));
    text += std::to_string(plan.cases.front().warmup) + " steps first, " +
            (plan.until == "rest"      ? "more until all sleep, "
             : plan.until == "contact" ? "more until half as many contacts as bodies, "
                                       : "") +
            "then runs of";
    // The first scene has every n.
    std::string rest;
    for (const StepCase& one : plan.cases) {
        if (one.scene != plan.cases.front().scene) break;
        rest +=
            (rest.empty() ? " " : ", ") + std::to_string(one.frames) + " (n " + count_text(one.count) + ")";
    }
    return text + rest + " steps\n\n";
}

constexpr const char* kLegend =
    "steps/s: median run, from the start of its first step to the end of its last; on cuda, device time. s per s: "
    "simulated seconds per second. Shares are of the median step; around sort: keys, sort and reorder. pairs, contacts and tests: of the last step of the first run, "
    "after which the state was hashed. check: ok where all rows of a scene and n have the same state, which --md "
    "and --json show. bytes/body: without the shapes of meshes, which --json shows.";

void print_left_out(std::ostream& out, const std::vector<StepLeftOut>& left_out) {
    for (const StepLeftOut& one : left_out) {
        out << note_line("left out: " + one.scene + ", " + count_text(one.count) + ", " +
                         sort::name_of(one.backend) + ", " + one.broad_phase + ": " + one.reason);
    }
}

void print_notes(std::ostream& out, const std::vector<StepRow>& rows) {
    for (const StepRow& row : rows) {
        const std::string what = row.scene + ", " + count_text(row.count) + ", " +
                                 sort::name_of(row.backend) + ", " + row.broad_phase + ": ";
        if (!row.reason.empty()) out << note_line(what + "chosen, " + row.reason);
        for (const std::string& warning : row.warnings) out << note_line("warning: " + what + warning);
    }
}

/// None where `auto` will name the broad phase, or --until the steps before.
std::vector<StepRow> planned_rows(const StepPlan& plan) {
    std::vector<StepRow> rows;
    for (const StepCase& one : plan.cases) {
        for (const sim::WorldConfig& world : one.worlds) {
            if (world.broad_phase == sim::kAutoBroadPhase || !plan.until.empty()) return {};
            rows.push_back({one.scene, world.broad_phase, "", world.engine, world.backend, one.count,
                            world.scene.physics.time_step_s});
            rows.back().warmup = one.warmup;
        }
    }
    return rows;
}

}  // namespace

int run_bench_step(const StepBenchOptions& options) {
    const StepPlan plan = make_step_plan(options);
    Baseline baseline(options.baseline, "bench step");
    if (baseline)
        baseline.require_comparable(step_report_json(options, plan, planned_rows(plan), {}), options.quiet);
    BenchOutputs outputs(options);
    std::ostream& out = outputs.table();
    if (!outputs.silent()) out << heading(plan) << std::flush;
    // Asking for facts may have changed the device.
    if (plan.cuda) use_cuda_device(plan.device);

    const bool wide = outputs.wide();
    Table table(out, columns_of(plan, wide), outputs.form());
    Progress progress("cases", plan.cases.size(), options.quiet);
    std::vector<StepRow> all;
    std::vector<StepLeftOut> left_out;
    std::string differs;
    uint64_t done = 0;
    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    for (const StepCase& one : plan.cases) {
        interrupt_message->set(interrupted_text("case", done, plan.cases.size()));
        std::vector<StepRow> rows = measure_step_case(plan, one, left_out, [&] { progress.update(done); });
        if (interrupted()) {
            for (StepRow& row : rows) row.check = kNotChecked;
        } else {
            const std::string difference = compare_states(rows);
            if (differs.empty()) differs = difference;
        }
        progress.wipe();
        for (const StepRow& row : rows) {
            if (!outputs.silent()) table.row(cells_of(row, plan, wide));
            all.push_back(row);
        }
        if (interrupted()) break;
        progress.update(++done);
    }
    interrupt_message.reset();
    progress.wipe();
    if (!outputs.silent()) {
        out << '\n' << note_line(kLegend);
        print_left_out(out, left_out);
        print_notes(out, all);
    }
    outputs.end_if_interrupted("case", done, plan.cases.size());

    const auto too_large = [](const StepLeftOut& one) { return one.too_large; };
    if (all.empty() && std::all_of(left_out.begin(), left_out.end(), too_large))
        throw sort::OverLimit(left_out.front().reason);
    outputs.finish_report(baseline, [&] { return step_report_json(options, plan, all, left_out); });
    if (outputs.csv()) write_step_csv(*outputs.csv(), all);
    outputs.commit();
    if (!differs.empty()) throw CheckFailed("check failed: " + differs);
    require_measured(!all.empty(), "bench step", plan.timeout_s);
    baseline.check();
    return 0;
}

}  // namespace app
