// The top bar's transport: restart, back, forth, and how fast simulated time passes.
#include <cmath>

#include "app/view/actions/actions.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/widgets/widgets.h"

namespace app {

std::string factor_text(float factor) {
    return factor < 1 ? text_of("x 1/%.0f", 1 / double(factor)) : text_of("x %.0f", double(factor));
}

namespace {

void button(PanelInput& in, const char* name, Icon icon, const char* action) {
    const float height = ImGui::GetFrameHeight() + 2 * in.scale;
    if (icon_button(in.ui, name, icon, tip(action), {std::round(height * 1.2f), height}))
        perform(action, {in, in.ui});
    ImGui::SameLine(0, 3 * in.scale);
}

void factor_menu(PanelInput& in) {
    const bool per_frame = in.simulation.options().steps_per_frame > 0;
    ImGui::SetNextItemWidth(ImGui::CalcTextSize("x 1/16").x + 2 * ImGui::GetStyle().FramePadding.x);
    ImGui::BeginDisabled(per_frame);
    if (ImGui::BeginCombo("##factor", factor_text(in.simulation.time_factor).c_str(),
                          ImGuiComboFlags_NoArrowButton)) {
        for (int power = -4; power <= 4; ++power) {
            const float factor = std::ldexp(1.0f, power);
            if (ImGui::Selectable(factor_text(factor).c_str(), factor == in.simulation.time_factor))
                in.simulation.time_factor = factor;
            note_item(in.ui, ("speed " + factor_text(factor)).c_str());
        }
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    note_item(in.ui, "time factor");
    tooltip(per_frame
                ? "--steps-per-frame says how many steps a frame has"
                : "Slow motion and fast forward: simulated time per real time, as far as the steps are fast "
                  "enough. Keys - and =");
}

}  // namespace

void draw_transport(PanelInput& in) {
    button(in, "restart", Icon::restart, "restart");
    button(in, "step back", Icon::step_back, "step_back");
    button(in, "play backwards", Icon::play_back, "play_backwards");
    button(in, "pause", in.simulation.paused ? Icon::play : Icon::pause, "pause");
    button(in, "one step", Icon::step, "one_step");
    factor_menu(in);
}

}  // namespace app
