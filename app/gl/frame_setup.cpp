// Camera, light, container and floor as the shaders want them.
#include "app/gl/frame_setup.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace app {

static constexpr float kSunAzimuth_deg = -75, kSunHeight_deg = 44;
static constexpr float kSunSlope = 0.0384f;  // tan of half its angle, as in shaders/light/shadow.glsl
static constexpr float kPoolPerHeight = 0.6f, kTallest = 2.5f;  // of the pool of light; in widths

/// Returns a cell of 1, 2 or 5 times a power of ten, about a twentieth of `side`.
static float grid_cell(float side) {
    const float rough = std::max(side, 1e-3f) / 20;
    const float power = std::pow(10.0f, std::floor(std::log10(rough)));
    for (const float step : {1.0f, 2.0f, 5.0f})
        if (rough <= step * power) return step * power;
    return 10 * power;
}

/// Returns the view of a light that is so far away that its rays are parallel.
static SunView light_view(const sim::Container& box, const glm::vec3& towards, bool whole) {
    const glm::vec3 beside = std::abs(towards.y) < 0.99f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    const glm::vec3 right = glm::normalize(glm::cross(beside, towards));
    SunView sun;
    int k = 0;
    for (const glm::vec3& axis : {right, glm::cross(towards, right), -towards})
        sun.axis[k++] = {axis.x, axis.y, axis.z};
    for (k = 0; k < 3; ++k) {
        float sum = 0, half = 0;
        for (int side = 0; side < 3; ++side) {
            sum += 0.5f * sun.axis[k][side] * (box.max_m[side] + box.min_m[side]);
            half += 0.5f * std::abs(sun.axis[k][side]) * (box.max_m[side] - box.min_m[side]);
        }
        sun.least[k] = sum - half;
        sun.most[k] = sum + half;
    }
    sun.whole = whole;
    return sun;
}

SunView sun_view(const sim::Container& box, float start_yaw_deg, bool whole, const glm::vec2& place) {
    const float yaw = glm::radians(start_yaw_deg + kSunAzimuth_deg), height = glm::radians(kSunHeight_deg);
    const glm::vec3 towards = {std::sin(yaw) * std::cos(height), std::sin(height),
                               std::cos(yaw) * std::cos(height)};
    const glm::vec3 right = glm::normalize(glm::cross(glm::vec3(0, 1, 0), towards));
    const glm::vec3 off = kSunSlope * (place.x * right + place.y * glm::cross(towards, right));
    return light_view(box, glm::normalize(towards + off), whole);
}

SunView sky_view(const sim::Container& box, const SubPicture& part, bool whole) {
    return light_view(box, part.sky, whole);
}

static glm::vec3 axis(const SunView& sun, int k) { return {sun.axis[k].x, sun.axis[k].y, sun.axis[k].z}; }

/// Cuts away the half of the world on the eye's side of a plane, in the frame's numbers. The plane's depth at
/// a pixel is linear in the pixel: it is linear in the reciprocal of the distance, which is linear on a plane.
static void cut_away(FrameBlock& frame, const ClipPlane& clip) {
    frame.clip_plane = {0, 0, 0, -kNoClip};
    frame.clip_depth = {0, 0, -1, 0};
    if (!clip.on) return;
    const float eye = frame.eye[clip.axis] - clip.at_m, side = eye < 0 ? -1.0f : 1.0f;
    glm::vec3 normal(0);
    normal[clip.axis] = side;
    normal = glm::mat3(frame.view) * normal;
    const float eye_m = std::max(std::abs(eye), 1e-4f * frame.light.w);
    frame.clip_plane = glm::vec4(normal, eye_m);
    const float scale = -0.5f * frame.projection[3][2] / eye_m;
    const float far = 0.5f - 0.5f * frame.projection[2][2];
    frame.clip_depth = {scale * normal.x * frame.ray.x, scale * normal.y * frame.ray.y,
                        far + scale * (normal.x * frame.ray.z + normal.y * frame.ray.w - normal.z), 0};
}

void set_sky(FrameBlock& frame, const SunView& sky, const SubPicture& part, int map_side) {
    const glm::mat3 axes = {axis(sky, 0), axis(sky, 1), axis(sky, 2)};
    frame.world_to_sky = glm::mat4(glm::transpose(axes));
    frame.view_to_sky = frame.world_to_sky * glm::inverse(frame.view);
    frame.sky_source = glm::vec4(glm::mat3(frame.view) * part.sky, part.sky_weight);
    const glm::mat4 turn(glm::mat3(frame.view));
    frame.lights = turn * sum_of_lights(part.count) * glm::transpose(turn);
    frame.sky_map = {map_side, 1 / float(map_side), part.sky.y, light_slope(part.count)};
}

/// Returns the transformation from the camera's eye to that of a sub-picture: moved on the lens and rotated
/// so that what is in focus stays where it is on the screen, then rotated by a part of a pixel. Only rotated
/// and moved, so that spheres stay spheres.
static glm::mat4 to_part(const Camera& camera, const Lens& lens, const SubPicture& part, float px_per_slope) {
    const float focus = lens.focus_m > 0 ? lens.focus_m : camera.distance;
    const glm::vec2 moved = 0.5f * lens.aperture * focus * part.lens;
    const glm::mat4 aimed = glm::lookAt(glm::vec3(moved, 0), glm::vec3(0, 0, -focus), glm::vec3(0, 1, 0));
    const glm::vec3 towards = {-part.pixel / px_per_slope, -1};
    return glm::lookAt(glm::vec3(0), towards, glm::vec3(0, 1, 0)) * aimed;
}

FrameBlock frame_block(const sim::Container& box, const Camera& camera, const SunView& sun,
                       const DrawSettings& settings, float max_sprite_px, const SubPicture* part) {
    FrameBlock frame{};
    const float width = float(settings.width), height = float(settings.height);
    frame.projection = camera.projection(width / height, box);

    const float px = frame.projection[0][0], py = frame.projection[1][1];
    frame.ray = {2 / (width * px), 2 / (height * py), -1 / px, -1 / py};
    frame.viewport = {width, height, max_sprite_px, 0.5f * height * py};

    frame.view = camera.view();
    if (part) frame.view = to_part(camera, settings.lens, *part, frame.viewport.w) * frame.view;
    const glm::mat3 turn(frame.view);
    const glm::mat3 sun_axes = {axis(sun, 0), axis(sun, 1), axis(sun, 2)};
    frame.world_to_sun = glm::mat4(glm::transpose(sun_axes));
    frame.view_to_sun = frame.world_to_sun * glm::inverse(frame.view);
    frame.light = glm::vec4(turn * -axis(sun, 2), camera.distance);
    frame.eye = part ? glm::inverse(frame.view)[3] : glm::vec4(camera.position(), 1);
    const float eye_height = frame.eye.y - box.min_m.y;
    frame.up = glm::vec4(turn * glm::vec3(0, 1, 0), eye_height);

    const float side_x = box.max_m.x - box.min_m.x, side_z = box.max_m.z - box.min_m.z;
    const float side = std::max(side_x, side_z);
    frame.container_min = {box.min_m.x, box.min_m.y, box.min_m.z, grid_cell(side)};
    frame.container_max = {box.max_m.x, box.max_m.y, box.max_m.z, 0};

    // The shade map reaches a little over the container, so that shade may fall outside.
    const float map_side = 1.1f * side;
    frame.shade_map = {0.5f * (box.min_m.x + box.max_m.x - map_side),
                       0.5f * (box.min_m.z + box.max_m.z - map_side), 1 / map_side, kShadePixels};
    // As wide as the container, or more where that is tall.
    const float tall = std::min(box.max_m.y - box.min_m.y, kTallest * side);
    const float half_basin = 0.5f * std::max({side, kPoolPerHeight * tall, 1e-3f});
    frame.stage = {0.5f * (box.min_m.x + box.max_m.x), 0.5f * (box.min_m.z + box.max_m.z), 1 / half_basin, 0};
    frame.sun_map = glm::vec4(0);
    frame.point_look = {-1, 1e6f, 0, 0};  // all bodies are spheres
    cut_away(frame, settings.clip);
    frame.ids = {settings.selected, 0, settings.flat, settings.theme == Theme::light};
    return frame;
}

}  // namespace app
