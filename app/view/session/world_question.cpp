// Asks before a change, or a start, after which a step takes so long that the window would seem to hang.
#include <algorithm>
#include <utility>

#include "app/base/messages.h"
#include "app/view/session/simulation.h"
#include "app/view/session/world_changes.h"
#include "app/view/session/world_making.h"

namespace app {
namespace {

constexpr double kSlowStep_s = 1.5;  // keys and mouse wait as long as this
const std::string kBetweenSteps = " The window responds only between steps.";

}  // namespace

/// Returns whether the changes wait for an answer now. Those that do not change what a step costs are never asked
/// about, nor those that make it no worse than what was agreed to.
bool WorldChanges::asks() {
    if (agreed_ || !next.new_cost()) return false;
    question_.reset();
    agreed_ = true;
    StepCost cost;
    sim::WorldConfig config;
    try {
        Options options = simulation_.options();
        config = resolve(options, next);
        fits_beside(simulation_, config);
        cost = foresee_step(config, create_);
    } catch (const std::exception&) {
        return false;  // carrying it out says why
    }
    if (cost.seconds <= std::max(kSlowStep_s, cost_.seconds)) {
        cost_ = cost;
        if (waits_paused_) waits_paused_ = simulation_.paused = false;
        return false;
    }
    agreed_ = false;
    asked_ = std::exchange(next, {});
    asked_cost_ = cost;
    question_ = {describe(cost, config) + kBetweenSteps, "Change anyway", "Keep the current setting"};
    return true;
}

std::string WorldChanges::ask_at_start(bool wait) {
    const sim::WorldConfig& config = simulation_.config();
    cost_ = foresee_step(config, create_);
    if (cost_.seconds <= kSlowStep_s) return "";
    const std::string text = describe(cost_, config);
    if (!wait) {
        report_slow();
        return text;
    }
    waits_paused_ = simulation_.paused = true;
    asked_ = {};
    asked_cost_ = cost_;
    const std::string better = sim::default_broad_phase(config.backend);
    question_ = {text + kBetweenSteps, "Run", config.broad_phase == better ? "Stay paused" : "Use " + better};
    return text;
}

void WorldChanges::answer(bool yes) {
    if (!question_) return;
    question_.reset();
    const bool paused_for_it = std::exchange(waits_paused_, false), at_start = !asked_.any();
    const Changes asked = std::exchange(asked_, {});
    const std::string better = sim::default_broad_phase(simulation_.config().backend);
    if (!yes) {
        if (!at_start || simulation_.config().broad_phase == better) return;  // paused for it: stays so
        next.broad_phase = better;
        simulation_.paused = false;
        return;
    }
    cost_ = asked_cost_;
    if (paused_for_it) simulation_.paused = false;
    if (at_start) {
        report_slow();
    } else {
        next = asked;
        agreed_ = true;
    }
}

/// Holds while a world is made, and while pictures that announce slow steps go out.
bool WorldChanges::holds_steps() {
    if (waits_paused_ && !simulation_.paused) {  // by hand: an answer too
        waits_paused_ = false;
        answer(true);
    }
    if (pictures_first_ == 0) return job_ != nullptr;
    --pictures_first_;
    return true;
}

/// Lets pictures go out before the first slow step, with a word on it.
void WorldChanges::report_slow() {
    if (cost_.seconds <= kSlowStep_s) return;
    messages_.say(describe(cost_, simulation_.config()));
    pictures_first_ = kAnnouncedFrames;
}

}  // namespace app
