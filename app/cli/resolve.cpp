// From what was typed to what will run on this machine. Wrong names are wrong everywhere, so they are refused
// before the machine is examined.
#include "app/cli/resolve.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/see_doctor.h"
#include "app/base/text/names.h"
#include "app/cli/calibration.h"
#include "app/cli/kernel_loading.h"
#include "app/cli/sort_auto.h"
#include "app/io/height_map.h"
#include "app/io/scene_place.h"
#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"
#include "app/io/tables/spawn_file.h"
#include "sort/base/errors.h"
#include "sort/lab/model.h"
#include "sort/registry.h"

namespace app {
namespace {

using sort::Backend;

constexpr const char* kTwoKeysPerBody = "endpoint";

bool is_cuda_engine(const std::string& name) {
    const auto names = sort::cuda_engine_names();
    const auto same = [&](const char* known) { return name == known; };
    return std::any_of(names.begin(), names.end(), same) ||
           (sort::find_engine(name) && sort::find_engine(name)->backend == Backend::cuda);
}

std::vector<std::string> engine_names(std::optional<Backend> backend) {
    std::vector<std::string> names;
    for (const sort::Engine& engine : sort::engines()) {
        if (!backend || engine.backend == *backend) names.push_back(engine.name);
    }
    if (!backend || *backend == Backend::cuda) {
        for (const char* name : sort::cuda_engine_names()) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

/// Refuses digits, tiles and variants that the engine does not have; an engine that is not in this build is known by
/// its model.
void check_engine_config(const std::string& name, const sort::EngineConfig& config) {
    const sort::Engine* engine = sort::find_engine(name);
    if (!engine) engine = sort::find_model(name);
    if (!engine) return;
    try {
        sort::require_config(*engine, config);
    } catch (const std::invalid_argument& error) {
        throw BadUsage(error.what());
    }
}

/// Returns the backend of --backend, else the engine's own; none when neither is given.
std::optional<Backend> requested_backend(const Options& options) {
    std::optional<Backend> requested;
    if (options.backend == "cuda") requested = Backend::cuda;
    if (options.backend == "cpu") requested = Backend::cpu;
    if (!requested && options.backend != "auto") {
        throw BadUsage(unknown_name("backend", options.backend, {"auto", "cpu", "cuda"}));
    }
    if (options.sort.empty() || options.sort == kAutoSort) return requested;
    if (!sort::find_engine(options.sort) && !is_cuda_engine(options.sort)) {
        std::vector<std::string> known = engine_names(requested);
        known.push_back(kAutoSort);
        throw BadUsage(unknown_name("sort engine", options.sort, known));
    }
    const Backend own = is_cuda_engine(options.sort) ? Backend::cuda : Backend::cpu;
    if (requested && *requested != own) {
        throw BadUsage("engine '" + options.sort + "' belongs to the " + sort::name_of(own) +
                       " backend; engines of the " + sort::name_of(*requested) +
                       " backend: " + join(engine_names(requested)));
    }
    return own;
}

/// Says on stderr, once, why the CPU computes although there is an NVIDIA driver.
void note_unused_driver(const Options& options, const std::string& reason) {
    static bool said = false;
    if (options.quiet || said || cuda_facts().driver_api.empty()) return;
    said = true;
    std::fprintf(stderr, "sweeplab: the CPU computes: %s%s\n", reason.c_str(), kSeeDoctor);
}

Backend available_backend(const Options& options, std::optional<Backend> requested) {
    if (requested == Backend::cpu) return Backend::cpu;
    std::string reason;
    if (sim::cuda_available(&reason, options.device)) return Backend::cuda;
    // A device other than the first was named on purpose.
    if (!requested && options.device == 0) {
        note_unused_driver(options, reason);
        return Backend::cpu;
    }
    reason += kSeeDoctor;
    if (!options.sort.empty()) throw sort::Unavailable("engine '" + options.sort + "' needs CUDA: " + reason);
    throw sort::Unavailable("the cuda backend is not available: " + reason);
}

std::string checked_broad_phase(const Options& options, Backend backend) {
    if (options.broad_phase.empty()) return sim::default_broad_phase(backend);
    std::vector<std::string> known;
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) known.push_back(entry.name);
    known.push_back(sim::kAutoBroadPhase);
    if (std::find(known.begin(), known.end(), options.broad_phase) == known.end()) {
        throw BadUsage(unknown_name("broad phase", options.broad_phase, known));
    }
    return options.broad_phase;
}

void load_height_map(const Options& options, sim::Scene& scene) {
    sim::Terrain& terrain = scene.terrain;
    if (!options.heightmap.empty()) {
        if (!sim::find_spawner(scene.spawn)->ground) {
            throw BadUsage("--heightmap: scene '" + scene.name + "' has no ground");
        }
        terrain.heightmap_file = options.heightmap;
    }
    if (terrain.heightmap_file.empty()) return;
    terrain.heightmap =
        options.heights ? options.heights : read_height_map(terrain.heightmap_file, terrain.height_m);
}

/// Returns a progress callback that draws a bar, from when the ground has taken a second.
sim::ProgressCallback ground_progress(bool quiet) {
    return [quiet, bar = std::shared_ptr<Progress>()](uint32_t percent) mutable {
        if (!bar) bar = std::make_shared<Progress>("% of the ground", 100, quiet);
        bar->update(percent);
        if (percent == 100) bar.reset();
    };
}

void choose_gravity(const Options& options, sim::Scene& scene) {
    if (options.gravity.empty()) return;
    if (!scene.physics.gravity.on)
        throw BadUsage("--gravity: bodies of scene '" + scene.name + "' do not pull each other");
    scene.physics.gravity.direct = options.gravity == "direct";
}

void choose_mesh(const Options& options, sim::Scene& scene) {
    if (options.mesh.empty()) return;
    if (!sim::find_spawner(scene.spawn)->meshes) {
        throw BadUsage("--mesh: the bodies of scene '" + scene.name +
                       "' have no mesh; those of 'chairs' have");
    }
    replace_movable_meshes(scene, options.mesh);
}

/// Reads the bodies of [spawn] file, whose number is the scene's.
void load_given_bodies(const Options& options, sim::Scene& scene) {
    load_spawn_file(scene);
    if (scene.given && options.bodies && *options.bodies != scene.bodies)
        throw BadUsage("--bodies " + std::to_string(*options.bodies) + ": the file of scene '" + scene.name +
                       "' gives " + std::to_string(scene.bodies));
}

/// `worlds`: steps are run, too.
sim::PairsConfig resolve_search(const Options& options, bool worlds) {
    sim::PairsConfig config;
    config.engine_config.digit_bits = options.digit_bits;
    config.engine_config.variant = options.variant;
    if (!options.tile.empty()) config.engine_config.tile = parse_tile("--tile", options.tile);
    const bool named = !options.sort.empty() && options.sort != kAutoSort;
    if (options.sort == kAutoSort && (options.digit_bits || !options.tile.empty()))
        throw BadUsage("--digit-bits and --tile belong to an engine; --sort auto chooses one");
    const std::optional<Backend> requested = requested_backend(options);
    checked_broad_phase(options, Backend::cpu);
    if (named) check_engine_config(options.sort, config.engine_config);
    config.backend = available_backend(options, requested);
    config.device = options.device;
    config.broad_phase = checked_broad_phase(options, config.backend);
    config.engine = named ? options.sort : sort::engine_or_default("", config.backend, config.device).name;
    const sort::Engine* const engine = sort::find_engine(config.engine);
    if (!engine) throw sort::Unavailable("engine '" + config.engine + "' is not in this build");
    const std::string refusal = sort::refusal_of(*engine, config.device);
    if (!refusal.empty()) throw sort::Unavailable("engine '" + config.engine + "': " + refusal);
    check_engine_config(config.engine, config.engine_config);
    config.threads = options.threads;
    config.stop = throw_if_interrupted;
    load_kernels(*engine, config.device, worlds, options.quiet);
    calibrate(*engine, config.device, config.engine_config);
    return config;
}

}  // namespace

sim::PairsConfig resolve_engine(const Options& options) {
    if (options.sort == kAutoSort)
        throw BadUsage(
            "--sort auto chooses for `sort` and for the steps of a world; an engine is expected here: " +
            join(engine_names(requested_backend(options))));
    return resolve_search(options, false);
}

SortChoice resolve_auto_sort(const Options& options, sort::Backend backend, const KeyFacts& input) {
    const SortTimes times = sort_times_here(backend, options.device, options.threads, options.quiet);
    SortChoice choice = choose_sort(times, input);
    load_kernels(*sort::find_engine(choice.engine), options.device, false, options.quiet);
    return choice;
}

/// Chooses the engine for the first steps of a world.
static void choose_engine(const Options& options, sim::WorldConfig& config) {
    const uint64_t per_body = config.broad_phase == kTwoKeysPerBody ? 2 : 1;
    SortChoice choice = resolve_auto_sort(
        options, config.backend, {per_body * config.bodies, options.disorder.value_or(kUsualDisorder)});
    config.engine = std::move(choice.engine);
    config.engine_reason = std::move(choice.reason);
}

/// Checks the number of bodies before a file is opened. Throws sort::OverLimit.
static void require_bodies(const Options& options) {
    if (options.bodies.value_or(1) > sim::kMaxBodies) {
        throw sort::OverLimit("--bodies: " + std::to_string(*options.bodies) +
                              " bodies requested; the limit is " + std::to_string(sim::kMaxBodies) +
                              " (2^27)");
    }
    if (options.bodies.value_or(1) == 0) throw BadUsage("--bodies: at least 1 body is expected");
}

sim::WorldConfig resolve_world(const Options& options) {
    require_bodies(options);
    sim::Scene scene = load_scene(options.scene);
    if (is_scene_path(options.scene)) scene.file = options.scene;
    return resolve_world_of(options, std::move(scene));
}

sim::WorldConfig resolve_world_of(const Options& options, sim::Scene scene) {
    require_bodies(options);
    sim::WorldConfig config;
    config.scene = std::move(scene);
    load_height_map(options, config.scene);
    choose_mesh(options, config.scene);
    choose_gravity(options, config.scene);
    load_given_bodies(options, config.scene);
    const sim::PairsConfig choice = resolve_search(options, true);
    load_shapes(config.scene, options.threads, options.quiet);
    config.backend = choice.backend;
    config.engine = choice.engine;
    config.broad_phase = choice.broad_phase;
    config.engine_config = choice.engine_config;
    config.threads = choice.threads;
    config.device = choice.device;
    config.stop = choice.stop;
    config.ground_progress = ground_progress(options.quiet);
    config.traced = options.passes;
    if (options.interop == "on" && config.backend == Backend::cpu) {
        throw sort::Unavailable("--interop on: the cpu backend's frames are in host memory");
    }

    config.bodies = options.bodies ? static_cast<uint32_t>(*options.bodies)
                                   : sim::default_bodies(config.scene, config.backend);
    config.seed = options.seed.value_or(config.scene.seed);
    if (options.sort == kAutoSort) choose_engine(options, config);
    return config;
}

std::unique_ptr<sim::World> create_world(const sim::WorldConfig& config, const sim::Snapshot* from) {
    try {
        return sim::World::create(config, from);
    } catch (const sim::BadSceneValue& error) {
        const std::string place = config.scene.file.empty()
                                      ? "scene '" + config.scene.name + "': "
                                      : place_of_key(config.scene.file, config.scene, error);
        throw BadFile(place + error.what());
    } catch (const std::invalid_argument& error) {
        throw BadFile("scene '" + config.scene.name + "': " + error.what());
    }
}

}  // namespace app
