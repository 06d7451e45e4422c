// The live world as a run: forth and back in time, and what the user does to it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "app/base/machine.h"
#include "app/base/wall_clock.h"
#include "app/view/session/run_holder.h"
#include "app/view/session/session.h"
#include "app/view/session/strip_feed.h"
#include "app/view/session/walk_feed.h"
#include "sim/exec/memory.h"

namespace app {
namespace {

constexpr double kDoneAgain_ms = 8;  // steps between two saved states take about that
constexpr uint32_t kMostBetweenSaves = 256;
constexpr float kSlowest = 1 / 16.0f;

/// A sixteenth of what the machine and the device have.
sim::SaveMemory save_memory(int device) {
    sim::SaveMemory memory{.device_bytes = 0, .host_bytes = sort::host_memory_total() / 16};
    for (const DeviceFacts& facts : cuda_facts().devices) {
        if (facts.ordinal == device) memory.device_bytes = facts.memory_bytes / 16;
    }
    return memory;
}

}  // namespace

sim::World& RunHolder::world() { return session_.world(); }

bool RunHolder::has_world() const { return session_.has_world(); }

void RunHolder::replace(const sim::Snapshot& state, const sim::Physics& physics) {
    session_.replace_world(state, physics);
}

void Session::begin_run(bool spawned) {
    whole_run_ = spawned;
    camera_keys.clear();
    if (!holder_) holder_ = std::make_unique<RunHolder>(*this);
    if (run_) {
        run_->begin();
    } else {
        run_ = std::make_unique<sim::Playback>(*holder_, save_memory(config_.device));
    }
    run_start_s_ = time_s_;
    backwards = false;
}

/// With another number of bodies: the run goes on.
void Session::replace_world(const sim::Snapshot& state, const sim::Physics& physics) {
    sim::WorldConfig config = config_;
    config.bodies = static_cast<uint32_t>(state.bodies.size());
    config.scene.physics = physics;
    config.ground = ground_now();
    std::optional<sim::Snapshot> from = state;
    adopt(make_world(config, from), config);
}

void Session::never_goes_back() {
    goes_back_ = false;
    run_->save_each(UINT32_MAX);
}

/// What the profiler measured tells how many steps may be done again in a frame.
void Session::choose_save_interval() {
    if (!goes_back_) return;
    const double step_ms = statistics_.step.p50_ms;
    if (!(step_ms > 0)) return;
    const double steps = std::clamp(kDoneAgain_ms / step_ms, 1.0, double(kMostBetweenSaves));
    run_->save_each(std::bit_floor(static_cast<uint32_t>(steps)));
}

bool Session::act(sim::EventKind what) {
    restart_creation(false);
    bool legal = true;
    const bool forgets = run_->ahead();
    const bool room = if_there_is_room([&] {
        try {
            run_->act(std::move(what));
        } catch (const std::invalid_argument& error) {
            say(std::string("Not done: ") + error.what(), true);
            legal = false;
        }
    });
    physics_ = config_.scene.physics = run_->physics();
    if (room && legal) say_what_is_forgotten(forgets);
    return room && legal;
}

bool Session::throw_in(const sim::Throw& thrown) {
    restart_creation(false);
    try {
        const bool forgets = run_->ahead();
        run_->act(thrown);
        say_what_is_forgotten(forgets);
        return true;
    } catch (const std::exception& error) {
        if (!world_) throw;
        queued_steps_ = run_->step();  // some of those before it may not have found room
        say(std::string("Not thrown: ") + error.what(), true);
        return false;
    }
}

void Session::go_to(uint64_t step) {
    if (std::clamp(step, run_->first_step(), run_->last_step()) == run_->step()) return;
    restart_creation(false);
    unfreeze_sort();
    end_ab("the first world went to another step");
    if_there_is_room([&] { run_->go_to(step); });
    queued_steps_ = run_->step();
    physics_ = config_.scene.physics = run_->physics();
    watched_ = {};  // of another time; the steps that were done again say what it is now
    watched_by_hand_ = false;
    collect(now_s());
    counters_ = world_->counters();
    time_s_ = time_of_run_s();
    debt_s_ = 0;
    clock_.clear();
}

void Session::step_back(uint64_t count) {
    paused = true;
    backwards = false;
    const uint64_t first = run_->first_step();
    go_to(queued_steps_ > first + count ? queued_steps_ - count : first);
}

/// Simulated time at the last step whose counters are known.
double Session::time_of_run_s() const {
    const uint64_t done = std::max(counters_.completed_steps, run_->first_step());
    double time_s = run_start_s_, step_s = double(run_->first_physics().time_step_s);
    uint64_t from = run_->first_step();
    for (const sim::Event& event : run_->events()) {
        const auto* physics = std::get_if<sim::Physics>(&event.what);
        if (!physics || event.step > done) continue;
        time_s += double(event.step - 1 - from) * step_s;
        from = event.step - 1;
        step_s = double(physics->time_step_s);
    }
    return time_s + double(done - from) * step_s;
}

void Session::say_what_is_forgotten(bool forgotten) {
    if (!forgotten || said_forgotten_) return;
    said_forgotten_ = true;
    say("You changed the past: the steps that lay ahead are forgotten");
}

/// Once per reason.
void Session::say_why_saves_are_few() {
    const sim::SaveRing& saves = run_->saves();
    if (saves.why_smaller() == said_smaller_) return;
    said_smaller_ = saves.why_smaller();
    if (said_smaller_.empty()) return;
    say((saves.count() == 0 ? "Cannot go back: " : "Fewer saved states: ") + said_smaller_);
}

void Session::change_speed(int by) {
    time_factor = std::clamp(time_factor * std::ldexp(1.0f, by), kSlowest, 1 / kSlowest);
    say(time_factor < 1 ? "Speed x 1/" + std::to_string(std::lround(1 / time_factor))
                        : "Speed x " + std::to_string(std::lround(time_factor)),
        false, Topic::speed);
}

/// As many steps back as step_live() would have done forth.
void Session::play_back(double frame_s) {
    debt_s_ += frame_s * double(time_factor);
    const auto steps = static_cast<uint64_t>(debt_s_ / double(physics_.time_step_s));
    if (steps > 0) step_backwards(steps);
}

void Session::step_backwards(uint64_t steps) {
    const uint64_t first = run_->first_step();
    go_to(queued_steps_ > first + steps ? queued_steps_ - steps : first);
    if (queued_steps_ > first) return;
    paused = true;
    backwards = false;
}

}  // namespace app
