#include "app/view/touch/hand_mouse.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/view/session/view.h"

namespace app {
namespace {

constexpr double kClickSlack_px = 4;  // a hand moves this much while it clicks
constexpr float kSizePerNotch = 1.1f;

}  // namespace

Ray HandMouse::ray(const Region& region, const View& view) const {
    const glm::vec2 at(static_cast<float>(at_.x) - region.x, static_cast<float>(at_.y) - region.y);
    return ray_through(view.camera, at, {region.width, region.height});
}

bool HandMouse::handle(const InputEvent& event, bool in_view, const Region& below, Simulation& simulation,
                       View& view, UiState& ui, const Pick& pick) {
    const Region region = pressed_ ? pressed_in_ : below;
    switch (event.kind) {
        case InputEvent::mouse_move: {
            const glm::dvec2 to(event.x, event.y);
            if (pressed_) travelled_px_ += std::fabs(to.x - at_.x) + std::fabs(to.y - at_.y);
            const bool starts = pressed_ && !hand_.holds() && !refused_ && !ui.touch.hand_mode &&
                                travelled_px_ > kClickSlack_px;
            if (starts) refused_ = !hand_.grip(simulation, view, pressed_on_, ray(region, view));
            at_ = to;
            hand_.aim(ray(region, view));
            return false;  // others want to know where it is
        }
        case InputEvent::mouse_button:
            if (event.code != 0) return false;
            return event.down ? press(in_view, region, simulation, view, ui, pick)
                              : release(simulation, view);
        case InputEvent::scroll:
            return turn_wheel(event.y, in_view, simulation, view, ui);
        case InputEvent::focus:
            if (event.code == 0) release(simulation, view);
            return false;
        default:
            return false;
    }
}

bool HandMouse::press(bool in_view, const Region& region, Simulation& simulation, View& view,
                      const UiState& ui, const Pick& pick) {
    if (!in_view || pressed_ || ui.lesson || ui.save_picture) return false;
    const uint32_t id = pick(at_.x, at_.y);
    if (id == sim::kNobody && !ui.touch.hand_mode) return false;
    if (ui.touch.hand_mode) hand_.push(simulation, view, id, ray(region, view), ui.touch.hand_size);
    pressed_ = true;
    pressed_in_ = region;
    refused_ = false;
    pressed_on_ = ui.touch.hand_mode ? sim::kNobody : id;
    pressed_at_ = at_;
    travelled_px_ = 0;
    return true;
}

bool HandMouse::release(Simulation& simulation, View& view) {
    if (!pressed_) return false;
    pressed_ = false;
    const bool clicked = !hand_.holds() && pressed_on_ != sim::kNobody && travelled_px_ <= kClickSlack_px;
    hand_.let_go(simulation, view);
    if (clicked) view.select(pressed_on_);
    return true;
}

bool HandMouse::turn_wheel(double notches, bool in_view, Simulation& simulation, View& view, UiState& ui) {
    if (ui.touch.hand_mode && (in_view || pressed_) && ImGui::GetIO().KeyCtrl) {
        ui.touch.hand_size =
            std::clamp(ui.touch.hand_size * std::pow(kSizePerNotch, static_cast<float>(notches)),
                       TouchState::kSmallestHand, TouchState::kLargestHand);
        hand_.resize(simulation, view, ui.touch.hand_size);
        return true;
    }
    if (!hand_.holds()) return false;
    hand_.move_away(notches);
    return true;
}

void HandMouse::update(Simulation& simulation, View& view, UiState& ui) {
    if (hand_.pushes() && !ui.touch.hand_mode) hand_.let_go(simulation, view);
    hand_.update(simulation, view);
    ui.touch.hand = hand_.shown(simulation, view);
}

}  // namespace app
