// The clip plane as it is asked for and moved: what --clip says, where it starts, and the handle on its frame that the
// mouse drags.
#pragma once
#include <optional>
#include <string>

#include "app/gl/base/draw_settings.h"
#include "app/gl/camera.h"

namespace app {

/// Argument of --clip. Without a place the plane goes through the middle of the bodies.
struct ClipChoice {
    int axis = 0;
    std::optional<float> at_m = {};
};

/// "x", "y:1.5": an axis, and a place on it in metres. Throws BadUsage.
ClipChoice parse_clip(const std::string& text);

/// Across the horizontal axis that the camera looks along most, through the middle of the box.
ClipPlane clip_facing(const Camera& camera, const sim::Container& box);
/// Across this axis, through the middle of the box.
ClipPlane clip_across(int axis, const sim::Container& box);
/// Moved by a part of the box' side, and no farther than the box reaches.
void move_clip(ClipPlane& clip, float part, const sim::Container& box);

/// Place of the plane's handle on the screen, and the length there of a metre along the plane's normal.
struct ClipHandle {
    glm::vec2 at;     // pixels from the view's top left
    glm::vec2 per_m;  // pixels
};
inline constexpr float kClipHandle_px = 9;  // its radius, at the panels' usual size

/// Returns the handle on the border of the plane's frame, where it is nearest to the top of the picture. None
/// where it is behind the eye.
std::optional<ClipHandle> clip_handle(const ClipPlane& clip, const sim::Container& box, const Camera& camera,
                                      float width, float height);

/// The plane after its handle was dragged by so many pixels.
void drag_clip(ClipPlane& clip, const ClipHandle& handle, glm::vec2 by_px, const sim::Container& box);

}  // namespace app
