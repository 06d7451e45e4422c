// Names first, then the machine.
#include "app/bench/steps/step_plan.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/cli/resolve.h"
#include "app/io/scene_toml.h"
#include "app/io/tables/spawn_file.h"
#include "app/measure/profile/profiler.h"

namespace app {
namespace {

using sort::Backend;

constexpr uint64_t kUsualCpu[] = {1000, 10000, 100000}, kUsualCuda[] = {16000, 128000, 1000000};
constexpr uint64_t kMeshesCpu[] = {100, 300, 1000}, kMeshesCuda[] = {1000, 10000, 100000};
constexpr uint64_t kUsualWarmup = 200;  // by then a gas has as many contacts as it keeps, at any n
constexpr uint32_t kLearntBodies = 2000;

/// Both where both are there, unless one was named or an engine that belongs to one.
std::vector<std::string> backends_of(const Options& options) {
    const bool any = options.backend == "auto" && options.sort.empty();
    if (any && sim::cuda_available(nullptr, options.device)) return {"cuda", "cpu"};
    return {options.backend};
}

/// A world for each backend and broad phase.
std::vector<sim::WorldConfig> worlds_of(const StepBenchOptions& options, const std::string& scene,
                                        uint64_t count) {
    std::vector<std::string> broad_phases = options.broad_phases;
    if (broad_phases.empty()) broad_phases = {""};
    std::vector<sim::WorldConfig> worlds;
    for (const std::string& backend : backends_of(options)) {
        for (const std::string& broad_phase : broad_phases) {
            Options one = options;
            one.scene = scene;
            one.bodies = count;
            one.backend = backend;
            one.broad_phase = broad_phase;
            worlds.push_back(resolve_world(one));
        }
    }
    return worlds;
}

/// One of a kind, for any number of bodies. With --heightmap, that which has a ground.
std::vector<std::string> scenes_for(const StepBenchOptions& options) {
    if (!options.heightmap.empty()) return {"landscape"};
    return {"chairs", "gas", "landscape", "mixed", "pile"};
}

/// A body with a mesh costs as much as hundreds of spheres.
std::vector<uint64_t> counts_for(const StepBenchOptions& options, const std::string& scene) {
    if (!options.counts.empty()) return options.counts;
    sim::Scene own = load_scene(scene);
    if (!own.spawn_file.empty()) {
        load_spawn_file(own);
        return {own.bodies};
    }
    Options first = options;
    first.backend = backends_of(options).front();
    const bool cuda = resolve_engine(first).backend == Backend::cuda;
    const auto& usual = sim::find_spawner(own.spawn)->meshes ? cuda ? kMeshesCuda : kMeshesCpu
                        : cuda                               ? kUsualCuda
                                                             : kUsualCpu;
    return {std::begin(usual), std::end(usual)};
}

/// The names of a step's stages are the broad phase's to say: they are read off one step of few bodies.
void learn_stages(StepPlan& plan) {
    std::string last;
    std::vector<const sim::WorldConfig*> worlds;  // of the first case of each scene
    for (const StepCase& one : plan.cases) {
        if (one.scene == last) continue;
        last = one.scene;
        for (const sim::WorldConfig& config : one.worlds) worlds.push_back(&config);
    }
    for (const sim::WorldConfig* config : worlds) {
        sim::WorldConfig few = *config;
        if (!few.scene.given) few.bodies = std::min(few.bodies, kLearntBodies);
        const auto world = create_world(few);
        world->step(1);
        world->finish();
        std::vector<sim::StepReport> reports;
        world->poll(reports);
        Profiler profiler(0, false);
        for (const sim::StepReport& report : reports) profiler.add(report);
        std::vector<StageSummary> stages = profiler.stages();
        stages.pop_back();  // the profiler
        auto place = plan.stages.begin();
        for (const StageSummary& stage : stages) {
            const auto at = std::find(plan.stages.begin(), plan.stages.end(), stage.name);
            place = (at == plan.stages.end() ? plan.stages.insert(place, stage.name) : at) + 1;
        }
    }
}

}  // namespace

uint64_t usual_frames(uint32_t count) { return std::clamp<uint64_t>(2000000 / count, 10, 100); }

StepPlan make_step_plan(const StepBenchOptions& options) {
    StepPlan plan;
    plan.min_time_s = options.min_time_s.value_or(0.5);
    plan.max_noise = options.max_noise.value_or(0);
    plan.timeout_s = options.timeout_s;
    plan.until = options.until;
    plan.threads = options.threads;
    plan.device = options.device;
    if (options.frames == 0u) throw BadUsage("--frames 0: a run of at least 1 step is expected");

    std::vector<std::string> scenes = options.scenes;
    if (scenes.empty()) scenes = scenes_for(options);
    for (const std::string& scene : scenes) {
        StepBenchOptions of_scene = options;
        for (const uint64_t count : counts_for(options, scene)) {
            const std::vector<sim::WorldConfig> worlds = worlds_of(of_scene, scene, count);
            of_scene.heights = worlds.front().scene.terrain.heightmap;  // is read once
            const uint64_t frames = options.frames.value_or(usual_frames(uint32_t(count)));
            const uint64_t warmup = options.warmup.value_or(kUsualWarmup);
            plan.cases.push_back({scene, uint32_t(count), warmup, frames, worlds});
            for (const sim::WorldConfig& world : worlds)
                plan.cuda = plan.cuda || world.backend == Backend::cuda;
        }
    }
    learn_stages(plan);
    return plan;
}

}  // namespace app
