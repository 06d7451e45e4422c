#include "app/bench/steps/step_report.h"

#include <algorithm>

#include "app/bench/common/samples.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

constexpr const char* kShares = "% of the step";

std::string rate_text(double rate) { return fixed_text(rate, rate < 100 ? 2 : rate < 10000 ? 1 : 0); }

Json step_json(const StepRow& row) {
    return {{"p50_ms", row.step.p50_ms}, {"p90_ms", row.step.p90_ms}, {"p99_ms", row.step.p99_ms}};
}

Json stages_json(const StepRow& row) {
    Json stages = Json::array();
    for (const StageSummary& stage : row.stages) {
        stages.push_back(
            {{"name", stage.name}, {"p50_ms", stage.p50_ms}, {"share", stage.share}, {"bytes", stage.bytes}});
    }
    return stages;
}

Json sorting_json(const StepRow& row) {
    return {{"stages", row.sorting.name}, {"p50_ms", row.sorting.p50_ms}, {"share", row.sorting.share}};
}

/// Lists what is reported of a row. A plain table, which is to fit the terminal, has no state, fastest run and
/// median step.
Fields<StepRow> fields_of(const StepPlan& plan, bool wide) {
    using Row = StepRow;
    const size_t scene = widest(plan.cases, &StepCase::scene);
    size_t name = 0;
    for (const StepCase& one : plan.cases)
        name = std::max(name, widest(one.worlds, &sim::WorldConfig::broad_phase));
    const auto known_noise = [](const Row& row) {
        return row.steps_per_s.size() < kLeastForNoise ? Json() : Json(row.noise());
    };
    const Unit rate{.text = rate_text}, share{100, wide ? 1 : 0};
    const auto share_column = [&](const std::string& stage, auto value) {
        return Field<Row>({wide ? stage + " %" : stage, 6, false, 1, kShares}, "", value, share);
    };
    Fields<Row> fields = {
        {{"scene", scene, true}, "scene", &Row::scene},
        {{"n", 7}, "n", &Row::count, kCount},
        {{"backend", 7, true}, "backend", &Row::backend},
        {{"broad phase", name, true}, "broad_phase", &Row::broad_phase},
        {"broad_phase_reason", &Row::reason},
        {"engine", &Row::engine},
        {"time_step_s", &Row::time_step_s},
        {{"steps/s", 8}, "steps_per_second", &Row::median, rate},
        {{"s per s", 7}, "simulated_seconds_per_second", &Row::simulated_s_per_s, {1, 3}},
        {"best_steps_per_second", &Row::best},
        {{"noise %", 7}, "noise", known_noise, kPercent},
        {{wide ? "best" : "", 8}, "", &Row::best, rate},
        {{wide ? "p50 ms" : "", 8}, "", [](const Row& row) { return row.step.p50_ms; }, kMs},
        {"step", step_json},
        {"warmup", &Row::warmup},
        {"stages", stages_json},
        {"sorting", sorting_json}};
    for (const std::string& stage : plan.stages) {
        fields.push_back(share_column(stage, [stage](const Row& row) {
            const auto at = std::find_if(row.stages.begin(), row.stages.end(),
                                         [&](const StageSummary& one) { return one.name == stage; });
            return at == row.stages.end() ? Json() : Json(at->share);
        }));
    }
    const auto sorts = [](const Row& row) { return !row.sorting.name.empty(); };
    const auto share_of_sorting = [](const Row& row) { return row.sorting.share; };
    fields.push_back(share_column("around sort", value_if(sorts, share_of_sorting)));
    const auto state = [](const Row& row) { return state_text(row.state); };
    fields.insert(fields.end(),
                  {{{"pairs", 8}, "pairs", [](const Row& row) { return row.counters.pairs; }},
                   {{"contacts", 8}, "contacts", [](const Row& row) { return row.counters.contacts; }},
                   {"tests", [](const Row& row) { return row.counters.tests; }},
                   {{"tests/body", 8}, "", &Row::tests_a_body, {1, 1}},
                   {"asleep", [](const Row& row) { return row.counters.asleep; }},
                   {"bytes", &Row::bytes},
                   {"shape_bytes", &Row::shape_bytes},
                   {{"bytes/body", 8}, "bytes_per_body", &Row::bytes_a_body},
                   {{wide ? "state" : "", 18, true}, "", value_if(&Row::state_step, state)},
                   {"state", state},
                   {"state_step", &Row::state_step},
                   {{"runs", 4, false, 2}, "", [](const Row& row) { return row.steps_per_s.size(); }},
                   {{"check", 6, true}, "check", &Row::check},
                   {"warnings", &Row::warnings},
                   {"samples_steps_per_second", &Row::steps_per_s}});
    return fields;
}

/// Says how many steps come first, and the length of a run by n.
std::string run_text(const StepPlan& plan) {
    // The first scene has every n.
    std::string runs;
    for (const StepCase& one : plan.cases) {
        if (one.scene != plan.cases.front().scene) break;
        runs +=
            (runs.empty() ? " " : ", ") + std::to_string(one.frames) + " (n " + count_text(one.count) + ")";
    }
    return std::to_string(plan.cases.front().warmup) + " steps first, " +
           (plan.until == "rest"      ? "more until all sleep, "
            : plan.until == "contact" ? "more until half as many contacts as bodies, "
                                      : "") +
           "then runs of" + runs + " steps\n";
}

}  // namespace

BenchReport<StepRow> step_report(const StepBenchOptions& options, const StepPlan& plan,
                                 const std::vector<StepLeftOut>& left_out) {
    const sim::WorldConfig& first = plan.cases.front().worlds.front();
    const BenchSubject subject{
        "bench step",
        "whole steps, sorts by " + first.engine + ", seed " + std::to_string(first.seed),
        plan.cuda ? sort::Backend::cuda : sort::Backend::cpu,
        plan.device,
        plan.threads,
        run_text(plan)};
    const Fields<StepRow> fields = fields_of(plan, options.markdown);
    const auto add = [&plan, &first, &left_out, fields](Json& report, std::span<const StepRow> rows) {
        Json asked = Json::array(), missing = Json::array();
        for (const StepCase& one : plan.cases) {
            asked.push_back(
                {{"scene", one.scene}, {"n", one.count}, {"warmup", one.warmup}, {"frames", one.frames}});
        }
        for (const StepLeftOut& one : left_out) {
            missing.push_back({{"scene", one.scene},
                               {"n", one.count},
                               {"backend", sort::name_of(one.backend)},
                               {"broad_phase", one.broad_phase},
                               {"reason", one.reason}});
        }
        report.update({{"seed", first.seed},
                       {"threads", plan.threads},
                       {"min_time_s", plan.min_time_s},
                       {"timeout_s", plan.timeout_s},
                       {"until", plan.until},
                       {"asked", asked},
                       {"cases", rows_json(fields, rows)},
                       {"left_out", missing}});
    };
    return {
        subject, fields, {"scene,n,backend,broad_phase,run,steps_per_s", "samples_steps_per_second"}, add};
}

}  // namespace app
