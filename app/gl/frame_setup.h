// The numbers of a frame, from a camera and a scene's container.
#pragma once
#include "app/gl/base/draw_settings.h"
#include "app/gl/base/frame_block.h"
#include "app/gl/camera.h"

namespace app {

FrameBlock frame_block(const sim::Container& box, const Camera& camera, const DrawSettings& settings,
                       float max_sprite_px);

}  // namespace app
