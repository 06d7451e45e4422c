#include "app/view/panels/tab_bar.h"

#include <imgui.h>

#include <algorithm>

#include "app/view/panels/widgets.h"

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

size_t tab_row(UiState& ui, std::span<const char* const> names, size_t open, float gap) {
    size_t chosen = open;
    for (size_t k = 0; k < names.size(); ++k) {
        if (k > 0) ImGui::SameLine(0, gap);
        if (tab_button(names[k], k == open)) chosen = k;
        note_item(ui, names[k]);
    }
    return chosen;
}

size_t tab_list(UiState& ui, std::span<const char* const> names, size_t open, float width) {
    size_t chosen = open;
    float widest = 0;
    for (const char* name : names) widest = std::max(widest, tab_width(name));
    ImGui::SetNextItemWidth(std::min(width, widest + ImGui::GetFrameHeight()));
    if (ImGui::BeginCombo("##tabs", names[open], ImGuiComboFlags_HeightLargest)) {
        for (size_t k = 0; k < names.size(); ++k) {
            if (ImGui::Selectable(names[k], k == open)) chosen = k;
            note_item(ui, names[k]);
        }
        ImGui::EndCombo();
    }
    note_item(ui, "tabs");
    return chosen;
}

}  // namespace

float tabs_width(std::span<const char* const> names) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    float width = -gap;
    for (const char* name : names) width += tab_width(name) + gap;
    return width;
}

size_t tab_bar(UiState& ui, std::span<const char* const> names, size_t open, float width) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, needed = tabs_width(names);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float whole = ImGui::GetContentRegionAvail().x;
    const size_t chosen = needed <= width ? tab_row(ui, names, open, gap) : tab_list(ui, names, open, width);
    const float below = at.y + ImGui::GetFrameHeight();
    ImGui::GetWindowDrawList()->AddLine({at.x, below}, {at.x + whole, below},
                                        ImGui::GetColorU32(ImGuiCol_TabActive));
    return chosen;
}

}  // namespace app
