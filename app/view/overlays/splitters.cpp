// Between the view and the panels: edges to drag. A double click lets the window choose the size again.
#include <cmath>

#include "app/view/overlays/window_overlays.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kWide =
    6;  // unscaled pixels, on the view's side of the edge; that of the tool panel leaves the time bar free

struct Edge {
    const char* name;
    Region region;
    float* size;    // of the panel, unscaled
    float now, by;  // its size, and what the mouse adds to it
};

void draw_edge(PanelInput& in, const Edge& edge) {
    ImGui::SetNextWindowPos({edge.region.x, edge.region.y});
    ImGui::SetNextWindowSize({edge.region.width, edge.region.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin(edge.name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav);
    ImGui::InvisibleButton(edge.name, {edge.region.width, edge.region.height});
    note_item(in.ui, edge.name);
    const bool held = ImGui::IsItemActive(), over = ImGui::IsItemHovered();
    if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        *edge.size = 0;
    else if (held && edge.by != 0)
        *edge.size = (edge.now + edge.by) / in.scale;
    if (held || over) {
        const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
        const float third = std::round(in.scale * kWide / 3);
        const bool upright = edge.region.height > edge.region.width;
        ImGui::GetWindowDrawList()->AddRectFilled({a.x + (upright ? third : 0), a.y + (upright ? 0 : third)},
                                                  {b.x - (upright ? third : 0), b.y - (upright ? 0 : third)},
                                                  held ? colours::kAccent : colours::kLine);
    }
    ImGui::PopStyleVar();
    if (!held) tooltip("Drag to resize; double click for the usual size");
    ImGui::End();
}

}  // namespace

void draw_splitters(PanelInput& in) {
    const Layout& layout = in.layout;
    const float wide = std::round(kWide * in.scale);
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (layout.left.width > 0) {
        const Region& left = layout.left;
        draw_edge(in, {"splitter left",
                       {left.x + left.width, left.y, wide, left.height},
                       &in.ui.left_width,
                       left.width,
                       moved.x});
    }
    if (layout.right.width > 0) {
        const Region& right = layout.right;
        draw_edge(in, {"splitter right",
                       {right.x - wide, right.y, wide, right.height},
                       &in.ui.right_width,
                       right.width,
                       -moved.x});
    }
    if (layout.tool_panel.height > 0) {
        const Region& tool_panel = layout.tool_panel;
        draw_edge(in, {"splitter tool panel",
                       {tool_panel.x, tool_panel.y - std::floor(wide / 4), tool_panel.width, wide},
                       &in.ui.tool_panel_height,
                       tool_panel.height,
                       -moved.y});
    }
}

}  // namespace app
