// Everything that can be wrong is found before the first measurement; a failure in one file leaves none of
// the others half done.
#include "app/bench/sort/sort_run.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/timeout.h"
#include "app/bench/sort/sort_report.h"

namespace app {
namespace {

/// What the numbers are of, and where they come from.
std::string heading(const char* command, const SortPlan& plan) {
    std::string text = std::string(command) + ": " + sort::name_of(plan.type) + " keys";
    switch (plan.values) {
        case BenchValues::none:
            text += " alone";
            break;
        case BenchValues::u32:
            text += " with u32 values";
            break;
        default:
            text +=
                " with indices, then " + std::to_string(8 * plan.record_bytes()) + "-bit records gathered";
    }
    if (plan.bits.begin != 0 || plan.bits.end != 32) {
        text += ", bits " + std::to_string(plan.bits.begin) + " to " + std::to_string(plan.bits.end - 1);
    }
    text += ", " + (plan.launches.size() > 1 ? "stream and graph" : plan.launch_text());
    if (plan.graph_left_out) text += " (no graph: nothing here can be captured)";
    text += ", seed " + std::to_string(plan.seed) + "; ";
    return note_line(text + machine_text(plan.uses(sort::Backend::cuda), plan.device, 0)) + '\n';
}

void print_notes(std::ostream& out, const SortPlan& plan, const std::vector<SortRow>& rows) {
    for (const std::string& line : skipped_lines(plan.skipped)) out << note_line("skipped: " + line);
    for (const SortRow& row : rows) {
        for (const std::string& warning : row.warnings) {
            out << note_line("warning: " + row.engine + ", " + row.input + ", " + count_text(row.count) +
                             ": " + warning);
        }
    }
}

std::vector<SortRow> all_planned(const SortPlan& plan) {
    std::vector<SortRow> all;
    for (const SortCase& one : plan.cases) {
        for (const SortRow& row : planned_rows(plan, one)) all.push_back(row);
    }
    return all;
}

}  // namespace

std::string ratio_text(double ratio) { return ratio > 0 ? fixed_text(ratio, 2) : "-"; }

std::string speed_up_legend(const SortPlan& plan) {
    const sort::Engine* rival = sort::find_engine(plan.rival);
    const std::string library = rival && *rival->library ? " (" + std::string(rival->library) + ")" : "";
    return "speed-up: over " + plan.rival + library +
           ", its median time divided by that of the row; 2 is twice as fast.";
}

int run_sorts(const SortBenchOptions& options, const SortPlan& plan, const SortCommand& command) {
    Baseline baseline(options.baseline, command.name);
    const auto report = [&](const std::vector<SortRow>& rows) {
        nlohmann::ordered_json facts = nlohmann::ordered_json::object();
        if (command.facts) command.facts(facts, rows);
        return sort_report_json(command.name, options, plan, rows, facts);
    };
    if (baseline) baseline.require_comparable(report(all_planned(plan)), options.quiet);
    BenchOutputs outputs(options);
    std::ostream& out = outputs.table();
    const TableForm form = outputs.form();
    if (!outputs.silent()) out << heading(command.name, plan) << std::flush;

    // Asking for facts may have changed the device.
    if (plan.uses(sort::Backend::cuda)) use_cuda_device(plan.device);
    Table table(out, command.columns, form);
    Progress progress("cases", plan.cases.size(), options.quiet);
    CopyRates rates;
    std::vector<SortRow> all;
    uint64_t done = 0;
    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    for (const SortCase& one : plan.cases) {
        interrupt_message->set(interrupted_text("case", done, plan.cases.size()));
        std::vector<SortRow> rows = measure_sort_case(plan, one, rates, [&] { progress.update(done); });
        progress.wipe();
        for (const SortRow& row : rows) {
            if (!outputs.silent()) table.row(command.cells(row));
            all.push_back(row);
        }
        if (interrupted()) break;
        progress.update(++done);
    }
    interrupt_message.reset();
    progress.wipe();
    if (!outputs.silent()) {
        command.summary(out, all, form);
        print_notes(out, plan, all);
    }
    outputs.end_if_interrupted("case", done, plan.cases.size());

    outputs.finish_report(baseline, [&] { return report(all); });
    if (outputs.csv()) write_bench_csv(*outputs.csv(), plan, all);
    outputs.commit();
    const auto measured = [](const SortRow& row) { return !row.samples_ms.empty(); };
    require_measured(all.empty() || std::any_of(all.begin(), all.end(), measured), command.name,
                     plan.timeout_s);
    baseline.check();
    return 0;
}

}  // namespace app
