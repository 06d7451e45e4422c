#include "app/view/overlays/popup.h"

#include <algorithm>

namespace app {
namespace {

constexpr float kPad = 14, kMargin = 10, kLeast = 80;  // unscaled

}  // namespace

Popup::Popup(const PanelInput& in, const char* name, const Region& over, ImU32 border) {
    ImGui::SetNextWindowPos({over.x + over.width / 2, over.y + over.height / 2}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kPad * in.scale, 12 * in.scale});
    ImGui::PushStyleColor(ImGuiCol_Border, border);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
}

Popup::~Popup() {
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

float Popup::room(const PanelInput& in, const Region& over, float font_sizes) {
    const float inside =
        std::max(over.width - 2 * kMargin * in.scale, kLeast * in.scale) - 2 * kPad * in.scale;
    return std::min(inside, ImGui::GetFontSize() * font_sizes);
}

}  // namespace app
