// Numbers stay what was measured: rounding is for tables.
#include "app/bench/steps/step_report.h"

#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStepSchema = 1;

Json case_json(const StepCase& one) {
    return {{"scene", one.scene}, {"n", one.count}, {"warmup", one.warmup}, {"frames", one.frames}};
}

}  // namespace

Json step_row_json(const StepRow& row) {
    Json stages = Json::array();
    for (const StageSummary& stage : row.stages) {
        stages.push_back(
            {{"name", stage.name}, {"p50_ms", stage.p50_ms}, {"share", stage.share}, {"bytes", stage.bytes}});
    }
    return {{"scene", row.scene},
            {"n", row.count},
            {"backend", sort::name_of(row.backend)},
            {"broad_phase", row.broad_phase},
            {"broad_phase_reason", row.reason},
            {"engine", row.engine},
            {"time_step_s", row.time_step_s},
            {"steps_per_second", row.median()},
            {"simulated_seconds_per_second", row.simulated_s_per_s()},
            {"best_steps_per_second", row.best()},
            {"noise", row.noise()},
            {"step", {{"p50_ms", row.step.p50_ms}, {"p90_ms", row.step.p90_ms}, {"p99_ms", row.step.p99_ms}}},
            {"warmup", row.warmup},
            {"stages", stages},
            {"sorting",
             {{"stages", row.sorting.name}, {"p50_ms", row.sorting.p50_ms}, {"share", row.sorting.share}}},
            {"pairs", row.counters.pairs},
            {"contacts", row.counters.contacts},
            {"tests", row.counters.tests},
            {"asleep", row.counters.asleep},
            {"bytes", row.bytes},
            {"shape_bytes", row.shape_bytes},
            {"bytes_per_body", row.bytes_a_body()},
            {"state", state_text(row.state)},
            {"state_step", row.state_step},
            {"check", row.check},
            {"warnings", row.warnings},
            {"samples_steps_per_second", row.steps_per_s}};
}

Json step_report_json(const Options& options, const StepPlan& plan, std::span<const StepRow> rows,
                      std::span<const StepLeftOut> left_out) {
    Json asked = Json::array(), cases = Json::array(), missing = Json::array();
    for (const StepCase& one : plan.cases) asked.push_back(case_json(one));
    for (const StepRow& row : rows) cases.push_back(step_row_json(row));
    for (const StepLeftOut& one : left_out) {
        missing.push_back({{"scene", one.scene},
                           {"n", one.count},
                           {"backend", sort::name_of(one.backend)},
                           {"broad_phase", one.broad_phase},
                           {"reason", one.reason}});
    }
    const auto backend = plan.cuda ? sort::Backend::cuda : sort::Backend::cpu;
    return {{"schema", kStepSchema},
            {"kind", "bench step"},
            {"date", utc_text()},
            {"machine", machine_json(backend, plan.device)},
            {"build", build_json()},
            {"arguments", options.words},
            {"seed", plan.cases.front().worlds.front().seed},
            {"threads", plan.threads},
            {"min_time_s", plan.min_time_s},
            {"timeout_s", plan.timeout_s},
            {"until", plan.until},
            {"asked", asked},
            {"cases", cases},
            {"left_out", missing}};
}

void write_step_csv(std::ostream& out, std::span<const StepRow> rows) {
    out << "scene,n,backend,broad_phase,run,steps_per_s\n";
    for (const StepRow& row : rows) {
        for (size_t i = 0; i < row.steps_per_s.size(); ++i) {
            out << csv_field(row.scene) << ',' << row.count << ',' << sort::name_of(row.backend) << ','
                << row.broad_phase << ',' << i << ',' << row.steps_per_s[i] << '\n';
        }
    }
}

}  // namespace app
