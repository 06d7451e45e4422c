// Points seen by a camera as the keys that a renderer of Gaussian splats sorts.
#pragma once
#include <cstdint>
#include <vector>

#include "app/frames/frame_form.h"

namespace app {

/// Returns a u64 key, tile << 32 | depth, of every point in the picture, and its index among all as its id. `along` is
/// the place on the ride, from 0 to 1. Points nearer than a thousandth of the way to the target are left out, as those
/// outside of the picture are.
FrameItems camera_keys(const std::vector<sim::Vec3>& points, const CameraRide& ride, double along);

}  // namespace app
