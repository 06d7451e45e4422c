// Camera, light, container and floor as the shaders want them.
#include "app/gl/frame_setup.h"

#include <algorithm>
#include <cmath>

namespace app {

/// A cell of 1, 2 or 5 times a power of ten, about a twentieth of `side`.
static float grid_cell(float side) {
    const float rough = std::max(side, 1e-3f) / 20;
    const float power = std::pow(10.0f, std::floor(std::log10(rough)));
    for (const float step : {1.0f, 2.0f, 5.0f})
        if (rough <= step * power) return step * power;
    return 10 * power;
}

FrameBlock frame_block(const sim::Container& box, const Camera& camera, const DrawSettings& settings,
                       float max_sprite_px) {
    FrameBlock frame;
    const float width = float(settings.width), height = float(settings.height);
    frame.view = camera.view();
    frame.projection = camera.projection(width / height, box);

    const float px = frame.projection[0][0], py = frame.projection[1][1];
    frame.ray = {2 / (width * px), 2 / (height * py), -1 / px, -1 / py};
    frame.viewport = {width, height, max_sprite_px, 0.5f * height * py};

    // The key light comes over the viewer's left shoulder wherever the camera stands, but always from above.
    const glm::mat3 turn(frame.view);
    const glm::vec3 right(turn[0][0], turn[1][0], turn[2][0]), back(turn[0][2], turn[1][2], turn[2][2]);
    const glm::vec3 light = glm::normalize(glm::vec3(0, 0.95f, 0) - 0.5f * right + 0.55f * back);
    frame.light = glm::vec4(turn * light, camera.distance);
    frame.halfway = glm::vec4(glm::normalize(turn * light + glm::vec3(0, 0, 1)), 0);
    const float eye_height = camera.position().y - box.min_m.y;
    frame.up = glm::vec4(turn * glm::vec3(0, 1, 0), eye_height);

    const float side_x = box.max_m.x - box.min_m.x, side_z = box.max_m.z - box.min_m.z;
    const float side = std::max(side_x, side_z);
    frame.container_min = {box.min_m.x, box.min_m.y, box.min_m.z, grid_cell(side)};
    frame.container_max = {box.max_m.x, box.max_m.y, box.max_m.z, eye_height > 0 ? 1 : 0};

    // The shade map reaches a little over the container, so that shade may fall outside.
    const float map_side = 1.1f * side;
    frame.shade_map = {0.5f * (box.min_m.x + box.max_m.x - map_side),
                       0.5f * (box.min_m.z + box.max_m.z - map_side), 1 / map_side, kShadePixels};
    frame.ids = {settings.selected, 0, settings.flat, settings.theme == Theme::light};
    return frame;
}

}  // namespace app
