// How light a body feels where it is touched: what decides how fine a time step must be.
#pragma once
#include "sim/shapes/prepare.h"

namespace sim {

/// The least mass in kg that a push feels at any of the shape's points in any direction: 1 over the greatest
/// 1 / m + (r x n) I^-1 (r x n). Far less than the body's, at the end of a long thin part.
float least_tip_mass(const Shape& shape);

}  // namespace sim
