// The path of a film's camera through its keyframes.
#pragma once
#include <vector>

#include "app/run/run_file.h"

namespace app {

/// Returns the camera after `step` steps. A smooth Catmull-Rom curve through the keyframes by step; the
/// camera stands still before the first and after the last. At least one keyframe is expected.
sim::CameraStart camera_at(const std::vector<CameraKey>& keys, double step);

/// A keyframe in the place of another one at its step; or, where that one is the same, none. `keys` stay in order of
/// steps; full, they take no more. The camera turns the short way from the one before.
void toggle_camera_key(std::vector<CameraKey>& keys, CameraKey key);

}  // namespace app
