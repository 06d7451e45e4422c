// Volume, centre and inertia of a solid from its field, by sums of integers: exact in any order.
#pragma once
#include "sim/exec/exec_cpu.h"
#include "sim/shapes/shape.h"

namespace sim {

/// Mass properties in cells of the field and for a density of 1 per cell.
struct MassSums {
    float volume;
    Vec3 centre;
    SymmetricMatrix inertia;  // around the centre, for a mass of 1
};

/// `field` is given in cells: its spacing is 1 and its origin 0.
MassSums sum_mass(CpuExec& exec, const FieldView& field);

}  // namespace sim
