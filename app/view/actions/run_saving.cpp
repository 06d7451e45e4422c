#include "app/view/actions/run_saving.h"

#include <filesystem>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/messages.h"
#include "app/frames/frame_feed.h"
#include "app/run/record_run.h"
#include "app/view/actions/file_saving.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"

namespace app {
namespace {

/// Returns whether the state that the last step left is gone: bodies were thrown in, or all were woken by new
/// physics, and it was not saved.
bool is_lost(const sim::Playback& run) {
    return run.events().size() > 0 && run.events().back().step > run.last_step() &&
           run.last_step() > run.first_step() && !run.saves().has(run.last_step());
}

}  // namespace

void save_run(Simulation& simulation, const View& view, const std::string& path) {
    if (simulation.feed())
        throw BadFile(path + ": the run is not saved: its frames are those of " +
                      simulation.feed()->set().path());
    if (!simulation.run_is_whole()) {
        throw BadFile(path + ": the run is not saved: it began with another gravity at step " +
                      std::to_string(simulation.run().first_step()) +
                      ", not with the scene; restart it first");
    }
    const uint64_t now = simulation.run().step();
    const uint64_t last = simulation.run().last_step();
    if (!interrupted()) {
        if (is_lost(simulation.run())) simulation.go_to(last - 1);
        simulation.go_to(last);
        if (simulation.run().step() != last)
            throw BadFile(path + ": the run is not saved: there was no memory to go to its last step");
    }
    RunFile run = record_run(simulation.config(), simulation.run(), simulation.world());
    for (const CameraKey& key : view.camera_keys)
        if (key.step <= run.steps) run.camera.push_back(key);
    if (simulation.run().step() != now) simulation.go_to(now);
    write_run(path, run);
}

void save_run_here(Simulation& simulation, const View& view, Messages& messages) {
    try {
        const std::string name = free_name(simulation, ".toml");
        save_run(simulation, view, name);
        messages.say("Wrote " + std::filesystem::absolute(name).string());
    } catch (const std::exception& error) {
        messages.say(error.what(), true);
    }
}

}  // namespace app
