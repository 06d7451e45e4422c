#include "sim/step_numbers.h"

#include <cstdio>
#include <stdexcept>
#include <string>

#include "sim/math/body_flags.h"
#include "sim/math/solver.h"

namespace sim {
namespace {

constexpr float kPi = 3.14159265f;

/// Speed after over speed before of a head-on impact of two equal spheres whose surfaces meet a share `phase`
/// of a step before a sample. Uses the step's own functions, in units where they make it simple.
float simulated_restitution(float damping_ratio, float steps_per_contact, float phase) {
    StepNumbers numbers{};
    numbers.dt_s = kPi / steps_per_contact;  // angular frequency 1
    numbers.damping_ratio = damping_ratio;
    numbers.stiffness_pa = 0.5f;  // two unit spheres of mass 1: effective mass 1/2
    Motion left{{-1 - phase * numbers.dt_s, 0, 0}, 1, {1, 0, 0}, 1, {0, 0, 0}, 0};
    Motion right{{1 + phase * numbers.dt_s, 0, 0}, 1, {-1, 0, 0}, 1, {0, 0, 0}, 0};
    for (int step = 0; step < int(20 * steps_per_contact); ++step) {
        left = integrate(left, numbers);
        right = integrate(right, numbers);
        const Vec3 force = sphere_force(
            left, right, [] { return true; }, numbers);
        left = finish_step(left, force, numbers);
        right = finish_step(right, force * -1.0f, numbers);
        if (left.velocity_m_s.x < 0 && right.position_m.x - left.position_m.x > 2) break;
    }
    return -left.velocity_m_s.x;
}

float mean_restitution(float damping_ratio, float steps_per_contact) {
    float sum = 0;
    for (int k = 0; k < 8; ++k)
        sum += simulated_restitution(damping_ratio, steps_per_contact, (k + 0.5f) / 8);
    return sum / 8;
}

std::string number_text(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", double(value));
    return text;
}

void require(bool holds, const std::string& text) {
    if (!holds) throw std::invalid_argument(text);
}

}  // namespace

float stiffest_body(std::span<const Body> bodies) {
    float stiffest = 0;
    for (const Body& body : bodies) stiffest = larger(stiffest, 2 * body.radius_m / body.mass_kg);
    return stiffest;
}

float heaviest_body(std::span<const Body> bodies) {
    float heaviest = 0;
    for (const Body& body : bodies)
        heaviest = larger(heaviest, body.mass_kg / (body.radius_m * body.radius_m));
    return heaviest;
}

void require_stiffness(const Physics& physics, float heaviest) {
    const float gravity = length(physics.gravity_m_s2), least = heaviest * gravity;
    if (physics.stiffness_pa >= least) return;
    throw BadSceneValue(
        "physics", "stiffness_pa",
        " = " + number_text(physics.stiffness_pa) + ": does not hold gravity_m_s2 of " +
            number_text(gravity) + " m/s2: the heaviest body for its size has " + number_text(heaviest) +
            " kg per square metre of its radius, and would sink in by " +
            number_text(least / physics.stiffness_pa) + " radii as it is put down; at least " +
            number_text(least) + " is expected, or gravity_m_s2 of at most " +
            number_text(gravity * (physics.stiffness_pa / least)));
}

float steps_per_contact(float stiffest, const Physics& physics) {
    return kPi / (sqrtf(physics.stiffness_pa * stiffest) * physics.time_step_s);
}

float damping_ratio(float restitution, float steps_per_contact) {
    if (restitution >= 1) return 0;
    float low = 0, high = 1.5f;
    for (int k = 0; k < 24; ++k) {
        const float middle = 0.5f * (low + high);
        if (mean_restitution(middle, steps_per_contact) > restitution) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 0.5f * (low + high);
}

/// Returns the numbers that do not depend on the bodies' shape.
static StepNumbers common_numbers(const Physics& physics, const Container& container) {
    require(physics.time_step_s > 0, "time_step_s must be above 0");
    require(physics.restitution >= kLeastRestitution && physics.restitution <= 1,
            "restitution must be from 0.05 to 1");
    require(physics.friction >= 0, "friction must not be negative");
    require(physics.sleep_speed_m_s >= 0 && physics.sleep_time_s >= 0, "sleep numbers must not be negative");
    require(physics.sleep_speed_m_s == 0 || physics.sleep_time_s > 0,
            "sleep_time_s must be above 0 when bodies may sleep (sleep_speed_m_s above 0)");
    StepNumbers numbers{};
    numbers.dt_s = physics.time_step_s;
    numbers.gravity_m_s2 = physics.gravity_m_s2;
    numbers.friction = physics.friction;
    numbers.sleep_speed2 = physics.sleep_speed_m_s * physics.sleep_speed_m_s;
    numbers.sleep_time_s = physics.sleep_time_s;
    numbers.wall_min_m = container.min_m;
    numbers.wall_max_m = container.max_m;
    set_closed(numbers, true);
    return numbers;
}

// The phase errors of a step vanish as it gets finer: beyond this many steps per contact nothing changes.
constexpr float kFineSteps = 60;

StepNumbers make_step_numbers(const Physics& physics, const Container& container, float stiffest) {
    StepNumbers numbers = common_numbers(physics, container);
    require(physics.stiffness_pa > 0, "stiffness_pa must be above 0");
    const float steps = steps_per_contact(stiffest, physics);
    require(steps >= kLeastStepsPerContact,
            "the lightest body's contact lasts only " + std::to_string(steps) + " time steps, at least " +
                std::to_string(int(kLeastStepsPerContact)) +
                " are needed: lower time_step_s or stiffness_pa, or make the smallest radius larger");
    numbers.stiffness_pa = physics.stiffness_pa;
    numbers.damping_ratio = damping_ratio(physics.restitution, smaller(steps, kFineSteps));
    return numbers;
}

void require_gravity(const Physics& physics) {
    const Gravity& gravity = physics.gravity;
    if (!gravity.on) return;
    const auto refuse = [](const char* key, const std::string& why) {
        throw BadSceneValue("gravity", key, why);
    };
    if (!(gravity.constant_n_m2_kg2 > 0)) refuse("constant_n_m2_kg2", " must be above 0");
    if (!(gravity.softening_m >= kLeastSoftening))
        refuse("softening_m",
               " = " + number_text(gravity.softening_m) + ": at least " + number_text(kLeastSoftening) +
                   " m is expected, as bodies at one place would pull each other without limit");
    if (!(gravity.opening_angle >= kLeastOpening && gravity.opening_angle <= 1))
        refuse("opening_angle",
               " = " + number_text(gravity.opening_angle) +
                   ": above 0 to 1 is expected, as with more nodes stand for bodies so near that "
                   "the pull is far off");
    if (gravity.leaf_bodies < 1 || gravity.leaf_bodies > kMostLeafBodies)
        refuse("leaf_bodies", ": 1 to " + std::to_string(kMostLeafBodies) + " is expected");
    if (physics.sleep_speed_m_s > 0)
        throw BadSceneValue("physics", "sleep_speed_m_s",
                            " must be 0 where bodies pull each other ([gravity]): a body at rest that falls "
                            "asleep would no longer be pulled");
}

/// Returns the length, m, of which lengths of contacts are shares: the thinnest part of all meshes that move,
/// or a small part of the smallest one.
static float contact_length(std::span<const std::shared_ptr<const SceneShape>> shapes) {
    constexpr float kOfRadius = 0.06f;
    float length = HUGE_VALF;
    for (const auto& shape : shapes) {
        if (shape->source.driven()) continue;
        const ShapeReport& report = shape->shape.report;
        length = smaller(length, kOfRadius * shape->shape.numbers.bounding_radius_m);
        length = smaller(length, larger(report.thinnest_m, 2 * report.spacing_m));
    }
    return length;
}

/// Speed at which bodies fall at most: as fast as air lets them, or through the whole container.
static float fall_speed(const Physics& physics, const Container& container) {
    const float gravity = length(physics.gravity_m_s2);
    const Vec3 across = container.max_m - container.min_m;
    const float speed2 =
        2 * (fabsf(physics.gravity_m_s2.x) * across.x + fabsf(physics.gravity_m_s2.y) * across.y +
             fabsf(physics.gravity_m_s2.z) * across.z);
    return sqrtf(physics.air_drag_per_m > 0 ? smaller(speed2, gravity / physics.air_drag_per_m) : speed2);
}

/// Throws if a body may fall further in a step than it reaches: it would be through another one before a
/// contact is found.
static void require_fine_falls(const Physics& physics, const Container& container,
                               std::span<const std::shared_ptr<const SceneShape>> shapes) {
    const float speed = fall_speed(physics, container), travel_m = speed * physics.time_step_s;
    float reach_m = HUGE_VALF;
    for (const auto& shape : shapes) {
        if (!shape->source.driven()) reach_m = smaller(reach_m, shape->shape.numbers.bounding_radius_m);
    }
    if (!(travel_m > reach_m)) return;
    throw BadSceneValue("physics", "time_step_s",
                        " = " + number_text(physics.time_step_s) + ": bodies that fall at " +
                            number_text(speed) + " m/s move by " + number_text(travel_m) +
                            " m in a step, and a mesh reaches " + number_text(reach_m) +
                            " m from its centre: at most " + number_text(0.995f * reach_m / speed) +
                            " s is expected");
}

StepNumbers make_rigid_numbers(const Physics& physics, const Container& container,
                               std::span<const std::shared_ptr<const SceneShape>> shapes) {
    // Of contact_length(); a trial with chairs, whose slats have 25 mm, found 12, 15, 60 and 1 mm.
    constexpr float kMargin = 0.48f, kSpread = 0.6f, kBend = 2.4f, kSlop = 0.04f;
    constexpr float kPushShare = 0.2f,
                    kMostPushRate_1_s = 48;  // of the depth in a step; faster, heaps tremble
    StepNumbers numbers = common_numbers(physics, container);
    require(physics.air_drag_per_m >= 0, "air_drag_per_m must not be negative");
    if (!(physics.time_step_s <= kMostRigidStep_s))
        throw BadSceneValue("physics", "time_step_s",
                            " = " + number_text(physics.time_step_s) +
                                ": at most 1/120 s is expected where bodies have meshes");
    if (physics.substeps < 1 || physics.substeps > kMostSubsteps)
        throw BadSceneValue("physics", "substeps",
                            " = " + std::to_string(physics.substeps) + ": 1 to " +
                                std::to_string(kMostSubsteps) + " expected");
    require_fine_falls(physics, container, shapes);
    const float unit = contact_length(shapes);
    numbers.air_drag_per_m = physics.air_drag_per_m;
    numbers.constraint = {.margin_m = kMargin * unit,
                          .spread_m = kSpread * unit,
                          .bend_m = kBend * unit,
                          .slop_m = kSlop * unit,
                          .substep_s = physics.time_step_s / float(physics.substeps),
                          .push_rate_1_s = smaller(kPushShare / physics.time_step_s, kMostPushRate_1_s),
                          .most_push_m_s = 3,
                          .restitution = physics.restitution,
                          .friction = physics.friction,
                          .bounce_m_s = 1};
    return numbers;
}

/// Returns the largest distance, m, of a shape's corners from an axis of length 1 through its centre of mass,
/// plus the margin of its box.
static float farthest_m(const Shape& shape, const Vec3& axis) {
    float most = 0;
    for (const Vec4& point : shape.corners) most = larger(most, length(cross(axis, xyz(point))));
    return most + shape.numbers.box_margin_m;
}

void require_fine_turns(const Physics& physics, std::span<const std::shared_ptr<const SceneShape>> shapes) {
    float most = HUGE_VALF;
    for (const auto& shape : shapes) most = smaller(most, 0.5f * shape->shape.report.thinnest_m);
    for (const auto& shape : shapes) {
        const float spin = length(shape->source.spin_rad_s);
        if (!(spin > 0)) continue;
        const float reach = farthest_m(shape->shape, shape->source.spin_rad_s * (1 / spin)),
                    travel_m = spin * reach * physics.time_step_s;
        if (travel_m <= most) continue;
        throw BadSceneValue(
            "mesh", "spin_rad_s",
            ": " + number_text(spin) + " radians per second move the farthest point of mesh '" +
                shape->source.file + "' by " + number_text(1000 * travel_m) + " mm per time step; at most " +
                number_text(1000 * most) +
                " mm, half of the thinnest part of all meshes, are expected: at most " +
                number_text(spin * most / travel_m) + " radians per second, or [physics] time_step_s = " +
                number_text(physics.time_step_s * most / travel_m),
            shape->source.entry);
    }
}

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
