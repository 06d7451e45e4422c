#include "app/view/touch/touch.h"

#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/touch/throw_control.h"

namespace app {

void Touch::act(Simulation& simulation, View& view, Messages& messages, UiState& ui) {
    if (simulation.run().events().empty())  // what is thrown makes the box larger
        ui.touch.throws.usual_speed_m_s = usual_throw_speed(simulation.physics(), view.clip_box());
    const uint32_t count = std::exchange(ui.touch.to_throw, 0);
    if (count > 0) throw_from_eye(simulation, view, messages, ui.touch.throws, count);
    hand_.update(simulation, view, ui);
    if (!ui.touch.hand_mode || hand_.holds()) return;
    ui.touch.hand.radius_m = hand_radius_m(ui.touch.hand_size, view.clip_box());
}

void Touch::draw(PanelInput& in) {
    if (in.ui.lesson) return;
    draw_hand(in);
    if (in.layout.second_view.width > 0) {  // it is in both worlds
        Layout right = in.layout;
        right.view = in.layout.second_view;
        PanelInput second{in, in.ui, in.fonts, right, in.scale, in.interop, in.device};
        draw_hand(second);
    }
    draw_gravity_gizmo(in);
    if (in.layout.panels) draw_time_bar(in);
}

}  // namespace app
