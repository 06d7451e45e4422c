// The race of a frame: the world waits while it runs.
#include <new>

#include "app/base/wall_clock.h"
#include "app/view/race/frame_race.h"
#include "app/view/session/session.h"
#include "sort/base/errors.h"

namespace app {

/// Without memory for it the world goes on as it is.
void Session::start_race() {
    if (races()) return cancel_race();
    const auto refuse = [&](const std::string& why) { say("No race: " + why, true, Topic::race); };
    try {
        world_->finish();
        collect(now_s());
        RaceFacts facts;
        facts.scene = options_.scene;
        facts.engine = config_.engine;
        facts.broad_phase = config_.broad_phase;
        facts.bodies = config_.bodies;
        facts.seed = config_.seed;
        facts.step = queued_steps_;
        facts.descents = counters_.descents;
        facts.backend = config_.backend;
        facts.device = config_.device;
        facts.threads = config_.threads;
        race_ = std::make_unique<FrameRace>(world(), facts, sort_note());
        drop_messages(Topic::race, true);
    } catch (const sort::OverLimit& error) {
        refuse(error.what());
    } catch (const std::bad_alloc&) {
        refuse("out of memory");
    }
}

bool Session::races() const { return race_ && !race_->done(); }

void Session::cancel_race() {
    if (!races()) return;
    race_->cancel();
    say("Race cancelled", false, Topic::race);
}

void Session::advance_race(double slice_s) {
    if (!races()) return;
    if (race_->advance(slice_s)) {
        return say(std::string("Race of ") + race_->part() + ": " +
                       std::to_string(int(100 * race_->progress())) + " % (Esc cancels)",
                   false, Topic::race);
    }
    say(race_->summary(), false, Topic::race);
    log.add(race_->facts().step, race_->summary());
}

}  // namespace app
