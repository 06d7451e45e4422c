// After repairs that failed an engine sorts in full for a while: trying again costs time each time.
#pragma once
#include <cstdint>

namespace sort {

/// Failed repairs in a row that start a cooldown, and calls of a cooldown, which go straight to the full sort.
constexpr uint32_t kMissesBeforeCooldown = 2, kCooldownCalls = 8;

}  // namespace sort
