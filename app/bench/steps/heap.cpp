// `sweeplab bench heap`: bodies with meshes fall until they are at rest; how fast that is simulated, and how
// deep they lie in each other then. Other libraries simulate the same bodies.
#include <algorithm>
#include <memory>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/steps/heap_report.h"
#include "app/bench/steps/rivals/world_rival_api.h"
#include "app/cli/resolve.h"

namespace app {
namespace {

constexpr uint64_t kUsualCpu = 100, kUsualCuda = 10000;

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

/// Returns the faults of the heap at the end, a line each; "": none.
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

void print_notes(std::ostream& out, const std::vector<HeapRow>& rows) {
    out << '\n' << note_line(kLegend);
    for (const HeapRow& row : rows) {
        if (row.at_rest || interrupted()) continue;
        out << note_line("warning: " + row.name + " at " + time_step_text(row.time_step_s) +
                         " was not at rest after " + fixed_text(row.simulated_s(), 1) + " s" +
                         awake_text(row));
    }
    for (const HeapRow& row : rows) out << end_text(row);
    if (interrupted()) return;
    for (const std::string& text : equal_depth_text(rows)) out << note_line(text);
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
    std::vector<std::pair<const WorldRivalLibrary*, double>> runs;  // null: our own
    for (const double step : steps) runs.emplace_back(nullptr, step);
    for (const WorldRivalLibrary& rival : rivals) {
        std::vector<double> of_rival = options.rival_steps_s;
        if (of_rival.empty()) of_rival.push_back(rival.api().usual_step_s);
        for (const double step : of_rival) runs.emplace_back(&rival, step);
    }

    const auto gauge_of = [&](auto&& shapes) {
        return std::make_unique<const DepthGauge>(shapes, float(options.spacing_m), config.threads);
    };
    const auto gauge = gauge_of(config.scene.shapes);
    const auto boxes_gauge = rivals.empty() ? nullptr : gauge_of(shapes_of_boxes(config.scene));
    Bench<HeapRow> bench(heap_report(options, config, rivals), runs.size());
    bench.part = "simulation";
    bench.steps = "parts of simulated time";
    bench.steps_per_part = 1000;
    bench.planned = [&] { return bench.report.json(options, {}); };
    bench.measure = [&](size_t part, const Tick& tick) {
        const auto& [rival, step] = runs[part];
        const DepthGauge& own_gauge = rival ? *boxes_gauge : *gauge;
        const HeapLimits limits{
            options.most_s, [&](double simulated_s) { tick(std::min(1.0, simulated_s / options.most_s)); }};
        std::vector<HeapRow> rows;
        if (rival) {
            const sim::Snapshot start = create_world(config)->snapshot();
            rows.push_back(run_rival_heap(*rival, config, start, step, limits, own_gauge));
        } else {
            rows.push_back(run_heap(with_step(step), limits, own_gauge));
        }
        if (!rows[0].measured()) rows.clear();  // interrupted in its first window
        return rows;
    };
    bench.notes = print_notes;
    const std::vector<HeapRow> rows = run_bench(options, bench);
    const auto lost = [](const HeapRow& row) { return row.end && row.end->not_finite > 0; };
    return std::any_of(rows.begin(), rows.end(), lost) ? 1 : 0;
}

}  // namespace app
