// Asks before a change, or a start, after which a step takes so long that the window would seem to hang.
#include <algorithm>
#include <utility>

#include "app/view/session/session.h"

namespace app {
namespace {

constexpr double kSlowStep_s = 1.5;  // keys and mouse wait as long as this
const std::string kBetweenSteps = " The window responds only between steps.";

}  // namespace

/// Whether the changes wait for an answer now. Those that do not change what a step costs are never asked
/// about, nor those that make it no worse than what was agreed to.
bool Session::asks() {
    if (agreed_ || !changes.new_cost()) return false;
    question_.reset();
    agreed_ = true;
    StepCost cost;
    sim::WorldConfig config;
    try {
        Options options = options_;
        config = changed_config(options, !changes.restarts());
        fits_beside(config);
        cost = foresee_step(config, create_);
    } catch (const std::exception&) {
        return false;  // carrying it out says why
    }
    if (cost.seconds <= std::max(kSlowStep_s, cost_.seconds)) {
        cost_ = cost;
        if (waits_paused_) waits_paused_ = paused = false;
        return false;
    }
    agreed_ = false;
    asked_ = std::exchange(changes, {});
    asked_cost_ = cost;
    question_ = {describe(cost, config) + kBetweenSteps, "Change anyway", "Keep the current setting"};
    return true;
}

std::string Session::ask_at_start(bool wait) {
    cost_ = foresee_step(config_, create_);
    if (cost_.seconds <= kSlowStep_s) return "";
    const std::string text = describe(cost_, config_);
    if (!wait) {
        report_slow();
        return text;
    }
    waits_paused_ = paused = true;
    asked_ = {};
    asked_cost_ = cost_;
    const std::string better = sim::default_broad_phase(config_.backend);
    question_ = {text + kBetweenSteps, "Run",
                 config_.broad_phase == better ? "Stay paused" : "Use " + better};
    return text;
}

void Session::answer(bool yes) {
    if (!question_) return;
    question_.reset();
    const bool paused_for_it = std::exchange(waits_paused_, false), at_start = !asked_.any();
    const Changes asked = std::exchange(asked_, {});
    const std::string better = sim::default_broad_phase(config_.backend);
    if (!yes) {
        if (!at_start || config_.broad_phase == better) return;  // paused for it: stays so
        changes.broad_phase = better;
        paused = false;
        return;
    }
    cost_ = asked_cost_;
    if (paused_for_it) paused = false;
    if (at_start) {
        report_slow();
    } else {
        changes = asked;
        agreed_ = true;
    }
}

/// Lets pictures go out before the first slow step, with a word on it.
void Session::report_slow() {
    if (cost_.seconds <= kSlowStep_s) return;
    say(describe(cost_, config_));
    pictures_first_ = kAnnouncedFrames;
}

}  // namespace app
