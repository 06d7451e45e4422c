// Engines that choose their own parameters by measuring (ha-auto) measure once on a device: what they said is
// kept in the settings. It changes how fast a sort is, never its result.
#pragma once
#include <string>

#include "sort/registry.h"

namespace app {

/// Returns the name of a CUDA device, "" where there is none of that number.
std::string device_name(int device);

/// Fills config.tuning for an engine that has Engine::tune: from the settings, else by measuring on `device`,
/// which is reported on stderr and saved. Nothing for other engines, nor when config.tuning is set. Where
/// nothing can be measured it stays empty. Throws sort::Unavailable when there is no such device.
void calibrate(const sort::Engine& engine, int device, sort::EngineConfig& config);

/// Fills config.tuning as calibrate() does, where the device is current. `device_name`: its name;
/// `settings_path`: the path of the settings, "" for none.
void calibrate_here(const sort::Engine& engine, const std::string& device_name,
                    const std::string& settings_path, sort::EngineConfig& config);

}  // namespace app
