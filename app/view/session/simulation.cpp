#include "app/view/session/simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

#include "app/base/messages.h"
#include "app/base/wall_clock.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/world_making.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr double kStepBudget_s = 0.012;  // least time per frame for queueing or doing steps
constexpr double kSlowFrame_s = 0.045;   // longest frame: about 20 per second
constexpr double kShortestShown_s = 1.0 / 120, kLongestShown_s = 1.0 / 12;  // of a frame of files
constexpr double kLongestDebt_s = 0.1;  // after a stall the simulation does not try to catch up

/// Returns the time in a frame for steps that keep up with real time, beside `rest_s` for the rest of it. A
/// GPU that steps draws as well: it steps for half of the time.
double step_budget_s(double rest_s, bool on_gpu) {
    const double left_s = kSlowFrame_s - rest_s;
    return std::max(kStepBudget_s, on_gpu ? std::min(rest_s, left_s) : left_s);
}

/// Goes so many steps back; at the first one pauses.
void step_backwards(Simulation& simulation, uint64_t steps) {
    const uint64_t first = simulation.run().first_step(), now = simulation.moment().step;
    simulation.go_to(now > first + steps ? now - steps : first);
    if (simulation.moment().step > first) return;
    simulation.paused = true;
    simulation.backwards = false;
}

/// Says once per reason why fewer states are saved than usual.
void say_why_saves_are_few(const sim::SaveRing& saves, std::string& said, Messages& messages) {
    if (saves.why_smaller() == said) return;
    said = saves.why_smaller();
    if (said.empty()) return;
    messages.say((saves.count() == 0 ? "Cannot go back: " : "Fewer saved states: ") + said);
}

}  // namespace

bool Simulation::try_or_pause(const std::function<void()>& work) {
    std::string why = "out of memory";
    try {
        work();
        return true;
    } catch (const sort::OverLimit& error) {
        if (!world_) throw;
        why = error.what();
    } catch (const std::bad_alloc&) {
        if (!world_) throw;
    }
    paused = true;
    single_steps = 0;
    queued_steps_ =
        run_ ? run_->step() : world_->counters().completed_steps;  // what was behind it is not done
    messages_.say("Paused: " + why, true);
    return false;
}

void Simulation::queue(uint32_t count) {
    const bool one_by_one = observers.follow_steps();
    for (uint32_t k = 0; k < (one_by_one ? count : 1); ++k) {
        run_->advance(one_by_one ? 1 : count);
        queued_steps_ = run_->step();
        if (one_by_one) observers.notify(&WorldObserver::step_done);
    }
}

void Simulation::step_exactly(uint32_t count) {
    if (count == 0) return;
    telemetry_.history.begin_frame(queued_steps_ + 1, queued_steps_ + count);
    queue(count);
}

void Simulation::run_ahead(double most_s) {
    constexpr uint32_t kAtOnce = 16;
    const double until = now_s() + most_s, lead_s = config_.scene.camera.lead_s;
    try_or_pause([&] {
        for (double ahead_s = 0; ahead_s < lead_s && now_s() < until;
             ahead_s += kAtOnce * double(physics_.time_step_s)) {
            queue(kAtOnce);
            world_->finish();
        }
    });
}

/// Goes to the first frame after the last one, or pauses there. Returns whether there is nothing else to do.
bool Simulation::goes_round() {
    const bool at_end = run_->has_frames() && !backwards && run_->step() == run_->last_step();
    if (!at_end) return false;
    single_steps = 0;
    if (loops)
        go_to(run_->first_step());
    else
        paused = true;
    return true;
}

/// Returns the real time for a step: that of the bodies; frames of files may be hours or microseconds apart.
double Simulation::shown_step_s() const {
    const double step_s = double(physics_.time_step_s);
    return run_->has_frames() ? std::clamp(step_s, kShortestShown_s, kLongestShown_s) : step_s;
}

void Simulation::step_live(double frame_s) {
    if (observers.hold_steps() || (paused && single_steps == 0)) {
        spent_s_ = 0;
        return;
    }
    if (goes_round()) return;
    const uint64_t before = queued_steps_;
    const double start = now_s(), step_s = shown_step_s();
    try_or_pause([&] {
        if (paused || options_.steps_per_frame > 0) {
            const uint32_t count = paused ? single_steps : options_.steps_per_frame;
            single_steps = 0;
            if (backwards && !paused) return step_backwards(*this, count);
            queue(count);
        } else if (backwards) {  // as many steps as forth
            debt_s_ += std::min(frame_s, kLongestDebt_s) * double(time_factor);
            const auto steps = static_cast<uint64_t>(debt_s_ / step_s);
            if (steps > 0) step_backwards(*this, steps);
        } else {
            const double factor = double(time_factor);
            debt_s_ = std::min(debt_s_ + frame_s * factor, kLongestDebt_s * std::max(factor, 1.0));
            const double rest_s = frame_s - spent_s_;
            const bool on_gpu = config_.backend == sim::Backend::cuda;
            const double until = now_s() + step_budget_s(rest_s, on_gpu);
            uint32_t at_once = 1;  // more on the CPU: in one call threads need not be woken for each
            while (debt_s_ >= step_s) {
                const double from = now_s();
                const auto count = std::min(at_once, static_cast<uint32_t>(debt_s_ / step_s));
                queue(count);
                debt_s_ -= count * step_s;
                const double now = now_s();
                if (!on_gpu && now - from < (until - now) / 4) at_once = std::min(2 * at_once, 64u);
                if (now > until) debt_s_ = 0;  // slower than real time: the top bar says how much
            }
        }
    });
    say_why_saves_are_few(run_->saves(), said_smaller_, messages_);
    spent_s_ = now_s() - start;
    if (queued_steps_ > before) telemetry_.add_steps(before + 1, queued_steps_);  // else none, or back
}

void Simulation::collect(double now) {
    reports_.clear();
    try_or_pause([&] { world_->poll(reports_); });
    for (sim::StepReport& report : reports_) {
        telemetry_.add(report, config_, world_->clock_zero_s());
        const uint64_t done = report.counters.completed_steps;
        time_s_ += static_cast<double>(static_cast<int64_t>(done - counters_.completed_steps)) *
                   physics_.time_step_s;
        counters_ = report.counters;
        has_counters_ = true;
        observers.notify(&WorldObserver::reported, report);
    }
    observers.notify(&WorldObserver::all_reported);
    if (paused)
        real_time_.clear();
    else
        real_time_.add(now, time_s_);
}

void Simulation::refresh_statistics(double now_s, bool force) {
    constexpr double kDoneAgain_ms = 8;  // steps between two saved states take about that
    constexpr double kMostBetweenSaves = 256;
    if (!telemetry_.refresh_statistics(*world_, now_s, force) || !goes_back_) return;
    const double step_ms = telemetry_.statistics().step.p50_ms;
    if (!(step_ms > 0)) return;
    const double steps = std::clamp(kDoneAgain_ms / step_ms, 1.0, kMostBetweenSaves);
    run_->save_each(std::bit_floor(static_cast<uint32_t>(steps)));
}

void Simulation::watch(uint32_t id) {
    watched_id_ = id;
    world_->watch(id);
}

void change_speed(Simulation& simulation, int by, Messages& messages) {
    constexpr float kSlowest = 1 / 16.0f;
    float& factor = simulation.time_factor;
    factor = std::clamp(factor * std::ldexp(1.0f, by), kSlowest, 1 / kSlowest);
    messages.say(factor < 1 ? "Speed x 1/" + std::to_string(std::lround(1 / factor))
                            : "Speed x " + std::to_string(std::lround(factor)),
                 false, Topic::speed);
}

bool is_behind(const Simulation& simulation) {
    constexpr double kEnough = 0.97, kLeast_s = 0.5;  // of real time, over so much of it
    if (simulation.paused || simulation.backwards || simulation.options().steps_per_frame > 0) return false;
    const double wall_s = simulation.real_time().wall_s(), step_s = double(simulation.physics().time_step_s);
    return wall_s >= kLeast_s && simulation.real_time().simulated_s() + step_s <
                                     kEnough * std::min(double(simulation.time_factor), 1.0) * wall_s;
}

std::string sort_note(const Simulation& simulation) {
    const sim::BodyView bodies = simulation.world().bodies();
    if (!bodies.sort_keys || !bodies.shift)
        return "the broad phase " + simulation.config().broad_phase + " does not sort";
    return simulation.world_has_stepped() ? "" : "no step yet";
}

}  // namespace app
