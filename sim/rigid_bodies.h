// What bodies with shapes have beside BodyArrays: how they are turned. By slot, and committed, moved and
// sorted as those are.
#pragma once
#include "sim/bodies.h"
#include "sim/math/body_flags.h"
#include "sim/math/rigid.h"
#include "sim/scene.h"

namespace sim {

/// Orientation and angular momentum; of a driven body its angular velocity. The shape's number goes with
/// them.
struct Turn {
    Quaternion orientation;
    Vec3 momentum;
    uint32_t shape;
};

struct TurnArrays {
    Quaternion* orientation;
    Vec4* momentum_shape;  // and the bits of the number

    HOST_DEVICE Turn load(uint32_t slot) const {
        const Vec4 m = momentum_shape[slot];
        return {orientation[slot], xyz(m), float_bits(m.w)};
    }
    HOST_DEVICE void store(uint32_t slot, const Turn& turn) const {
        orientation[slot] = turn.orientation;
        momentum_shape[slot] = with_w(turn.momentum, bits_float(turn.shape));
    }
};

/// No further from length 1 than floats can bear, beside all that is to be finite.
inline constexpr float kMostLength2 = 1e6f;
HOST_DEVICE inline bool all_finite(const Turn& turn) {
    const Quaternion& q = turn.orientation;
    return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z < kMostLength2 && all_finite(turn.momentum);
}

/// Returns the rotation of a body that is set aside (body_flags.h).
HOST_DEVICE inline Turn upright(uint32_t shape) { return {{1, 0, 0, 0}, {0, 0, 0}, shape}; }

HOST_DEVICE inline void set_aside_if_lost(Motion& body, Turn& turn, uint32_t id) {
    if (all_finite(body) && all_finite(turn)) return;
    body = set_aside(body, id);
    turn = upright(turn.shape);
}

inline constexpr uint32_t kTurnBytes = 32;

/// A body as the narrow phase sees it. A driven one has no inverse mass.
struct RigidBody {
    Vec3 position_m, velocity_m_s, angular_velocity;
    Matrix3 rotation;
    float inverse_mass;
};

/// Place and orientation of a body when its sleep clock began to run.
struct Anchor {
    Vec3 place_m;
    Quaternion orientation;
};

struct AnchorArrays {
    Vec4* place;
    Quaternion* orientation;

    HOST_DEVICE Anchor load(uint32_t slot) const { return {xyz(place[slot]), orientation[slot]}; }
    HOST_DEVICE void store(uint32_t slot, const Anchor& anchor) const {
        place[slot] = with_w(anchor.place_m, 0);
        orientation[slot] = anchor.orientation;
    }
};

template <class Exec>
class TurnStore {
public:
    explicit TurnStore(uint32_t count) : orientation_(count), momentum_shape_(count) {}
    TurnArrays arrays() { return {orientation_.data(), momentum_shape_.data()}; }
    const Quaternion* orientation() const { return orientation_.data(); }
    const Vec4* momentum_shape() const { return momentum_shape_.data(); }
    size_t bytes() const { return orientation_.bytes() + momentum_shape_.bytes(); }

private:
    typename Exec::template Array<Quaternion> orientation_;
    typename Exec::template Array<Vec4> momentum_shape_;
};

template <class Exec>
class AnchorStore {
public:
    explicit AnchorStore(uint32_t count) : place_(count), orientation_(count) {}
    AnchorArrays arrays() { return {place_.data(), orientation_.data()}; }
    size_t bytes() const { return place_.bytes() + orientation_.bytes(); }

private:
    typename Exec::template Array<Vec4> place_;
    typename Exec::template Array<Quaternion> orientation_;
};

HOST_DEVICE inline bool driven(float mass_kg) { return mass_kg == kDrivenMass; }

HOST_DEVICE inline Vec3 angular_velocity(const Turn& turn, const ShapeView& shape, float mass_kg) {
    if (driven(mass_kg)) return turn.momentum;
    return angular_velocity(turn.orientation, shape.inverse_inertia, turn.momentum);
}

/// Returns whether no point of a body is further from where it was than `reach_m`. A rotation moves a point
/// at the radius by at most twice the radius times the length of the quaternions' difference.
HOST_DEVICE inline bool stays(const Anchor& anchor, const Vec3& place_m, const Quaternion& q, float radius_m,
                              float reach_m) {
    const Quaternion& p = anchor.orientation;
    const float w = q.w - p.w, x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
    return length(place_m - anchor.place_m) + 2 * radius_m * sqrtf(w * w + x * x + y * y + z * z) <= reach_m;
}

/// The bodies of the step in sorted order, moved, with their shapes.
struct SortedRigid {
    SortedBodies bodies;
    TurnArrays turns;
    const ShapeView* shapes;
    const Box* boxes;

    HOST_DEVICE const ShapeView& shape(uint32_t slot) const {
        return shapes[float_bits(turns.momentum_shape[slot].w)];
    }
    HOST_DEVICE RigidBody load(uint32_t slot) const {
        const Vec4 p = bodies.position_radius[slot], v = bodies.velocity_mass[slot];
        const Turn turn = turns.load(slot);
        const ShapeView& shape = shapes[turn.shape];
        const bool free = !driven(v.w);
        return {xyz(p), xyz(v), angular_velocity(turn, shape, v.w), rotation(turn.orientation),
                free ? 1 / v.w : 0};
    }
    /// Returns whether a body does not move: it sleeps, or is driven and stands still.
    HOST_DEVICE bool still(uint32_t slot, const StepNumbers& numbers) const {
        const Vec4 v = bodies.velocity_mass[slot];
        if (!driven(v.w)) return asleep(bodies.still_s[slot], numbers);
        const Vec3 spin = xyz(turns.momentum_shape[slot]), velocity = xyz(v);
        return dot(spin, spin) == 0 && dot(velocity, velocity) == 0;
    }
};

}  // namespace sim
