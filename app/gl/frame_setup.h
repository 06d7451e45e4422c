// The numbers of a frame, from a camera and a scene's container.
#pragma once
#include "app/gl/base/draw_settings.h"
#include "app/gl/base/frame_block.h"
#include "app/gl/camera.h"
#include "app/observe/sun_bounds.h"

namespace app {

/// The sun stands still in the world, to the left of the view in which the scene starts: a sun that follows the
/// camera would make shadows swim. `whole`: the container itself casts shadows (it has a ground).
/// `place`: where on its disc, in radii of that.
SunView sun_view(const sim::Container& box, float start_yaw_deg, bool whole, const glm::vec2& place = {});

/// Returns the view of the sky's light, and sets what the shaders need of it, for a map of map_side x map_side pixels.
SunView sky_view(const sim::Container& box, const SubPicture& part, bool whole);
void set_sky(FrameBlock& frame, const SunView& sky, const SubPicture& part, int map_side);

/// `part`: of a still; null: a whole picture.
FrameBlock frame_block(const sim::Container& box, const Camera& camera, const SunView& sun,
                       const DrawSettings& settings, float max_sprite_px, const SubPicture* part = nullptr);

}  // namespace app
