// What a note at the mouse says of the body below it.
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {

void draw_hover(PanelInput& in) {
    if (!in.hovered || in.hovered->id == sim::kNobody || in.changes.question()) return;
    const LegendScene scene =
        LegendScene::of(in.simulation.config().scene, in.simulation.config().bodies, in.view.draw);
    const std::string value =
        value_text(in.view.draw.colour, in.hovered->value, in.simulation.config().bodies, scene);
    ImGui::BeginTooltip();
    ImGui::Text("body %s", grouped(in.hovered->id).c_str());
    if (!value.empty()) ImGui::TextDisabled("%s", value.c_str());
    ImGui::EndTooltip();
}

}  // namespace app
