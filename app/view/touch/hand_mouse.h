// The left mouse button as a hand: on a body it pulls, in hand mode it pushes. A click without moving selects.
#pragma once
#include <functional>

#include "app/gl/context.h"
#include "app/view/session/session_parts.h"
#include "app/view/session/ui_state.h"
#include "app/view/touch/hand_control.h"
#include "app/view/widgets/layout.h"

namespace app {

class HandMouse {
public:
    /// The id of the body at a pixel, from the top left of the window.
    using Pick = std::function<uint32_t(double x, double y)>;

    /// Gives an event to the hand. Returns whether it was meant for the hand and for nothing else. `in_view`: as
    /// for ViewMouse; `region`: the picture below the mouse, to which a drag that begins there belongs.
    bool handle(const InputEvent& event, bool in_view, const Region& region, Simulation& simulation,
                View& view, UiState& ui, const Pick& pick);
    /// Before the steps of a frame.
    void update(Simulation& simulation, View& view, UiState& ui);
    bool holds() const { return hand_.holds(); }

private:
    bool press(bool in_view, const Region& region, Simulation& simulation, View& view, const UiState& ui,
               const Pick& pick);
    bool release(Simulation& simulation, View& view);
    bool turn_wheel(double notches, bool in_view, Simulation& simulation, View& view, UiState& ui);
    Ray ray(const Region& region, const View& view) const;

    HandControl hand_;
    glm::dvec2 at_{0}, pressed_at_{0};  // pixels from the top left of the window
    bool pressed_ = false, refused_ = false;
    Region pressed_in_{};
    uint32_t pressed_on_ = sim::kNobody;
    double travelled_px_ = 0;
};

}  // namespace app
