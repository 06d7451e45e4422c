// Carries out changes: another engine in the live world; or another world in its place, made beside the old one where
// both fit, on the CPU by another thread when it takes seconds, else announced and made in its place, and refused with
// the figures where it does not fit at all.
#include "app/view/session/world_changes.h"

#include <algorithm>
#include <new>

#include "app/base/messages.h"
#include "app/base/numbers.h"
#include "app/base/wall_clock.h"
#include "app/cli/presets.h"
#include "app/cli/sort_auto.h"
#include "app/io/scene_catalog.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/world_job.h"
#include "app/view/session/world_making.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

/// Puts a preset in the place of engine and broad phase, "" the defaults.
void choose_search_of(const std::string& preset, Options& options) {
    options.preset = preset;
    options.sort = options.broad_phase = "";
    options.digit_bits = 0;
    options.tile.clear();
    options.passes = false;
    options.scene_given = true;
    apply_preset(options);
}

/// Returns the name so many places behind this one, around the end; the first one follows a name that is not there.
std::string name_by(const std::vector<std::string>& names, const std::string& now, int places) {
    const int count = static_cast<int>(names.size());
    const auto found = std::find(names.begin(), names.end(), now);
    const int place = static_cast<int>(found - names.begin()) + places;
    return names[static_cast<size_t>(((place % count) + count) % count)];
}

}  // namespace

WorldChanges::WorldChanges(const ViewOptions& options, ResolveWorld resolve, CreateWorld create,
                           Simulation& simulation, Telemetry& telemetry, Messages& messages)
    : resolve_(std::move(resolve)),
      create_(std::move(create)),
      simulation_(simulation),
      telemetry_(telemetry),
      messages_(messages),
      first_bodies_(options.bodies),
      first_scene_(options.scene),
      first_heightmap_(options.heightmap),
      first_mesh_(options.mesh),
      first_gravity_(options.gravity) {
    for (const SceneEntry& entry : scene_catalog()) scenes_.push_back(entry.name);
    for (const std::string& file : options.recent_scenes) add_to_scenes(file);
    add_to_scenes(options.scene);
    note_engine();
    simulation_.observers.add(*this);
}

WorldChanges::~WorldChanges() = default;

void WorldChanges::note_engine() {
    const sim::WorldConfig& config = simulation_.config();
    engine_of_[config.backend == sim::Backend::cuda] = config.engine;
}

/// Chooses the engine of `auto` again once the keys are others than those it was chosen for.
void WorldChanges::reported(const sim::StepReport& report) {
    const sim::WorldConfig& config = simulation_.config();
    if (config.engine_reason.empty()) return review_.reset();
    if (!review_) review_.emplace(sort_times_here(config.backend, config.device, config.threads, true));
    const auto input = review_->add(key_facts_of(report));
    if (!input) return;
    disorder_ = input->disorder;
    const SortChoice choice = choose_sort(review_->times(), *input);
    if (choice.engine == config.engine) return simulation_.set_engine_reason(choice.reason);
    next.engine = kAutoSort;
}

void WorldChanges::add_to_scenes(const std::string& name_or_path) {
    if (std::find(scenes_.begin(), scenes_.end(), name_or_path) == scenes_.end())
        scenes_.push_back(name_or_path);
}

void WorldChanges::change_scene_by(int places) {
    next.scene = name_by(scenes_, simulation_.options().scene, places);
}

void WorldChanges::change_engine_by(int places) {
    const sim::WorldConfig& config = simulation_.config();
    std::vector<std::string> names;
    for (const sort::Engine* engine : sort::engines_on(config.backend, config.device))
        names.push_back(engine->name);
    if (!names.empty()) next.engine = name_by(names, config.engine, places);
}

void WorldChanges::switch_backend() {
    const bool to_cuda = simulation_.config().backend == sim::Backend::cpu;
    std::string reason;
    if (to_cuda && !sim::cuda_available(&reason, simulation_.options().device)) {
        messages_.say("Still on the CPU: " + reason, true);
        return;
    }
    if (!to_cuda && simulation_.options().interop == "on") {
        messages_.say("Still on CUDA: --interop on needs it", true);
        return;
    }
    next.backend = to_cuda ? sim::Backend::cuda : sim::Backend::cpu;
}

void WorldChanges::new_seed() { next.seed = simulation_.config().seed + 1; }

void WorldChanges::change_gravity(const sim::Gravity& gravity) {
    const sim::Gravity& is = simulation_.physics().gravity;
    const bool other_world = gravity.leaf_bodies != is.leaf_bodies || gravity.quadrupole != is.quadrupole ||
                             gravity.direct != is.direct;
    if (other_world) {
        next.gravity = gravity;
        return;
    }
    sim::Physics physics = simulation_.physics();
    physics.gravity = gravity;
    simulation_.set_physics(physics);
}

sim::WorldConfig WorldChanges::resolve(Options& options, const Changes& changes) const {
    const bool keeps_state = !changes.restarts();
    if (changes.scene) {
        if (options.scene != *changes.scene)  // a number meant for one scene is too much for another
            options.bodies = *changes.scene == first_scene_ ? first_bodies_ : std::nullopt;
        options.scene = *changes.scene;
        options.heightmap = options.scene == first_scene_ ? first_heightmap_ : "";  // was meant for it
        options.mesh = options.scene == first_scene_ ? first_mesh_ : "";
        options.gravity = options.scene == first_scene_ ? first_gravity_ : "";
    }
    if (changes.mesh) options.mesh = *changes.mesh;
    if (changes.heightmap) options.heightmap = *changes.heightmap;
    if (changes.bodies) options.bodies = *changes.bodies;
    if (changes.seed) options.seed = *changes.seed;
    if (changes.broad_phase) options.broad_phase = *changes.broad_phase;
    if (changes.backend && *changes.backend != simulation_.config().backend) {
        options.backend = sort::name_of(*changes.backend);
        if (options.sort != kAutoSort)
            options.sort = engine_of_[*changes.backend == sim::Backend::cuda];  // "": the default
        options.bodies = changes.bodies.value_or(simulation_.config().bodies - simulation_.thrown());
    }
    if (changes.engine) options.sort = *changes.engine;
    options.disorder = keeps_state ? disorder_ : std::nullopt;
    if (changes.engine || changes.backend) {  // were meant for the engine before
        options.digit_bits = 0;
        options.tile.clear();
    }
    if (changes.engine || changes.backend || changes.broad_phase)
        options.preset = options.preset_replaced = "";
    if (changes.preset) choose_search_of(*changes.preset, options);

    Options requested = options;
    const auto ground = keeps_state ? ground_of(simulation_.world()) : nullptr;
    if (ground) requested.heights = ground->map;
    sim::WorldConfig config = resolve_(requested);
    config.ground = ground;
    if (keeps_state) config.bodies = simulation_.config().bodies;
    if (!changes.scene) config.scene.physics = simulation_.physics();
    if (!changes.scene && changes.gravity) config.scene.physics.gravity = *changes.gravity;
    return config;
}

/// Returns whether this call only says what the next ones will do.
bool WorldChanges::announces() {
    const uint32_t bodies = next.bodies.value_or(simulation_.config().bodies);
    if (!takes_seconds_to_create(bodies) || announced_ == kAnnouncedFrames) return false;
    if (announced_++ == 0) messages_.say(creating_text(bodies), false, Topic::change);
    return true;
}

/// Returns whether another thread makes it: where it takes seconds, on the CPU, and both worlds fit. A device's world
/// belongs to the thread that draws from it.
bool WorldChanges::made_in_parallel(const sim::WorldConfig& config) const {
    constexpr uint32_t kSlowOnGround = 100000;  // bodies, whose hills take as long to make
    const bool hills = config.scene.terrain.heightmap_file.empty() && !config.ground &&
                       sim::find_spawner(config.scene.spawn) && sim::find_spawner(config.scene.spawn)->ground;
    const bool slow = takes_seconds_to_create(config.bodies) || (hills && config.bodies >= kSlowOnGround);
    return slow && !in_place_ && config.backend == sim::Backend::cpu && fits_beside(simulation_, config);
}

std::optional<Creation> WorldChanges::creation() const {
    if (!job_) return std::nullopt;
    return Creation{"Creating " + count_of(job_config_.bodies), job_->part(), job_->left_s()};
}

void WorldChanges::cancel_creation() {
    if (!job_) return;
    job_->cancel();
    cancelled_ = std::move(job_);  // ends by itself
    next = {};
    agreed_ = false;
    messages_.say("Not changed: cancelled", false, Topic::change);
}

/// Cancels a world in the making whose state or physics are outdated: the next call of apply() begins it again.
void WorldChanges::edited(bool other_physics) {
    if (!job_ || (job_changes_.restarts() && !other_physics)) return;
    job_->cancel();
    cancelled_ = std::move(job_);
}

/// Takes the world that another thread has made.
void WorldChanges::follow_job() {
    if (!job_->done()) return;
    const auto job = std::move(job_);
    try {
        take(job->take(), job_options_, job_config_);
    } catch (const sort::OverLimit& error) {
        if (makes_room(simulation_, job_config_)) {
            in_place_ = true;  // by the next call
            return;
        }
        refuse(error.what());
    } catch (const std::bad_alloc&) {
        if (makes_room(simulation_, job_config_)) {
            in_place_ = true;
            return;
        }
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
    next = {};
}

/// Sets another sort engine or broad phase in the live world, which keeps its state, snapshots, run and selection.
void WorldChanges::change_search() {
    announced_ = 0;
    agreed_ = in_place_ = false;
    if (!simulation_.try_or_pause([&] { simulation_.world().finish(); })) {
        next = {};
        return;
    }
    try {
        ViewOptions options = simulation_.options();
        const sim::WorldConfig config = resolve(options, next);
        simulation_.collect(now_s());
        simulation_.observers.notify(&WorldObserver::before_search_change);
        simulation_.set_search(config, options, next.engine.has_value(), next.broad_phase.has_value());
        messages_.drop_errors(Topic::change);
        report_change();
        if (next.new_cost()) report_slow();
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
    note_engine();
    next = {};
}

void WorldChanges::apply() {
    if (cancelled_ && cancelled_->done()) cancelled_.reset();
    if (next != job_changes_) edited(true);
    if (job_) return follow_job();
    if (!next.any() || asks()) return;
    if (next.search_alone()) return change_search();
    const bool keeps_state = !next.restarts();
    try {
        ViewOptions options = simulation_.options();
        const sim::WorldConfig config = resolve(options, next);
        const bool in_parallel = made_in_parallel(config);
        if (in_parallel && cancelled_) return;  // until the cores are free again
        if (!in_parallel && announces()) return;
        if (announced_ > 0) messages_.drop(Topic::change);
        announced_ = 0;
        agreed_ = in_place_ = false;
        std::optional<sim::Snapshot> snapshot;
        if (keeps_state && !(snapshot = simulation_.leave_state(config.backend))) {
            next = {};
            return;
        }
        if (in_parallel) {
            simulation_.observers.notify(&WorldObserver::before_creation, true);
            job_changes_ = next;
            job_options_ = options;
            job_config_ = config;
            job_ = std::make_unique<WorldJob>(create_, config, std::move(snapshot));
            return;
        }
        simulation_.observers.notify(&WorldObserver::before_change);
        take(simulation_.make_world(config, snapshot), options, config);
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
    announced_ = 0;
    agreed_ = in_place_ = false;
    next = {};
}

/// Says what the world is now, where the picture does not show it.
void WorldChanges::report_change() {
    const sim::WorldConfig& config = simulation_.config();
    std::string what;
    if (next.preset) {
        const Options& options = simulation_.options();
        what = "Preset " + (options.preset.empty() ? "none" : options.preset) + ": " + config.broad_phase +
               ", " + config.engine;
        if (!options.preset_replaced.empty()) what += "; " + options.preset_replaced;
    }
    if (next.engine || next.backend)
        what = std::string("Sort engine: ") + config.engine + " on " + sort::name_of(config.backend) +
               (config.engine_reason.empty() ? "" : ", chosen by auto");
    if (next.broad_phase) what += (what.empty() ? "Broad phase: " : "; broad phase: ") + config.broad_phase;
    if (!what.empty()) messages_.say(what, false, Topic::change);
    if (next.restarts())
        what = data_path(simulation_.options().scene) + ", " + count_of(config.bodies) + ", seed " +
               std::to_string(config.seed);
    if (!what.empty()) telemetry_.log.add(simulation_.moment().step, what);
}

/// Makes the world that was requested the live one.
void WorldChanges::take(std::unique_ptr<sim::World> world, const ViewOptions& options,
                        const sim::WorldConfig& config) {
    simulation_.replace({std::move(world), options, config, !next.restarts(), next.scene.has_value(),
                         next.gravity.has_value()});
    add_to_scenes(simulation_.options().scene);
    simulation_.observers.notify(&WorldObserver::after_change, next);
    messages_.drop_errors(Topic::change);
    report_change();
    if (next.new_cost()) report_slow();
}

/// Says why not; a requested number of bodies stands before the reason.
void WorldChanges::refuse(const std::string& why) {
    if (!simulation_.has_world()) throw sort::OverLimit("the world is lost: " + why);
    std::string request;
    if (next.bodies && why.find(sort::grouped(*next.bodies)) == std::string::npos) {
        request = count_of(*next.bodies);
        const double each = double(simulation_.world().bytes()) / simulation_.config().bodies;
        if (each > 0) request += ", which need about " + human_bytes(each * *next.bodies);
        request += ": ";
    }
    messages_.say("Not changed: " + request + why, true, Topic::change);
}

}  // namespace app
