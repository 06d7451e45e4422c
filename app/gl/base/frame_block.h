// The numbers of a frame that all shaders share.
#pragma once
#include <glm/glm.hpp>

#include "app/observe/screen_view.h"

namespace app {

inline constexpr int kShadePixels = 512;      // side of the map of the bodies' shade on the floor
inline constexpr int kMeshShadePixels = 128;  // of bodies with meshes: few and large, each a large soft disc

/// shaders/frame/common.glsl, block Frame.
struct FrameBlock {
    glm::mat4 view, projection, view_to_sun, world_to_sun;
    glm::vec4 ray, viewport, light, up, eye, container_min, container_max, shade_map, sun_map, stage;
    glm::vec4 clip_plane, clip_depth, point_look;
    glm::uvec4 ids;
    glm::mat4 view_to_sky, world_to_sky, lights;  // of stills, as what follows
    glm::vec4 sky_source, sky_map;
};

ScreenView screen_view(const FrameBlock& frame);
sim::Vec4 clip_plane_in_world(const FrameBlock& frame);

}  // namespace app
