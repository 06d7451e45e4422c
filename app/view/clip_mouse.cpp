#include "app/view/clip_mouse.h"

#include <cmath>

#include "app/view/session/view.h"

namespace app {

bool ClipMouse::handle(const InputEvent& event, bool in_view, const Region& region, float scale, View& view) {
    if (event.kind == InputEvent::mouse_move) {
        const glm::vec2 at(static_cast<float>(event.x) - region.x, static_cast<float>(event.y) - region.y);
        const glm::vec2 by = at - at_;
        at_ = at;
        if (!drags_) return false;
        if (const auto handle = view.clip_handle(region.width, region.height))
            drag_clip(view.draw.clip, *handle, by, view.clip_box());
        return true;
    }
    if (event.kind == InputEvent::focus && event.code == 0) drags_ = false;
    const bool released = event.kind == InputEvent::mouse_button && !event.down && event.code == 0 && drags_;
    if (released) drags_ = false;
    if (released || !in_view) return released;
    const auto handle = view.clip_handle(region.width, region.height);
    if (!handle || glm::distance(handle->at, at_) > 1.5f * kClipHandle_px * scale) return false;
    if (event.kind == InputEvent::scroll) {
        wheel_ += event.y;  // touchpads turn it by parts
        const double steps = std::trunc(wheel_);
        wheel_ -= steps;
        view.move_clip(static_cast<int>(steps));
        return true;
    }
    drags_ = event.kind == InputEvent::mouse_button && event.down && event.code == 0;
    return drags_;
}

}  // namespace app
