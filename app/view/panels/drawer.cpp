// Below the view: the measurements, in tabs.
#include "app/view/panels/panels.h"
#include "app/view/panels/widgets.h"
#include "app/view/session/ui_actions.h"

namespace app {

void draw_drawer(PanelInput& in) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * in.scale, 4 * in.scale});
    begin_region("##drawer", in.layout.drawer, colours::kDrawer);
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const float top = ImGui::GetCursorPosY();
    struct Tab {
        const char* name;
        void (*draw)(PanelInput&);
    };
    constexpr Tab kTabs[] = {{"Stages", draw_stages_tab},       {"History", draw_history_tab},
                             {"Histogram", draw_histogram_tab}, {"Counters", draw_counters_tab},
                             {"Disorder", draw_disorder_tab},   {"Memory", draw_memory_tab}};
    if (ImGui::BeginTabBar("##tabs", ImGuiTabBarFlags_NoTooltip)) {
        for (const Tab& tab : kTabs) {
            const bool open = ImGui::BeginTabItem(tab.name);
            note_item(in.ui, tab.name);
            if (!open) continue;
            tab.draw(in);
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    const char* label = "Write trace";
    ImGui::SetCursorPos({right - ImGui::CalcTextSize(label).x - 2 * ImGui::GetStyle().FramePadding.x, top});
    if (ImGui::SmallButton(label)) save_trace(in.session);
    note_item(in.ui, "write trace");
    tooltip(tip(Action::write_trace) + ", for Perfetto (ui.perfetto.dev)");
    end_region();
    ImGui::PopStyleVar();
}

}  // namespace app
