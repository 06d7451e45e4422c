// `sweeplab bench heap`: bodies with meshes fall until they are at rest; how fast that is simulated, and how
// deep they lie in each other then. Other libraries simulate the same bodies.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/outputs.h"
#include "app/bench/steps/heap_report.h"
#include "app/bench/steps/rivals/world_rival_api.h"
#include "app/cli/resolve.h"
#include "app/io/scene_shapes.h"

namespace app {
namespace {

constexpr uint64_t kUsualCpu = 100, kUsualCuda = 10000;

std::vector<Column> columns_of() {
    return {{"simulation", 14, true},
            {"time step", 9},
            {"steps/s", 8},
            {"Mbody/s", 7},
            {"s per s", 7},
            {"slowest", 7},
            {"last", 6},
            {"asleep", 7},
            {"after s", 7},
            {"pairs", 7, false, 1},
            {"p50 %", 5},
            {"p99 %", 5},
            {"max %", 5},
            {"p99 mm", 6, false, 1},
            {"max mm", 6, false, 1},
            {"walls mm", 8, false, 1}};
}

std::string rate_text(double rate) { return fixed_text(rate, rate < 100 ? 1 : 0); }

std::vector<std::string> cells_of(const HeapRow& row) {
    const bool gauged = row.thinnest_m > 0;  // else it was interrupted before
    const auto share = [&](double quantile) {
        return gauged ? fixed_text(100 * row.depth.share_at(quantile), 1) : "-";
    };
    const auto depth = [&](double quantile) {
        return gauged ? fixed_text(1e3 * row.depth.depth_at(quantile), 1) : "-";
    };
    return {row.name,
            time_step_text(row.time_step_s),
            rate_text(row.steps_per_s()),
            fixed_text(1e-6 * row.steps_per_s() * row.count, 3),
            fixed_text(row.speed(), 3),
            fixed_text(row.slowest_speed(), 3),
            fixed_text(row.last_speed(), 2),
            std::to_string(row.windows.back().asleep),
            row.asleep_after_s() > 0 ? fixed_text(row.asleep_after_s(), 2) : "-",
            gauged ? std::to_string(row.depth.pairs.size()) : "-",
            share(0.5),
            share(0.99),
            share(1),
            depth(0.99),
            depth(1),
            gauged ? fixed_text(1e3 * row.depth.deepest_wall_m(), 1) : "-"};
}

constexpr const char* kLegend =
    "steps/s: of the whole run. Mbody/s: million steps of a body per second. s per s: simulated seconds "
    "per second, of the whole run; slowest, last: of its slowest and its last quarter of a simulated second. after s: simulated "
    "seconds until all slept. p50, p99, max: depth of touching pairs at the end, in % of the thinnest part: samples of each body's surface in "
    "the shape of the other, which for other libraries is made of the boxes that they simulate.";

std::string awake_text(const HeapRow& row) {
    if (!row.end) return "";
    return "; " + counted(row.count - row.windows.back().asleep, "body", "bodies") + " awake, at " +
           fixed_text(row.end->moving_m_s, 3) + " m/s (root mean square)";
}

/// What is wrong with the heap.
std::string end_text(const HeapRow& row) {
    if (!row.end) return "";
    const std::string which = " of " + row.name + " at " + time_step_text(row.time_step_s);
    std::string text;
    if (row.end->squeezed > 0)
        text += note_line("squeezed: " + counted(row.end->squeezed, "pair") + which +
                          ", past the middle of a thin part or linked through each other");
    if (row.end->not_finite > 0)
        text += note_line("error: " + counted(row.end->not_finite, "body", "bodies") + which + " not finite");
    return text;
}

std::vector<WorldRivalLibrary> open_rivals(const HeapOptions& options) {
    std::vector<WorldRivalLibrary> rivals;
    const std::vector<std::string> known = world_rival_names();
    for (const std::string& name : options.rivals) {
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw BadUsage("--rival: " + unknown_name("library", name, known));
    }
    for (const std::string& name : options.rivals) rivals.emplace_back(name);
    if (rivals.empty() && !options.rival_steps_s.empty())
        throw BadUsage("--rival-step: --rival NAME is expected");
    return rivals;
}

sim::WorldConfig resolve(const HeapOptions& options) {
    HeapOptions own = options;
    if (!options.bodies) {
        const bool cuda = resolve_engine(options).backend == sim::Backend::cuda;
        own.bodies = cuda ? kUsualCuda : kUsualCpu;
    }
    sim::WorldConfig config = resolve_world(own);
    if (config.scene.shapes.empty())
        throw BadUsage("--scene " + options.scene + ": a scene whose bodies have meshes is expected");
    return config;
}

std::string heading(const sim::WorldConfig& config, const std::vector<WorldRivalLibrary>& rivals) {
    std::string text =
        note_line("bench heap: " + config.scene.name + ", " + counted(config.bodies, "body", "bodies") +
                  ", seed " + std::to_string(config.seed) + "; " +
                  machine_text(config.backend == sim::Backend::cuda, config.device, config.threads));
    for (const auto& shape : config.scene.shapes) text += note_line(shape_text(*shape));
    for (const WorldRivalLibrary& rival : rivals) {
        text += note_line(rival.name() + ": " + rival.api().what + "; " + rival.api().threads + "; " +
                          rival.api().settings);
    }
    return text + '\n';
}

}  // namespace

double parse_time_step(const std::string& flag, const std::string& text) {
    const size_t slash = text.find('/');
    const double over = slash == text.npos ? 1 : parse_number(flag, text.substr(slash + 1));
    const double value = parse_number(flag, text.substr(0, slash)) / over;
    if (!(value >= 1e-6 && value <= 0.1))
        throw BadUsage(flag + " " + text + ": 1e-6 to 0.1 seconds are expected, as 0.001 or 1/240");
    return value;
}

int run_bench_heap(const HeapOptions& options) {
    const std::vector<WorldRivalLibrary> rivals = open_rivals(options);
    const sim::WorldConfig config = resolve(options);
    std::vector<double> steps = options.time_steps_s;
    if (steps.empty()) steps.push_back(config.scene.physics.time_step_s);
    const auto with_step = [&](double step) {
        sim::WorldConfig one = config;
        one.scene.physics.time_step_s = float(step);
        return one;
    };
    for (const double step : steps) create_world(with_step(step));  // refused before anything is measured
    Baseline baseline(options.baseline, "bench heap");
    if (baseline) baseline.require_comparable(heap_report_json(options, config, {}), options.quiet);
    BenchOutputs outputs(options);
    std::ostream& out = outputs.table();
    if (!outputs.silent()) out << heading(config, rivals) << std::flush;

    std::vector<std::pair<const WorldRivalLibrary*, double>> runs;  // null: our own
    for (const double step : steps) runs.emplace_back(nullptr, step);
    for (const WorldRivalLibrary& rival : rivals) {
        std::vector<double> of_rival = options.rival_steps_s;
        if (of_rival.empty()) of_rival.push_back(rival.api().usual_step_s);
        for (const double step : of_rival) runs.emplace_back(&rival, step);
    }

    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    interrupt_message->set(interrupted_text("simulation", 0, runs.size()));
    const DepthGauge gauge(config.scene.shapes, float(options.spacing_m), config.threads);
    std::unique_ptr<const DepthGauge> boxes_gauge;
    if (!rivals.empty()) {
        boxes_gauge = std::make_unique<DepthGauge>(shapes_of_boxes(config.scene), float(options.spacing_m),
                                                   config.threads);
    }
    Table table(out, columns_of(), outputs.form());
    constexpr uint64_t kParts = 1000;  // of the bar, each run
    Progress progress("parts of simulated time", kParts * runs.size(), options.quiet);
    std::vector<HeapRow> rows;
    uint64_t done = 0;
    for (const auto& [rival, step] : runs) {
        interrupt_message->set(interrupted_text("simulation", done, runs.size()));
        HeapLimits limits{options.most_s};
        limits.tick = [&](double simulated_s) {
            const double part = std::min(1.0, simulated_s / options.most_s);
            progress.update(kParts * rows.size() + uint64_t(double(kParts) * part));
        };
        if (rival) {
            const sim::Snapshot start = create_world(config)->snapshot();
            rows.push_back(run_rival_heap(*rival, config, start, step, limits, *boxes_gauge));
        } else {
            rows.push_back(run_heap(with_step(step), limits, gauge));
        }
        progress.wipe();
        if (rows.back().windows.empty())
            rows.pop_back();  // interrupted in its first
        else if (!outputs.silent())
            table.row(cells_of(rows.back()));
        if (interrupted()) break;
        ++done;
    }
    interrupt_message.reset();
    if (!outputs.silent()) {
        out << '\n' << note_line(kLegend);
        for (const HeapRow& row : rows) {
            if (row.at_rest || interrupted()) continue;
            out << note_line("warning: " + row.name + " at " + time_step_text(row.time_step_s) +
                             " was not at rest after " + fixed_text(row.simulated_s(), 1) + " s" +
                             awake_text(row));
        }
        for (const HeapRow& row : rows) out << end_text(row);
        if (!interrupted())
            for (const std::string& text : equal_depth_text(rows)) out << note_line(text);
    }
    outputs.end_if_interrupted("simulation", done, runs.size());
    outputs.finish_report(baseline, [&] { return heap_report_json(options, config, rows); });
    if (outputs.csv()) write_heap_csv(*outputs.csv(), rows);
    outputs.commit();
    baseline.check();
    const auto lost = [](const HeapRow& row) { return row.end && row.end->not_finite > 0; };
    return std::any_of(rows.begin(), rows.end(), lost) ? 1 : 0;
}

}  // namespace app
