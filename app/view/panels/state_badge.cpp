#include "app/view/panels/state_badge.h"

#include "app/measure/wrong_state.h"
#include "app/view/session/simulation.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

std::string explanation(const sim::Counters& counters) {
    std::string text = "After the last step:";
    const auto add = [&](uint32_t count, const char* what) {
        if (count > 0) text += "\n" + grouped(count) + what;
    };
    add(counters.outside, " outside: their centres are beyond a wall of the container");
    add(counters.not_finite,
        " not finite: a position or velocity was no number; they are set aside, and touch nothing");
    add(counters.fast, " fast: they move by more than their radius per step, so contacts may be missed");
    return text + "\n\nA smaller time step, a greater stiffness or less gravity helps.";
}

}  // namespace

void draw_state_badge(PanelInput& in, float right) {
    if (!in.simulation.has_counters()) return;
    const sim::Counters& counters = in.simulation.counters();
    const std::string text = wrong_state_text(counters);
    if (text.empty()) return;
    ImGui::SameLine(0, ImGui::GetFontSize() * 0.9f);
    ImGui::AlignTextToFramePadding();
    const ImU32 colour = is_wrong(counters) ? colours::kVermilion : colours::kYellow;
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colour));
    const bool fits = ImGui::CalcTextSize(text.c_str()).x <= right - ImGui::GetCursorPosX();
    ImGui::TextUnformatted(fits ? text.c_str() : "!");
    ImGui::PopStyleColor();
    tooltip(explanation(counters));
    note_item(in.ui, "state badge");
}

}  // namespace app
