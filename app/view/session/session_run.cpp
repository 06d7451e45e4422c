// The live world as a run: forth and back in time, and what the user does to it.
#include <algorithm>
#include <bit>
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

/// A sixteenth of what the machine and the device have.
sim::SaveMemory save_memory(int device) {
    sim::SaveMemory memory{.device_bytes = 0, .host_bytes = sim::host_memory_bytes() / 16};
    for (const DeviceFacts& facts : cuda_facts().devices) {
        if (facts.ordinal == device) memory.device_bytes = facts.memory_bytes / 16;
    }
    return memory;
}

}  // namespace

sim::World& RunHolder::world() { return session_.world(); }

void RunHolder::replace(const sim::Snapshot& state, const sim::Physics& physics) {
    session_.replace_world(state, physics);
}

void Session::begin_run() {
    if (!holder_) holder_ = std::make_unique<RunHolder>(*this);
    if (run_) {
        run_->begin();
    } else {
        run_ = std::make_unique<sim::Playback>(*holder_, save_memory(config_.device));
    }
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

/// What the profiler measured tells how many steps may be done again in a frame.
void Session::choose_save_interval() {
    const double step_ms = statistics_.step.p50_ms;
    if (!(step_ms > 0)) return;
    const double steps = std::clamp(kDoneAgain_ms / step_ms, 1.0, double(kMostBetweenSaves));
    run_->save_each(std::bit_floor(static_cast<uint32_t>(steps)));
}

bool Session::act(sim::EventKind what) {
    bool legal = true;
    const bool room = if_there_is_room([&] {
        try {
            run_->act(std::move(what));
        } catch (const std::invalid_argument& error) {
            say(std::string("Not done: ") + error.what(), true);
            legal = false;
        }
    });
    physics_ = config_.scene.physics = run_->physics();
    return room && legal;
}

bool Session::throw_in(const sim::Throw& thrown) {
    try {
        run_->act(thrown);
        return true;
    } catch (const std::exception& error) {
        if (!world_) throw;
        say(std::string("Not thrown: ") + error.what(), true);
        return false;
    }
}

void Session::go_to(uint64_t step) {
    unfreeze_sort();
    if_there_is_room([&] { run_->go_to(step); });
    queued_steps_ = run_->step();
    physics_ = config_.scene.physics = run_->physics();
    collect(now_s());
    counters_ = world_->counters();
    time_s_ = double(queued_steps_) * double(physics_.time_step_s);
    debt_s_ = 0;
    clock_.clear();
}

void Session::step_back(uint64_t count) {
    paused = true;
    backwards = false;
    const uint64_t first = run_->first_step();
    go_to(queued_steps_ > first + count ? queued_steps_ - count : first);
}

/// As many steps back as step_live() would have done forth.
void Session::play_back(double frame_s) {
    debt_s_ += frame_s * double(time_factor);
    const auto steps = static_cast<uint64_t>(debt_s_ / double(physics_.time_step_s));
    if (steps == 0) return;
    const uint64_t first = run_->first_step();
    go_to(queued_steps_ > first + steps ? queued_steps_ - steps : first);
    if (queued_steps_ > first) return;
    paused = true;
    backwards = false;
}

}  // namespace app
