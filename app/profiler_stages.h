// How the pieces of a step are grouped into stages: "sort/pass 03/count" belongs to the stage "sort".
#pragma once
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/world.h"

namespace app {

std::string_view stage_name(const sim::StageTime& piece);

/// The stages of all steps, in the order in which a step runs them.
std::vector<std::string> stage_order(const std::deque<sim::StepReport>& history);

}  // namespace app
