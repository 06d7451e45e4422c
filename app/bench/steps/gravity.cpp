// `sweeplab bench gravity`: the gravity between all bodies by tree and by direct sum; time by stage, and errors.
#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/steps/gravity_report.h"
#include "app/cli/resolve.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr uint64_t kUsualCpu[] = {1000, 4000, 16000}, kUsualCuda[] = {16000, 128000, 1000000};
constexpr uint64_t kUsualFrames = 10, kMostFrames = 1'000'000, kUsualWarmup = 3;

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
    const std::vector<std::string> methods =
        options.methods.empty() ? std::vector<std::string>{"tree"} : options.methods;
    std::vector<double> angles = options.angles;
    if (angles.empty()) angles.push_back(config.scene.physics.gravity.opening_angle);
    std::vector<sim::WorldConfig> cases;
    for (const std::string& method : methods) {
        for (const double angle : angles) {
            for (const uint64_t count : counts) {
                Options of_count = options;
                of_count.bodies = count;
                sim::WorldConfig one = resolve_world(of_count);  // which refuses too many
                sim::Gravity& gravity = one.scene.physics.gravity;
                gravity.opening_angle = float(angle);
                gravity.direct = method == "direct";
                gravity.quadrupole = method == "tree";
                cases.push_back(one);
            }
            if (method == "direct") break;  // has no angle
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
    if (plan.samples == 0) throw BadUsage("--samples 0: at least 1 is expected");
    if (plan.frames > kMostFrames) {
        throw sort::OverLimit("--frames " + std::to_string(plan.frames) +
                              ": the times of every step are kept; the limit is " +
                              std::to_string(kMostFrames));
    }
    const std::vector<sim::WorldConfig> cases = cases_of(options, config);
    Bench<GravityRow> bench(gravity_report(options, plan, config), cases.size());
    bench.planned = [&] {
        std::vector<GravityRow> rows;
        for (const sim::WorldConfig& one : cases) rows.push_back(planned_gravity(one));
        return bench.report.json(options, rows);
    };
    bench.measure = [&](size_t part, const Tick&) {
        std::vector<GravityRow> rows = {measure_gravity(cases[part], plan)};
        if (!rows[0].measured()) rows.clear();  // interrupted before its first step
        return rows;
    };
    bench.notes = [](std::ostream& out, auto& rows) {
        out << '\n' << note_line(kLegend);
        for (const std::string& text : growth_text(rows)) out << note_line(text);
    };
    run_bench(options, bench);
    return 0;
}

}  // namespace app
