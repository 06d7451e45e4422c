// The force between two rigid bodies of any shape: points of each in the field of the other.
//
// Elastic: K sum(d^3 n) / sqrt(sum(d^4)), the gradient of K / 2 sqrt(sum(d^4)). It has a potential, so that a
// contact gives back what it took, it is continuous where points come and go, and it stiffens only with the
// root of their number. Damping acts at each point along its own direction, so that it does not hold a
// tilting body; the two together never pull. Friction acts once, at the centroid of the contact
// (friction.h).
#pragma once
#include "sim/math/contact_law.h"
#include "sim/math/float_bits.h"
#include "sim/math/rigid.h"
#include "sim/narrow/friction.h"
#include "sim/narrow/point_sums.h"
#include "sim/shapes/field.h"

namespace sim {

/// Between the field's nodes its values are off by at most a cell's diagonal on either side of a way: the
/// look-up of a cluster's centre decides for all of its points only beyond that.
inline constexpr float kCullingSlack = 2;  // cells

/// Adds the points of one shape that lie in the field of another. `turn` and `shift` bring a point from the
/// first's frame to the second's; contact(place in the first's frame, depth, direction out of the second in
/// its frame, sums) adds one.
template <class Lanes, class Contact>
HOST_DEVICE void add_points(Lanes& lanes, const ShapeView& points_of, const FieldView& field,
                            const Matrix3& turn, const Vec3& shift, Contact contact) {
    const float slack = kCullingSlack * field.spacing_m;
    const auto near = [&](uint32_t c) {
        const Vec4 sphere = points_of.clusters[c];
        return !(field_value(field, turn * xyz(sphere) + shift) > sphere.w + slack);
    };
    lanes.each_point(points_of, near, [&](const Vec3& point, PointSums& sums) {
        const FieldSample there = field_sample(field, turn * point + shift);
        if (!(there.value_m < 0)) return;
        const float size = length(there.gradient);
        if (!(size > 0)) return;
        contact(point, -there.value_m, there.gradient * (1 / size), sums);
    });
}

HOST_DEVICE inline PairForce force_of_sums(const PointSums& sums, const RigidBody& a, const RigidBody& b,
                                           const ContactLaw& law, FrictionState& friction) {
    if (!(sums.fourth > 0)) return {{0, 0, 0}, 0, {0, 0, 0}, 0};
    const float root = sqrtf(sums.fourth), scale = law.stiffness_n_m / root;
    PairForce out = {sums.cubed * scale, 0, sums.cubed_moment * scale, 0.5f * law.stiffness_n_m * root};
    const float elastic = length(out.force_n);
    if (!(elastic > 0)) return out;  // all directions cancel: no side to leave by
    const Vec3 normal = out.force_n * (1 / elastic);

    const Vec3 from_a = sums.place * (1 / sums.squared);
    const Vec3 arm_a = cross(from_a, normal), arm_b = cross(from_a + (a.position_m - b.position_m), normal);
    const float felt_mass =
        1 / (a.inverse_mass + b.inverse_mass + dot(arm_a, a.turn_by(arm_a)) + dot(arm_b, b.turn_by(arm_b)));
    const float damping = 2 * law.damping_ratio * sqrtf(law.stiffness_n_m * felt_mass) / sums.squared;
    // So that the points push at least as much as the damping of those that part pulls. (Not the sum of the
    // forces: a body that another holds from two sides is pushed both ways, and must come to rest.)
    const float pushing = sums.pushing * scale, pulling = damping * sums.parting;
    const float part = pulling > pushing ? pushing / pulling : 1;
    out.force_n = out.force_n - sums.damping * (damping * part);
    out.moment_nm = out.moment_nm - sums.damping_moment * (damping * part);
    out.push_n = not_negative(pushing - damping * part * dot(sums.damping, normal));
    if (law.friction > 0) add_friction(sums, a, b, normal, law, friction, out);
    return out;
}

/// What the points of two bodies add up to; a is the body with the smaller id. At least one is not fixed.
template <class Lanes>
HOST_DEVICE void add_pair(Lanes& lanes, const ShapeView& shape_a, const RigidBody& a,
                          const ShapeView& shape_b, const RigidBody& b) {
    const Vec3 apart = b.position_m - a.position_m;
    // The velocity of a against b at a place from a's centre.
    const auto velocity = [&](const Vec3& at) {
        return a.velocity_m_s + cross(a.angular_velocity, at) - b.velocity_m_s -
               cross(b.angular_velocity, at - apart);
    };

    // Points of a in b's field, which push a; then points of b in a's field, which push b the other way.
    add_points(lanes, shape_a, shape_b.field, transposed_times(b.rotation, a.rotation),
               transposed_times(b.rotation, apart * -1),
               [&](const Vec3& point, float depth, const Vec3& out, PointSums& sums) {
                   const Vec3 at = a.rotation * point;
                   sums.add(depth, at, b.rotation * out, velocity(at));
               });
    add_points(lanes, shape_b, shape_a.field, transposed_times(a.rotation, b.rotation),
               transposed_times(a.rotation, apart),
               [&](const Vec3& point, float depth, const Vec3& out, PointSums& sums) {
                   const Vec3 at = b.rotation * point + apart;
                   sums.add(depth, at, a.rotation * (out * -1), velocity(at));
               });
}

/// A half space that is solid: everything behind the plane.
struct Plane {
    Vec3 normal;     // length 1, away from the solid
    float offset_m;  // of the plane from the origin, along the normal
};

/// The same for a body and a half space, which takes the place of b.
template <class Lanes>
HOST_DEVICE void add_plane(Lanes& lanes, const ShapeView& shape, const RigidBody& body, const Plane& plane) {
    const Vec3 normal = transposed_times(body.rotation, plane.normal);  // in the body's frame
    const float behind = plane.offset_m - dot(plane.normal, body.position_m);
    const auto near = [&](uint32_t c) {
        const Vec4 sphere = shape.clusters[c];
        return dot(normal, xyz(sphere)) - sphere.w < behind;
    };
    lanes.each_point(shape, near, [&](const Vec3& point, PointSums& sums) {
        const float depth = behind - dot(normal, point);
        if (!(depth > 0)) return;
        const Vec3 at = body.rotation * point;
        sums.add(depth, at, plane.normal, body.velocity_m_s + cross(body.angular_velocity, at));
    });
}

/// What body b gets. `apart` is from a's centre to b's.
HOST_DEVICE inline PairForce on_other(const PairForce& on_a, const Vec3& apart) {
    return {on_a.force_n * -1, on_a.push_n, (on_a.moment_nm - cross(apart, on_a.force_n)) * -1,
            on_a.energy_j};
}

}  // namespace sim
