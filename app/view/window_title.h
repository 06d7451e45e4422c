// What the window is called.
#pragma once
#include <string>

#include "sim/world.h"

namespace app {

/// "pile, 4,096 bodies - Sweeplab", in valid UTF-8.
std::string window_title(const sim::WorldConfig& config);

}  // namespace app
