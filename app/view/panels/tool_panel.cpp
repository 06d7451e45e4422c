// Below the view: the measurements, in tabs.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/view/actions/actions.h"
#include "app/view/actions/file_saving.h"
#include "app/view/panels/panels.h"
#include "app/view/session/telemetry.h"
#include "app/view/widgets/tab_bar.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr Tab kTabs[] = {
    {"Stages", "Time, bytes and rate of every stage of a step"},
    {"Timeline", "What CPU, backend, hand-over and OpenGL did when: click a slice for its numbers"},
    {"History", "Every frame as a bar: click one to see its timeline"},
    {"Histogram", "How the times are distributed, beside those of a baseline"},
    {"Counters", "Pairs, contacts, tests and what the sort found, over time"},
    {"Disorder", "Time of a sort against how much was out of order"},
    {"Memory", "What holds how many bytes"},
    {kRaceTab, "Sorts and broad phases on this frame's keys and boxes (Ctrl+B); two worlds side by side"},
    {"Log", "What has happened, with step numbers"},
};
constexpr void (*kDrawTabs[])(PanelInput&) = {draw_stages_tab,    draw_timeline_tab, draw_history_tab,
                                              draw_histogram_tab, draw_counters_tab, draw_disorder_tab,
                                              draw_memory_tab,    draw_race_tab,     draw_log_tab};
static_assert(std::size(kTabs) == std::size(kDrawTabs));

constexpr const char* kFreeze = "Freeze";
constexpr const char* kWrite = "Write trace";

/// Returns the width in pixels of the freeze box, in the font that is in use.
float freeze_width() {
    return ImGui::GetFontSize() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(kFreeze).x;
}
float write_width() {
    const ImGuiStyle& style = ImGui::GetStyle();
    return style.ItemSpacing.x + ImGui::CalcTextSize(kWrite).x + 2 * style.FramePadding.x;
}

void draw_buttons(PanelInput& in, bool writes) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0});
    bool frozen = in.telemetry.plots_frozen();
    // In colour: wheel, drags and clicks in a plot freeze, too, and by then another tab may be open.
    ImGui::PushStyleColor(ImGuiCol_Text,
                          frozen ? colours::as_text(colours::kAccent) : ImGui::GetColorU32(ImGuiCol_Text));
    if (ImGui::Checkbox(kFreeze, &frozen)) in.telemetry.freeze_plots(frozen);
    ImGui::PopStyleColor();
    note_item(in.ui, "freeze");
    tooltip("History, Timeline and Counters stand still; the world goes on");
    if (writes) {
        ImGui::SameLine();
        if (ImGui::SmallButton(kWrite)) save_trace(in.simulation, in.telemetry, in.messages);
        note_item(in.ui, "write trace");
        tooltip(tip("write_trace") + ", for Perfetto (ui.perfetto.dev)");
    }
    ImGui::PopStyleVar();
}

/// The tab that a key or a click elsewhere has asked for.
void open_requested_tab(UiState& ui) {
    const auto* found = std::find_if(std::begin(kTabs), std::end(kTabs),
                                     [&](const Tab& tab) { return tab.name == ui.open_tab; });
    if (found != std::end(kTabs)) ui.tabs.open = static_cast<size_t>(found - std::begin(kTabs));
    ui.open_tab.clear();
}

}  // namespace

/// Draws the tool panel. Where there is little room the font is smaller, then the button goes whose key does
/// the same, and at last the row of tabs is a list.
void draw_tool_panel(PanelInput& in) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * in.scale, 4 * in.scale});
    begin_region("##tool_panel", in.layout.tool_panel, colours::kToolPanel);
    if (!in.ui.open_tab.empty()) open_requested_tab(in.ui);
    const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const ImVec2 top = ImGui::GetCursorPos();
    const auto fits = [&](float more) { return tabs_width(kTabs) + gap + freeze_width() + more <= room; };
    const bool roomy = fits(write_width());
    ImGui::PushFont(roomy ? in.fonts.regular : in.fonts.small_);
    const bool writes = fits(write_width()) || !fits(0);
    const float buttons = freeze_width() + (writes ? write_width() : 0);
    in.ui.tabs.open = tab_bar(in.ui, kTabs, in.ui.tabs.open, room - gap - buttons);
    const ImVec2 below = ImGui::GetCursorPos();
    const float lower =
        std::floor((ImGui::GetFrameHeight() - ImGui::GetFontSize()) / 2);  // on the tabs' line
    ImGui::SetCursorPos({top.x + room - buttons, top.y + lower});
    draw_buttons(in, writes);
    ImGui::SetCursorPos(below);
    ImGui::PopFont();
    kDrawTabs[in.ui.tabs.open](in);
    end_region();
    ImGui::PopStyleVar();
}

}  // namespace app
