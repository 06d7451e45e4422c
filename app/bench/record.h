// What a simulation's sort receives, frame by frame.
#pragma once
#include <vector>

#include "sim/world.h"

namespace app {

/// The keys of the last step of a world on the cpu backend, as they stood before its sort: the bodies' lower
/// ends on the sort axis, in the order of the step before. The step must have sorted on one axis (`sweep`).
/// Throws CheckFailed when their stable order is not the one that the step took.
std::vector<float> sort_input(const sim::World& world);

}  // namespace app
