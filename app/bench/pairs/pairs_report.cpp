// Numbers stay what was measured: rounding is for tables.
#include "app/bench/pairs/pairs_report.h"

#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPairsSchema = 1;

Json row_json(const PairsRow& row) {
    Json stages = Json::array();
    for (const auto& stage : row.stages) stages.push_back({{"name", stage.name}, {"ms", stage.ms}});
    Json json = {{"kind", row.kind},
                 {"n", row.count},
                 {"broad_phase", row.broad_phase},
                 {"broad_phase_reason", row.reason},
                 {"backend", sort::name_of(row.backend)},
                 {"rival", row.rival},
                 {"median_ms", row.median_ms()},
                 {"min_ms", row.min_ms()},
                 {"noise", row.noise()},
                 {"stages", stages},
                 {"pairs", row.counters.pairs},
                 {"pairs_per_s", row.pairs_per_s()},
                 {"check", row.check},
                 {"warnings", row.warnings},
                 {"samples_ms", row.samples_ms}};
    if (row.rival) return json;
    json["tests"] = row.counters.tests;
    json["passes_run"] = row.counters.passes_run;
    json["passes_skipped"] = row.counters.passes_skipped;
    json["bytes"] = row.bytes;
    return json;
}

}  // namespace

Json pairs_report_json(const Options& options, const PairsPlan& plan, std::span<const PairsRow> rows,
                       std::span<const LeftOut> left_out) {
    const sim::PairsConfig& config = plan.contenders.front().config;
    Json cases = Json::array(), rivals = Json::array(), kinds = Json::object();
    for (const PairsRow& row : rows) cases.push_back(row_json(row));
    for (const RivalLibrary& rival : plan.rivals)
        rivals.push_back({{"name", rival.name()}, {"what", rival.what()}});
    for (const BoxInput& input : plan.inputs) {
        kinds[input.name] = input.made ? input.made->sentence : "a file";
    }
    Json missing = Json::array();
    for (const LeftOut& one : left_out) {
        missing.push_back({{"broad_phase", one.broad_phase},
                           {"kind", one.kind},
                           {"n", one.count},
                           {"about_tests", one.tests}});
    }
    return {{"schema", kPairsSchema},
            {"kind", "bench pairs"},
            {"date", utc_text()},
            {"machine", machine_json(plan.backend, config.device)},
            {"build", build_json()},
            {"arguments", options.words},
            {"backend", sort::name_of(plan.backend)},
            {"engine", config.engine},
            {"threads", config.threads},
            {"seed", plan.seed},
            {"min_time_s", plan.measure.min_time_s},
            {"kinds", kinds},
            {"rivals", rivals},
            {"cases", cases},
            {"left_out", missing}};
}

void write_pairs_csv(std::ostream& out, std::span<const PairsRow> rows) {
    out << "kind,n,broad_phase,backend,sample,ms\n";
    for (const PairsRow& row : rows) {
        for (size_t i = 0; i < row.samples_ms.size(); ++i) {
            out << csv_field(row.kind) << ',' << row.count << ',' << row.broad_phase << ','
                << sort::name_of(row.backend) << ',' << i << ',' << row.samples_ms[i] << '\n';
        }
    }
}

}  // namespace app
