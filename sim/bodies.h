// The bodies of a world as arrays by slot: as they were when the last step completed ("committed"), where
// they have moved since and how fast ("moved"), and all of it in the order that the sort gave ("sorted"). A
// step writes the first from the last, and only if it has completed: one that ran out of room changes
// nothing.
#pragma once
#include "sim/math/motion.h"

namespace sim {

/// Pointers to one set of arrays; what the stages work on.
struct BodyArrays {
    Vec4* position_radius;
    Vec4* velocity_mass;
    Vec4* acceleration_still;
    uint32_t* id;

    HOST_DEVICE Motion load(uint32_t slot) const {
        const Vec4 p = position_radius[slot], v = velocity_mass[slot], a = acceleration_still[slot];
        return {xyz(p), p.w, xyz(v), v.w, xyz(a), a.w};
    }
    HOST_DEVICE void store(uint32_t slot, const Motion& body) const {
        position_radius[slot] = with_w(body.position_m, body.radius_m);
        velocity_mass[slot] = with_w(body.velocity_m_s, body.mass_kg);
        acceleration_still[slot] = with_w(body.acceleration_m_s2, body.still_s);
    }
};

inline constexpr uint32_t kBodyBytes = 52;  // a body in these arrays

/// Bodies in sorted order, moved half a step on. Their acceleration has been used: those that are awake get
/// another, and sleepers have none.
struct SortedBodies {
    Vec4* position_radius;
    Vec4* velocity_mass;
    float* still_s;
    uint32_t* id;

    HOST_DEVICE Motion load(uint32_t slot) const {
        const Vec4 p = position_radius[slot], v = velocity_mass[slot];
        return {xyz(p), p.w, xyz(v), v.w, {0, 0, 0}, still_s[slot]};
    }

    /// Returns the velocity, m/s, by which fast() decides whether a body is fast enough to wake a sleeper.
    HOST_DEVICE Vec3 pace(uint32_t slot) const { return xyz(velocity_mass[slot]); }
    HOST_DEVICE static bool fast(const Vec3& pace, const StepNumbers& numbers) {
        return dot(pace, pace) > numbers.sleep_speed2;
    }
};

inline constexpr uint32_t kSortedBodyBytes = 40;

template <class Exec>
class BodyStore {
public:
    explicit BodyStore(uint32_t count)
        : position_radius_(count), velocity_mass_(count), acceleration_still_(count), id_(count) {}

    BodyArrays arrays() {
        return {position_radius_.data(), velocity_mass_.data(), acceleration_still_.data(), id_.data()};
    }
    const Vec4* position_radius() const { return position_radius_.data(); }
    const Vec4* velocity_mass() const { return velocity_mass_.data(); }
    const Vec4* acceleration_still() const { return acceleration_still_.data(); }
    const uint32_t* id() const { return id_.data(); }
    size_t bytes() const {
        return position_radius_.bytes() + velocity_mass_.bytes() + acceleration_still_.bytes() + id_.bytes();
    }

private:
    typename Exec::template Array<Vec4> position_radius_, velocity_mass_, acceleration_still_;
    typename Exec::template Array<uint32_t> id_;
};

}  // namespace sim
