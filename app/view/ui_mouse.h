// The mouse over the view: left drag turns, right drag moves, the wheel zooms at the pointer, a click selects.
#pragma once
#include <optional>

#include "app/gl/camera.h"
#include "app/gl/context.h"
#include "app/view/widgets/layout.h"

namespace app {

class ViewMouse {
public:
    struct Point {
        double x, y;  // pixels from the top left
    };

    /// Moves the camera, within the range. `in_view`: the mouse is over the view and no panel holds it. Returns where a
    /// click (pressed and released at one place) happened.
    std::optional<Point> handle(const InputEvent& event, bool in_view, const Region& view,
                                const CameraRange& range, Camera& camera);
    void release() { button_ = -1; }

private:
    int button_ = -1;  // the one that drags, or -1
    Point at_{0, 0};
    double travelled_px_ = 0;  // since the press
};

}  // namespace app
