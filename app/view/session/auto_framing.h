// Keeps what the bodies do in view: fits the camera to them, follows them smoothly as they spread, and moves
// along a path where one is wanted.
#pragma once
#include <optional>
#include <string>

#include "app/gl/camera.h"

namespace app {

enum class CameraPreset { start, front, above, near };
inline constexpr const char* kCameraPresetNames[] = {"start", "front", "above", "near"};

/// `orbit` turns around the bodies, `fly` comes nearer while it passes them.
enum class CameraPath { none, orbit, fly };
inline constexpr const char* kCameraPathNames[] = {"none", "orbit", "fly"};

CameraPath path_named(const std::string& name);  // one of these

/// Argument of --camera: a preset, or angles, distance and target in place of the scene's.
struct CameraChoice {
    CameraPreset preset = CameraPreset::start;
    std::optional<sim::CameraStart> start = {};
};

/// "front", or "YAW,PITCH", "YAW,PITCH,DISTANCE", "YAW,PITCH,DISTANCE,X,Y,Z" in degrees and metres. Throws BadUsage.
CameraChoice parse_camera(const std::string& text);

class AutoFraming {
public:
    sim::CameraStart start;      // the scene's
    bool points = false;         // few of which fly far away: what the scene states is kept from all sides
    uint32_t bodies_stated = 0;  // that the distance of the scene takes in; 0: any number
    uint32_t bodies_there = 0;
    float seen_to_m = -FLT_MAX;  // bodies below this height are in view, however tall the heap
    CameraPreset preset = CameraPreset::start;
    CameraPath path = CameraPath::none;
    double path_length_s =
        20;  // from one end to the other; an orbit is closed after it where that is not hasty
    double path_time_s = 0;

    /// Takes these angles, distance and target; of points, those left out are the scene's.
    void state(const sim::CameraStart& requested);

    /// Takes in the box that the bodies are in, `dt_s` after the last call. Bodies that spread are in view at
    /// once; bodies that draw together only little by little: splashes do not make the camera nod.
    void see(const sim::Container& bodies, double dt_s);
    void forget() { bodies_.reset(); }
    bool has_seen() const { return bodies_.has_value(); }
    /// Returns the box in which the bodies were seen; else the container.
    const sim::Container& bodies(const sim::Container& container) const {
        return bodies_ ? *bodies_ : container;
    }

    /// Returns the camera to move to. Before bodies were seen it takes in the whole container.
    Camera goal(const sim::Container& container, float aspect) const;

    /// Returns whether the framing chooses the distance itself: none is stated, or only one for fewer bodies.
    bool fits() const { return start.distance_m == 0 || (bodies_stated > 0 && bodies_there > bodies_stated); }

private:
    bool keeps_distance() const { return points && !fits() && !start.at_bodies; }

    std::optional<sim::Container> bodies_;
};

/// Returns the camera on its way from `from` to `goal` after another `dt_s`: nearly there after a second.
Camera eased(const Camera& from, const Camera& goal, double dt_s);

}  // namespace app
