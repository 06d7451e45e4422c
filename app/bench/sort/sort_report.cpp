// Numbers stay what was measured: rounding is for tables.
#include "app/bench/sort/sort_report.h"

#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const SortRow& row) {
    Json json = {{"engine", row.engine},
                 {"backend", sort::name_of(row.backend)},
                 {"input", row.input},
                 {"n", row.count},
                 {"launch", name_of(row.launch)},
                 {"median_ms", row.median_ms()},
                 {"min_ms", row.min_ms()},
                 {"noise", row.noise()},
                 {"keys_per_s", row.keys_per_s()},
                 {"bytes", row.bytes},
                 {"bytes_per_s", row.bytes_per_s()},
                 {"copy_bytes_per_s", row.copy_rate},
                 {"passes_run", row.passes_run},
                 {"passes_skipped", row.passes_skipped},
                 {"way", row.path_text()},
                 {"windows", number_or_null(row.windows)},
                 {"movers", number_or_null(row.movers)},
                 {"max_shift", number_or_null(row.max_shift)},
                 {"input_max_shift", row.disorder.max_shift},
                 {"input_misplaced", row.disorder.misplaced},
                 {"check", row.samples_ms.empty() ? "" : row.check},
                 {"warnings", row.warnings},
                 {"samples_ms", row.samples_ms}};
    if (!row.series.empty()) {
        json["series"] = row.series;
        json["disorder"] = row.amount;
    }
    if (row.rival_ms > 0) json["rival_ms"] = row.rival_ms;
    return json;
}

}  // namespace

Json sort_report_json(const std::string& command, const Options& options, const SortPlan& plan,
                      std::span<const SortRow> rows, const Json& facts) {
    const sort::Backend backend = plan.uses(sort::Backend::cuda) ? sort::Backend::cuda : sort::Backend::cpu;
    Json cases = Json::array(), skipped = Json::array();
    for (const SortRow& row : rows) cases.push_back(row_json(row));
    for (const SkippedEngine& one : plan.skipped) {
        skipped.push_back({{"engine", one.name}, {"reason", one.reason}});
    }
    Json libraries = Json::object();
    for (const SortRow& row : rows) {
        const sort::Engine* engine = sort::find_engine(row.engine);
        if (engine && *engine->library) libraries[row.engine] = engine->library;
    }
    Json report = {{"schema", kBenchSchema},
                   {"kind", command},
                   {"date", utc_text()},
                   {"machine", machine_json(backend, plan.device)},
                   {"build", build_json()},
                   {"arguments", options.words},
                   {"values", name_of(plan.values)},
                   {"type", sort::name_of(plan.type)},
                   {"bits", {plan.bits.begin, plan.bits.end}},
                   {"digit_bits", options.digit_bits},
                   {"launch", plan.launch_text()},
                   {"threads", plan.threads},
                   {"seed", plan.seed},
                   {"rival", plan.rival},
                   {"libraries", libraries},
                   {"min_time_s", plan.measure.min_time_s},
                   {"cases", cases},
                   {"skipped", skipped}};
    report.update(facts);
    return report;
}

void write_bench_csv(std::ostream& out, const SortPlan& plan, std::span<const SortRow> rows) {
    out << "engine,backend,input,n,values,type,launch,sample,ms\n";
    for (const SortRow& row : rows) {
        for (size_t i = 0; i < row.samples_ms.size(); ++i) {
            out << row.engine << ',' << sort::name_of(row.backend) << ',' << csv_field(row.input) << ','
                << row.count << ',' << name_of(plan.values) << ',' << sort::name_of(plan.type) << ','
                << name_of(row.launch) << ',' << i << ',' << row.samples_ms[i] << '\n';
        }
    }
}

}  // namespace app
