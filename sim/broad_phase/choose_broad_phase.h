// The broad phases by name, and `auto`: the one for given boxes, by their number and how they are spread.
#pragma once
#include <span>
#include <string>

#include "sim/math/vec3.h"
#include "sort/registry.h"

namespace sim {

struct BroadPhaseEntry {
    const char* name;
    const char* sentence;
};
std::span<const BroadPhaseEntry> broad_phases();  // sorted by name; each on both backends

/// Returns the name of the broad phase that a backend uses when none is requested.
const char* default_broad_phase(sort::Backend backend);

inline constexpr const char* kAutoBroadPhase = "auto";

struct BroadPhaseChoice {
    std::string name;    // an entry of broad_phases()
    std::string reason;  // one line for the user, with the figures that decided
};

/// Looks at some of the boxes only: fast for any number of them.
BroadPhaseChoice choose_broad_phase(std::span<const Box> boxes, sort::Backend backend);

}  // namespace sim
