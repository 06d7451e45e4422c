// While another thread makes a world: how far it is, and a way to stop it.
#include <algorithm>
#include <cmath>

#include "app/view/overlays/popup.h"
#include "app/view/overlays/window_overlays.h"
#include "app/view/session/world_changes.h"
#include "app/view/widgets/widgets.h"

namespace app {

void draw_creation(PanelInput& in) {
    const auto creation = in.changes.creation();
    if (!creation) return;
    const Region& view = in.ui.lesson ? in.layout.picture : in.layout.view;
    const float inside = Popup::room(in, view, 26);
    const Popup popup(in, "##creation", view, ImGui::GetColorU32(ImGuiCol_Border));
    ImGui::TextUnformatted(creation->text.c_str());
    const double part = std::max(creation->part, 0.0);
    std::string shown = creation->part < 0 ? "..." : text_of("%.0f %%", 100 * part);
    if (creation->left_s >= 0) shown += text_of(", about %.0f s left", std::ceil(creation->left_s));
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImGui::GetColorU32(ImGuiCol_SliderGrab));
    ImGui::ProgressBar(float(part), {inside, 0}, shown.c_str());
    ImGui::PopStyleColor();
    note_item(in.ui, "creation");
    if (ImGui::Button("Cancel  (Esc)")) in.changes.cancel_creation();
    note_item(in.ui, "cancel creation");
    ImGui::SameLine();
    ImGui::TextDisabled("The scene waits meanwhile.");
}

}  // namespace app
