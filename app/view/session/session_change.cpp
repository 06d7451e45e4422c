// Another world in place of the live one: announced when it takes seconds, made beside the old one where both
// fit, else in its place, and refused with the figures where it does not fit at all.
#include <new>

#include "app/base/numbers.h"
#include "app/base/wall_clock.h"
#include "app/view/session/session.h"
#include "app/view/session/strip_feed.h"
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
        options.scene = *changes.scene;
        options.heightmap = options.scene == first_scene_ ? first_heightmap_ : "";  // was meant for it
        options.mesh = options.scene == first_scene_ ? first_mesh_ : "";
        options.gravity = options.scene == first_scene_ ? first_gravity_ : "";
    }
    if (changes.bodies) options.bodies = *changes.bodies;
    if (changes.seed) options.seed = *changes.seed;
    if (changes.broad_phase) options.broad_phase = *changes.broad_phase;
    if (changes.backend && *changes.backend != config_.backend) {
        options.backend = sort::name_of(*changes.backend);
        options.sort = engine_of_[*changes.backend == sim::Backend::cuda];  // "": the default
        options.bodies = changes.bodies.value_or(config_.bodies);
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
    if (announced_++ == 0) say(creating_text(bodies));
    return true;
}

/// Host memory is promised before it is there, so the CPU's is asked for both worlds first; a device says no
/// by itself. Throws where the new one alone does not fit.
bool Session::fits_beside(const sim::WorldConfig& config) const {
    if (config.backend != sim::Backend::cpu || config_.backend != sim::Backend::cpu) return true;
    const uint64_t needed = sim::host_bytes_needed(config);
    sim::require_host_memory(count_of(config.bodies), needed);
    try {
        sim::require_host_memory("both worlds", world_->bytes() + needed);
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
    sim::Snapshot old = snapshot ? std::move(*snapshot) : world_->snapshot();
    config_.ground = ground_now();
    world_.reset();
    try {
        auto world = create_(config, from ? &old : nullptr);
        if (from) snapshot = std::move(old);
        return world;
    } catch (...) {
        restore(old);
        throw;
    }
}

void Session::restore(const sim::Snapshot& snapshot) {
    world_ = create_(config_, &snapshot);
    world_->watch(draw.selected);
    queued_steps_ = counters_.completed_steps = snapshot.completed_steps;
}

void Session::apply_changes() {
    if (!changes.any() || asks() || announces()) return;
    if (announced_ > 0) say("");
    announced_ = 0;
    agreed_ = false;
    const bool keep_state = !changes.restarts();
    std::optional<sim::Snapshot> snapshot;
    if (keep_state && !if_there_is_room([&] { snapshot = world_->snapshot(); })) {
        changes = {};
        return;
    }
    try {
        ViewOptions options = options_;
        const sim::WorldConfig config = changed_config(options, keep_state);
        if (keep_state) {
            collect(now_s());
            counters_.completed_steps = snapshot->completed_steps;
        }
        const sim::Physics from_file = changes.scene ? config.scene.physics : scene_physics_;
        if (keep_state && config.backend != config_.backend) run_->leave_device();
        auto world = make_world(config, snapshot);
        options_ = options;
        if (changes.scene) scene_physics_ = physics_ = from_file;
        if (changes.gravity) physics_ = config.scene.physics;
        const bool fitted = guide_.fits();
        take(std::move(world), config, keep_state);
        if (keep_state && changes.gravity) begin_run();  // no step of before can have it
        if (keep_state) world_->set_hand(run_->hand());
        const bool other_room = changes.bodies && (fitted || guide_.fits());
        if (changes.scene || other_room) {
            guide_.forget();
            fresh_scales_ = true;
        }
        if (changes.scene) start_view();
        if (changes.scene || other_room) reset_camera();
        if (changes.scene || other_room) {
            draw.clip = {};  // of another box
            clip_waits_ = false;
        }
        if (changes.scene) select(sim::kNobody);
        if (message_is_error) say("");
        if (changes.new_cost()) report_slow();
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
    changes = {};
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
    say("Not changed: " + request + why, true);
}

}  // namespace app
