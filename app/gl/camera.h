// An orbit camera: a target, a distance and two angles. y is up.
#pragma once
#include <cfloat>
#include <glm/glm.hpp>
#include <optional>

#include "sim/scene.h"

namespace app {

inline constexpr float kUsualAspect = 16.0f / 9.0f;  // where the view's own is not known

/// Range of the camera under the user's control: the eye from its target, and the target from the middle of
/// the scene; nearer only as long as the scene is in view, and the eye above its lower end. What is beyond
/// that already comes no farther.
struct CameraRange {
    float farthest_m = 1e6f;
    std::optional<sim::Container> scene{};  // none: anywhere
    float aspect = kUsualAspect;            // of the view
    const sim::Ground* ground = nullptr;

    glm::vec3 centre() const;
};

struct Camera {
    glm::vec3 target{0};
    float distance = 10;
    float yaw_deg = 30, pitch_deg = 20;
    float fov_deg = 32;  // from top to bottom; a wider one bends the bodies at the sides

    /// Returns the camera of a scene's start. With a distance of 0 it takes the whole box in view, from as
    /// near as a view of this aspect (width over height) allows. Of a box that is many times taller than
    /// wide, such as that of a map with one very high sample, it takes the lowest part: in all of it nothing
    /// would be seen. What is below `seen_to_m` is always in it.
    static Camera from(const sim::CameraStart& start, const sim::Container& box, float aspect = kUsualAspect,
                       float seen_to_m = -FLT_MAX);

    /// Returns the initial camera of a scene, with its driven meshes in view.
    static Camera of(const sim::Scene& scene, const sim::Container& container, float aspect);
    static float top_of_driven(const sim::Scene& scene);  // in metres; -FLT_MAX: there is none

    /// Looks at the middle of the box from so far that all of it stays in view while the camera turns around it.
    static Camera around(const sim::CameraStart& start, const sim::Container& box, float aspect,
                         float seen_to_m = -FLT_MAX);

    glm::vec3 position() const;
    glm::mat4 view() const;
    /// Returns a projection without a far plane. The near one follows the distance; where the eye is near the
    /// container or in it, it is so near that it cuts no body open.
    glm::mat4 projection(float aspect) const;
    glm::mat4 projection(float aspect, const sim::Container& container) const;

    void orbit(float dx_px, float dy_px);
    /// Stops at the range: then the target stays.
    void pan(float dx_px, float dy_px, float viewport_height_px, const CameraRange& range = {});
    /// > 0 is nearer. What lies at the target's depth under the pointer stays there; the pointer is given from
    /// the view's middle, to the right and up, in halves of the view's height. Notch by notch: one that would leave the
    /// range moves nothing, so that as many back lead to where it began; nearer only as far as the scene is in view.
    void zoom(float notches, glm::vec2 pointer = glm::vec2(0), const CameraRange& range = {});

    /// Keeps the eye above the ground: tilts the camera up until it is, and moves it up where that does not
    /// help. Does nothing outside the map.
    void keep_above(const sim::Ground& ground);

    bool operator==(const Camera&) const = default;

private:
    bool zoom_notch(float notch, glm::vec2 pointer, const CameraRange& range);
    bool sees(const sim::Container& box, float aspect, float inner) const;
    bool loses_scene(const Camera& before, const CameraRange& range) const;
};

/// Returns a `part` of the way from one camera to another: 0 is `from`, 1 is `to`.
Camera between(const Camera& from, const Camera& to, float part);

}  // namespace app
