// What a note at the mouse says of the body below it.
#include "app/view/panels/panels.h"
#include "app/view/panels/widgets.h"

namespace app {

void draw_hover(PanelInput& in) {
    if (!in.hovered || in.hovered->id == sim::kNobody) return;
    const Session& session = in.session;
    const LegendScene scene = LegendScene::of(session.simulation.config().scene,
                                              session.simulation.config().bodies, session.view.draw);
    const std::string value =
        value_text(session.view.draw.colour, in.hovered->value, session.simulation.config().bodies, scene);
    ImGui::BeginTooltip();
    ImGui::Text("body %s", grouped(in.hovered->id).c_str());
    if (!value.empty()) ImGui::TextDisabled("%s", value.c_str());
    ImGui::EndTooltip();
}

}  // namespace app
