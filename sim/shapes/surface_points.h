// Chooses the points of a surface that are looked up in another body's field.
#pragma once
#include <functional>

#include "sim/exec/stop.h"
#include "sim/shapes/grid.h"
#include "sim/shapes/shape.h"

namespace sim {

/// Lengths in cells. At edges points stand about `spacing` apart, on flat faces five times as far, and on
/// round ones in between: as far as the surface bends away from the chord by less than a fifth of `spacing`.
/// `half_shell` is above 0 for a mesh without an inside, which has points on both faces and along its rims.
/// Points that another part of the mesh covers are left out.
std::vector<Vec3> choose_points(const GridMesh& mesh, const FieldView& field, float spacing, float half_shell,
                                const StopCheck& stop);

}  // namespace sim
