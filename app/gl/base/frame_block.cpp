// The frame's numbers as the world's backend reads them.
#include "app/gl/base/frame_block.h"

namespace app {

ScreenView screen_view(const FrameBlock& frame) {
    ScreenView view;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) view.turn[row][column] = frame.view[column][row];
    view.slope_x = frame.projection[0][0];
    view.slope_y = frame.projection[1][1];
    view.depth_scale = frame.projection[2][2];
    view.depth_shift = frame.projection[3][2];
    view.width = frame.viewport.x;
    view.height = frame.viewport.y;
    view.px_per_slope = frame.viewport.w;
    return view;
}

sim::Vec4 clip_plane_in_world(const FrameBlock& frame) {
    const glm::vec3 normal(frame.clip_plane), world = glm::transpose(glm::mat3(frame.view)) * normal;
    return {world.x, world.y, world.z, frame.clip_plane.w + glm::dot(normal, glm::vec3(frame.view[3]))};
}

}  // namespace app
