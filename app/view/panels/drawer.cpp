// Below the view: the measurements, in tabs.
#include <iterator>

#include "app/view/panels/panels.h"
#include "app/view/panels/tab_bar.h"
#include "app/view/panels/widgets.h"
#include "app/view/session/ui_actions.h"

namespace app {
namespace {

constexpr const char* kTabNames[] = {"Stages", "History", "Histogram", "Counters", "Disorder", "Memory"};
constexpr void (*kDrawTabs[])(PanelInput&) = {draw_stages_tab,   draw_history_tab,  draw_histogram_tab,
                                              draw_counters_tab, draw_disorder_tab, draw_memory_tab};
static_assert(std::size(kTabNames) == std::size(kDrawTabs));

}  // namespace

void draw_drawer(PanelInput& in) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * in.scale, 4 * in.scale});
    begin_region("##drawer", in.layout.drawer, colours::kDrawer);
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const float top = ImGui::GetCursorPosY();
    const char* label = "Write trace";
    const float button = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float tabs = right - button - ImGui::GetStyle().ItemSpacing.x - ImGui::GetCursorPosX();
    in.ui.tabs.open = tab_bar(in.ui, kTabNames, in.ui.tabs.open, tabs);
    const ImVec2 below = ImGui::GetCursorPos();
    ImGui::SetCursorPos({right - button, top});
    if (ImGui::SmallButton(label)) save_trace(in.session);
    note_item(in.ui, "write trace");
    tooltip(tip(Action::write_trace) + ", for Perfetto (ui.perfetto.dev)");
    ImGui::SetCursorPos(below);
    kDrawTabs[in.ui.tabs.open](in);
    end_region();
    ImGui::PopStyleVar();
}

}  // namespace app
