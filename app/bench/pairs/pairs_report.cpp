#include "app/bench/pairs/pairs_report.h"

#include <algorithm>

#include "sim/broad_phase/choose_broad_phase.h"

namespace app {
namespace {

Json stages_json(const PairsRow& row) {
    Json stages = Json::array();
    for (const auto& stage : row.stages) stages.push_back({{"name", stage.name}, {"ms", stage.ms}});
    return stages;
}

Field<PairsRow> stage_column(const std::string& stage) {
    const auto ms = [stage](const PairsRow& row) {
        const auto at = std::find_if(row.stages.begin(), row.stages.end(),
                                     [&](const auto& one) { return one.name == stage; });
        return at == row.stages.end() ? Json() : Json(at->ms);
    };
    return {{stage, 7, false, 3, "ms by stage"}, "", ms, kMs};
}

Fields<PairsRow> fields_of(const PairsPlan& plan) {
    using Row = PairsRow;
    // "auto: columns" is the longest that it may choose.
    const auto longest = [](const PairsContender& one) {
        return one.name + (one.name == sim::kAutoBroadPhase ? ": columns" : "");
    };
    const size_t kind = widest(plan.inputs, &BoxInput::name);
    const size_t name = std::max(widest(plan.contenders, longest), widest(plan.rivals, &RivalLibrary::name));
    Fields<Row> fields = {
        {{"kind", kind, true}, "kind", &Row::kind},
        {{"n", 7}, "n", &Row::count, kCount},
        {{"broad phase", name, true}, "broad_phase", &Row::broad_phase},
        {"broad_phase_reason", &Row::reason},
        {{"backend", 7, true, 1}, "backend", &Row::backend},
        {"rival", &Row::rival},
        {{"median ms", 9}, "median_ms", &Row::median_ms, kMs},
        {{"min ms", 8, false, 2}, "min_ms", &Row::min_ms, kMs},
        {{"noise %", 7}, "noise", known_noise_of<Row>, kPercent},
        {{"samples", 7, false, 2}, "samples", [](const Row& row) { return row.samples_ms.size(); }},
        {"stages", stages_json}};
    for (const std::string& stage : plan.stages) fields.push_back(stage_column(stage));
    // Other libraries report the pairs only.
    const auto own = [](const Row& row) { return !row.rival; };
    const auto tests = [](const Row& row) { return row.counters.tests; };
    const auto run = [](const Row& row) { return row.counters.passes_run; };
    const auto skipped = [](const Row& row) { return row.counters.passes_skipped; };
    fields.insert(fields.end(), {{{"tests", 11}, "", value_if(own, tests)},
                                 {{"pairs", 9}, "pairs", [](const Row& row) { return row.counters.pairs; }},
                                 {{"Mpairs/s", 8}, "pairs_per_s", &Row::pairs_per_s, {1e-6, 1}},
                                 {{"check", 10, true}, "check", &Row::check},
                                 {"warnings", &Row::warnings},
                                 {"samples_ms", &Row::samples_ms},
                                 {"tests", value_if(own, tests, no_key())},
                                 {"passes_run", value_if(own, run, no_key())},
                                 {"passes_skipped", value_if(own, skipped, no_key())},
                                 {"bytes", value_if(own, &Row::bytes, no_key())}});
    return fields;
}

}  // namespace

BenchReport<PairsRow> pairs_report(const PairsPlan& plan, const std::vector<LeftOut>& left_out) {
    const sim::PairsConfig& config = plan.contenders.front().config;
    BenchSubject subject{"bench pairs",
                         "all pairs of closed boxes, sorts by " + config.engine + ", seed " +
                             std::to_string(plan.seed) + plan.cold->text(plan.backend),
                         plan.backend, config.device, config.threads};
    for (const BoxInput& input : plan.inputs)
        if (input.made) subject.notes += input.name + ": " + input.made->sentence + '\n';
    for (const RivalLibrary& rival : plan.rivals) subject.notes += rival.name() + ": " + rival.what() + '\n';
    const Fields<PairsRow> fields = fields_of(plan);
    const auto add = [&plan, &config, &left_out, fields](Json& report, std::span<const PairsRow> rows) {
        Json rivals = Json::array(), kinds = Json::object(), missing = Json::array();
        for (const RivalLibrary& rival : plan.rivals)
            rivals.push_back({{"name", rival.name()}, {"what", rival.what()}});
        for (const BoxInput& input : plan.inputs)
            kinds[input.name] = input.made ? input.made->sentence : "a file";
        for (const LeftOut& one : left_out) {
            missing.push_back({{"broad_phase", one.broad_phase},
                               {"kind", one.kind},
                               {"n", one.count},
                               {"about_tests", one.tests}});
        }
        report.update({{"backend", sort::name_of(plan.backend)},
                       {"engine", config.engine},
                       {"threads", config.threads},
                       {"seed", plan.seed},
                       {"min_time_s", plan.measure.min_time_s}});
        plan.cold->report(plan.backend, report);
        report.update({{"kinds", kinds},
                       {"rivals", rivals},
                       {"cases", rows_json(fields, rows)},
                       {"left_out", missing}});
    };
    return {subject, fields, {"kind,n,broad_phase,backend,sample,ms"}, add};
}

}  // namespace app
