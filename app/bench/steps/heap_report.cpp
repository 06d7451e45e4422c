#include "app/bench/steps/heap_report.h"

#include <algorithm>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/steps/rivals/world_rival_api.h"
#include "app/io/scene_shapes.h"

namespace app {
namespace {

std::string rate_text(double rate) { return fixed_text(rate, rate < 100 ? 1 : 0); }

Json windows_json(const HeapRow& row) {
    Json windows = Json::array();
    for (const HeapWindow& one : row.windows) {
        windows.push_back({{"until_s", one.until_s},
                           {"steps", one.steps},
                           {"wall_s", one.wall_s},
                           {"asleep", one.asleep},
                           {"touching", one.touching}});
    }
    return windows;
}

Json depths_json(const HeapRow& row) {
    Json pairs = Json::array();
    for (const PairDepth& pair : row.depth.pairs) pairs.push_back(pair.depth_m);
    return pairs;
}

Json depth_json(const HeapRow& row) {
    const auto at = [&](double quantile) {
        return Json{{"m", row.depth.depth_at(quantile)}, {"share", row.depth.share_at(quantile)}};
    };
    return {{"p50", at(0.5)}, {"p99", at(0.99)}, {"max", at(1)}};
}

/// Makes a column of the depths at the end: "-" where the run was interrupted before they were measured.
template <class Value>
Field<HeapRow> depth_column(Column column, Value value) {
    const auto of_row = [value](const HeapRow& row) { return value(row.depth); };
    return {std::move(column), "", value_if(&HeapRow::thinnest_m, of_row), {1, 1}};
}

Field<HeapRow> share_column(const char* title, double quantile) {
    return depth_column({title, 5}, [=](const TrueDepth& depth) { return 100 * depth.share_at(quantile); });
}

Field<HeapRow> mm_column(const char* title, double quantile) {
    return depth_column({title, 6, false, 1},
                        [=](const TrueDepth& depth) { return 1e3 * depth.depth_at(quantile); });
}

Fields<HeapRow> make_fields() {
    using Row = HeapRow;
    const Unit rate{.text = rate_text}, to_3{1, 3}, to_2{1, 2};
    const auto has_end = [](const Row& row) { return row.end.has_value(); };
    const auto at_end = [&](auto number) {
        return value_if(has_end, [number](const Row& row) { return std::invoke(number, *row.end); });
    };
    return {{{"simulation", 14, true}, "simulation", &Row::name},
            {"what", &Row::what},
            {"n", &Row::count},
            {{"time step", 9}, "time_step_s", &Row::time_step_s, {.text = time_step_text}},
            {"substeps", value_if(&Row::substeps, &Row::substeps)},
            {"simulated_s", &Row::simulated_s},
            {"wall_s", &Row::wall_s},
            {"at_rest", &Row::at_rest},
            {{"steps/s", 8}, "steps_per_second", &Row::steps_per_s, rate},
            {"slowest_steps_per_second", &Row::slowest_steps_per_s},
            {"resting_steps_per_second", value_if(&Row::at_rest, &Row::resting_steps_per_s)},
            {{"Mbody/s", 7}, "body_steps_per_second", &Row::body_steps_per_s, {1e-6, 3}},
            {{"s per s", 7}, "simulated_seconds_per_second", &Row::speed, to_3},
            {{"slowest", 7}, "slowest_simulated_seconds_per_second", &Row::slowest_speed, to_3},
            {{"last", 6}, "last_simulated_seconds_per_second", &Row::last_speed, to_2},
            {{"asleep", 7}, "", [](const Row& row) { return row.windows.back().asleep; }},
            {{"after s", 7}, "asleep_after_s", value_if(&Row::asleep_after_s, &Row::asleep_after_s), to_2},
            {"awake_rms_m_s", at_end(&HeapEnd::moving_m_s)},
            {"squeezed", at_end(&HeapEnd::squeezed)},
            {"not_finite", at_end(&HeapEnd::not_finite)},
            {"thinnest_m", &Row::thinnest_m},
            depth_column({"pairs", 7, false, 1}, [](const TrueDepth& depth) { return depth.pairs.size(); }),
            {"touching_pairs", [](const Row& row) { return row.depth.pairs.size(); }},
            share_column("p50 %", 0.5),
            share_column("p99 %", 0.99),
            share_column("max %", 1),
            mm_column("p99 mm", 0.99),
            mm_column("max mm", 1),
            depth_column({"walls mm", 8, false, 1},
                         [](const TrueDepth& depth) { return 1e3 * depth.deepest_wall_m(); }),
            {"depth", depth_json},
            {"deepest_wall_m", [](const Row& row) { return row.depth.deepest_wall_m(); }},
            {"samples_depth_m", depths_json},
            {"windows", windows_json}};
}

}  // namespace

BenchReport<HeapRow> heap_report(const HeapOptions& options, const sim::WorldConfig& config,
                                 const std::vector<WorldRivalLibrary>& rivals) {
    BenchSubject subject{"bench heap",
                         config.scene.name + ", " + counted(config.bodies, "body", "bodies") + ", seed " +
                             std::to_string(config.seed),
                         config.backend, config.device, config.threads};
    for (const auto& shape : config.scene.shapes) subject.notes += note_line(shape_text(*shape));
    for (const WorldRivalLibrary& rival : rivals) {
        subject.notes += note_line(rival.name() + ": " + rival.api().what + "; " + rival.api().threads +
                                   "; " + rival.api().settings);
    }
    const Fields<HeapRow> fields = make_fields();
    const auto add = [&options, &config, fields](Json& report, std::span<const HeapRow> rows) {
        report.update({{"scene", config.scene.name},
                       {"n", config.bodies},
                       {"seed", config.seed},
                       {"threads", config.threads},
                       {"sample_spacing_m", options.spacing_m},
                       {"cases", rows_json(fields, rows)}});
    };
    return {
        subject, fields, {"simulation,n,time_step_s,until_s,steps,wall_s,asleep,touching", "windows"}, add};
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
