// From the settings, or measured and saved there.
#include "app/cli/calibration.h"

#include <cstdio>
#include <stdexcept>

#include "app/base/machine.h"
#include "app/cli/settings.h"
#include "sort/base/errors.h"

namespace app {
namespace {

/// A text of another version of the program may name what there is no longer.
bool understood(const sort::Engine& engine, const sort::EngineConfig& config) {
    try {
        engine.bytes(1, config);
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

}  // namespace

std::string device_name(int device) {
    for (const DeviceFacts& known : cuda_facts().devices) {
        if (known.ordinal == device) return known.name;
    }
    return "";
}

void calibrate_here(const sort::Engine& engine, const std::string& device_name,
                    const std::string& settings_path, sort::EngineConfig& config) {
    if (!engine.tune || !config.tuning.empty()) return;
    const std::string key = std::string(engine.name) + "/" + device_name;
    std::string problem;
    const Settings before = load_settings(settings_path, &problem);
    Settings settings = before;
    if (const auto known = settings.calibration.find(key); known != settings.calibration.end()) {
        config.tuning = known->second;
        if (understood(engine, config)) return;
        config.tuning.clear();
    }

    try {
        config.tuning = engine.tune();
    } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "%s: not measured, takes its usual choice: %s\n", engine.name, error.what());
        return;
    }
    settings.calibration[key] = config.tuning;
    const bool saved = problem.empty() && save_settings(settings_path, settings, before, &problem);
    std::fprintf(stderr, "%s: measured on %s: %s is the fastest%s%s\n", engine.name, device_name.c_str(),
                 config.tuning.c_str(), saved ? ", kept in " : ", not kept",
                 saved ? settings_path.c_str() : "");
    if (!problem.empty()) std::fprintf(stderr, "%s\n", problem.c_str());
}

void calibrate(const sort::Engine& engine, int device, sort::EngineConfig& config) {
    if (!engine.tune || !config.tuning.empty()) return;
    if (engine.backend == sort::Backend::cuda) use_cuda_device(device);
    calibrate_here(engine, engine.backend == sort::Backend::cuda ? device_name(device) : "cpu",
                   settings_path(), config);
}

}  // namespace app
