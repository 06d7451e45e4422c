// What points are looked for between: a body and another, or a wall.
#pragma once
#include "sim/math/matrix.h"
#include "sim/shapes/shape.h"

namespace sim {

/// A shape in its place.
struct SearchBody {
    const ShapeView* shape;
    Vec3 position_m;
    Matrix3 axes;  // its rotation
};

/// A half space that is solid: everything behind the plane.
struct Plane {
    Vec3 normal;     // length 1, away from the solid
    float offset_m;  // of the plane from the origin, along the normal
};

}  // namespace sim
