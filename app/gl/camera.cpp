// The orbit camera's arithmetic.
#include "app/gl/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace app {

static constexpr float kDegreesPerPixel = 0.3f;
static constexpr float kZoomPerNotch = 1.15f;
static constexpr float kMinDistance = 0.02f, kMaxDistance = 1e5f;
static constexpr float kTargetHeight = 0.35f;  // of the container, from its floor
static constexpr float kFill = 0.82f;          // of the distance at which nothing is cut off
static constexpr float kMaxPitch = 89;         // straight down has no "up"

/// Looks at the lower half of the container, where the bodies come to rest, from where its sphere fills the
/// view.
static void fit(Camera& camera, const sim::Container& container) {
    const glm::vec3 low = {container.min_m.x, container.min_m.y, container.min_m.z};
    const glm::vec3 high = {container.max_m.x, container.max_m.y, container.max_m.z};
    camera.target = glm::mix(low, high, glm::vec3(0.5f, kTargetHeight, 0.5f));
    const float radius = 0.5f * glm::length(high - low);
    camera.distance = kFill * radius / std::sin(0.5f * glm::radians(camera.fov_deg));
}

Camera Camera::from(const sim::CameraStart& start, const sim::Container& container) {
    Camera camera;
    camera.target = {start.target_m.x, start.target_m.y, start.target_m.z};
    camera.distance = start.distance_m;
    if (start.distance_m == 0) fit(camera, container);
    camera.distance = std::clamp(camera.distance, kMinDistance, kMaxDistance);
    camera.yaw_deg = start.yaw_deg;
    camera.pitch_deg = std::clamp(start.pitch_deg, -kMaxPitch, kMaxPitch);
    return camera;
}

/// From the target towards the eye.
static glm::vec3 backward(const Camera& camera) {
    const float yaw = glm::radians(camera.yaw_deg), pitch = glm::radians(camera.pitch_deg);
    return {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
}

glm::vec3 Camera::position() const { return target + distance * backward(*this); }

glm::mat4 Camera::view() const { return glm::lookAt(position(), target, glm::vec3(0, 1, 0)); }

glm::mat4 Camera::projection(float aspect) const {
    // The far plane keeps a large container in view when the eye is close to one body.
    const float near = distance * 0.01f, far = std::max(distance * 100, 1000.0f);
    return glm::perspective(glm::radians(fov_deg), aspect, near, far);
}

void Camera::orbit(float dx_px, float dy_px) {
    yaw_deg = std::remainder(yaw_deg - dx_px * kDegreesPerPixel, 360.0f);
    pitch_deg = std::clamp(pitch_deg + dy_px * kDegreesPerPixel, -kMaxPitch, kMaxPitch);
}

void Camera::pan(float dx_px, float dy_px, float viewport_height_px) {
    // What lies at the target's depth follows the cursor.
    const float metres_per_px =
        2 * distance * std::tan(glm::radians(fov_deg) / 2) / std::max(viewport_height_px, 1.0f);
    const glm::vec3 back = backward(*this);
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0, 1, 0), back));
    const glm::vec3 up = glm::cross(back, right);
    target += (-dx_px * right + dy_px * up) * metres_per_px;
}

void Camera::zoom(float notches) {
    distance = std::clamp(distance * std::pow(kZoomPerNotch, -notches), kMinDistance, kMaxDistance);
}

}  // namespace app
