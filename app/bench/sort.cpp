// `sweeplab bench sort`: plan, measure case by case, print each line once its result is checked, write files.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "app/bench/baseline.h"
#include "app/bench/report_json.h"
#include "app/bench/sort_case.h"
#include "app/bench/table.h"
#include "app/interrupt.h"
#include "app/io/output_stream.h"
#include "app/machine.h"
#include "app/numbers.h"
#include "app/progress.h"

namespace app {
namespace {

std::vector<Column> columns_of(const SortPlan& plan, bool compared) {
    size_t engine = 0, input = 0;
    for (const BenchEngine& one : plan.engines) engine = std::max(engine, one.name.size());
    for (const std::string& one : plan.inputs) input = std::max(input, one.size());
    std::vector<Column> columns = {
        {"n", 8},         {"engine", engine, true}, {"input", input, true}, {"median ms", 9},
        {"min ms", 9},    {"noise %", 7},           {"Mkeys/s", 8},         {"GB/s", 7},
        {"% of copy", 9}, {"run/skipped", 11},      {"check", 12, true}};
    if (compared) {
        columns.push_back({"before ms", 9});
        columns.push_back({"now/before", 10});
    }
    return columns;
}

std::vector<std::string> cells_of(const SortRow& row, bool compared) {
    std::vector<std::string> cells = {count_text(row.count), row.engine, row.input};
    if (row.samples_ms.empty()) {
        cells.resize(cells.size() + 7, "-");
        cells.push_back("timed out");
    } else {
        const double share = row.copy_rate > 0 ? row.bytes_per_s() / row.copy_rate : 0;
        cells.push_back(ms_text(row.median_ms()));
        cells.push_back(ms_text(row.min_ms()));
        cells.push_back(fixed_text(100 * row.noise(), 1));
        cells.push_back(fixed_text(row.keys_per_s() * 1e-6, 1));
        cells.push_back(fixed_text(row.bytes_per_s() * 1e-9, 1));
        cells.push_back(fixed_text(100 * share, 0));
        cells.push_back(std::to_string(row.passes_run) + "/" + std::to_string(row.passes_skipped));
        cells.push_back(row.check);
    }
    if (compared) {
        const bool known = row.before_ms > 0;
        cells.push_back(known ? ms_text(row.before_ms) : "-");
        cells.push_back(known && !row.samples_ms.empty() ? fixed_text(row.median_ms() / row.before_ms, 2)
                                                         : "-");
    }
    return cells;
}

/// What the numbers are of, and where they come from.
std::string heading(const SortPlan& plan) {
    std::string text = std::string("bench sort: ") + sort::name_of(plan.type) + " keys";
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
    text += std::string(", ") + name_of(plan.launch) + ", seed " + std::to_string(plan.seed) + "; ";
    if (plan.uses(sort::Backend::cuda)) {
        for (const DeviceFacts& one : cuda_facts().devices) {
            if (one.ordinal == plan.device) text += one.name + ", ";
        }
    }
    const MachineFacts machine = machine_facts();
    return text + machine.cpu + ", " + std::to_string(machine.cores) + " cores\n\n";
}

constexpr const char* kLegend =
    "\nGB/s counts the bytes that the engine's stages say they move, passes that ran only; % of copy is its\n"
    "share of what copying the same arrays reaches here. "
    "Engines took turns; times are device time on cuda.\n";

void print_notes(std::ostream& out, const SortPlan& plan, const std::vector<SortRow>& rows) {
    out << kLegend;
    for (const std::string& line : skipped_lines(plan.skipped)) out << "skipped: " << line << '\n';
    for (const SortRow& row : rows) {
        for (const std::string& warning : row.warnings) {
            out << "warning: " << row.engine << ", " << row.input << ", " << count_text(row.count) << ": "
                << warning << '\n';
        }
    }
}

std::unique_ptr<OutputStream> open_if(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<OutputStream>(path);
}

}  // namespace

int run_bench_sort(const Options& options) {
    // Everything that can be wrong is found before the first measurement.
    const bool stdout_taken = takes_stdout({{"--json", options.json}, {"--csv", options.csv}});
    const std::string& older = options.bench.baseline;
    const std::optional<Baseline> baseline = older.empty() ? std::nullopt : std::optional<Baseline>(older);
    const SortPlan plan = make_sort_plan(options);
    const auto json = open_if(options.json), csv = open_if(options.csv);

    // With "-" the table goes to stderr, as messages do.
    std::ostream& out = stdout_taken ? std::cerr : std::cout;
    const bool silent = stdout_taken && options.quiet;
    const bool markdown = options.bench.markdown || isatty(stdout_taken ? STDERR_FILENO : STDOUT_FILENO);
    if (!silent) out << heading(plan) << std::flush;
    if (baseline && !options.quiet) {
        for (const std::string& line : {baseline->other_machine(plan), baseline->nothing_to_compare(plan)}) {
            if (!line.empty()) std::cerr << "sweeplab: " << line << '\n';
        }
    }

    // Asking for facts may have changed the device.
    if (plan.uses(sort::Backend::cuda)) use_cuda_device(plan.device);
    Table table(out, columns_of(plan, baseline.has_value()), markdown);
    Progress progress("cases", plan.counts.size() * plan.inputs.size(), options.quiet);
    CopyRates rates;
    std::vector<SortRow> all;
    uint64_t done = 0;
    for (const uint32_t count : plan.counts) {
        for (const std::string& input : plan.inputs) {
            std::vector<SortRow> rows =
                measure_sort_case(plan, count, input, rates, [&] { progress.update(done); });
            throw_if_interrupted();
            if (baseline) baseline->compare(plan, rows);
            progress.wipe();
            for (const SortRow& row : rows) {
                if (!silent) table.row(cells_of(row, baseline.has_value()));
                all.push_back(row);
            }
            progress.update(++done);
        }
    }
    progress.wipe();
    if (!silent) print_notes(out, plan, all);

    // Write the files, then appear: a failure in one leaves none of the others half done.
    if (json) write_bench_json(json->stream(), options, plan, all);
    if (csv) write_bench_csv(csv->stream(), plan, all);
    for (OutputStream* file : {json.get(), csv.get()}) {
        if (file) file->commit();
    }
    return 0;
}

}  // namespace app
