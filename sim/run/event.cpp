#include "sim/run/event.h"

#include <stdexcept>

#include "sort/base/counts.h"

namespace sim {

void require_legal(const ThrownBody& body) {
    const auto finite = [](const Vec3& v) { return dot(v, v) < HUGE_VALF; };
    const auto positive = [](float x) { return x > 0 && x < HUGE_VALF; };
    const Quaternion& q = body.orientation;
    const float norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    if (!finite(body.position_m) || !finite(body.velocity_m_s))
        throw std::invalid_argument("a thrown body needs a finite position and velocity");
    if (!positive(body.radius_m) || !positive(body.mass_kg))
        throw std::invalid_argument("a thrown body needs a radius and a mass above 0");
    if (!(norm > 0.99f && norm < 1.01f))
        throw std::invalid_argument("a thrown body needs an orientation of length 1");
}

Snapshot with_thrown(Snapshot state, const Throw& thrown) {
    sort::require_at_most(kMaxBodies, state.bodies.size() + thrown.size(), "bodies");
    for (const ThrownBody& body : thrown) {
        require_legal(body);
        state.bodies.push_back(
            {body.position_m, body.radius_m, body.velocity_m_s, body.mass_kg, {0, 0, 0}, 0});
        if (state.rotations.empty()) continue;
        RotationState rotation;
        rotation.orientation = body.orientation;
        rotation.shape = body.shape;
        state.rotations.push_back(rotation);
    }
    return state;
}

}  // namespace sim
