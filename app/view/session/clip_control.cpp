#include "app/view/session/clip_control.h"

#include <algorithm>
#include <cmath>

#include "app/base/errors.h"
#include "app/base/text/read_number.h"

namespace app {

ClipChoice parse_clip(const std::string& text) {
    const auto refuse = [&](const std::string& reason = "") {
        throw BadUsage("--clip " + text +
                       ": expected x, y or z, or one with a place in metres, such as x:0.5" + reason);
    };
    if (text.empty() || text[0] < 'x' || text[0] > 'z') refuse();
    ClipChoice choice{text[0] - 'x'};
    if (text.size() == 1) return choice;
    float at_m = 0;
    if (text[1] != ':') refuse();
    if (!read_number(std::string_view(text).substr(2), at_m)) refuse(number_reason(text.substr(2)));
    choice.at_m = at_m;
    return choice;
}

static void keep_in(ClipPlane& clip, const sim::Container& box) {
    clip.at_m = std::clamp(clip.at_m, box.min_m[clip.axis], box.max_m[clip.axis]);
}

ClipPlane clip_across(int axis, const sim::Container& box) {
    return {true, axis, 0.5f * (box.min_m[axis] + box.max_m[axis])};
}

ClipPlane clip_facing(const Camera& camera, const sim::Container& box) {
    const glm::vec3 way = camera.target - camera.position();
    return clip_across(std::abs(way.x) > std::abs(way.z) ? 0 : 2, box);
}

void move_clip(ClipPlane& clip, float part, const sim::Container& box) {
    clip.at_m += part * (box.max_m[clip.axis] - box.min_m[clip.axis]);
    keep_in(clip, box);
}

std::optional<ClipHandle> clip_handle(const ClipPlane& clip, const sim::Container& box, const Camera& camera,
                                      float width, float height) {
    if (!clip.on || width < 1 || height < 1) return std::nullopt;
    const glm::mat4 to_clip = camera.projection(width / height, box) * camera.view();
    const auto on_screen = [&](const glm::vec3& place) -> std::optional<glm::vec2> {
        const glm::vec4 at = to_clip * glm::vec4(place, 1);
        if (at.w <= 1e-3f * camera.distance) return std::nullopt;
        return glm::vec2{(0.5f + 0.5f * at.x / at.w) * width, (0.5f - 0.5f * at.y / at.w) * height};
    };
    // The middles of the frame's four sides.
    std::optional<ClipHandle> best;
    const int u = (clip.axis + 1) % 3, v = (clip.axis + 2) % 3;
    for (int side = 0; side < 4; ++side) {
        glm::vec3 place;
        place[clip.axis] = clip.at_m;
        const int along = side < 2 ? u : v, across = side < 2 ? v : u;
        place[along] = 0.5f * (box.min_m[along] + box.max_m[along]);
        place[across] = side % 2 ? box.max_m[across] : box.min_m[across];
        glm::vec3 further = place;
        const float step_m = 1e-3f * camera.distance;
        further[clip.axis] += step_m;
        const auto at = on_screen(place), beside = on_screen(further);
        if (!at || !beside) continue;
        // In the view; at its border a part of the handle would be missing.
        const glm::vec2 inside =
            glm::clamp(*at, glm::vec2(2 * kClipHandle_px), glm::vec2(width, height) - 2 * kClipHandle_px);
        if (!best || inside.y < best->at.y) best = ClipHandle{inside, (*beside - *at) / step_m};
    }
    return best;
}

void drag_clip(ClipPlane& clip, const ClipHandle& handle, glm::vec2 by_px, const sim::Container& box) {
    // Seen from straight ahead a metre has no length on the screen: then up is away.
    const float side_m = box.max_m[clip.axis] - box.min_m[clip.axis], least_px = 40 / std::max(side_m, 1e-6f);
    const float length = glm::length(handle.per_m);
    const glm::vec2 per_m = length >= least_px ? handle.per_m : glm::vec2(0, -least_px);
    clip.at_m += glm::dot(by_px, per_m) / glm::dot(per_m, per_m);
    keep_in(clip, box);
}

}  // namespace app
