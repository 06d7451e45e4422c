// Where the ground touches a body: one contact, at the foot point. The law is that of a wall (plane_force()).
#pragma once
#include "sim/ground/height_field.h"

namespace sim {

/// Height field with what says that a body is too high to touch it.
struct Surroundings {
    HeightField field;
    float highest_m;  // no point of the surface is higher
    float reach;      // in radii: a centre that high above the surface is a radius away from all of it
};

/// A contact with the ground; there is none where the depth is not above 0.
struct GroundContact {
    Vec3 normal;
    float depth_m;
    bool centre_below;  // the centre is not above the surface right below it
};

/// A foot point is one if the centre stands over it upright, but for this share of the radius to the side.
inline constexpr float kUpright = 0.5f;

/// The depth is the radius minus the distance from the plane that touches at the foot point, so it has no
/// limit: a body whose centre is below the surface is pushed up from wherever it is. Where the ground is so
/// rough that two steps find no foot point, the plane that touches right below the centre stands for it.
HOST_DEVICE inline GroundContact touch_ground(const Vec3& centre_m, float radius_m,
                                              const Surroundings& ground) {
    const GroundContact none = {{0, 1, 0}, 0, false};
    if (centre_m.y - radius_m >= ground.highest_m) return none;

    const Surface below = surface_at(ground.field, centre_m.x, centre_m.z);
    const float above = centre_m.y - below.height_m;
    if (above >= radius_m * ground.reach) return none;

    const FootPoint foot = foot_point(ground.field, centre_m, below);
    const Vec3 from_foot = centre_m - foot.place_m;
    const float upright = dot(from_foot, foot.normal), away2 = dot(from_foot, from_foot);
    const float aside = kUpright * radius_m;
    const bool found = away2 - upright * upright <= aside * aside && (above > 0 || upright < radius_m);
    if (!found) {
        const Vec3 normal = normal_of(below);
        return {normal, radius_m - above * normal.y, !(above > 0)};
    }
    // The plane of a foot point that is not near says nothing.
    if (above > 0 && away2 >= radius_m * radius_m) return none;
    return {foot.normal, radius_m - upright, !(above > 0)};
}

}  // namespace sim
