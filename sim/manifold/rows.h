// The rows of the solver: each kept point as a plane that its body may not cross, solved one after the other with
// friction behind the push (sequential impulses, Catto 2005; relaxed afterwards as in "Soft Step", Catto 2023).
#pragma once
#include "sim/manifold/manifold.h"
#include "sim/manifold/pair_key.h"
#include "sim/math/constraint_law.h"

namespace sim {

/// Motion of a body as the rows of a pair read and change it. A body that nothing moves has no inverse mass,
/// and is never written.
struct alignas(16) BodySpeed {
    Vec3 velocity_m_s;
    uint32_t velocity_version;  // how many pairs have changed it in these sweeps (versions.h)
    Vec3 spin_rad_s;
    uint32_t spin_version;
    Vec3 turned_nms;  // angular momentum that contacts have added
    uint32_t turned_version;
    SymmetricMatrix inverse_inertia;  // in world axes
    float inverse_mass;

    HOST_DEVICE bool moves() const { return inverse_mass > 0; }
    HOST_DEVICE Vec3 velocity(const Vec3& at) const { return velocity_m_s + cross(spin_rad_s, at); }
    HOST_DEVICE void push(const Vec3& impulse, const Vec3& at) {
        const Vec3 moment = cross(at, impulse);
        velocity_m_s = velocity_m_s + impulse * inverse_mass;
        turned_nms = turned_nms + moment;
        spin_rad_s = spin_rad_s + inverse_inertia * moment;
    }
};

/// A body as the solver has it.
struct SolverBody : BodySpeed {
    Vec3 position_m;
    Matrix3 axes;
};

/// A contact between a and b. Directions are in world axes, places from the bodies' centres. By words of 16 bytes.
struct alignas(16) Row {
    Vec3 normal;    // away from b
    float apart_m;  // below 0: so deep
    Vec3 at_a;
    float push_mass;  // that a push along the normal feels
    Vec3 at_b;
    float slip_mass;     // that friction feels, at least
    Vec3 answer;         // of the relative velocity to a push of 1
    float approach_m_s;  // relative velocity along the normal before the step
    Vec3 friction_ns;
    float push_ns;
};

/// Value in place of a class, for a pair in which nothing moves.
inline constexpr uint32_t kIdle = 0xfffffffeu;

struct PairRows {
    uint64_t key;
    uint32_t a, b;  // slots; b: or a wall
    uint32_t count, idle;
    uint32_t manifold, block;  // slot of it, and where its points are
    uint32_t pushed;           // bit k: row k has pushed in this step
    uint32_t squeezed;         // 1: deep points push it both ways; of one that rests, as when it came to rest
    uint32_t placed;           // 0: both slept when the step began, and the rows are to be placed yet
    Vec3 outwards;             // of a pair that is squeezed: so a leaves b, in world axes
    Row row[kMostPoints];
};

/// R m R^T.
HOST_DEVICE inline SymmetricMatrix turned_matrix(const Matrix3& r, const SymmetricMatrix& m) {
    const Vec3 x = r * Vec3{m.xx, m.xy, m.xz}, y = r * Vec3{m.xy, m.yy, m.yz}, z = r * Vec3{m.xz, m.yz, m.zz};
    return {x.x * r.x.x + y.x * r.y.x + z.x * r.z.x, x.y * r.x.y + y.y * r.y.y + z.y * r.z.y,
            x.z * r.x.z + y.z * r.y.z + z.z * r.z.z, x.x * r.x.y + y.x * r.y.y + z.x * r.z.y,
            x.x * r.x.z + y.x * r.y.z + z.x * r.z.z, x.y * r.x.z + y.y * r.y.z + z.y * r.z.z};
}

/// The larger eigenvalue of [r]^T I [r] across the normal, or more.
HOST_DEVICE inline float turning_across(const SymmetricMatrix& inverse_inertia, const Vec3& r,
                                        const Vec3& normal) {
    const Vec3 size = {fabsf(normal.x), fabsf(normal.y), fabsf(normal.z)};
    const Vec3 axis = size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                      : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                           : Vec3{0, 0, 1};
    const Vec3 across = cross(normal, axis), u = across * (1 / length(across)), v = cross(normal, u);
    const Vec3 ru = cross(r, u), rv = cross(r, v), turned_u = inverse_inertia * ru;
    return larger(dot(ru, turned_u), dot(rv, inverse_inertia * rv)) + fabsf(dot(rv, turned_u));
}

/// Places a row: the normal, the point from both centres and the gap along the normal, by where the bodies
/// are now.
HOST_DEVICE inline void place_row(Row& row, const ContactPoint& point, const SolverBody& a,
                                  const SolverBody& b, bool wall, float wall_offset_m) {
    if (wall) {
        row.at_a = a.axes * point.place_m;
        row.at_b = {0, 0, 0};
        row.normal = point.normal;
        row.apart_m = dot(row.normal, a.position_m) + dot(row.normal, row.at_a) - wall_offset_m;
    } else if (!(point.feature & kPointOfSecond)) {
        row.at_a = a.axes * point.place_m;
        row.at_b = row.at_a + (a.position_m - b.position_m);
        row.normal = b.axes * point.normal;
        row.apart_m = dot(row.normal, row.at_b - b.axes * point.foot_m);
    } else {
        row.at_b = b.axes * point.place_m;
        row.at_a = row.at_b + (b.position_m - a.position_m);
        const Vec3 out = a.axes * point.normal;
        row.normal = out * -1;
        row.apart_m = dot(out, row.at_a - a.axes * point.foot_m);
    }
}

/// Turns the friction of a row across its normal.
HOST_DEVICE inline void lay_friction(Row& row) {
    row.friction_ns = row.friction_ns - row.normal * dot(row.friction_ns, row.normal);
}

/// Computes the masses of a row that a push and friction feel, and its answer to a push; turns friction
/// across the normal.
HOST_DEVICE inline void weigh_row(Row& row, const SolverBody& a, const SolverBody& b) {
    float push = 0, slip = 0;
    Vec3 answer = {0, 0, 0};
    const auto add = [&](const SolverBody& body, const Vec3& at) {
        if (!body.moves()) return;
        const Vec3 arm = cross(at, row.normal), turned = body.inverse_inertia * arm;
        push += body.inverse_mass + dot(arm, turned);
        slip += body.inverse_mass + turning_across(body.inverse_inertia, at, row.normal);
        answer = answer + (row.normal * body.inverse_mass + cross(turned, at));
    };
    add(a, row.at_a);
    add(b, row.at_b);
    row.push_mass = push > 0 ? 1 / push : 0;
    row.slip_mass = slip > 0 ? 1 / slip : 0;
    row.answer = answer;
    lay_friction(row);
}

inline constexpr float kDeep_slops = 2;           // deeper points tell whether a pair is squeezed
inline constexpr float kOpposite = -0.5f;         // cosine between the directions of two that squeeze
inline constexpr float kSqueezedPush_m_s = 0.3f;  // no faster are bodies parted that are in each other

/// A pair that has gone past the middle of a thin part is pushed both ways by its field, and gains energy by it. From
/// then on one way is the way out, until none pushes against another: the mean direction of its deep points, unless
/// `outwards` tells it already.
HOST_DEVICE inline void find_squeeze(PairRows& pair, const ConstraintLaw& law) {
    const float deep = -kDeep_slops * law.slop_m;
    Vec3 mean = {0, 0, 0};
    pair.squeezed = 0;
    for (uint32_t k = 0; k < pair.count; ++k) {
        const Row& own = pair.row[k];
        if (!(own.apart_m < deep)) continue;
        mean = mean - own.normal * own.apart_m;
        for (uint32_t j = 0; j < k; ++j) {
            if (pair.row[j].apart_m < deep && dot(own.normal, pair.row[j].normal) < kOpposite)
                pair.squeezed = 1;
        }
    }
    if (!pair.squeezed) {
        pair.outwards = {0, 0, 0};
    } else if (dot(pair.outwards, pair.outwards) == 0) {
        pair.outwards = mean * (1 / larger(length(mean), 1e-9f));
    }
}

/// Finds whether a pair is squeezed, as find_squeeze(), and keeps the way out for its manifold: `way_out` in
/// the first body's frame, zero where the pair is not squeezed.
HOST_DEVICE inline void see_squeeze(PairRows& pair, Vec3& way_out, const Matrix3& axes,
                                    const ConstraintLaw& law) {
    const bool had = dot(way_out, way_out) > 0;
    pair.outwards = axes * way_out;
    find_squeeze(pair, law);
    if (!pair.squeezed) {
        way_out = {0, 0, 0};
    } else if (!had) {
        way_out = transposed_times(axes, pair.outwards);
    }
}

/// Limits friction to `most`, by Coulomb's law.
HOST_DEVICE inline Vec3 limited_friction(const Vec3& friction, float most) {
    const float size2 = dot(friction, friction);
    return size2 > most * most ? friction * (most / sqrtf(size2)) : friction;
}

/// Returns whether a row of a squeezed pair is a deep one that works against the way out.
HOST_DEVICE inline bool pushes_deeper(const PairRows& pair, const Row& row, const ConstraintLaw& law) {
    return pair.squeezed && row.apart_m < -kDeep_slops * law.slop_m && dot(row.normal, pair.outwards) < 0;
}

/// A sweep over the rows of a pair. `biased`: what is too deep is pushed apart; else only speeds are made right.
/// `first`: its first row.
HOST_DEVICE inline void solve_rows(PairRows& pair, const Row& first, BodySpeed& a, BodySpeed& b,
                                   const ConstraintLaw& law, bool biased) {
    const float per_substep_1_s = 1 / law.substep_s;  // once: rows are written meanwhile
    Row next = first;
    for (uint32_t k = 0; k < pair.count; ++k) {
        const Row row = next;
        if (k + 1 < pair.count) next = pair.row[k + 1];  // under way while this one is solved
        const Vec3 velocity = a.velocity(row.at_a) - b.velocity(row.at_b);
        float wanted = 0;                                      // approach that is left, or taken
        const bool gives_way = pushes_deeper(pair, row, law);  // the others bring it out
        if (row.apart_m > 0) {
            wanted = row.apart_m * per_substep_1_s;
        } else if (biased) {
            const float most = pair.squeezed ? kSqueezedPush_m_s : law.most_push_m_s;
            wanted = larger(law.push_rate_1_s * smaller(row.apart_m + law.slop_m, 0), -most);
        }
        float push = larger(row.push_ns - row.push_mass * (dot(velocity, row.normal) + wanted), 0);
        if (gives_way) push = 0;
        if (push == 0 && row.push_ns == 0) continue;  // and no friction
        const float more = push - row.push_ns;

        // Friction, with the velocity behind that change: the two are not solved together (for a thin leg each
        // would undo the other).
        const Vec3 then = velocity + row.answer * more;
        const Vec3 slip = then - row.normal * dot(then, row.normal);
        const Vec3 friction = limited_friction(row.friction_ns - slip * row.slip_mass, law.friction * push);
        const Vec3 impulse = row.normal * more + (friction - row.friction_ns);
        pair.row[k].friction_ns = friction;
        pair.row[k].push_ns = push;
        if (push > 0) pair.pushed |= 1u << k;
        if (a.moves()) a.push(impulse, row.at_a);
        if (b.moves()) b.push(impulse * -1, row.at_b);
    }
}

/// Applies the impulses that rows begin with, at once.
HOST_DEVICE inline void warm_start(const PairRows& pair, const Row& first, BodySpeed& a, BodySpeed& b) {
    Row next = first;
    for (uint32_t k = 0; k < pair.count; ++k) {
        const Row row = next;
        if (k + 1 < pair.count) next = pair.row[k + 1];
        if (!(row.push_ns > 0)) continue;
        const Vec3 impulse = row.normal * row.push_ns + row.friction_ns;
        if (a.moves()) a.push(impulse, row.at_a);
        if (b.moves()) b.push(impulse * -1, row.at_b);
    }
}

/// Applies Newton's law of restitution to rows whose bodies came fast and that have pushed.
HOST_DEVICE inline void bounce_rows(PairRows& pair, BodySpeed& a, BodySpeed& b, const ConstraintLaw& law) {
    for (uint32_t k = 0; k < pair.count; ++k) {
        Row& row = pair.row[k];
        if (row.approach_m_s > -law.bounce_m_s || !(pair.pushed >> k & 1)) continue;
        if (pushes_deeper(pair, row, law)) continue;
        const Vec3 velocity = a.velocity(row.at_a) - b.velocity(row.at_b);
        const float push = larger(
            row.push_ns - row.push_mass * (dot(velocity, row.normal) + law.restitution * row.approach_m_s),
            0);
        const Vec3 friction = limited_friction(row.friction_ns, law.friction * push);
        const Vec3 impulse = row.normal * (push - row.push_ns) + (friction - row.friction_ns);
        row.push_ns = push;
        row.friction_ns = friction;
        if (a.moves()) a.push(impulse, row.at_a);
        if (b.moves()) b.push(impulse * -1, row.at_b);
    }
}

}  // namespace sim
