#include "app/bench/sort/sort_run.h"

#include "app/base/numbers.h"
#include "app/base/text/json_text.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/sort/nvbench_report.h"

namespace app {
namespace {

Fields<SortRow> report_fields(const SortPlan& plan) {
    using Row = SortRow;
    const auto knows_bytes = [&plan](const Row&) { return !plan.typed(); };
    const auto in_series = [](const Row& row) { return !row.series.empty(); };
    return {
        {"engine", &Row::engine},
        {"backend", &Row::backend},
        {"input", &Row::input},
        {"n", &Row::count},
        Field<Row>::of_csv("values", [&plan](const Row&) { return name_of(plan.values); }),
        Field<Row>::of_csv("type", [&plan](const Row&) { return sort::name_of(plan.type); }),
        {"launch", &Row::launch_text},
        {"median_ms", &Row::median_ms},
        {"min_ms", &Row::min_ms},
        {"noise", known_noise_of<Row>},
        {"keys_per_s", &Row::keys_per_s},
        {"bytes", value_if(knows_bytes, &Row::bytes)},
        {"bytes_per_s", value_if(knows_bytes, &Row::bytes_per_s)},
        {"copy_bytes_per_s", &Row::copy_rate},
        {"timed", value_if([](const Row& row) { return !row.timed.empty(); }, &Row::timed_text, no_key())},
        {"passes_run", value_if(&Row::has_report, &Row::passes_run)},
        {"passes_skipped", value_if(&Row::has_report, &Row::passes_skipped)},
        {"way", &Row::path_text},
        {"windows", &Row::windows},
        {"movers", &Row::movers},
        {"max_shift", &Row::max_shift},
        {"input_max_shift", [](const Row& row) { return row.disorder.max_shift; }},
        {"input_misplaced", [](const Row& row) { return row.disorder.misplaced; }},
        {"check", value_if(&Row::measured, &Row::check, "")},
        {"warnings", &Row::warnings},
        {"samples_ms", &Row::samples_ms},
        {"series", value_if(in_series, &Row::series, no_key())},
        {"disorder", value_if(in_series, &Row::amount, no_key())},
        {"rival_ms", value_if(&Row::rival_ms, &Row::rival_ms, no_key())},
        {"within_noise_of_rival", value_if(&Row::rival_ms, &Row::like_rival, no_key())}};
}

/// Describes what is sorted, and how.
std::string title_of(const SortPlan& plan) {
    std::string text = std::string(sort::name_of(plan.type)) + " keys";
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
    if (plan.segments.count > 0)
        text += ", " + sort::grouped(plan.segments.count) + " segments of 0 to " +
                sort::grouped(plan.segments.most) + " pairs";
    text += ", " + (plan.launches.size() > 1 ? "stream and graph" : plan.launch_text());
    if (plan.graph_left_out) text += " (no graph: nothing here can be captured)";
    return text + ", seed " + std::to_string(plan.seed) + plan.cold->text(plan.backend());
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

std::string ratio_text(const SortRow& row) {
    const double ratio = row.ratio();
    return ratio > 0 ? (row.like_rival ? "~" : "") + fixed_text(ratio, 2) : "-";
}

std::string speed_up_legend(const SortPlan& plan) {
    const std::string library = plan.library_of(plan.rival);
    return "speed-up: over " + plan.rival + (library.empty() ? "" : " (" + library + ")") +
           ", its median time divided by that of the row; 2 is twice as fast. ~: the "
           "medians differ by no more than the noise of both.";
}

Field<SortRow> speed_up_column() { return {{"speed-up", 8}, "", ratio_text}; }

int run_sorts(const SortBenchOptions& options, const SortPlan& plan, const SortCommand& command) {
    Fields<SortRow> fields = report_fields(plan);
    fields.insert(fields.end(), command.table.begin(), command.table.end());
    const auto add = [&](Json& report, std::span<const SortRow> rows) {
        Json skipped = Json::array(), libraries = Json::object();
        for (const SkippedEngine& one : plan.skipped)
            skipped.push_back({{"engine", one.name}, {"reason", one.reason}});
        for (const SortRow& row : rows) {
            const std::string library = plan.library_of(row.engine);
            if (!library.empty()) libraries[row.engine] = library;
        }
        report.update({{"values", name_of(plan.values)},
                       {"type", sort::name_of(plan.type)},
                       {"bits", {plan.bits.begin, plan.bits.end}},
                       {"digit_bits", options.digit_bits},
                       {"launch", plan.launch_text()},
                       {"threads", plan.threads},
                       {"seed", plan.seed},
                       {"rival", plan.rival},
                       {"libraries", libraries},
                       {"min_time_s", plan.measure.min_time_s}});
        if (plan.segments.count > 0) {
            report["segments"] =
                std::to_string(plan.segments.count) + ":" + std::to_string(plan.segments.most);
        }
        plan.cold->report(plan.backend(), report);
        report.update({{"cases", rows_json(fields, rows)}, {"skipped", skipped}});
        if (command.facts) command.facts(report, rows);
    };
    const BenchSubject subject{command.name, title_of(plan), plan.backend(), plan.device};
    Bench<SortRow> bench({subject, fields, {"engine,backend,input,n,values,type,launch,sample,ms"}, add},
                         plan.cases.size());
    bench.planned = [&] { return bench.report.json(options, all_planned(plan)); };
    CopyRates rates;
    bench.measure = [&](size_t part, const Tick& tick) {
        return measure_sort_case(plan, plan.cases[part], rates, [&] { tick(0); });
    };
    bench.notes = [&](std::ostream& out, auto& rows) {
        command.summary(out, rows);
        print_notes(out, plan, rows);
    };
    bench.extra = {"--nvbench", command.nvbench, [&](std::ostream& out, const std::vector<SortRow>& rows) {
                       out << pretty_json(nvbench_report(options, plan, rows)) << '\n';
                   }};
    run_bench(options, bench);
    return 0;
}

}  // namespace app
