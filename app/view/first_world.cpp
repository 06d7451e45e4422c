// Creates the world that a window starts with by another thread, where it takes seconds, while a bar shows
// how far it is.
#include "app/view/first_world.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <utility>

#include "app/base/errors.h"
#include "app/cli/resolve.h"
#include "app/view/actions/keys.h"
#include "app/view/session/world_job.h"
#include "app/view/session/world_making.h"
#include "app/view/ui_notice.h"
#include "app/view/widgets/layout.h"

namespace app {
namespace {

bool ends(const std::vector<InputEvent>& events) {
    for (const InputEvent& event : events) {
        if (event.kind == InputEvent::key && event.down && event.code == key::escape) return true;
    }
    return false;
}

std::unique_ptr<sim::World> create_watched(const sim::WorldConfig& config, Context& context, Ui& ui,
                                           const UiState& state) {
    WorldJob job(create_world, config, std::nullopt);
    while (!job.done()) {
        const float scale =
            effective_scale(state, context.width(), context.height(), context.content_scale());
        char left[48] = "Esc: quit";
        if (job.left_s() >= 0)
            std::snprintf(left, sizeof left, "About %.0f s left. Esc: quit", std::ceil(job.left_s()));
        const auto events = show_progress(context, ui, scale, creating_text(config.bodies), job.part(), left);
        if (ends(events) || context.should_close()) throw Interrupted("interrupted");
        std::this_thread::sleep_for(std::chrono::milliseconds(10));  // cores are for the world
    }
    return job.take();
}

}  // namespace

CreateWorld create_with_bar(Context& context, Ui& ui, const UiState& state) {
    return [&, first = std::make_shared<std::atomic<bool>>(true)](const sim::WorldConfig& config,
                                                                  const sim::Snapshot* from) {
        const bool watched = first->exchange(false) && config.backend == sim::Backend::cpu &&
                             takes_seconds_to_create(config.bodies);
        return watched ? create_watched(config, context, ui, state) : create_world(config, from);
    };
}

}  // namespace app
