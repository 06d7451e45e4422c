// `sweeplab bench gravity`: the gravity between all bodies by tree and by direct sum; time by stage, and errors.
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
#include "app/bench/steps/gravity_report.h"
#include "app/cli/resolve.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr uint64_t kUsualCpu[] = {1000, 4000, 16000}, kUsualCuda[] = {16000, 128000, 1000000};
constexpr uint64_t kUsualFrames = 10, kMostFrames = 1'000'000, kUsualWarmup = 3;

std::vector<Column> columns_of() {
    return {{"way", 12, true},
            {"n", 9},
            {"step ms", 8},
            {"cube", 6, false, 2, "ms"},
            {"keys", 6, false, 2, "ms"},
            {"sort", 6, false, 2, "ms"},
            {"ties", 6, false, 2, "ms"},
            {"tree", 6, false, 2, "ms"},
            {"moments", 7, false, 2, "ms"},
            {"sum ms", 8},
            {"per body", 8},
            {"G/s", 6},
            {"median", 7},
            {"p99", 7},
            {"rms", 7}};
}

std::string error_text(double error) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1e", error);
    return text;
}

std::vector<std::string> cells_of(const GravityRow& row, bool with_angle) {
    std::vector<std::string> cells = {way_text(row, with_angle), grouped(row.count), ms_text(row.step_ms)};
    for (const char* stage : {"cube", "keys", "sort", "ties", "tree", "moments"}) {
        const double ms = row.stage_ms(stage);
        cells.push_back(ms > 0 ? ms_text(ms) : "-");
    }
    cells.push_back(ms_text(row.sum_ms()));
    cells.push_back(grouped(row.work.interactions / row.count));
    cells.push_back(fixed_text(1e-9 * row.interactions_per_s(), 2));
    cells.push_back(error_text(row.errors.median));
    cells.push_back(error_text(row.errors.p99));
    cells.push_back(error_text(row.errors.rms));
    return cells;
}

constexpr const char* kLegend =
    "step ms: median of whole steps; cube to moments: medians of the stages that make the tree; sum ms: of the one "
    "that sums, the walk or the direct sum. per body: bodies and nodes that are summed for one. G/s: 10^9 of these "
    "per second of that stage. median, p99, rms: error of the pull at the start against a sum in double, over that "
    "sum, of the sampled bodies.";

std::vector<sim::WorldConfig> cases_of(const GravityBenchOptions& options, const sim::WorldConfig& config) {
    std::vector<uint64_t> counts = options.counts;
    const bool cuda = config.backend == sim::Backend::cuda;
    if (counts.empty())
        counts.assign(cuda ? std::begin(kUsualCuda) : std::begin(kUsualCpu),
                      cuda ? std::end(kUsualCuda) : std::end(kUsualCpu));
    const std::vector<std::string> ways =
        options.ways.empty() ? std::vector<std::string>{"tree"} : options.ways;
    std::vector<double> angles = options.angles;
    if (angles.empty()) angles.push_back(config.scene.physics.gravity.opening_angle);
    std::vector<sim::WorldConfig> cases;
    for (const std::string& way : ways) {
        for (const double angle : angles) {
            for (const uint64_t count : counts) {
                sim::WorldConfig one = config;
                one.bodies = uint32_t(count);
                sim::Gravity& gravity = one.scene.physics.gravity;
                gravity.opening_angle = float(angle);
                gravity.direct = way == "direct";
                gravity.quadrupole = way == "tree";
                cases.push_back(one);
            }
            if (way == "direct") break;  // has no angle
        }
    }
    return cases;
}

}  // namespace

double parse_angle(const std::string& word) {
    const double angle = parse_number("--angle", word);
    if (!(angle >= sim::kLeastOpening && angle <= 1))
        throw BadUsage("--angle " + word + ": above 0 to 1 is expected");
    return angle;
}

int run_bench_gravity(const GravityBenchOptions& options) {
    const sim::WorldConfig config = resolve_world(options);
    if (!config.scene.physics.gravity.on)
        throw BadUsage("--scene " + options.scene + ": a scene whose bodies pull each other is expected");
    const GravityPlan plan = {options.warmup.value_or(kUsualWarmup), options.frames.value_or(kUsualFrames),
                              options.samples};
    if (plan.frames == 0) throw BadUsage("--frames 0: at least 1 is expected");
    if (plan.frames > kMostFrames) {
        throw sort::OverLimit("--frames " + std::to_string(plan.frames) +
                              ": the times of every step are kept; the limit is " +
                              std::to_string(kMostFrames));
    }
    const std::vector<sim::WorldConfig> cases = cases_of(options, config);
    Baseline baseline(options.baseline, "bench gravity");
    if (baseline) {
        std::vector<GravityRow> planned;
        for (const sim::WorldConfig& one : cases) planned.push_back(planned_gravity(one));
        baseline.require_comparable(gravity_report_json(options, plan, config, planned), options.quiet);
    }
    BenchOutputs outputs(options);
    std::ostream& out = outputs.table();
    if (!outputs.silent()) {
        out << note_line("bench gravity: " + config.scene.name + ", seed " + std::to_string(config.seed) +
                         ", softening " + fixed_text(config.scene.physics.gravity.softening_m, 4) + " m, " +
                         config.engine + "; " +
                         machine_text(config.backend == sim::Backend::cuda, config.device, config.threads))
            << '\n'
            << std::flush;
    }
    Table table(out, columns_of(), outputs.form());
    Progress progress("cases", cases.size(), options.quiet);
    std::vector<GravityRow> rows;
    uint64_t done = 0;
    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    for (const sim::WorldConfig& one : cases) {
        interrupt_message->set(interrupted_text("case", done, cases.size()));
        rows.push_back(measure_gravity(one, plan));
        progress.wipe();
        if (rows.back().steps_ms.empty())
            rows.pop_back();  // interrupted before its first
        else if (!outputs.silent())
            table.row(cells_of(rows.back(), options.angles.size() > 1));
        if (interrupted()) break;
        progress.update(++done);
    }
    interrupt_message.reset();
    progress.wipe();
    if (!outputs.silent()) {
        out << '\n' << note_line(kLegend);
        for (const std::string& text : growth_text(rows)) out << note_line(text);
    }
    outputs.end_if_interrupted("case", done, cases.size());
    outputs.finish_report(baseline, [&] { return gravity_report_json(options, plan, config, rows); });
    if (outputs.csv()) write_gravity_csv(*outputs.csv(), rows);
    outputs.commit();
    baseline.check();
    return 0;
}

}  // namespace app
