// The mouse over the view.
#include "app/view/ui_mouse.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr int kLeft = 0, kRight = 1;
constexpr double kClickSlack_px = 4;  // a hand moves this much while it clicks

}  // namespace

std::optional<ViewMouse::Point> ViewMouse::handle(const InputEvent& event, bool in_view, const Region& view,
                                                  const CameraRange& range, Camera& camera) {
    switch (event.kind) {
        case InputEvent::mouse_move: {
            const double dx = event.x - at_.x, dy = event.y - at_.y;
            at_ = {event.x, event.y};
            if (button_ < 0) break;
            travelled_px_ += std::fabs(dx) + std::fabs(dy);
            if (travelled_px_ <= kClickSlack_px) break;
            const float x = static_cast<float>(dx), y = static_cast<float>(dy);
            if (button_ == kLeft) {
                camera.orbit(x, y);
            } else {
                camera.pan(x, y, view.height, range);
            }
            break;
        }
        case InputEvent::mouse_button:
            if (event.down && button_ < 0 && in_view && (event.code == kLeft || event.code == kRight)) {
                button_ = event.code;
                travelled_px_ = 0;
            } else if (!event.down && event.code == button_) {
                button_ = -1;
                if (event.code == kLeft && travelled_px_ <= kClickSlack_px) return at_;
            }
            break;
        case InputEvent::scroll:
            if (in_view) {
                const float half = std::max(view.height / 2, 1.0f);
                const glm::vec2 at(static_cast<float>(at_.x), static_cast<float>(at_.y));
                const glm::vec2 middle(view.x + view.width / 2, view.y + view.height / 2);
                camera.zoom(static_cast<float>(event.y), glm::vec2(at.x - middle.x, middle.y - at.y) / half,
                            range);
            }
            break;
        case InputEvent::focus:
            if (event.code == 0) release();
            break;
        default:
            break;
    }
    return std::nullopt;
}

}  // namespace app
