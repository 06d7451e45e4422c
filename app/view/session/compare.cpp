#include "app/view/session/compare.h"

#include <new>

#include "app/base/messages.h"
#include "app/base/wall_clock.h"
#include "app/view/race/ab_comparison.h"
#include "app/view/race/frame_race.h"
#include "app/view/session/inspector.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/session/world_changes.h"
#include "sim/exec/memory.h"
#include "sim/worlds/world_common.h"
#include "sort/base/errors.h"

namespace app {

static constexpr double kLongestStep_s = 1;  // of the second world, as foreseen

Compare::Compare(CreateWorld create, Simulation& simulation, const WorldChanges& changes,
                 Inspector& inspector, Telemetry& telemetry, Messages& messages)
    : create_(std::move(create)),
      simulation_(simulation),
      changes_(changes),
      inspector_(inspector),
      telemetry_(telemetry),
      messages_(messages) {
    simulation_.observers.add(*this);
}

Compare::~Compare() = default;

/// Starts a race on the last frame, or cancels the one that runs. Where memory does not suffice, the world
/// goes on as it is.
void Compare::start_race() {
    if (races()) return cancel_race();
    const auto refuse = [&](const std::string& why) { messages_.say("No race: " + why, true, Topic::race); };
    try {
        simulation_.world().finish();
        simulation_.collect(now_s());
        const sim::WorldConfig& config = simulation_.config();
        RaceFacts facts;
        facts.scene = data_path(simulation_.options().scene);
        facts.engine = config.engine;
        facts.broad_phase = config.broad_phase;
        facts.bodies = config.bodies;
        facts.seed = config.seed;
        facts.step = simulation_.moment().step;
        facts.descents = simulation_.counters().descents;
        facts.backend = config.backend;
        facts.device = config.device;
        facts.threads = config.threads;
        race_ = std::make_unique<FrameRace>(simulation_.world(), facts, sort_note(simulation_));
        messages_.drop_errors(Topic::race);
    } catch (const sort::OverLimit& error) {
        refuse(error.what());
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    }
}

bool Compare::races() const { return race_ && !race_->done(); }

void Compare::cancel_race() {
    if (!races()) return;
    race_->cancel();
    messages_.say("Race cancelled", false, Topic::race);
}

void Compare::advance_race(double slice_s) {
    if (!races()) return;
    if (race_->advance(slice_s)) {
        return messages_.say(std::string("Race of ") + race_->part() + ": " +
                                 std::to_string(int(100 * race_->progress())) + " % (Esc cancels)",
                             false, Topic::race);
    }
    messages_.say(race_->summary(), false, Topic::race);
    telemetry_.log.add(race_->facts().step, race_->summary());
}

void Compare::start_ab(const std::string& engine, const std::string& broad_phase) {
    if (ab_) return end_ab();
    const auto refuse = [&](const std::string& why) {
        messages_.say("No second world: " + why, true, Topic::ab);
    };
    if (simulation_.feed())
        return refuse("the frames are those of files; a race (X) compares engines on one of them");
    try {
        ViewOptions options = simulation_.options();
        Changes other;
        other.engine = engine;
        other.broad_phase = broad_phase;
        const sim::WorldConfig config = changes_.resolve(options, other);
        sim::World& live = simulation_.world();
        if (config.backend == sim::Backend::cpu)
            sim::require_host_memory("both worlds need", live.bytes() + sim::host_bytes_needed(config),
                                     live.bytes());
        if (const StepCost cost = foresee_step(config, create_); cost.seconds > kLongestStep_s)
            return refuse(describe(cost, config));
        inspector_.unfreeze_sort();
        cancel_race();
        sim::Snapshot snapshot = live.snapshot();
        simulation_.collect(now_s());
        auto world = create_(config, &snapshot);
        const sim::Playback& run = simulation_.run();
        ab_ = std::make_unique<AbComparison>(std::move(world), std::move(snapshot), run.hand(), create_);
        ab_->events_before = run.events().size();
        messages_.drop_errors(Topic::ab);
        telemetry_.log.add(simulation_.moment().step, "A/B: B with " + ab_->world().config().engine + ", " +
                                                          ab_->world().config().broad_phase);
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    } catch (const std::exception& error) {
        refuse(error.what());
    }
}

void Compare::end_ab(const std::string& why) {
    if (!ab_) return;
    if (const auto& difference = ab_->difference())
        telemetry_.log.add(difference->step,
                           "A/B: states differ, the same at step " + std::to_string(difference->same_at));
    telemetry_.log.add(simulation_.moment().step, "A/B ended");
    ab_.reset();
    messages_.say(why.empty() ? "A/B ended" : "A/B ended: " + why, false, Topic::ab);
}

void Compare::before_change() { end_ab("the world has changed"); }

void Compare::before_search_change() {
    cancel_race();
    end_ab("the world has changed");
}

void Compare::before_creation(bool in_parallel) {
    if (!in_parallel) cancel_race();
}

void Compare::before_replacement() {
    if (race_) race_->cancel();
}

void Compare::before_jump() { end_ab("the first world went to another step"); }

/// Gives the second world the step that the live one was given, with what was done before it.
void Compare::step_done() {
    if (!ab_) return;  // it ended with the world that it stood beside
    const std::vector<sim::Event>& events = simulation_.run().events();
    const uint64_t step = simulation_.moment().step;
    std::vector<sim::Event> before;
    for (size_t e = events.size(); e > 0 && events[e - 1].step >= step; --e) {
        const bool known = e <= ab_->events_before && std::holds_alternative<sim::Throw>(events[e - 1].what);
        if (events[e - 1].step == step && !known) before.insert(before.begin(), events[e - 1]);
    }
    ab_->step(simulation_.world(), std::move(before));
}

void Compare::reported(const sim::StepReport& report) {
    if (ab_) ab_->take(report);
}

void Compare::all_reported() {
    if (ab_ && !ab_->failure().empty()) end_ab(ab_->failure());
}

}  // namespace app
