#include "sim/pull_limit.h"

#include <cstdio>

namespace sim {
namespace {

std::string number_text(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", double(value));
    return text;
}

}  // namespace

PullLimit::PullLimit(std::span<const Body> bodies) {
    for (const Body& body : bodies) {
        if (body.mass_kg == kDrivenMass) continue;
        heaviest_kg_ = larger(heaviest_kg_, body.mass_kg);
        all_kg_ = all_kg_ + body.mass_kg;
    }
}

void PullLimit::require(const Physics& physics, const Container& container) const {
    const Gravity& gravity = physics.gravity;
    if (!gravity.on) return;
    float width_m = 0;
    for (int axis = 0; axis < 3; ++axis)
        width_m = larger(width_m, container.max_m[axis] - container.min_m[axis]);
    // Of Plummer's softening the pull is greatest at 0.7 softenings: 0.385 G m / softening^2.
    const float near = 0.385f * heaviest_kg_ / (gravity.softening_m * gravity.softening_m),
                far = 4 * all_kg_ / (width_m * width_m);
    const float pull = gravity.constant_n_m2_kg2 * (near + far);
    const float moved_m = pull * physics.time_step_s * physics.time_step_s;
    if (moved_m <= width_m) return;
    throw BadSceneValue(
        "gravity", "constant_n_m2_kg2",
        " = " + number_text(gravity.constant_n_m2_kg2) + ": bodies of " + number_text(heaviest_kg_) +
            " kg pull each other with up to " + number_text(pull) + " m/s2, by which they move " +
            number_text(moved_m) + " m in a time step, but the container is " + number_text(width_m) +
            " m wide: make it, the masses or [physics] time_step_s smaller, or softening_m greater");
}

}  // namespace sim
