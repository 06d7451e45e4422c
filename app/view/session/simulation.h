// The live world and its run: steps, forth and back in time, what is done to it by hand, and what its steps report.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gl/still.h"
#include "app/view/session/real_time.h"
#include "app/view/session/step_cost.h"
#include "app/view/session/view_options.h"
#include "app/view/session/world_observer.h"
#include "sim/run/playback.h"
#include "sim/world.h"

namespace app {

class FrameFeed;
class Messages;
class Telemetry;

/// A world that takes the place of the live one, and what it was made from.
struct NewWorld {
    std::unique_ptr<sim::World> world;
    ViewOptions options;
    sim::WorldConfig config;
    bool keeps_state = false;  // and the run goes on, unless the gravity is another one
    bool other_scene = false, other_gravity = false;
};

class Simulation {
public:
    /// Throws what World::create throws. The messages and the telemetry outlive it.
    Simulation(const ViewOptions& options, const sim::WorldConfig& config, CreateWorld create,
               Telemetry& telemetry, Messages& messages);
    ~Simulation();

    WorldObservers observers;

    sim::World& world() { return *world_; }
    const sim::World& world() const { return *world_; }
    bool has_world() const { return world_ != nullptr; }
    const sim::WorldConfig& config() const { return config_; }
    const ViewOptions& options() const { return options_; }  // follows the changes
    WorldMoment moment() const { return {worlds_, queued_steps_}; }
    /// Returns whether this world, which may go on from the state of another one, has been given a step.
    bool world_has_stepped() const {
        // A folder of frames may be played from its first one again.
        return feed_ ? queued_steps_ != steps_at_start_ : queued_steps_ > steps_at_start_;
    }

    /// Queues as many steps as keep simulated time near `frame_s` of real time and fit the time budget, or
    /// --steps-per-frame; none when paused. Out of memory: pauses and says so, as everything here does that
    /// needs the world, but for step_exactly.
    void step_live(double frame_s);
    /// Steps to the time at which the scene is worth looking at, but takes at most so much real time: once, by a
    /// window, before its first picture.
    void run_ahead(double most_s);
    /// Queues exactly `count` steps. Throws.
    void step_exactly(uint32_t count);
    /// Takes the reports that are ready; `now_s` is the wall clock.
    void collect(double now_s);
    void refresh_statistics(double now_s, bool force = false);
    /// Does what needs memory. Where there is none: pauses, says so and returns false.
    bool try_or_pause(const std::function<void()>& work);

    bool paused = false;
    bool backwards = false;     // plays backwards, to the first step
    bool loops = true;          // a run of frames begins again after the last one; else it pauses
    float time_factor = 1;      // of simulated time, beside real time
    uint32_t single_steps = 0;  // requested while paused

    const sim::Counters& counters() const { return counters_; }
    bool has_counters() const { return has_counters_; }
    double time_s() const { return time_s_; }
    const RealTime& real_time() const { return real_time_; }

    const sim::Playback& run() const { return *run_; }
    bool run_is_whole() const { return whole_run_; }  // from a scene as it was spawned
    /// Returns what a run of frames shows; null: bodies move by themselves.
    const FrameFeed* feed() const { return feed_.get(); }
    /// Sets what happens in a run that has not begun, and how long it is.
    void load_run(std::vector<sim::Event> events, uint64_t steps) { run_->load(std::move(events), steps); }
    /// Applies an event from the next step on; what lies ahead in the run is forgotten. False: not done, and
    /// the message says why.
    bool act(sim::EventKind what);
    /// Throws bodies in from the next step on; what lies ahead in the run is forgotten. Where there is no
    /// memory for them, the world goes on without.
    bool throw_in(const sim::Throw& thrown);
    /// Goes to the state after so many steps, of those that were done.
    void go_to(uint64_t step);
    /// Returns how many of config().bodies were thrown in.
    uint32_t thrown() const { return config_.bodies - own_bodies_; }
    /// Keeps no saved states: for a run that goes forth alone.
    void never_goes_back();
    const sim::Physics& physics() const { return physics_; }
    const sim::Physics& scene_physics() const { return scene_physics_; }  // physics that a reset restores
    void set_physics(const sim::Physics& physics);

    /// Creates a world beside this one where both fit; else in its place, and where that fails brings this one back.
    std::unique_ptr<sim::World> make_world(const sim::WorldConfig& config,
                                           std::optional<sim::Snapshot>& snapshot);
    /// Makes another world the live one, and forgets what was measured on this one.
    void replace(NewWorld next);
    /// Copies the state for another world, which goes on from it. None where there is no memory for it.
    std::optional<sim::Snapshot> leave_state(sim::Backend next);
    /// Sets another sort engine or broad phase in this world. Throws as World does.
    void set_search(const sim::WorldConfig& config, const ViewOptions& options, bool engine,
                    bool broad_phase);
    /// Sets why `auto` has chosen the engine of this world, once more.
    void set_engine_reason(const std::string& reason) { config_.engine_reason = reason; }
    void watch(uint32_t id);

private:
    struct Holder;  // how the run reaches the world

    void begin_run(bool spawned);
    bool goes_round();
    double shown_step_s() const;
    void begin_measuring();
    void adopt(std::unique_ptr<sim::World> world, const sim::WorldConfig& config);
    void queue(uint32_t count);

    CreateWorld create_;
    Telemetry& telemetry_;
    Messages& messages_;

    ViewOptions options_;
    sim::WorldConfig config_;
    sim::Physics physics_, scene_physics_;
    std::unique_ptr<sim::World> world_;
    uint32_t watched_id_ = sim::kNobody;
    uint64_t worlds_ = 0;          // number of worlds so far
    uint64_t queued_steps_ = 0;    // completed steps when all is done
    uint64_t steps_at_start_ = 0;  // of this world
    double debt_s_ = 0;            // real time not simulated yet
    double spent_s_ = 0;           // on steps in the last frame

    std::unique_ptr<FrameFeed> feed_;
    std::unique_ptr<Holder> holder_;
    std::unique_ptr<sim::Playback> run_;  // of world_
    bool goes_back_ = true;
    bool whole_run_ = true;
    uint32_t own_bodies_ = 0;  // of the scene
    double run_start_s_ = 0;   // simulated time when the run began
    bool said_forgotten_ = false;
    std::string said_smaller_;  // of saved states

    sim::Counters counters_;
    bool has_counters_ = false;
    double time_s_ = 0;
    RealTime real_time_;
    std::vector<sim::StepReport> reports_;
};

/// Goes so many steps back, not beyond the first one, and pauses.
void step_back(Simulation& simulation, uint64_t count = 1);
/// Multiplies the time factor by two to the power of `by`, and says so.
void change_speed(Simulation& simulation, int by, Messages& messages);
/// Returns whether simulated time falls behind real time, which it is to keep up with.
bool is_behind(const Simulation& simulation);
/// Says why there is no sort to show; "": there is one.
std::string sort_note(const Simulation& simulation);

}  // namespace app
