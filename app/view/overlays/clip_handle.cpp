// The handle of the clip plane, over the view: a disc on its frame, with arrows along the plane's way.
#include "app/view/actions/keys.h"
#include "app/view/panels/panels.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"

namespace app {

void draw_clip_handle(PanelInput& in) {
    const Region& view = in.layout.view;
    const auto handle = in.view.clip_handle(view.width, view.height);
    if (!handle) return;
    const float radius = kClipHandle_px * in.scale;
    const ImVec2 at = {view.x + handle->at.x, view.y + handle->at.y};
    in.ui.items.push_back({"clip handle", {at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});

    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const float length = glm::length(handle->per_m);
    const glm::vec2 way = length > 0 ? handle->per_m / length : glm::vec2(0, -1), side(-way.y, way.x);
    for (const float sign : {-1.0f, 1.0f}) {
        const auto corner = [&](float along, float across) {
            const glm::vec2 off = radius * (sign * along * way + across * side);
            return ImVec2(at.x + off.x, at.y + off.y);
        };
        list->AddTriangleFilled(corner(2.2f, 0), corner(1.3f, 0.7f), corner(1.3f, -0.7f), colours::kAccent);
    }
    list->AddCircleFilled(at, radius, colours::kAccent);
    list->AddCircle(at, radius, colours::kText, 0, 1.5f * in.scale);

    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const glm::vec2 off(mouse.x - at.x, mouse.y - at.y);
    if (!ImGui::GetIO().WantCaptureMouse && glm::length(off) <= 1.5f * radius)
        ImGui::SetTooltip("Drag it, or turn the wheel: moves the clip plane (Up, Down)");
}

}  // namespace app
