// The live world as a run: forth and back in time, what is done to it by hand, and other worlds in its place.
#include <algorithm>
#include <new>
#include <stdexcept>

#include "app/base/machine.h"
#include "app/base/messages.h"
#include "app/base/wall_clock.h"
#include "app/frames/frame_feed.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/world_making.h"
#include "sim/exec/memory.h"
#include "sort/base/errors.h"

namespace app {
namespace {

/// A sixteenth of what the machine and the device have.
sim::SaveMemory save_memory(int device) {
    sim::SaveMemory memory{.device_bytes = 0, .host_bytes = sort::host_memory_total() / 16};
    for (const DeviceFacts& facts : cuda_facts().devices) {
        if (facts.ordinal == device) memory.device_bytes = facts.memory_bytes / 16;
    }
    return memory;
}

/// Returns simulated time after so many steps of a run that began at `start_s`.
double time_of(const sim::Playback& run, double start_s, uint64_t completed_steps) {
    const uint64_t done = std::max(completed_steps, run.first_step());
    double time_s = start_s, step_s = double(run.first_physics().time_step_s);
    uint64_t from = run.first_step();
    for (const sim::Event& event : run.events()) {
        const auto* physics = std::get_if<sim::Physics>(&event.what);
        if (!physics || event.step > done) continue;
        time_s += double(event.step - 1 - from) * step_s;
        from = event.step - 1;
        step_s = double(physics->time_step_s);
    }
    return time_s + double(done - from) * step_s;
}

/// Says it once per window.
void say_what_is_forgotten(bool forgotten, bool& said, Messages& messages) {
    if (!forgotten || said) return;
    said = true;
    messages.say("You changed the past: the steps that lay ahead are forgotten");
}

}  // namespace

struct Simulation::Holder : sim::WorldHolder {
    explicit Holder(Simulation& owner) : simulation(owner) {}
    sim::World& world() override { return *simulation.world_; }
    bool has_world() const override { return simulation.has_world(); }

    /// Replaces the world by one with the bodies of `state`, which may be more or fewer; the run goes on.
    void replace(const sim::Snapshot& state, const sim::Physics& physics) override {
        sim::WorldConfig config = simulation.config_;
        config.bodies = static_cast<uint32_t>(state.bodies.size());
        config.scene.physics = physics;
        config.ground = ground_of(world());
        std::optional<sim::Snapshot> from = state;
        simulation.adopt(simulation.make_world(config, from), config);
    }

    /// Gives the world its next frame, which may have other bodies.
    void give(uint64_t step) override {
        const std::string fault = simulation.feed_->give(world(), step);
        simulation.config_.bodies = simulation.own_bodies_ = world().config().bodies;
        simulation.observers.notify(&WorldObserver::other_bodies,
                                    IdNow([&](uint32_t id) { return simulation.feed_->id_now(id); }));
        if (!fault.empty()) simulation.messages_.say(fault, true);
    }

    Simulation& simulation;
};

Simulation::Simulation(const ViewOptions& options, const sim::WorldConfig& config, CreateWorld create,
                       Telemetry& telemetry, Messages& messages)
    : create_(std::move(create)), telemetry_(telemetry), messages_(messages) {
    replace({create_(config, nullptr), options, config, false, true, false});
}

Simulation::~Simulation() = default;

void Simulation::begin_run(bool spawned) {
    whole_run_ = spawned;
    observers.notify(&WorldObserver::run_begins);
    if (!holder_) holder_ = std::make_unique<Holder>(*this);
    if (run_) {
        run_->begin();
    } else {
        run_ = std::make_unique<sim::Playback>(*holder_, save_memory(config_.device));
    }
    run_start_s_ = time_s_;
    backwards = false;
    feed_.reset();
    if (!config_.given) return;
    feed_ = std::make_unique<FrameFeed>(data_path(options_.scene));
    for (const std::string& note : feed_->set().notes()) messages_.say(note);
    run_->begin_frames(feed_->frames());
    queued_steps_ = run_->step();
}

void Simulation::never_goes_back() {
    goes_back_ = false;
    run_->save_each(UINT32_MAX);
}

bool Simulation::act(sim::EventKind what) {
    observers.notify(&WorldObserver::edited, false);
    bool legal = true;
    const bool forgets = run_->ahead();
    const bool room = try_or_pause([&] {
        try {
            run_->act(std::move(what));
        } catch (const std::invalid_argument& error) {
            messages_.say(std::string("Not done: ") + error.what(), true);
            legal = false;
        }
    });
    physics_ = config_.scene.physics = run_->physics();
    if (room && legal) say_what_is_forgotten(forgets, said_forgotten_, messages_);
    return room && legal;
}

bool Simulation::throw_in(const sim::Throw& thrown) {
    observers.notify(&WorldObserver::edited, false);
    try {
        const bool forgets = run_->ahead();
        run_->act(thrown);
        say_what_is_forgotten(forgets, said_forgotten_, messages_);
        return true;
    } catch (const std::exception& error) {
        if (!world_) throw;
        queued_steps_ = run_->step();  // some of those before it may not have found room
        messages_.say(std::string("Not thrown: ") + error.what(), true);
        return false;
    }
}

void Simulation::set_physics(const sim::Physics& physics) {
    try {
        const bool forgets = run_->ahead();
        run_->act(physics);
        observers.notify(&WorldObserver::edited, true);
        physics_ = physics;
        config_.scene.physics = physics;
        say_what_is_forgotten(forgets, said_forgotten_, messages_);
    } catch (const std::exception& error) {
        messages_.say(std::string("Not changed: ") + error.what(), true, Topic::change);
    }
}

void Simulation::go_to(uint64_t step) {
    if (std::clamp(step, run_->first_step(), run_->last_step()) == run_->step()) return;
    observers.notify(&WorldObserver::edited, false);
    observers.notify(&WorldObserver::before_jump);
    try_or_pause([&] { run_->go_to(step); });
    queued_steps_ = run_->step();
    physics_ = config_.scene.physics = run_->physics();
    observers.notify(&WorldObserver::after_jump);
    collect(now_s());
    counters_ = world_->counters();
    time_s_ = time_of(*run_, run_start_s_, counters_.completed_steps);
    debt_s_ = 0;
    real_time_.clear();
}

void step_back(Simulation& simulation, uint64_t count) {
    simulation.paused = true;
    simulation.backwards = false;
    const uint64_t first = simulation.run().first_step(), now = simulation.moment().step;
    simulation.go_to(now > first + count ? now - count : first);
}

void Simulation::adopt(std::unique_ptr<sim::World> world, const sim::WorldConfig& config) {
    observers.notify(&WorldObserver::before_replacement);
    world_ = std::move(world);
    ++worlds_;
    config_ = config;
    observers.notify(&WorldObserver::after_replacement);
}

void Simulation::replace(NewWorld next) {
    options_ = next.options;
    if (next.other_scene) scene_physics_ = physics_ = next.config.scene.physics;
    if (next.other_gravity) physics_ = next.config.scene.physics;
    observers.notify(&WorldObserver::before_change);
    adopt(std::move(next.world), next.config);
    options_.broad_phase = config_.broad_phase;
    options_.seed = config_.seed;
    if (next.keeps_state) {
        queued_steps_ = counters_.completed_steps;
    } else {
        telemetry_.forget_drawing();  // other bodies, other times
        queued_steps_ = 0;
        counters_ = {};
        has_counters_ = false;
        time_s_ = 0;
        debt_s_ = 0;
        single_steps = 0;
    }
    begin_measuring();
    if (!next.keeps_state) {
        own_bodies_ = config_.bodies;
        begin_run(true);
        return;
    }
    if (next.other_gravity) begin_run(false);  // no step of before can have it
    world_->set_hand(run_->hand());
    run_->repeat_frame();
}

void Simulation::begin_measuring() {
    config_.broad_phase = world_->config().broad_phase;  // where `auto` has chosen
    config_.broad_phase_reason = world_->config().broad_phase_reason;
    options_.backend = sort::name_of(config_.backend);
    options_.sort = config_.engine_reason.empty() ? config_.engine : kAutoSort;
    telemetry_.begin_world(config_);
    steps_at_start_ = queued_steps_;
    real_time_.clear();
}

void Simulation::set_search(const sim::WorldConfig& config, const ViewOptions& options, bool engine,
                            bool broad_phase) {
    const auto go_on = [&] {
        ++worlds_;
        queued_steps_ = counters_.completed_steps = world_->counters().completed_steps;
        begin_measuring();
    };
    bool engine_changed = false;
    try {
        if (engine) {
            world_->set_engine(config.engine, config.engine_config);
            config_.engine = config.engine;
            config_.engine_reason = config.engine_reason;
            config_.engine_config = config.engine_config;
            engine_changed = true;
        }
        if (broad_phase) world_->set_broad_phase(config.broad_phase);
    } catch (...) {
        if (engine_changed) go_on();
        throw;
    }
    options_ = options;
    go_on();
}

std::optional<sim::Snapshot> Simulation::leave_state(sim::Backend next) {
    std::optional<sim::Snapshot> snapshot;
    if (!try_or_pause([&] { snapshot = world_->snapshot(); })) return std::nullopt;
    collect(now_s());
    counters_.completed_steps = snapshot->completed_steps;
    if (next != config_.backend) run_->leave_device();
    return snapshot;
}

std::unique_ptr<sim::World> Simulation::make_world(const sim::WorldConfig& config,
                                                   std::optional<sim::Snapshot>& snapshot) {
    const sim::Snapshot* from = snapshot ? &*snapshot : nullptr;
    observers.notify(&WorldObserver::before_creation, false);
    if (fits_beside(*this, config)) {
        try {
            return create_(config, from);
        } catch (const sort::OverLimit&) {
            if (!makes_room(*this, config)) throw;
        } catch (const std::bad_alloc&) {
            if (!makes_room(*this, config)) throw;
        }
    }
    // In its place. What cannot be made then brings the old one back.
    const bool same_state =
        from && from->bodies.size() == config_.bodies && from->completed_steps == queued_steps_;
    const sim::Snapshot old = same_state ? std::move(*snapshot) : world_->snapshot();
    config_.ground = ground_of(*world_);
    world_.reset();
    try {
        return create_(config, same_state ? &old : from);
    } catch (...) {
        world_ = create_(config_, &old);
        if (run_) world_->set_hand(run_->hand());
        world_->watch(watched_id_);
        queued_steps_ = counters_.completed_steps = old.completed_steps;
        throw;
    }
}

}  // namespace app
