#include "app/view/actions/file_saving.h"

#include <filesystem>

#include "app/base/messages.h"
#include "app/base/text/names.h"
#include "app/io/output_stream.h"
#include "app/io/scene_catalog.h"
#include "app/measure/frames/trace.h"
#include "app/view/race/frame_race.h"
#include "app/view/session/compare.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"

namespace app {

std::string free_name(const Simulation& simulation, const std::string& ending, const std::string& other) {
    const std::string scene = scene_entry(simulation.options().scene).label;
    const std::string base =
        "sweeplab_" + scene + "_" + std::to_string(simulation.counters().completed_steps);
    std::string name = base;
    const auto taken = [&](const std::string& end) {
        std::error_code ignored;
        return !end.empty() && std::filesystem::exists(name + end, ignored);
    };
    for (int n = 2; (taken(ending) || taken(other)) && n < 1000; n++) name = base + "-" + std::to_string(n);
    return name + ending;
}

void save_trace(const Simulation& simulation, const Telemetry& telemetry, Messages& messages) {
    try {
        const std::string name = free_name(simulation, "_trace.json");
        OutputStream file(name);
        const bool cuda = simulation.config().backend == sim::Backend::cuda;
        write_trace(file.stream(), telemetry.timeline, telemetry.profiler.sort_path_names(),
                    cuda ? "steps, CUDA" : "steps, CPU");
        file.commit();
        messages.say("Wrote " + std::filesystem::absolute(name).string());
    } catch (const std::exception& error) {
        messages.say(error.what(), true);
    }
}

void save_race(const Simulation& simulation, const Compare& compare, Messages& messages) {
    const FrameRace* race = compare.race();
    if (!race) return;
    try {
        const std::string name = free_name(simulation, "_race.json");
        OutputStream file(name);
        write_race_json(file.stream(), race->facts(), race->sorts(), race->sorts_note(),
                        race->broad_phases());
        file.commit();
        messages.say("Wrote " + std::filesystem::absolute(name).string());
    } catch (const std::exception& error) {
        messages.say(error.what(), true);
    }
}

}  // namespace app
