// The mouse on the clip plane's handle: dragging it, or the wheel over it, moves the plane.
#pragma once
#include <glm/glm.hpp>

#include "app/gl/context.h"
#include "app/view/session/session_parts.h"
#include "app/view/widgets/layout.h"

namespace app {

class ClipMouse {
public:
    /// Moves the plane. `in_view`: as for ViewMouse; `scale`: the panels'. Whether the event was meant for the handle
    /// and for nothing else.
    bool handle(const InputEvent& event, bool in_view, const Region& region, float scale, View& view);

private:
    glm::vec2 at_{0};  // pixels from the view's top left
    bool drags_ = false;
    double wheel_ = 0;  // turned, but not by a whole step
};

}  // namespace app
