// What a user does to a world while it runs. Events belong to steps, so a run with them is as exact as one without.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/world.h"

namespace sim {

/// A body that comes to the others: its id is behind the last.
struct ThrownBody {
    Vec3 position_m = {0, 0, 0}, velocity_m_s = {0, 0, 0};
    float radius_m = 0, mass_kg = 0;  // of a body with a shape, as those of the others with it
    uint32_t shape = 0;               // place in Scene::shapes
    Quaternion orientation = {1, 0, 0, 0};
};
using Throw = std::vector<ThrownBody>;

/// Change of a world that holds from its step on: the hand, other physics, more bodies.
using EventKind = std::variant<Hand, Physics, Throw>;

struct Event {
    uint64_t step = 1;  // number of the first step that knows of it
    EventKind what;
};

/// Throws std::invalid_argument where a number is not finite, or not above 0 where it must be.
void require_legal(const ThrownBody& body);

/// Returns the state with the bodies of a throw behind its own. Throws as require_legal(), and
/// sort::OverLimit where there are too many.
Snapshot with_thrown(Snapshot state, const Throw& thrown);

}  // namespace sim
