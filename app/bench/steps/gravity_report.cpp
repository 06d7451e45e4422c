#include "app/bench/steps/gravity_report.h"

#include <algorithm>
#include <cmath>

#include "app/base/numbers.h"

namespace app {
namespace {

// Of fewer bodies, or nearer sizes, a power misleads.
constexpr uint32_t kGrowthFrom = 16000, kGrowthOver = 4;

std::string error_text(double error) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1e", error);
    return text;
}

/// Names a method, and the angle of a tree: "tree", "tree 0.5".
std::string method_text(const GravityRow& row, bool with_angle) {
    char angle[16];
    std::snprintf(angle, sizeof angle, " %.3g", row.angle);
    return row.method + (with_angle && row.is_tree() ? angle : "");
}

Json stages_json(const GravityRow& row) {
    Json stages = Json::object();
    for (const auto& [stage, ms] : row.stages_ms) stages[stage] = ms;
    return stages;
}

Json error_json(const GravityRow& row) {
    return {{"median", row.errors.median}, {"p99", row.errors.p99}, {"rms", row.errors.rms}};
}

Fields<GravityRow> fields_of(bool with_angle) {
    using Row = GravityRow;
    const Unit error{.text = error_text};
    const auto nodes = [](const Row& row) { return row.work.nodes; };
    const auto depth = [](const Row& row) { return row.work.depth; };
    Fields<Row> fields = {
        {{"method", 12, true}, "", [with_angle](const Row& row) { return method_text(row, with_angle); }},
        {"method", &Row::method},
        Field<Row>::of_csv("opening_angle", &Row::angle),
        {"opening_angle", value_if(&Row::is_tree, &Row::angle)},
        {{"n", 9}, "n", &Row::count, kGrouped},
        {{"step ms", 8}, "step_ms", &Row::step_ms, kMs}};
    for (const std::string stage : {"cube", "keys", "sort", "ties", "tree", "moments"}) {
        const auto ms = [stage](const Row& row) { return row.stage_ms(stage); };
        fields.push_back({{stage, 6, false, 2, "ms"}, "", value_if(ms, ms), kMs});
    }
    const auto per_body = [](const Row& row) { return row.work.interactions / row.count; };
    fields.insert(fields.end(), {{"stages_ms", stages_json},
                                 {{"sum ms", 8}, "", &Row::sum_ms, kMs},
                                 {{"per body", 8}, "", per_body, kGrouped},
                                 {"interactions", [](const Row& row) { return row.work.interactions; }},
                                 {{"G/s", 6}, "interactions_per_second", &Row::interactions_per_s, {1e-9, 2}},
                                 {"nodes", value_if(&Row::is_tree, nodes)},
                                 {"depth", value_if(&Row::is_tree, depth)},
                                 {{"median", 7}, "", [](const Row& row) { return row.errors.median; }, error},
                                 {{"p99", 7}, "", [](const Row& row) { return row.errors.p99; }, error},
                                 {{"rms", 7}, "", [](const Row& row) { return row.errors.rms; }, error},
                                 {"error", error_json},
                                 {"samples_ms", &Row::steps_ms}});
    return fields;
}

}  // namespace

BenchReport<GravityRow> gravity_report(const GravityBenchOptions& options, const GravityPlan& plan,
                                       const sim::WorldConfig& config) {
    const sim::Gravity& gravity = config.scene.physics.gravity;
    const BenchSubject subject{"bench gravity",
                               config.scene.name + ", seed " + std::to_string(config.seed) + ", softening " +
                                   fixed_text(gravity.softening_m, 4) + " m, " + config.engine,
                               config.backend, config.device, config.threads};
    const Fields<GravityRow> fields = fields_of(options.angles.size() > 1);
    const auto add = [&options, plan, &config, &gravity, fields](Json& report,
                                                                 std::span<const GravityRow> rows) {
        report.update({{"scene", config.scene.name},
                       {"seed", config.seed},
                       {"backend", sort::name_of(config.backend)},
                       {"engine", config.engine},
                       {"threads", config.threads},
                       {"softening_m", gravity.softening_m},
                       {"leaf_bodies", gravity.leaf_bodies},
                       {"frames", plan.frames},
                       {"warmup", plan.warmup},
                       {"samples", options.samples},
                       {"cases", rows_json(fields, rows)}});
    };
    return {subject, fields, {"method,opening_angle,n,step_ms"}, add};
}

std::vector<std::string> growth_text(std::span<const GravityRow> rows) {
    std::vector<std::string> lines, seen;
    for (const GravityRow& first : rows) {
        const std::string method = method_text(first, true);
        if (std::find(seen.begin(), seen.end(), method) != seen.end()) continue;
        seen.push_back(method);
        const GravityRow *small = &first, *large = &first;
        for (const GravityRow& row : rows) {
            if (method_text(row, true) != method) continue;
            if (row.count < small->count) small = &row;
            if (row.count > large->count) large = &row;
        }
        if (small->count < kGrowthFrom || large->count / kGrowthOver < small->count) continue;
        if (!(small->sum_ms() > 0)) continue;
        const double power =
            std::log(large->sum_ms() / small->sum_ms()) / std::log(double(large->count) / small->count);
        lines.push_back(method + ": the sum's time grows as n^" + fixed_text(power, 2) + " from " +
                        grouped(small->count) + " to " + grouped(large->count) + " bodies");
    }
    return lines;
}

}  // namespace app
