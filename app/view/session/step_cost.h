// About how long a step will take in a world that is not there yet, so that the window can ask before it
// stands still.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "sim/world.h"

namespace app {

using CreateWorld = std::function<std::unique_ptr<sim::World>(const sim::WorldConfig&, const sim::Snapshot*)>;

struct StepCost {
    double seconds = 0;   // 0: not known, or nothing to speak of
    double tests = 0;     // pairs of boxes that the broad phase compares
    double direct_s = 0;  // of the seconds, what gravity's direct sum takes
};

/// Foresees the cost of a step from a few steps of small worlds of the same kind. Takes a fraction of a
/// second; does not look at worlds that are small themselves, or whose broad phase is still to be chosen.
/// Never throws.
StepCost foresee_step(const sim::WorldConfig& config, const CreateWorld& create);

/// "With 200,000 bodies, the broad phase brute makes about 20 billion box tests per step, and ..." Where
/// gravity's direct sum takes most of the step, that is named instead.
std::string describe(const StepCost& cost, const sim::WorldConfig& config);

}  // namespace app
