#include "sim/shapes/tip_mass.h"

namespace sim {
namespace {

constexpr int kPowerSteps = 12;

/// The greatest of (r x n) I^-1 (r x n) over all n of length 1, by the power method: the matrix is that of
/// n -> (I^-1 (r x n)) x r.
float greatest_turn(const SymmetricMatrix& inverse_inertia, const Vec3& r) {
    float greatest = 0;
    for (const Vec3& start : {Vec3{1, 0.3f, 0.2f}, Vec3{0.2f, 1, 0.3f}, Vec3{0.3f, 0.2f, 1}}) {
        Vec3 n = start;
        for (int k = 0; k < kPowerSteps; ++k) {
            const Vec3 next = cross(inverse_inertia * cross(r, n), r);
            const float size = length(next);
            if (!(size > 0)) break;
            n = next * (1 / size);
        }
        const Vec3 arm = cross(r, n * (1 / length(n)));
        greatest = larger(greatest, dot(arm, inverse_inertia * arm));
    }
    return greatest;
}

}  // namespace

float least_tip_mass(const Shape& shape) {
    float greatest = 0;
    for (const Vec4& point : shape.points)
        greatest = larger(greatest, greatest_turn(shape.numbers.inverse_inertia, xyz(point)));
    return 1 / (1 / shape.numbers.mass_kg + greatest);
}

}  // namespace sim
