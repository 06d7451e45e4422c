#include "app/bench/steps/gravity_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/base/numbers.h"
#include "app/bench/common/table.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kGravitySchema = 1;
constexpr uint32_t kGrowthFrom = 16000,
                   kGrowthOver = 4;  // of fewer bodies, or nearer sizes, a power misleads

Json row_json(const GravityRow& row) {
    const bool tree = row.way != "direct";
    Json stages = Json::object();
    for (const auto& [stage, ms] : row.stages_ms) stages[stage] = ms;
    return {{"way", row.way},
            {"opening_angle", tree ? Json(row.angle) : Json(nullptr)},
            {"n", row.count},
            {"step_ms", row.step_ms},
            {"stages_ms", stages},
            {"interactions", row.work.interactions},
            {"interactions_per_second", row.interactions_per_s()},
            {"nodes", tree ? Json(row.work.nodes) : Json(nullptr)},
            {"depth", tree ? Json(row.work.depth) : Json(nullptr)},
            {"error", {{"median", row.errors.median}, {"p99", row.errors.p99}, {"rms", row.errors.rms}}},
            {"samples_ms", row.steps_ms}};
}

}  // namespace

Json gravity_report_json(const GravityBenchOptions& options, const GravityPlan& plan,
                         const sim::WorldConfig& config, std::span<const GravityRow> rows) {
    Json cases = Json::array();
    for (const GravityRow& row : rows) cases.push_back(row_json(row));
    return {{"schema", kGravitySchema},
            {"kind", "bench gravity"},
            {"date", utc_text()},
            {"machine", machine_json(config.backend, config.device)},
            {"build", build_json()},
            {"arguments", options.words},
            {"scene", config.scene.name},
            {"seed", config.seed},
            {"backend", sort::name_of(config.backend)},
            {"engine", config.engine},
            {"threads", config.threads},
            {"softening_m", config.scene.physics.gravity.softening_m},
            {"leaf_bodies", config.scene.physics.gravity.leaf_bodies},
            {"frames", plan.frames},
            {"warmup", plan.warmup},
            {"samples", options.samples},
            {"cases", cases}};
}

void write_gravity_csv(std::ostream& out, std::span<const GravityRow> rows) {
    out << "way,opening_angle,n,step_ms\n";
    for (const GravityRow& row : rows) {
        for (const double ms : row.steps_ms)
            out << row.way << ',' << row.angle << ',' << row.count << ',' << ms << '\n';
    }
}

std::string way_text(const GravityRow& row, bool with_angle) {
    char angle[16];
    std::snprintf(angle, sizeof angle, " %.3g", row.angle);
    return row.way + (with_angle && row.way != "direct" ? angle : "");
}

std::vector<std::string> growth_text(std::span<const GravityRow> rows) {
    std::vector<std::string> lines, seen;
    for (const GravityRow& first : rows) {
        const std::string way = way_text(first, true);
        if (std::find(seen.begin(), seen.end(), way) != seen.end()) continue;
        seen.push_back(way);
        const GravityRow *small = &first, *large = &first;
        for (const GravityRow& row : rows) {
            if (way_text(row, true) != way) continue;
            if (row.count < small->count) small = &row;
            if (row.count > large->count) large = &row;
        }
        if (small->count < kGrowthFrom || large->count / kGrowthOver < small->count) continue;
        if (!(small->sum_ms() > 0)) continue;
        const double power =
            std::log(large->sum_ms() / small->sum_ms()) / std::log(double(large->count) / small->count);
        lines.push_back(way + ": the sum's time grows as n^" + fixed_text(power, 2) + " from " +
                        grouped(small->count) + " to " + grouped(large->count) + " bodies");
    }
    return lines;
}

}  // namespace app
