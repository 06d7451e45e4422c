// While another thread makes a world: how far it is, and a way to stop it.
#include <algorithm>
#include <cmath>

#include "app/view/guide/guide.h"
#include "app/view/panels/widgets.h"

namespace app {

void draw_creation(PanelInput& in) {
    const auto creation = in.session.creation();
    if (!creation) return;
    const Region& view = in.ui.lesson ? in.layout.picture : in.layout.view;
    const float pad = 14 * in.scale,
                inside = std::min(std::max(view.width - 4 * pad, 120 * in.scale), ImGui::GetFontSize() * 26);
    ImGui::SetNextWindowPos({view.x + view.width / 2, view.y + view.height / 2}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowBgAlpha(0.96f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, 12 * in.scale});
    ImGui::Begin("##creation", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
    ImGui::TextUnformatted(creation->text.c_str());
    const double part = std::max(creation->part, 0.0);
    std::string shown = creation->part < 0 ? "..." : text_of("%.0f %%", 100 * part);
    if (creation->left_s >= 0) shown += text_of(", about %.0f s left", std::ceil(creation->left_s));
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImGui::GetColorU32(ImGuiCol_SliderGrab));
    ImGui::ProgressBar(float(part), {inside, 0}, shown.c_str());
    ImGui::PopStyleColor();
    note_item(in.ui, "creation");
    if (ImGui::Button("Cancel  (Esc)")) in.session.cancel_creation();
    note_item(in.ui, "cancel creation");
    ImGui::SameLine();
    ImGui::TextDisabled("The scene waits meanwhile.");
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace app
