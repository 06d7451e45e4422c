#pragma once
#include "sim/math/vec3.h"

namespace sim {

/// A half space that is solid: everything behind the plane.
struct Plane {
    Vec3 normal;     // length 1, away from the solid
    float offset_m;  // of the plane from the origin, along the normal
};

}  // namespace sim
