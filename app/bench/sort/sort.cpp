// `sweeplab bench sort`: its columns, and with --rival a table of speed-ups per engine.
#include <algorithm>
#include <iostream>
#include <set>

#include "app/base/numbers.h"
#include "app/base/text/wrap.h"
#include "app/bench/sort/sort_run.h"

namespace app {
namespace {

struct Shape {
    bool launches, paths, rival;
};

std::vector<Column> columns_of(const SortPlan& plan, const Shape& shape) {
    size_t engine = 0, input = 0;
    for (const BenchEngine& one : plan.engines) engine = std::max(engine, one.name.size());
    for (const SortCase& one : plan.cases) input = std::max(input, one.input.name.size());
    std::vector<Column> columns = {{"n", 6}, {"engine", engine, true}, {"input", input, true}};
    if (shape.launches) columns.push_back({"launch", 6, true});
    columns.insert(columns.end(), {{"median ms", 9},
                                   {"min ms", 9, false, 3},
                                   {"noise %", 7, false, 1},
                                   {"Mkeys/s", 8, false, 1},
                                   {"GB/s", 6, false, 2},
                                   {"% of copy", 9, false, 2},
                                   {"run/skipped", 11, false, 1},
                                   {"check", 12, true}});
    if (shape.paths) columns.push_back({"path", plan.path_width(), true, 4});
    if (shape.rival) columns.push_back({"speed-up", 8});
    return columns;
}

std::vector<std::string> cells_of(const SortRow& row, const Shape& shape) {
    std::vector<std::string> cells = {count_text(row.count), row.engine, row.input};
    if (shape.launches) cells.push_back(name_of(row.launch));
    if (row.samples_ms.empty()) {
        cells.resize(cells.size() + 7, "-");
        cells.push_back("timed out");
    } else {
        const double share = row.copy_rate > 0 ? row.bytes_per_s() / row.copy_rate : 0;
        cells.push_back(ms_text(row.median_ms()));
        cells.push_back(ms_text(row.min_ms()));
        cells.push_back(fixed_text(100 * row.noise(), 1));
        cells.push_back(fixed_text(row.keys_per_s() * 1e-6, 1));
        const bool counted_bytes = row.bytes > 0;  // not of a row that was interrupted
        cells.push_back(counted_bytes ? fixed_text(row.bytes_per_s() * 1e-9, 1) : "-");
        cells.push_back(counted_bytes ? fixed_text(100 * share, 0) : "-");
        cells.push_back(std::to_string(row.passes_run) + "/" + std::to_string(row.passes_skipped));
        cells.push_back(row.check);
    }
    if (shape.paths) cells.push_back(row.paths.empty() ? "-" : row.path_text());
    if (shape.rival) cells.push_back(ratio_text(row.ratio()));
    return cells;
}

constexpr const char* kLegend =
    "GB/s: bytes moved per second, as the engine's stages report them, without skipped passes. % of copy: GB/s as "
    "a share of the bandwidth of copying the same arrays on this machine. The engines took turns. On cuda, times "
    "are device times.";

/// The rival's times over those of one engine: one row per n, one column per input.
void print_ratios(std::ostream& out, const SortPlan& plan, const std::vector<SortRow>& rows,
                  const std::string& engine, sort::Launch launch, TableForm form) {
    std::vector<std::string> inputs;
    std::set<uint32_t> counts;
    for (const SortRow& row : rows) {
        if (row.engine != engine || row.launch != launch) continue;
        counts.insert(row.count);
        if (std::find(inputs.begin(), inputs.end(), row.input) == inputs.end()) inputs.push_back(row.input);
    }
    if (counts.empty()) return;
    out << "\nspeed-up of " << engine << " over " << plan.rival << ", " << name_of(launch) << "\n\n";
    std::vector<Column> columns = {{"n", 6}};
    for (const std::string& input : inputs) columns.push_back({input, 8});
    Table table(out, columns, form);
    for (const uint32_t count : counts) {
        std::vector<std::string> cells = {count_text(count)};
        for (const std::string& input : inputs) {
            const auto here = [&](const SortRow& row) {
                return row.engine == engine && row.launch == launch && row.count == count &&
                       row.input == input;
            };
            const auto at = std::find_if(rows.begin(), rows.end(), here);
            cells.push_back(at == rows.end() ? "-" : ratio_text(at->ratio()));
        }
        table.row(cells);
    }
}

}  // namespace

int run_bench_sort(const BenchSortOptions& options) {
    const SortPlan plan = make_sort_plan(options);
    const Shape shape{plan.launches.size() > 1, plan.path_width() > 0, !plan.rival.empty()};
    const auto summary = [&](std::ostream& out, const std::vector<SortRow>& rows, TableForm form) {
        for (const sort::Launch launch : plan.launches) {
            for (const BenchEngine& one : plan.engines) {
                if (plan.rival.empty() || one.name == plan.rival) continue;
                print_ratios(out, plan, rows, one.name, launch, form);
            }
        }
        out << '\n' << note_line(kLegend);
        if (!plan.rival.empty()) out << note_line(speed_up_legend(plan));
    };
    const SortCommand command{"bench sort", columns_of(plan, shape),
                              [&](const SortRow& row) { return cells_of(row, shape); }, summary};
    return run_sorts(options, plan, command);
}

}  // namespace app
