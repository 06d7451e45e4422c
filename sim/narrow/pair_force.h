// The force between two rigid bodies of any shape: points of each in the field of the other.
//
// Elastic: K sum(d^3 n) / sqrt(sum(d^4)), the gradient of K / 2 sqrt(sum(d^4)). It has a potential, so that a
// contact gives back what it took, it is continuous where points come and go, and it stiffens only with the
// root of their number. Damping acts at each point along its own direction, so that it does not hold a
// tilting body; the two together never pull. Friction acts once, at the centroid of the contact.
#pragma once
#include "sim/math/rigid.h"
#include "sim/narrow/point_sums.h"
#include "sim/shapes/field.h"

namespace sim {

/// A body as the law sees it. A fixed one has no inverse mass and no inverse inertia.
struct RigidBody {
    Vec3 position_m, velocity_m_s, angular_velocity;
    Matrix3 rotation;
    float inverse_mass;
    SymmetricMatrix inverse_inertia;  // in the body frame
};

struct ContactLaw {
    float stiffness_n_m;
    float damping_ratio;  // of critical, for two bodies of which half the mass is felt at the contact
    float friction;
    float dt_s;
};

/// On body a. Body b gets the opposite, see on_other().
struct PairForce {
    Vec3 force_n;
    float push_n;    // along the mean direction of the contact
    Vec3 moment_nm;  // about the centre of a
    float energy_j;  // that the contact holds
};

/// Between the field's nodes its values are off by at most a cell's diagonal on either side of a way: the
/// look-up of a cluster's centre decides for all of its points only beyond that.
inline constexpr float kCullingSlack = 2;     // cells
inline constexpr float kViscousShare = 0.2f;  // of the slip that friction may take away in a step

/// Adds the points of one shape that lie in the field of another. `turn` and `shift` bring a point from the
/// first's frame to the second's; contact(place in the first's frame, depth, direction out of the second in
/// its frame, sums) adds one.
template <class Lanes, class Contact>
HOST_DEVICE void add_points(Lanes& lanes, const ShapeView& points_of, const FieldView& field,
                            const Matrix3& turn, const Vec3& shift, Contact contact) {
    const float slack = kCullingSlack * field.spacing_m;
    for (uint32_t c = 0; c < points_of.cluster_count; ++c) {
        const Vec4 sphere = points_of.clusters[c];
        if (field_value(field, turn * xyz(sphere) + shift) > sphere.w + slack) continue;
        lanes.each([&](uint32_t lane, PointSums& sums) {
            const uint32_t i = c * kClusterPoints + lane;
            if (i >= points_of.point_count) return;
            const Vec3 point = xyz(points_of.points[i]);
            const FieldSample there = field_sample(field, turn * point + shift);
            if (!(there.value_m < 0)) return;
            const float size = length(there.gradient);
            if (!(size > 0)) return;
            contact(point, -there.value_m, there.gradient * (1 / size), sums);
        });
    }
}

/// Takes from the slip at the contact, and from the spin about its direction, what friction may.
HOST_DEVICE inline void add_friction(const PointSums& sums, const RigidBody& a, const RigidBody& b,
                                     const Vec3& normal, const ContactLaw& law, PairForce& out) {
    const Vec3 from_a = sums.place * (1 / sums.squared), from_b = from_a + (a.position_m - b.position_m);
    const Vec3 velocity = a.velocity_m_s + cross(a.angular_velocity, from_a) - b.velocity_m_s -
                          cross(b.angular_velocity, from_b);
    const Vec3 slip = velocity - normal * dot(velocity, normal);
    const float speed = length(slip), most = law.friction * out.push_n;
    if (speed > 0) {
        const Vec3 along = slip * (1 / speed);
        const Vec3 arm_a = cross(from_a, along), arm_b = cross(from_b, along);
        const float inverse_mass = a.inverse_mass + b.inverse_mass +
                                   dot(arm_a, inverse_inertia_times(a.rotation, a.inverse_inertia, arm_a)) +
                                   dot(arm_b, inverse_inertia_times(b.rotation, b.inverse_inertia, arm_b));
        const Vec3 pull = along * -smaller(most, kViscousShare * speed / (law.dt_s * inverse_mass));
        out.force_n = out.force_n + pull;
        out.moment_nm = out.moment_nm + cross(from_a, pull);
    }

    const float spin = dot(a.angular_velocity - b.angular_velocity, normal);
    const float spread2 = sums.place2 / sums.squared - dot(from_a, from_a);
    if (spin != 0 && spread2 > 0) {
        const float inverse_inertia =
            dot(normal, inverse_inertia_times(a.rotation, a.inverse_inertia, normal)) +
            dot(normal, inverse_inertia_times(b.rotation, b.inverse_inertia, normal));
        const float brake =
            smaller(most * sqrtf(spread2), kViscousShare * fabsf(spin) / (law.dt_s * inverse_inertia));
        out.moment_nm = out.moment_nm + normal * (spin > 0 ? -brake : brake);
    }
}

HOST_DEVICE inline PairForce force_of_sums(const PointSums& sums, const RigidBody& a, const RigidBody& b,
                                           const ContactLaw& law) {
    if (!(sums.fourth > 0)) return {{0, 0, 0}, 0, {0, 0, 0}, 0};
    const float root = sqrtf(sums.fourth), scale = law.stiffness_n_m / root;
    PairForce out = {sums.cubed * scale, 0, sums.cubed_moment * scale, 0.5f * law.stiffness_n_m * root};
    const float elastic = length(out.force_n);
    if (!(elastic > 0)) return out;  // all directions cancel: no side to leave by
    const Vec3 normal = out.force_n * (1 / elastic);

    const float felt_mass = 0.5f / (a.inverse_mass + b.inverse_mass);
    const float damping = 2 * law.damping_ratio * sqrtf(law.stiffness_n_m * felt_mass) / sums.squared;
    const float along = -damping * dot(sums.damping, normal);
    const float part = elastic + along < 0 ? elastic / -along : 1;  // of the damping, so that nothing pulls
    out.force_n = out.force_n - sums.damping * (damping * part);
    out.moment_nm = out.moment_nm - sums.damping_moment * (damping * part);
    out.push_n = elastic + along * part;
    if (law.friction > 0 && out.push_n > 0) add_friction(sums, a, b, normal, law, out);
    return out;
}

/// The force on body a; a is the one with the smaller id. At least one of the two is not fixed.
template <class Lanes>
HOST_DEVICE PairForce pair_force(Lanes lanes, const ShapeView& shape_a, const RigidBody& a,
                                 const ShapeView& shape_b, const RigidBody& b, const ContactLaw& law) {
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
    return force_of_sums(lanes.total(), a, b, law);
}

/// What body b gets. `apart` is from a's centre to b's.
HOST_DEVICE inline PairForce on_other(const PairForce& on_a, const Vec3& apart) {
    return {on_a.force_n * -1, on_a.push_n, (on_a.moment_nm - cross(apart, on_a.force_n)) * -1,
            on_a.energy_j};
}

}  // namespace sim
