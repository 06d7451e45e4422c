// The orbit camera's arithmetic.
#include "app/gl/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace app {

static constexpr float kDegreesPerPixel = 0.3f;
static constexpr float kZoomPerNotch = 1.15f;
static constexpr float kMinDistance = 0.02f, kMaxDistance = 1e6f;
static constexpr float kNear = 0.01f;  // of the distance, and nearer near the container:
// of its diagonal at least, or this far: at a tenth of that, spheres side by side have one depth.
static constexpr float kLeastNear = 1e-3f, kLeastNear_m = 0.04f;
static constexpr float kMargin = 0.06f;  // of the view, left free around the box
static constexpr float kMaxPitch = 89;   // straight down has no "up"
static constexpr float kMostTall = 2;    // of a box, in widths: of a taller one the lowest part is shown,
static constexpr float kFromAbove = 50;  // but for steeper views

/// Axes of a view: from the target towards the eye, to the right and up.
struct Axes {
    glm::vec3 back, right, up;
};

static Axes axes_of(const Camera& camera) {
    const float yaw = glm::radians(camera.yaw_deg), pitch = glm::radians(camera.pitch_deg);
    const glm::vec3 back = {std::sin(yaw) * std::cos(pitch), std::sin(pitch),
                            std::cos(yaw) * std::cos(pitch)};
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0, 1, 0), back));
    return {back, right, glm::cross(back, right)};
}

/// Returns how far the eye must be for corners at (across, back) to stay inside a view of half width `slope`
/// at distance 1. A corner is inside when |across - shift| <= slope * (distance - back), for a shift of the
/// target that is ours to choose. All corners together say that the shift lies between the greatest across +
/// slope * back, less slope * distance, and the least across - slope * back, plus slope * distance: from the
/// distance on at which the two meet there is such a shift.
static float least_distance(const glm::vec3 (&corners)[8], glm::vec3 across, glm::vec3 back, float slope) {
    float most = -FLT_MAX, least = FLT_MAX;
    for (const glm::vec3& corner : corners) {
        const float a = glm::dot(corner, across), b = slope * glm::dot(corner, back);
        most = std::max(most, a + b);
        least = std::min(least, a - b);
    }
    return (most - least) / (2 * slope);
}

/// Returns the shift of the target that leaves as much free on one side of the picture as on the other.
static float even_shift(const glm::vec3 (&corners)[8], glm::vec3 across, glm::vec3 back, float distance) {
    float low = 0, high = 0;
    for (const glm::vec3& corner : corners) {
        low = std::min(low, glm::dot(corner, across));
        high = std::max(high, glm::dot(corner, across));
    }
    for (int k = 0; k < 30; ++k) {
        const float shift = (low + high) / 2;
        float first = FLT_MAX, last = -FLT_MAX;
        for (const glm::vec3& corner : corners) {
            const float at = (glm::dot(corner, across) - shift) / (distance - glm::dot(corner, back));
            first = std::min(first, at);
            last = std::max(last, at);
        }
        (first + last > 0 ? low : high) = shift;
    }
    return (low + high) / 2;
}

/// Region to be in view: its centre, and its corners relative to that.
struct Subject {
    glm::vec3 centre, corners[8];
};

/// Seen from above all of it, or the eye would be among what is higher.
static Subject subject_of(const sim::Container& box, float seen_to_m, float pitch_deg) {
    const glm::vec3 low = {box.min_m.x, box.min_m.y, box.min_m.z};
    glm::vec3 high = {box.max_m.x, box.max_m.y, box.max_m.z};
    const float tall = low.y + kMostTall * std::max(high.x - low.x, high.z - low.z);
    if (pitch_deg < kFromAbove) high.y = std::min(high.y, std::max(tall, seen_to_m));
    Subject subject;
    subject.centre = 0.5f * (low + high);
    for (int i = 0; i < 8; ++i)
        subject.corners[i] = glm::mix(low, high, glm::vec3(i & 1, i >> 1 & 1, i >> 2 & 1)) - subject.centre;
    return subject;
}

/// Returns half of what is seen at distance 1, from the middle up.
static float half_height(const Camera& camera) { return std::tan(0.5f * glm::radians(camera.fov_deg)); }

/// The nearest eye in the camera's direction that sees all eight corners of the box.
static void fit(Camera& camera, const sim::Container& box, float aspect, float seen_to_m) {
    const Subject subject = subject_of(box, seen_to_m, camera.pitch_deg);
    const auto& corners = subject.corners;
    const Axes axes = axes_of(camera);
    const float slope = (1 - kMargin) * half_height(camera);
    camera.distance = std::max(least_distance(corners, axes.right, axes.back, slope * aspect),
                               least_distance(corners, axes.up, axes.back, slope));
    camera.target = subject.centre +
                    even_shift(corners, axes.right, axes.back, camera.distance) * axes.right +
                    even_shift(corners, axes.up, axes.back, camera.distance) * axes.up;
}

float Camera::top_of_driven(const sim::Scene& scene) {
    float top = -FLT_MAX;
    for (const auto& shape : scene.shapes)
        if (shape->source.driven())
            top = std::max(top, shape->source.place_m.y + shape->shape.numbers.bounding_radius_m);
    return top;
}

Camera Camera::of(const sim::Scene& scene, const sim::Container& container, float aspect) {
    return from(scene.camera, container, aspect, top_of_driven(scene));
}

static Camera as_stated(const sim::CameraStart& start) {
    Camera camera;
    camera.target = {start.target_m.x, start.target_m.y, start.target_m.z};
    camera.distance = start.distance_m;
    camera.yaw_deg = start.yaw_deg;
    camera.pitch_deg = std::clamp(start.pitch_deg, -kMaxPitch, kMaxPitch);
    return camera;
}

Camera Camera::from(const sim::CameraStart& start, const sim::Container& box, float aspect, float seen_to_m) {
    Camera camera = as_stated(start);
    if (start.distance_m == 0 || start.at_bodies) fit(camera, box, aspect, seen_to_m);
    if (start.distance_m > 0) camera.distance = start.distance_m;
    camera.distance = std::clamp(camera.distance, kMinDistance, kMaxDistance);
    return camera;
}

Camera Camera::around(const sim::CameraStart& start, const sim::Container& box, float aspect,
                      float seen_to_m) {
    Camera camera = as_stated(start);
    const Subject subject = subject_of(box, seen_to_m, camera.pitch_deg);
    if (start.distance_m == 0 || start.at_bodies) camera.target = subject.centre;
    if (start.distance_m > 0) return camera;
    constexpr int kDirections = 24;
    const float slope = (1 - kMargin) * half_height(camera);
    for (int k = 0; k < kDirections; ++k) {
        Camera turned = camera;
        turned.yaw_deg += 360.0f * float(k) / kDirections;
        const Axes axes = axes_of(turned);
        for (const glm::vec3& corner : subject.corners) {
            const float aside = std::max(std::fabs(glm::dot(corner, axes.right)) / aspect,
                                         std::fabs(glm::dot(corner, axes.up)));
            camera.distance = std::max(camera.distance, aside / slope + glm::dot(corner, axes.back));
        }
    }
    camera.distance = std::clamp(camera.distance, kMinDistance, kMaxDistance);
    return camera;
}

glm::vec3 Camera::position() const { return target + distance * axes_of(*this).back; }

glm::mat4 Camera::view() const { return glm::lookAt(position(), target, glm::vec3(0, 1, 0)); }

glm::mat4 Camera::projection(float aspect) const {
    return glm::infinitePerspective(glm::radians(fov_deg), aspect, distance * kNear);
}

glm::mat4 Camera::projection(float aspect, const sim::Container& container) const {
    const glm::vec3 low = {container.min_m.x, container.min_m.y, container.min_m.z};
    const glm::vec3 high = {container.max_m.x, container.max_m.y, container.max_m.z};
    const glm::vec3 eye = position();
    // What is nearest to the eye: a body in the container, or the floor, which reaches beyond it.
    const float gap = std::min(glm::length(eye - glm::clamp(eye, low, high)), std::fabs(eye.y - low.y));
    const float seen = half_height(*this);
    const float depth = gap / std::sqrt(1 + seen * seen * (1 + aspect * aspect));  // at the view's corners
    const float most = distance * kNear,
                least = std::min({kLeastNear * glm::length(high - low), kLeastNear_m, most});
    return glm::infinitePerspective(glm::radians(fov_deg), aspect, std::clamp(0.9f * depth, least, most));
}

void Camera::orbit(float dx_px, float dy_px) {
    yaw_deg = std::remainder(yaw_deg - dx_px * kDegreesPerPixel, 360.0f);
    pitch_deg = std::clamp(pitch_deg + dy_px * kDegreesPerPixel, -kMaxPitch, kMaxPitch);
}

glm::vec3 CameraRange::centre() const {
    if (!scene) return glm::vec3(0);
    return 0.5f * (glm::vec3(scene->min_m.x, scene->min_m.y, scene->min_m.z) +
                   glm::vec3(scene->max_m.x, scene->max_m.y, scene->max_m.z));
}

/// Returns whether a target that comes from `before` is in the range, or no farther from it than before.
static bool in_range(const glm::vec3& target, const glm::vec3& before, const CameraRange& range) {
    const float away = glm::length(target - range.centre());
    return away <= std::max(range.farthest_m, glm::length(before - range.centre()));
}

void Camera::pan(float dx_px, float dy_px, float viewport_height_px, const CameraRange& range) {
    // What lies at the target's depth follows the cursor.
    const float metres_per_px = 2 * distance * half_height(*this) / std::max(viewport_height_px, 1.0f);
    const Axes axes = axes_of(*this);
    const glm::vec3 moved = target + (-dx_px * axes.right + dy_px * axes.up) * metres_per_px;
    if (in_range(moved, target, range)) target = moved;
}

/// Returns how far the eye must rise, in m: the near plane's corners are to stay above the ground, too.
static float missing_height(const Camera& camera, const sim::Ground& ground) {
    const glm::vec3 eye = camera.position();
    const sim::HeightField field = ground.field();
    if (eye.x < field.min_x_m || eye.x > field.max_x_m() || eye.z < field.min_z_m || eye.z > field.max_z_m())
        return 0;
    return sim::surface_at(field, eye.x, eye.z).height_m + 2 * kNear * camera.distance - eye.y;
}

void Camera::keep_above(const sim::Ground& ground) {
    if (missing_height(*this, ground) <= 0) return;
    while (pitch_deg < kMaxPitch && missing_height(*this, ground) > 0)
        pitch_deg = std::min(pitch_deg + 1, kMaxPitch);
    target.y += std::max(missing_height(*this, ground), 0.0f);
}

/// Returns whether some of the box may be in the inner part of the view: its corners are not all beyond one
/// of its sides.
bool Camera::sees(const sim::Container& box, float aspect, float inner) const {
    const Axes axes = axes_of(*this);
    const glm::vec3 eye = position();
    const float up = inner * half_height(*this), right = up * aspect;
    const glm::vec3 inwards[] = {-axes.back, -right * axes.back - axes.right, -right * axes.back + axes.right,
                                 -up * axes.back - axes.up, -up * axes.back + axes.up};
    return std::all_of(std::begin(inwards), std::end(inwards), [&](const glm::vec3& side) {
        const glm::vec3 corner = {side.x > 0 ? box.max_m.x : box.min_m.x,
                                  side.y > 0 ? box.max_m.y : box.min_m.y,
                                  side.z > 0 ? box.max_m.z : box.min_m.z};
        return glm::dot(corner - eye, side) > 0;
    });
}

/// Returns whether a camera that has come nearer loses the scene: it is below the ground, below the scene, or past it.
bool Camera::loses_scene(const Camera& before, const CameraRange& range) const {
    if (range.ground)
        return missing_height(*this, *range.ground) > std::max(missing_height(before, *range.ground), 0.0f);
    if (!range.scene) return false;
    const float low = range.scene->min_m.y;
    if (position().y < low && before.position().y >= low) return true;
    constexpr float kInner[] = {0.7f, 0.95f};  // the latter for what is at the edge already
    return std::any_of(std::begin(kInner), std::end(kInner), [&](float inner) {
        return before.sees(*range.scene, range.aspect, inner) && !sees(*range.scene, range.aspect, inner);
    });
}

/// Zooms by a notch of the wheel. Returns false, and moves nothing, if the camera would leave the range.
bool Camera::zoom_notch(float notch, glm::vec2 pointer, const CameraRange& range) {
    Camera moved = *this;
    moved.distance *= std::pow(kZoomPerNotch, -notch);
    const float farthest = std::max(std::min(range.farthest_m, kMaxDistance), distance);
    if (!(moved.distance >= std::min(kMinDistance, distance) && moved.distance <= farthest)) return false;
    const Axes axes = axes_of(*this);
    moved.target +=
        (distance - moved.distance) * half_height(*this) * (pointer.x * axes.right + pointer.y * axes.up);
    if (!in_range(moved.target, target, range)) return false;
    if (notch > 0 && moved.loses_scene(*this, range)) return false;
    *this = moved;
    return true;
}

void Camera::zoom(float notches, glm::vec2 pointer, const CameraRange& range) {
    for (float left = std::fabs(notches); left > 0; left -= 1) {
        if (!zoom_notch(std::copysign(std::min(left, 1.0f), notches), pointer, range)) return;
    }
}

Camera between(const Camera& from, const Camera& to, float part) {
    Camera camera = to;
    camera.target = glm::mix(from.target, to.target, part);
    camera.distance = from.distance * std::pow(to.distance / from.distance, part);
    camera.yaw_deg = from.yaw_deg + part * std::remainder(to.yaw_deg - from.yaw_deg, 360.0f);
    camera.pitch_deg = from.pitch_deg + part * (to.pitch_deg - from.pitch_deg);
    return camera;
}

}  // namespace app
