// An orbit camera: a target, a distance and two angles. y is up.
#pragma once
#include <cfloat>
#include <glm/glm.hpp>

#include "sim/scene.h"

namespace app {

inline constexpr float kUsualAspect = 16.0f / 9.0f;  // where the view's own is not known

struct Camera {
    glm::vec3 target{0};
    float distance = 10;
    float yaw_deg = 30, pitch_deg = 20;
    float fov_deg = 45;

    /// With a distance of 0 the camera takes the whole container in view, from as near as a view of this
    /// aspect (width over height) allows. Of a container that is many times taller than wide, such as that of a
    /// map with one very high sample, it takes the lowest part: in all of it nothing would be seen.
    /// What is below `seen_to_m` is always in it.
    static Camera from(const sim::CameraStart& start, const sim::Container& container,
                       float aspect = kUsualAspect, float seen_to_m = -FLT_MAX);

    /// As the scene says, with its driven meshes in view.
    static Camera of(const sim::Scene& scene, const sim::Container& container, float aspect);

    glm::vec3 position() const;
    glm::mat4 view() const;
    glm::mat4 projection(float aspect) const;  // near and far follow the distance

    void orbit(float dx_px, float dy_px);
    void pan(float dx_px, float dy_px, float viewport_height_px);
    void zoom(float notches);  // towards the target, > 0 is nearer

    /// Where the eye has come below a ground, over its map, the camera is tilted up until it is above; where that
    /// does not help, it is moved up.
    void keep_above(const sim::Ground& ground);

    bool operator==(const Camera&) const = default;
};

}  // namespace app
