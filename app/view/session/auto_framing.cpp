// Fits, follows, flies.
#include "app/view/session/auto_framing.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/read_number.h"

namespace app {
namespace {

constexpr float kOfContainer = 0.12f;  // the box in view lies between the bodies' and this part towards it
constexpr float kNearPart = 0.5f;      // of the distance that a scene of points states
constexpr double kFollow_s = 0.3, kGather_s = 3;         // time constants
constexpr float kArrived = 1e-4f;                        // of the distance, and in degrees
constexpr float kNearest_m = 1e-3f, kFarthest_m = 1e6f;  // as in scenes and runs: beyond, nothing is seen
constexpr double kLeastTurn_s = 12;                      // a faster orbit makes dizzy

float towards(float from, float to, float part) { return from + (to - from) * part; }

sim::Vec3 towards(const sim::Vec3& from, const sim::Vec3& to, float part) {
    return from + part * (to - from);
}

/// The lower middle of a box: a heap from close by.
sim::Container core_of(const sim::Container& box) {
    constexpr float kPart = 0.45f, kHeight = 0.55f;
    const sim::Vec3 centre = 0.5f * (box.min_m + box.max_m), half = (0.5f * kPart) * (box.max_m - box.min_m);
    return {{centre.x - half.x, box.min_m.y, centre.z - half.z},
            {centre.x + half.x, towards(box.min_m.y, box.max_m.y, kHeight), centre.z + half.z}};
}

sim::CameraStart seen_from(float yaw_deg, float pitch_deg) {
    sim::CameraStart start;
    start.yaw_deg = yaw_deg;
    start.pitch_deg = pitch_deg;
    return start;
}

sim::CameraStart start_of(CameraPreset preset, const sim::CameraStart& scene) {
    constexpr float kLow = 4, kHigh = 78, kHeap = 9, kLower = 5;
    switch (preset) {
        case CameraPreset::start:
            break;
        case CameraPreset::front:
            return seen_from(0, kLow);
        case CameraPreset::above:
            return seen_from(0, kHigh);
        case CameraPreset::near:
            // A scene that is seen from high up may have hills, behind which nothing is seen from low down.
            return seen_from(scene.yaw_deg, std::max(kHeap, scene.pitch_deg - kLower));
    }
    return scene;
}

}  // namespace

CameraPath path_named(const std::string& name) {
    return static_cast<CameraPath>(std::find(std::begin(kCameraPathNames), std::end(kCameraPathNames), name) -
                                   std::begin(kCameraPathNames));
}

CameraChoice parse_camera(const std::string& text) {
    const auto* const found = std::find(std::begin(kCameraPresetNames), std::end(kCameraPresetNames), text);
    if (found != std::end(kCameraPresetNames))
        return {static_cast<CameraPreset>(found - std::begin(kCameraPresetNames))};
    const auto refuse = [&](const std::string& why) { throw BadUsage("--camera " + text + ": " + why); };
    std::vector<float> numbers;
    for (const std::string& word : split(text, ',')) {
        if (!read_number(word, numbers.emplace_back())) {
            refuse("expected start, front, above, near, or YAW,PITCH[,DISTANCE[,X,Y,Z]]" +
                   number_reason(word));
        }
    }
    if (numbers.size() != 2 && numbers.size() != 3 && numbers.size() != 6)
        refuse("2, 3 or 6 numbers are expected");
    sim::CameraStart start = seen_from(numbers[0], numbers[1]);
    if (std::fabs(start.yaw_deg) > 360) refuse("yaw is -360 to 360 degrees");
    if (std::fabs(start.pitch_deg) > 89) refuse("pitch is -89 to 89 degrees");
    if (numbers.size() > 2) start.distance_m = numbers[2];
    if (start.distance_m < 0 || start.distance_m > kFarthest_m) refuse("the distance is 0 to 1,000,000 m");
    if (start.distance_m > 0 && start.distance_m < kNearest_m)
        refuse("the distance is 0, or 0.001 m or more");
    if (numbers.size() == 6 && start.distance_m == 0) refuse("a target needs a distance above 0");
    if (numbers.size() == 6) start.target_m = {numbers[3], numbers[4], numbers[5]};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::fabs(start.target_m[axis]) > kFarthest_m) refuse("X, Y and Z are -1,000,000 to 1,000,000 m");
    }
    start.at_bodies = numbers.size() < 6;
    return {CameraPreset::start, start};
}

void AutoFraming::state(const sim::CameraStart& requested) {
    const sim::CameraStart scene = start;
    const bool kept = keeps_distance() && requested.at_bodies;
    start = requested;
    if (requested.distance_m > 0) bodies_stated = 0;
    if (!kept) return;
    start.target_m = scene.target_m;
    start.at_bodies = false;
    if (start.distance_m == 0) start.distance_m = scene.distance_m;
}

void AutoFraming::see(const sim::Container& bodies, double dt_s) {
    if (!bodies_) {
        bodies_ = bodies;
        return;
    }
    const float part = float(1 - std::exp(-dt_s / kGather_s));
    for (int axis = 0; axis < 3; ++axis) {
        float &low = bodies_->min_m[axis], &high = bodies_->max_m[axis];
        low = std::min(bodies.min_m[axis], towards(low, bodies.min_m[axis], part));
        high = std::max(bodies.max_m[axis], towards(high, bodies.max_m[axis], part));
    }
}

Camera AutoFraming::goal(const sim::Container& container, float aspect) const {
    sim::Container box = container;
    if (bodies_) {
        box = {towards(bodies_->min_m, container.min_m, kOfContainer),
               towards(bodies_->max_m, container.max_m, kOfContainer)};
    }
    if (preset == CameraPreset::near) box = core_of(box);
    sim::CameraStart from = start_of(preset, start);
    if (fits()) from.distance_m = 0;
    if (keeps_distance()) {
        from.target_m = start.target_m;
        from.distance_m = preset == CameraPreset::near ? kNearPart * start.distance_m : start.distance_m;
    }
    const double length = std::max(path_length_s, 1e-3);
    if (path == CameraPath::orbit) {
        Camera camera = Camera::around(from, box, aspect, seen_to_m);
        camera.yaw_deg += float(std::remainder(360 * path_time_s / std::max(length, kLeastTurn_s), 360.0));
        return camera;
    }
    if (path == CameraPath::none) return Camera::from(from, box, aspect, seen_to_m);

    // To and fro, gently at both ends.
    const double phase = std::fmod(path_time_s / length, 2.0);
    const float there = float(phase < 1 ? phase : 2 - phase), part = there * there * (3 - 2 * there);
    from.yaw_deg += towards(-40, 20, part);
    from.pitch_deg = std::min(from.pitch_deg + towards(16, -4, part), 89.0f);
    Camera camera = Camera::from(from, box, aspect, seen_to_m);
    camera.distance *= towards(1.15f, 0.6f, part);
    return camera;
}

Camera eased(const Camera& from, const Camera& goal, double dt_s) {
    const Camera next = between(from, goal, float(1 - std::exp(-dt_s / kFollow_s)));
    const float apart = glm::length(goal.target - next.target) + std::fabs(goal.distance - next.distance);
    const float turned = std::fabs(std::remainder(goal.yaw_deg - next.yaw_deg, 360.0f)) +
                         std::fabs(goal.pitch_deg - next.pitch_deg);
    return apart <= kArrived * goal.distance && turned <= kArrived ? goal : next;
}

}  // namespace app
