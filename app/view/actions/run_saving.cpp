#include "app/view/actions/run_saving.h"

#include <filesystem>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/run/record_run.h"
#include "app/view/actions/file_saving.h"

namespace app {
namespace {

/// Whether the state that the last step left is gone: bodies were thrown in, or all were woken by new physics, and it
/// was not saved.
bool is_lost(const sim::Playback& run) {
    return run.events().size() > 0 && run.events().back().step > run.last_step() &&
           run.last_step() > run.first_step() && !run.saves().has(run.last_step());
}

}  // namespace

void save_run(Session& session, const std::string& path) {
    if (!session.simulation.run_is_whole()) {
        throw BadFile(path + ": the run is not saved: it began with another gravity at step " +
                      std::to_string(session.simulation.run().first_step()) +
                      ", not with the scene; restart it first");
    }
    const uint64_t now = session.simulation.run().step();
    const uint64_t last = session.simulation.run().last_step();
    if (!interrupted()) {
        if (is_lost(session.simulation.run())) session.simulation.go_to(last - 1);
        session.simulation.go_to(last);
        if (session.simulation.run().step() != last)
            throw BadFile(path + ": the run is not saved: there was no memory to go to its last step");
    }
    RunFile run =
        record_run(session.simulation.config(), session.simulation.run(), session.simulation.world());
    for (const CameraKey& key : session.view.camera_keys)
        if (key.step <= run.steps) run.camera.push_back(key);
    if (session.simulation.run().step() != now) session.simulation.go_to(now);
    write_run(path, run);
}

void save_run_here(Session& session) {
    try {
        const std::string name = free_name(session, ".toml");
        save_run(session, name);
        session.messages.say("Wrote " + std::filesystem::absolute(name).string());
    } catch (const std::exception& error) {
        session.messages.say(error.what(), true);
    }
}

}  // namespace app
