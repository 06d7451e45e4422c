#include "app/view/widgets/tab_bar.h"

#include <imgui.h>

#include <algorithm>
#include <cfloat>

#include "app/view/widgets/widgets.h"

namespace app {
namespace {

bool tab_button(const char* name, bool open) {
    const ImVec4 colour = ImGui::GetStyleColorVec4(open ? ImGuiCol_TabActive : ImGuiCol_Tab);
    ImGui::PushStyleColor(ImGuiCol_Button, colour);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyleColorVec4(ImGuiCol_TabHovered));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImGui::GetStyleColorVec4(ImGuiCol_TabActive));
    const bool pressed = ImGui::Button(name);
    ImGui::PopStyleColor(3);
    return pressed;
}

float tab_width(const char* name) {
    return ImGui::CalcTextSize(name).x + 2 * ImGui::GetStyle().FramePadding.x;
}

size_t tab_row(UiState& ui, std::span<const Tab> tabs, size_t open, float gap) {
    size_t chosen = open;
    for (size_t k = 0; k < tabs.size(); ++k) {
        if (k > 0) ImGui::SameLine(0, gap);
        if (tab_button(tabs[k].name, k == open)) chosen = k;
        note_item(ui, tabs[k].name);
        tooltip(tabs[k].tip);
    }
    return chosen;
}

size_t tab_list(UiState& ui, std::span<const Tab> tabs, size_t open, float width) {
    size_t chosen = open;
    float widest = 0;
    for (const Tab& tab : tabs) widest = std::max(widest, tab_width(tab.name));
    ImGui::SetNextItemWidth(std::min(width, widest + ImGui::GetFrameHeight()));
    const float high = float(tabs.size()) * ImGui::GetTextLineHeightWithSpacing() +
                       2 * (ImGui::GetStyle().WindowPadding.y + ImGui::GetStyle().ItemSpacing.y);
    ImGui::SetNextWindowSizeConstraints({0, high}, {FLT_MAX, FLT_MAX});  // all are seen at once
    if (ImGui::BeginCombo("##tabs", tabs[open].name, ImGuiComboFlags_HeightLargest)) {
        for (size_t k = 0; k < tabs.size(); ++k) {
            if (ImGui::Selectable(tabs[k].name, k == open)) chosen = k;
            note_item(ui, tabs[k].name);
            tooltip(tabs[k].tip);
        }
        ImGui::EndCombo();
    }
    note_item(ui, "tabs");
    return chosen;
}

}  // namespace

float tabs_width(std::span<const Tab> tabs) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    float width = -gap;
    for (const Tab& tab : tabs) width += tab_width(tab.name) + gap;
    return width;
}

size_t tab_bar(UiState& ui, std::span<const Tab> tabs, size_t open, float width) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, needed = tabs_width(tabs);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float whole = ImGui::GetContentRegionAvail().x;
    const size_t chosen = needed <= width ? tab_row(ui, tabs, open, gap) : tab_list(ui, tabs, open, width);
    const float below = at.y + ImGui::GetFrameHeight();
    ImGui::GetWindowDrawList()->AddLine({at.x, below}, {at.x + whole, below},
                                        ImGui::GetColorU32(ImGuiCol_TabActive));
    return chosen;
}

}  // namespace app
