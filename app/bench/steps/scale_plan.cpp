// Each line is a plan of its own, so that one that is slow holds up no other.
#include "app/bench/steps/scale_plan.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/cli/resolve.h"
#include "app/io/boxes.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

constexpr uint64_t kUsualCounts[] = {1000, 3000, 10000, 30000, 100000, 300000, 1000000, 3000000, 10000000};
constexpr uint64_t kMeshCounts[] = {100, 300, 1000, 3000, 10000, 30000, 100000};
constexpr int kFewSamples = 3;  // many boxes take seconds
// A sweep with no more tests than these, on cpu and on cuda, checks a list; else a sample does.
constexpr double kQuickTests[] = {5e9, 5e10};

void check_words(const ScaleOptions& options) {
    for (const std::string& kind : options.kinds) {
        if (!find_box_kind(kind) && is_boxes_name(kind)) {
            throw BadUsage("--kind " + kind +
                           ": made boxes are expected; a file has one n only (`bench pairs` takes it)");
        }
    }
    std::vector<std::string> known;
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) known.push_back(entry.name);
    for (const std::string& name : options.broad_phases) {
        if (name == sim::kAutoBroadPhase) {
            throw BadUsage("--broad-phase auto: it may choose another at each n; one of " + join(known) +
                           " is expected");
        }
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw BadUsage(unknown_name("broad phase", name, known));
        }
    }
    if (!options.heightmap.empty() && options.scenes.empty())
        throw BadUsage("--heightmap: --scene NAME of a scene with a ground is expected");
    const std::string& plot = options.plot;
    if (!plot.empty() && plot != "-" && !has_ending(plot, ".svg")) {
        throw BadUsage("--plot " + plot + ": a name that ends in .svg is expected; the picture is SVG");
    }
}

ScaleTask pairs_task(const ScaleOptions& options, const std::string& kind,
                     const std::vector<uint32_t>& counts) {
    PairsBenchOptions one;
    static_cast<BenchOptions&>(one) = options;
    one.broad_phases = options.broad_phases;
    one.kinds = {kind};
    PairsPlan plan = make_pairs_plan(one);
    plan.measure.min_samples = kFewSamples;
    plan.most_tests = kQuickTests[plan.backend == sort::Backend::cuda ? 1 : 0];
    const ScaleLine line{false, kind, plan.contenders.front().name, plan.backend};
    return {line, counts, std::move(plan)};
}

ScaleTask step_task(const StepBenchOptions& options, const std::string& scene,
                    const std::vector<uint32_t>& counts) {
    StepBenchOptions one = options;
    one.scenes = {scene};
    if (!one.min_time_s) one.min_time_s = 0.2;
    StepPlan plan = make_step_plan(one);
    plan.min_runs = kFewSamples;
    const ScaleLine line{true, scene, plan.cases.front().worlds.front().broad_phase,
                         plan.cases.front().worlds.front().backend};
    return {line, counts, {}, std::move(plan)};
}

}  // namespace

std::vector<ScaleTask> make_scale_tasks(const ScaleOptions& options) {
    check_words(options);
    ScaleOptions all = options;
    // One backend, also where both are there.
    const sim::PairsConfig choice = resolve_engine(options);
    all.backend = sort::name_of(choice.backend);
    std::vector<uint64_t>& counts = all.counts;
    const bool usual = counts.empty();
    if (usual) counts.assign(std::begin(kUsualCounts), std::end(kUsualCounts));
    std::sort(counts.begin(), counts.end());
    if (counts.front() == 0) throw BadUsage("-n 0: at least 1 is expected");

    std::vector<std::string> kinds = options.kinds, scenes = options.scenes;
    if (kinds.empty() && scenes.empty()) kinds = {"uniform"}, scenes = {"gas"};
    std::vector<std::string> broad_phases = options.broad_phases;
    if (broad_phases.empty()) broad_phases = {choice.broad_phase};

    for (const std::string& name : scenes) {
        if (!load_scene(name).spawn_file.empty())
            throw BadUsage(
                "--scene " + name +
                ": its [spawn] file has one number of bodies, which `bench step` measures; several "
                "are expected here");
    }

    std::vector<ScaleTask> tasks;
    for (const bool step : {false, true}) {
        for (const std::string& input : step ? scenes : kinds) {
            for (const std::string& broad_phase : broad_phases) {
                ScaleOptions one = all;
                one.broad_phases = {broad_phase};
                if (usual && step && sim::find_spawner(load_scene(input).spawn)->meshes)
                    one.counts.assign(std::begin(kMeshCounts), std::end(kMeshCounts));
                const std::vector<uint32_t> checked(one.counts.begin(), one.counts.end());
                tasks.push_back(step ? step_task(one, input, checked) : pairs_task(one, input, checked));
            }
        }
    }
    // The cases point to their plan's inputs, which may have moved with the task.
    for (ScaleTask& task : tasks) {
        for (PairsCase& one : task.pairs.cases) one.input = &task.pairs.inputs.front();
    }
    return tasks;
}

}  // namespace app
