#include "app/view/touch/stop_hash.h"

#include <exception>

#include "app/base/messages.h"
#include "app/measure/report_facts.h"
#include "app/view/session/simulation.h"

namespace app {
namespace {

constexpr uint32_t kUnasked = 1000000;  // bodies
constexpr double kStands_s = 0.15;  // from so long on; single steps and a dragged time bar do not wait for it

}  // namespace

void StopHash::update(Simulation& simulation, Messages& messages, UiState& ui, double now_s) {
    const WorldMoment moment = simulation.moment();
    const size_t events = simulation.run().events().size();
    const bool stands = simulation.paused && simulation.single_steps == 0;
    if (!stands || since_s_ < 0 || !(moment == at_) || events != events_) {
        ui.touch.state_text.clear();
        ui.touch.hash_wanted = ui.touch.hash_wanted && stands && moment == at_;
        at_ = moment;
        events_ = events;
        since_s_ = stands ? now_s : -1;
        return;
    }
    if (!ui.touch.state_text.empty() || now_s - since_s_ < kStands_s) return;
    if (simulation.config().bodies > kUnasked && !ui.touch.hash_wanted) return;
    ui.touch.hash_wanted = false;
    try {
        ui.touch.state_text = "state " + state_text(sim::state_hash(simulation.world().snapshot()));
    } catch (const std::exception& error) {
        ui.touch.state_text = "state unknown";
        messages.say(std::string("No hash: ") + error.what(), true);
    }
}

}  // namespace app
