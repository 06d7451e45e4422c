// Log: what happened, with step numbers, the newest line last.
#include "app/base/messages.h"
#include "app/view/panels/panels.h"
#include "app/view/session/telemetry.h"
#include "app/view/widgets/widgets.h"

namespace app {

void draw_log_tab(PanelInput& in) {
    const EventLog& log = in.telemetry.log;
    if (ImGui::Button("Copy")) {
        ImGui::SetClipboardText(log.text().c_str());
        in.messages.say("Copied " + grouped(log.lines().size()) + " lines");
    }
    note_item(in.ui, "copy log");
    tooltip("All lines, as text, to the clipboard");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s",
                        log.lines().empty() ? "nothing yet" : "the last lines, the newest at the bottom");
    tooltip(
        "Changes of the sort axis, of the columns, full sorts of an engine that repairs, and what was changed by "
        "hand. The same again within 300 steps is counted in its line. 200 lines at most.");
    ImGui::PushFont(in.fonts.small_);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {5 * in.scale, 1 * in.scale});
    const ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings;
    if (ImGui::BeginTable("##log", 2, flags, ImGui::GetContentRegionAvail())) {
        ImGui::TableSetupColumn("step", ImGuiTableColumnFlags_WidthFixed,
                                ImGui::CalcTextSize("000,000 to 000,000").x);
        ImGui::TableSetupColumn("event", ImGuiTableColumnFlags_WidthStretch);
        for (const LogLine& line : log.lines()) {
            ImGui::TableNextRow();
            cell(steps_text(line), colours::kDim);
            ImGui::TableNextColumn();
            const std::string text = event_text(line);
            ImGui::TextUnformatted(fit_text(text, ImGui::GetContentRegionAvail().x).c_str());
            tooltip(text);
        }
        if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

}  // namespace app
