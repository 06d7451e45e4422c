// What the user does to the world with the mouse: the hand, throwing, gravity's direction, the time bar.
#pragma once
#include <utility>

#include "app/view/panels/panels.h"
#include "app/view/touch/hand_mouse.h"
#include "app/view/touch/stop_hash.h"

namespace app {

class Touch {
public:
    /// Gives an event to the hand. Returns whether it was meant for the hand and for nothing else.
    bool handle(const InputEvent& event, bool in_view, const Region& region, Simulation& simulation,
                View& view, UiState& ui, const HandMouse::Pick& pick) {
        return hand_.handle(event, in_view, region, simulation, view, ui, pick);
    }
    /// Acts on the world, before the steps of a frame.
    void act(Simulation& simulation, View& view, Messages& messages, UiState& ui);
    /// Updates the hash of a stopped world, after the steps of a frame; copies the whole state when it makes
    /// one.
    void look(Simulation& simulation, Messages& messages, UiState& ui, double now_s) {
        hash_.update(simulation, messages, ui, now_s);
    }
    /// Draws the tools over the view, beside the panels.
    void draw(PanelInput& in);

private:
    HandMouse hand_;
    StopHash hash_;
};

/// A colour with another opacity, 0 to 255.
inline ImU32 see_through(ImU32 colour, uint32_t alpha) { return (colour & 0xffffffu) | alpha << 24; }

void draw_hand(PanelInput& in);
void draw_gravity_gizmo(PanelInput& in);  // arrow of gravity's direction
void draw_time_bar(PanelInput& in);       // forth and back in the run

/// Gravity after its arrow was dragged so that it points there: `to` in radii of the gizmo, to the right and up.
sim::Vec3 tilted(const sim::Vec3& gravity, const Camera& camera, glm::vec2 to);

}  // namespace app
