// Runs checks, those that may crash or hang in processes of their own, all at once.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/doctor/check.h"

namespace app {

struct Examined {
    const Check* check;
    Finding finding;
};

/// Returns a finding per check, in their order. Throws Interrupted.
std::vector<Examined> examine(const std::vector<const Check*>& which, int device);

/// Returns the finding of a check that runs in this process: broken where it throws.
Finding examine_here(const Check& check, int device);

/// Returns what a report says of the parts: name, state, what was found, remedy.
nlohmann::ordered_json parts_json(const std::vector<Examined>& parts);

}  // namespace app
