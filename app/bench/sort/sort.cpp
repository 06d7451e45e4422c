// `sweeplab bench sort`: its columns, and with --rival a table of speed-ups per engine.
#include <algorithm>
#include <set>

#include "app/base/numbers.h"
#include "app/base/text/wrap.h"
#include "app/bench/sort/sort_run.h"

namespace app {
namespace {

Fields<SortRow> table_of(const SortPlan& plan) {
    using Row = SortRow;
    const size_t engine = widest(plan.engines, &BenchEngine::name), path = plan.path_width();
    const size_t input = widest(plan.cases, [](const SortCase& one) { return one.input.name; });
    const auto of_copy = [](const Row& row) {
        return row.copy_rate > 0 ? row.bytes_per_s() / row.copy_rate : 0;
    };
    const auto passes = [](const Row& row) {
        return std::to_string(row.passes_run) + "/" + std::to_string(row.passes_skipped);
    };
    const auto has_passes = [](const Row& row) { return row.measured() && row.has_report; };
    // Bytes are not known of a row that was interrupted.
    Fields<Row> table = {
        {{"n", 6}, "", &Row::count, kCount},
        {{"engine", engine, true}, "", &Row::engine},
        {{"input", input, true}, "", &Row::input},
        {{plan.launches.size() > 1 ? "launch" : "", 6, true}, "", &Row::launch_text},
        {{"median ms", 9}, "", &Row::median_ms, kMs},
        {{"min ms", 9, false, 3}, "", &Row::min_ms, kMs},
        {{"noise %", 7, false, 1}, "", known_noise_of<Row>, kPercent},
        {{"samples", 7, false, 3}, "", &Row::samples},
        {{"Mkeys/s", 8, false, 1}, "", &Row::keys_per_s, {1e-6, 1}},
        {{plan.typed() ? "" : "GB/s", 6, false, 2}, "", value_if(&Row::bytes, &Row::bytes_per_s), {1e-9, 1}},
        {{plan.typed() ? "" : "% of copy", 9, false, 2}, "", value_if(&Row::bytes, of_copy), {100, 0}},
        {{"run/skipped", 11, false, 1}, "", value_if(has_passes, passes)},
        {{"check", 12, true}, "", &Row::check_text},
        {{path > 0 ? "path" : "", path, true, 4}, "", &Row::path_text},
        {{plan.typed() ? "timed" : "", 20, true, 5}, "", &Row::timed_text}};
    if (!plan.rival.empty()) table.push_back(speed_up_column());
    return table;
}

constexpr const char* kBytesLegend =
    "GB/s: bytes moved per second, as the engine's stages report them, without skipped passes. % of copy: GB/s as "
    "a share of the bandwidth of copying the same arrays on this machine. ";
constexpr const char* kTypedLegend =
    "timed: our engines by sort::PairSorter, its conversions included; the reference engines by the library's own "
    "call for this type, or for segments, alone. ";
constexpr const char* kLegend = "The engines took turns. On cuda, times are device times.";

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
            cells.push_back(at == rows.end() ? "-" : ratio_text(*at));
        }
        table.row(cells);
    }
}

}  // namespace

int run_bench_sort(const BenchSortOptions& options) {
    if (!options.data.folder.empty()) return run_sort_of_frames(options);
    const SortPlan plan = make_sort_plan(options);
    const auto summary = [&](std::ostream& out, const std::vector<SortRow>& rows) {
        const TableForm form = options.markdown ? TableForm::markdown : TableForm::plain;
        for (const sort::Launch launch : plan.launches) {
            for (const BenchEngine& one : plan.engines) {
                if (plan.rival.empty() || one.name == plan.rival) continue;
                print_ratios(out, plan, rows, one.name, launch, form);
            }
        }
        out << '\n' << note_line((plan.typed() ? kTypedLegend : kBytesLegend) + std::string(kLegend));
        if (!plan.rival.empty()) out << note_line(speed_up_legend(plan));
    };
    return run_sorts(options, plan, {"bench sort", table_of(plan), summary, {}, options.nvbench});
}

}  // namespace app
