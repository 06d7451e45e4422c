// Another engine in the live world; or another world in its place: made beside the old one where both fit, on the CPU
// by another thread when it takes seconds, else announced and made in its place, and refused with the figures where it
// does not fit at all.
#include <new>

#include "app/base/numbers.h"
#include "app/base/wall_clock.h"
#include "app/measure/profiler_stages.h"
#include "app/view/session/session.h"
#include "app/view/session/strip_feed.h"
#include "app/view/session/world_job.h"
#include "sim/world_common.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr uint32_t kSlowBodies = 500000;  // are spawned in about half a second
constexpr uint64_t kWorthOfRoom =
    16;  // an old world of less than this part of the new one makes no room for it

std::string count_of(uint32_t bodies) { return sort::grouped(bodies) + (bodies == 1 ? " body" : " bodies"); }

}  // namespace

bool takes_seconds_to_create(uint32_t bodies) { return bodies >= kSlowBodies; }

std::string creating_text(uint32_t bodies) {
    return "Creating " + count_of(bodies) + ". This takes a few seconds ...";
}

/// The config that the options and the pending changes mean together. Edits `options` to match.
sim::WorldConfig Session::changed_config(Options& options, bool keep_state) const {
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
    if (changes.backend && *changes.backend != config_.backend) {
        options.backend = sort::name_of(*changes.backend);
        options.sort = engine_of_[*changes.backend == sim::Backend::cuda];  // "": the default
        options.bodies = changes.bodies.value_or(own_bodies_);
    }
    if (changes.engine) options.sort = *changes.engine;
    if (changes.engine || changes.backend) options.digit_bits = 0;  // were meant for the engine before

    Options asked = options;
    const auto ground = keep_state ? ground_now() : nullptr;
    if (ground) asked.heights = ground->map;
    sim::WorldConfig config = resolve_(asked);
    config.ground = ground;
    if (keep_state) config.bodies = config_.bodies;
    if (!changes.scene) config.scene.physics = physics_;
    if (!changes.scene && changes.gravity) config.scene.physics.gravity = *changes.gravity;
    return config;
}

/// That of the world; null where it has none.
std::shared_ptr<const sim::Ground> Session::ground_now() const {
    const sim::Ground* ground = world_->ground();
    return ground ? std::make_shared<const sim::Ground>(*ground) : nullptr;  // the heights are shared
}

/// Whether this call only says what the next ones will do.
bool Session::announces() {
    const uint32_t bodies = changes.bodies.value_or(config_.bodies);
    if (!takes_seconds_to_create(bodies) || announced_ == kAnnouncedFrames) return false;
    if (announced_++ == 0) say(creating_text(bodies), false, Topic::change);
    return true;
}

/// Host memory is promised before it is there, so the CPU's is asked for both worlds first; a device says no
/// by itself. Throws where the new one alone does not fit.
bool Session::fits_beside(const sim::WorldConfig& config) const {
    if (config.backend != sim::Backend::cpu || config_.backend != sim::Backend::cpu) return true;
    const uint64_t needed = sim::host_bytes_needed(config);
    sim::require_host_memory(count_of(config.bodies) + " need", needed, world_->bytes());
    try {
        sim::require_host_memory("both worlds need", world_->bytes() + needed, world_->bytes());
    } catch (const sort::OverLimit&) {
        return false;
    }
    return true;
}

/// Whether giving the old world back could be what is missing.
bool Session::makes_room(const sim::WorldConfig& config) const {
    const uint64_t each = world_->bytes() / config_.bodies;
    return config.backend == config_.backend && each * config.bodies < world_->bytes() * kWorthOfRoom;
}

std::unique_ptr<sim::World> Session::make_world(const sim::WorldConfig& config,
                                                std::optional<sim::Snapshot>& snapshot) {
    const sim::Snapshot* from = snapshot ? &*snapshot : nullptr;
    unfreeze_sort();
    cancel_race();
    if (strip_feed_) strip_feed_->release();
    if (fits_beside(config)) {
        try {
            return create_(config, from);
        } catch (const sort::OverLimit&) {
            if (!makes_room(config)) throw;
        } catch (const std::bad_alloc&) {
            if (!makes_room(config)) throw;
        }
    }
    // In its place. What cannot be made then brings the old one back.
    const bool same_state =
        from && from->bodies.size() == config_.bodies && from->completed_steps == queued_steps_;
    const sim::Snapshot old = same_state ? std::move(*snapshot) : world_->snapshot();
    config_.ground = ground_now();
    world_.reset();
    try {
        return create_(config, same_state ? &old : from);
    } catch (...) {
        restore(old);
        throw;
    }
}

/// Whether another thread makes it: where it takes seconds, on the CPU, and both worlds fit. A device's world belongs
/// to the thread that draws from it.
bool Session::made_in_parallel(const sim::WorldConfig& config) const {
    constexpr uint32_t kSlowOnGround = 100000;  // bodies, whose hills take as long to make
    const bool hills = config.scene.terrain.heightmap_file.empty() && !config.ground &&
                       sim::find_spawner(config.scene.spawn) && sim::find_spawner(config.scene.spawn)->ground;
    const bool slow = takes_seconds_to_create(config.bodies) || (hills && config.bodies >= kSlowOnGround);
    return slow && !in_place_ && config.backend == sim::Backend::cpu && fits_beside(config);
}

std::optional<Creation> Session::creation() const {
    if (!job_) return std::nullopt;
    return Creation{"Creating " + count_of(job_config_.bodies), job_->part(), job_->left_s()};
}

void Session::cancel_creation() {
    if (!job_) return;
    job_->cancel();
    cancelled_ = std::move(job_);  // ends by itself
    changes = {};
    agreed_ = false;
    say("Not changed: cancelled", false, Topic::change);
}

/// What is made from a state, or with physics, that are others now begins anew, by the next call of apply_changes().
void Session::restart_creation(bool other_physics) {
    if (!job_ || (job_changes_.restarts() && !other_physics)) return;
    job_->cancel();
    cancelled_ = std::move(job_);
}

/// Takes the world that another thread has made.
void Session::follow_job() {
    if (!job_->done()) return;
    const auto job = std::move(job_);
    try {
        take_changed(job->take(), job_options_, job_config_);
    } catch (const sort::OverLimit& error) {
        if (makes_room(job_config_)) {
            in_place_ = true;  // by the next call
            return;
        }
        refuse(error.what());
    } catch (const std::bad_alloc&) {
        if (makes_room(job_config_)) {
            in_place_ = true;
            return;
        }
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
    changes = {};
}

void Session::restore(const sim::Snapshot& snapshot) {
    world_ = create_(config_, &snapshot);
    if (run_) world_->set_hand(run_->hand());
    world_->watch(draw.selected);
    queued_steps_ = counters_.completed_steps = snapshot.completed_steps;
}

/// Forgets what was measured with another world, engine or broad phase.
void Session::begin_measuring() {
    config_.broad_phase = world_->config().broad_phase;  // where `auto` has chosen
    config_.broad_phase_reason = world_->config().broad_phase_reason;
    engine_of_[config_.backend == sim::Backend::cuda] = config_.engine;
    options_.backend = sort::name_of(config_.backend);
    options_.sort = config_.engine;
    profiler.clear();
    profiler.name_sort_paths(sort_paths_of(config_.engine));
    history.clear();
    timeline.clear();
    freeze_plots(false);
    log.begin_world();
    const uint64_t peak = statistics_.peak_bytes, made = statistics_.made;
    statistics_ = {};
    statistics_.peak_bytes = peak;
    statistics_.made = made + 1;
    statistics_at_s_ = -1;
    steps_at_start_ = queued_steps_;
    clock_.clear();
}

/// Another sort engine or broad phase in the live world, which keeps its state, snapshots, run and selection.
void Session::change_search() {
    announced_ = 0;
    agreed_ = in_place_ = false;
    bool engine_changed = false;
    const auto go_on = [&] {
        ++worlds_;
        queued_steps_ = counters_.completed_steps = world_->counters().completed_steps;
        begin_measuring();
    };
    const auto refuse_rest = [&](const char* why) {
        if (engine_changed) go_on();
        refuse(why);
    };
    if (!if_there_is_room([&] { world_->finish(); })) {
        changes = {};
        return;
    }
    try {
        ViewOptions options = options_;
        const sim::WorldConfig config = changed_config(options, true);
        collect(now_s());
        unfreeze_sort();
        cancel_race();
        end_ab("the world has changed");
        brush.reset();
        taught.reset();
        strip_feed_.reset();
        if (changes.engine) {
            world_->set_engine(config.engine, config.engine_config);
            config_.engine = config.engine;
            config_.engine_config = config.engine_config;
            engine_changed = true;
        }
        if (changes.broad_phase) world_->set_broad_phase(config.broad_phase);
        options_ = options;
        go_on();
        drop_messages(Topic::change, true);
        note_change();
        if (changes.new_cost()) report_slow();
    } catch (const std::bad_alloc&) {
        refuse_rest("out of memory");
    } catch (const std::exception& error) {
        refuse_rest(error.what());
    }
    changes = {};
}

void Session::apply_changes() {
    if (cancelled_ && cancelled_->done()) cancelled_.reset();
    if (changes != job_changes_) restart_creation(true);
    if (job_) return follow_job();
    if (!changes.any() || asks()) return;
    if (changes.search_alone()) return change_search();
    const bool keep_state = !changes.restarts();
    std::optional<sim::Snapshot> snapshot;
    try {
        ViewOptions options = options_;
        const sim::WorldConfig config = changed_config(options, keep_state);
        const bool in_parallel = made_in_parallel(config);
        if (in_parallel && cancelled_) return;  // until the cores are free again
        if (!in_parallel && announces()) return;
        if (announced_ > 0) drop_messages(Topic::change, false);
        announced_ = 0;
        agreed_ = in_place_ = false;
        if (keep_state && !if_there_is_room([&] { snapshot = world_->snapshot(); })) {
            changes = {};
            return;
        }
        if (keep_state) {
            collect(now_s());
            counters_.completed_steps = snapshot->completed_steps;
        }
        if (keep_state && config.backend != config_.backend) run_->leave_device();
        if (in_parallel) {
            unfreeze_sort();
            job_changes_ = changes;
            job_options_ = options;
            job_config_ = config;
            job_ = std::make_unique<WorldJob>(create_, config, std::move(snapshot));
            return;
        }
        end_ab("the world has changed");
        take_changed(make_world(config, snapshot), options, config);
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
    announced_ = 0;
    agreed_ = in_place_ = false;
    changes = {};
}

/// Says what the world is now, where the picture does not show it.
void Session::note_change() {
    std::string what;
    if (changes.engine || changes.backend)
        what = std::string("Sort engine: ") + config_.engine + " on " + sort::name_of(config_.backend);
    if (changes.broad_phase)
        what += (what.empty() ? "Broad phase: " : "; broad phase: ") + config_.broad_phase;
    if (!what.empty()) say(what, false, Topic::change);
    if (changes.restarts())
        what = options_.scene + ", " + count_of(config_.bodies) + ", seed " + std::to_string(config_.seed);
    if (!what.empty()) log.add(queued_steps_, what);
}

/// The world that the changes asked for.
void Session::take_changed(std::unique_ptr<sim::World> world, const ViewOptions& options,
                           const sim::WorldConfig& config) {
    options_ = options;
    if (changes.scene) scene_physics_ = physics_ = config.scene.physics;
    if (changes.gravity) physics_ = config.scene.physics;
    const bool fitted = framing_.fits();
    const bool keep_state = !changes.restarts();
    take(std::move(world), config, keep_state);
    if (keep_state && changes.gravity) begin_run(false);  // no step of before can have it
    if (keep_state) world_->set_hand(run_->hand());
    add_to_scenes(options_.scene);
    const bool other_room =
        (changes.bodies || changes.mesh || changes.heightmap) && (fitted || framing_.fits());
    if (changes.scene || other_room) {
        framing_.forget();
        fresh_scales_ = true;
    }
    if (changes.scene) start_view();
    if (changes.scene || other_room) {
        reset_camera();
        draw.clip = {};  // of another box
        clip_waits_ = false;
    }
    if (changes.scene) select(sim::kNobody);
    drop_messages(Topic::change, true);
    note_change();
    if (changes.new_cost()) report_slow();
}

/// A requested number of bodies stands before the reason.
void Session::refuse(const std::string& why) {
    if (!world_) throw sort::OverLimit("the world is lost: " + why);
    std::string request;
    if (changes.bodies && why.find(sort::grouped(*changes.bodies)) == std::string::npos) {
        request = count_of(*changes.bodies);
        const double each = double(world_->bytes()) / config_.bodies;
        if (each > 0) request += ", which need about " + human_bytes(each * *changes.bodies);
        request += ": ";
    }
    say("Not changed: " + request + why, true, Topic::change);
}

}  // namespace app
