// `sweeplab bench pairs`: broad phases, and other libraries, on the same boxes in turns; a line is printed
// once its pairs are checked, the files are written at the end.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/table.h"
#include "app/bench/common/timeout.h"
#include "app/bench/pairs/pairs_report.h"
#include "sim/broad_phase/choose_broad_phase.h"

namespace app {
namespace {

std::vector<Column> columns_of(const PairsPlan& plan) {
    size_t kind = 0, name = 0;
    for (const BoxInput& input : plan.inputs) kind = std::max(kind, input.name.size());
    for (const PairsContender& one : plan.contenders) {
        // "auto: columns" is the longest that it may choose.
        const bool chooses = one.name == sim::kAutoBroadPhase;
        name = std::max(name, one.name.size() + (chooses ? std::string(": columns").size() : 0));
    }
    for (const RivalLibrary& rival : plan.rivals) name = std::max(name, rival.name().size());
    std::vector<Column> columns = {{"kind", kind, true},    {"n", 7},         {"broad phase", name, true},
                                   {"backend", 7, true, 1}, {"median ms", 9}, {"min ms", 8, false, 2},
                                   {"noise %", 7}};
    for (const std::string& stage : plan.stages) columns.push_back({stage, 7, false, 3, "ms by stage"});
    columns.insert(columns.end(), {{"tests", 11}, {"pairs", 9}, {"Mpairs/s", 8}, {"check", 10, true}});
    return columns;
}

std::vector<std::string> cells_of(const PairsRow& row, const PairsPlan& plan) {
    std::vector<std::string> cells = {row.kind, count_text(row.count), row.broad_phase,
                                      sort::name_of(row.backend)};
    if (row.samples_ms.empty()) {
        cells.resize(cells.size() + 3 + plan.stages.size() + 3, "-");
        cells.push_back(row.check);
        return cells;
    }
    cells.push_back(ms_text(row.median_ms()));
    cells.push_back(ms_text(row.min_ms()));
    cells.push_back(fixed_text(100 * row.noise(), 1));
    for (const std::string& stage : plan.stages) {
        const auto at = std::find_if(row.stages.begin(), row.stages.end(),
                                     [&](const auto& one) { return one.name == stage; });
        cells.push_back(at == row.stages.end() ? "-" : ms_text(at->ms));
    }
    cells.push_back(row.rival ? "-" : std::to_string(row.counters.tests));
    cells.push_back(std::to_string(row.counters.pairs));
    cells.push_back(fixed_text(row.pairs_per_s() * 1e-6, 1));
    cells.push_back(row.check);
    return cells;
}

/// What the numbers are of, and where they come from.
std::string heading(const PairsPlan& plan) {
    const sim::PairsConfig& config = plan.contenders.front().config;
    std::string text = "bench pairs: all pairs of closed boxes, sorts by " + config.engine + ", seed " +
                       std::to_string(plan.seed) + "; ";
    text = note_line(text + machine_text(plan.backend == sort::Backend::cuda, config.device, config.threads));
    for (const BoxInput& input : plan.inputs) {
        if (input.made) text += input.name + ": " + input.made->sentence + '\n';
    }
    for (const RivalLibrary& rival : plan.rivals) text += rival.name() + ": " + rival.what() + '\n';
    return text + '\n';
}

constexpr const char* kLegend =
    "Times: from boxes in the backend's memory to the list of pairs there, every box new; all took turns. On cuda, "
    "times are taken between events around one graph; the stages are timed in separate runs. check: the list "
    "equals that of brute force, of a sweep along one axis, or of the broad phase named there; `N boxes`: N random "
    "boxes were compared with all others.";

/// One line per broad phase.
void print_left_out(std::ostream& out, const PairsPlan& plan, const std::vector<LeftOut>& left_out) {
    for (const PairsContender& one : plan.contenders) {
        std::vector<std::string> where;
        double fewest = 0;
        for (const LeftOut& missing : left_out) {
            if (missing.broad_phase != one.name) continue;
            fewest = where.empty() ? missing.tests : std::min(fewest, missing.tests);
            where.push_back(missing.kind + " " + count_text(missing.count));
        }
        if (where.empty()) continue;
        char tests[32];
        std::snprintf(tests, sizeof tests, "%.1e", fewest);
        out << note_line("left out: " + one.name + " on " + join(where) + ": about " + tests +
                         " tests or more; --broad-phase " + one.name + " measures it");
    }
}

void print_notes(std::ostream& out, const std::vector<PairsRow>& rows) {
    for (const PairsRow& row : rows) {
        const std::string boxes = row.kind + ", " + count_text(row.count) + ": ";
        if (!row.reason.empty()) out << note_line(row.broad_phase + " on " + boxes + "chosen, " + row.reason);
        for (const std::string& warning : row.warnings)
            out << note_line("warning: " + row.broad_phase + ", " + boxes + warning);
    }
}

std::vector<PairsRow> planned_rows(const PairsPlan& plan) {
    std::vector<PairsRow> rows;
    for (const PairsCase& one : plan.cases) {
        for (const PairsContender& contender : plan.contenders)
            rows.push_back({one.input->name, contender.name, contender.config.backend, one.count});
        for (const RivalLibrary& rival : plan.rivals) {
            rows.push_back({one.input->name, rival.name(), sort::Backend::cpu, one.count});
            rows.back().rival = true;
        }
    }
    return rows;
}

}  // namespace

int run_bench_pairs(const PairsBenchOptions& options) {
    const PairsPlan plan = make_pairs_plan(options);
    for (const PairsCase& one : plan.cases) require_pairs_memory(one.count);
    Baseline baseline(options.baseline, "bench pairs");
    if (baseline)
        baseline.require_comparable(pairs_report_json(options, plan, planned_rows(plan), {}), options.quiet);
    BenchOutputs outputs(options);
    std::ostream& out = outputs.table();
    if (!outputs.silent()) out << heading(plan) << std::flush;
    // Asking for facts may have changed the device.
    if (plan.backend == sort::Backend::cuda) use_cuda_device(plan.contenders.front().config.device);

    Table table(out, columns_of(plan), outputs.form());
    Progress progress("cases", plan.cases.size(), options.quiet);
    std::vector<PairsRow> all;
    std::vector<LeftOut> left_out;
    uint64_t done = 0;
    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    for (const PairsCase& one : plan.cases) {
        interrupt_message->set(interrupted_text("case", done, plan.cases.size()));
        const std::vector<PairsRow> rows =
            measure_pairs_case(plan, one, left_out, [&] { progress.update(done); });
        progress.wipe();
        for (const PairsRow& row : rows) {
            if (!outputs.silent()) table.row(cells_of(row, plan));
            all.push_back(row);
        }
        if (interrupted()) break;
        progress.update(++done);
    }
    interrupt_message.reset();
    progress.wipe();
    if (!outputs.silent()) {
        out << '\n' << note_line(kLegend);
        print_left_out(out, plan, left_out);
        print_notes(out, all);
    }
    outputs.end_if_interrupted("case", done, plan.cases.size());

    outputs.finish_report(baseline, [&] { return pairs_report_json(options, plan, all, left_out); });
    if (outputs.csv()) write_pairs_csv(*outputs.csv(), all);
    outputs.commit();
    const auto measured = [](const PairsRow& row) { return !row.samples_ms.empty(); };
    require_measured(all.empty() || std::any_of(all.begin(), all.end(), measured), "bench pairs",
                     plan.timeout_s);
    baseline.check();
    return 0;
}

}  // namespace app
