#include "app/bench/steps/heap_report.h"

#include <nlohmann/json.hpp>

#include "app/base/numbers.h"
#include "app/base/text/csv.h"
#include "app/bench/common/table.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kHeapSchema = 1;

Json row_json(const HeapRow& row) {
    Json windows = Json::array(), pairs = Json::array();
    for (const HeapWindow& one : row.windows) {
        windows.push_back({{"until_s", one.until_s},
                           {"steps", one.steps},
                           {"wall_s", one.wall_s},
                           {"asleep", one.asleep},
                           {"touching", one.touching}});
    }
    for (const PairDepth& pair : row.depth.pairs) pairs.push_back(pair.depth_m);
    const auto at = [&](double quantile) {
        return Json{{"m", row.depth.depth_at(quantile)}, {"share", row.depth.share_at(quantile)}};
    };
    return {{"simulation", row.name},
            {"what", row.what},
            {"n", row.count},
            {"time_step_s", row.time_step_s},
            {"substeps", row.substeps ? Json(row.substeps) : Json(nullptr)},
            {"simulated_s", row.simulated_s()},
            {"wall_s", row.wall_s()},
            {"at_rest", row.at_rest},
            {"steps_per_second", row.steps_per_s()},
            {"slowest_steps_per_second", row.slowest_steps_per_s()},
            {"resting_steps_per_second", row.at_rest ? Json(row.resting_steps_per_s()) : Json(nullptr)},
            {"body_steps_per_second", row.steps_per_s() * row.count},
            {"simulated_seconds_per_second", row.speed()},
            {"slowest_simulated_seconds_per_second", row.slowest_speed()},
            {"last_simulated_seconds_per_second", row.last_speed()},
            {"asleep_after_s", row.asleep_after_s() > 0 ? Json(row.asleep_after_s()) : Json(nullptr)},
            {"awake_rms_m_s", row.end ? Json(row.end->moving_m_s) : Json(nullptr)},
            {"squeezed", row.end ? Json(row.end->squeezed) : Json(nullptr)},
            {"not_finite", row.end ? Json(row.end->not_finite) : Json(nullptr)},
            {"thinnest_m", row.thinnest_m},
            {"touching_pairs", row.depth.pairs.size()},
            {"depth", {{"p50", at(0.5)}, {"p99", at(0.99)}, {"max", at(1)}}},
            {"deepest_wall_m", row.depth.deepest_wall_m()},
            {"samples_depth_m", pairs},
            {"windows", windows}};
}

}  // namespace

Json heap_report_json(const HeapOptions& options, const sim::WorldConfig& config,
                      std::span<const HeapRow> rows) {
    Json cases = Json::array();
    for (const HeapRow& row : rows) cases.push_back(row_json(row));
    return {{"schema", kHeapSchema},
            {"kind", "bench heap"},
            {"date", utc_text()},
            {"machine", machine_json(config.backend, config.device)},
            {"build", build_json()},
            {"arguments", options.words},
            {"scene", config.scene.name},
            {"n", config.bodies},
            {"seed", config.seed},
            {"threads", config.threads},
            {"sample_spacing_m", options.spacing_m},
            {"cases", cases}};
}

void write_heap_csv(std::ostream& out, std::span<const HeapRow> rows) {
    out << "simulation,n,time_step_s,until_s,steps,wall_s,asleep,touching\n";
    for (const HeapRow& row : rows) {
        for (const HeapWindow& one : row.windows) {
            out << csv_field(row.name) << ',' << row.count << ',' << row.time_step_s << ',' << one.until_s
                << ',' << one.steps << ',' << one.wall_s << ',' << one.asleep << ',' << one.touching << '\n';
        }
    }
}

std::vector<std::string> equal_depth_text(std::span<const HeapRow> rows) {
    std::vector<std::string> out;
    std::vector<std::string> libraries;
    for (const HeapRow& row : rows) {
        if (!row.what.empty() && std::find(libraries.begin(), libraries.end(), row.name) == libraries.end())
            libraries.push_back(row.name);
    }
    const auto percent = [](double share) { return fixed_text(100 * share, 1) + " %"; };
    for (const HeapRow& own : rows) {
        if (!own.what.empty()) continue;
        const float depth = own.depth.share_at(0.99);
        const std::string name = own.name + " at " + time_step_text(own.time_step_s);
        for (const std::string& library : libraries) {
            const HeapRow *fastest = nullptr, *least_deep = nullptr;
            for (const HeapRow& row : rows) {
                if (row.name != library) continue;
                const float other = row.depth.share_at(0.99);
                if (!least_deep || other < least_deep->depth.share_at(0.99)) least_deep = &row;
                if (other <= depth && (!fastest || row.speed() > fastest->speed())) fastest = &row;
            }
            if (fastest) {
                out.push_back(library + " at " + time_step_text(fastest->time_step_s) +
                              " lies no deeper than " + name + " (p99 " +
                              percent(fastest->depth.share_at(0.99)) + ", " + percent(depth) +
                              ") and simulates " + fixed_text(fastest->speed(), 3) + " s per second, " +
                              own.name + " " + fixed_text(own.speed(), 3) + ": " +
                              fixed_text(own.speed() / fastest->speed(), 2) + " times as fast");
            } else {
                out.push_back(library + " lies deeper than " + name + " at every time step (p99 at least " +
                              percent(least_deep->depth.share_at(0.99)) + ", " + percent(depth) + ")");
            }
        }
    }
    return out;
}

}  // namespace app
