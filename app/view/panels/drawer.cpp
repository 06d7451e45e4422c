// Below the view: the measurements, in tabs.
#include <algorithm>

#include "app/view/panels/panels.h"
#include "app/view/panels/widgets.h"
#include "app/view/session/ui_actions.h"

namespace app {
namespace {

struct Tab {
    const char* name;
    void (*draw)(PanelInput&);
};
constexpr Tab kTabs[] = {{"Stages", draw_stages_tab},
                         {"Timeline", draw_timeline_tab},
                         {"History", draw_history_tab},
                         {"Counters", draw_counters_tab}};

/// The bar of tabs, in a window of its own, so that tabs become shorter where they would meet what is beside them.
/// Returns the one that is open.
const Tab* choose_tab(PanelInput& in, float width) {
    const Tab* open = nullptr;
    ImGui::BeginChild("##bar", {width, ImGui::GetFrameHeight() + 2}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    if (ImGui::BeginTabBar("##tabs", ImGuiTabBarFlags_NoTooltip)) {
        for (const Tab& tab : kTabs) {
            const bool wanted = in.ui.open_tab == tab.name;
            const bool chosen =
                ImGui::BeginTabItem(tab.name, nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0);
            if (wanted) in.ui.open_tab.clear();
            note_item(in.ui, tab.name);
            if (!chosen) continue;
            open = &tab;
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    ImGui::EndChild();
    return open;
}

constexpr const char* kFreeze = "Freeze";
constexpr const char* kWrite = "Write trace";

/// In the font that is in use.
float tabs_width() {
    const ImGuiStyle& style = ImGui::GetStyle();
    float width = 0;
    for (const Tab& tab : kTabs)
        width += ImGui::CalcTextSize(tab.name).x + 2 * style.FramePadding.x + style.ItemInnerSpacing.x;
    return width;
}
float freeze_width() {
    return ImGui::GetFontSize() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(kFreeze).x;
}
float write_width() {
    const ImGuiStyle& style = ImGui::GetStyle();
    return style.ItemSpacing.x + ImGui::CalcTextSize(kWrite).x + 2 * style.FramePadding.x;
}

void draw_buttons(PanelInput& in, bool writes) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0});
    bool frozen = in.session.plots_frozen();
    if (ImGui::Checkbox(kFreeze, &frozen)) in.session.freeze_plots(frozen);
    note_item(in.ui, "freeze");
    tooltip("History, Timeline and Counters stand still; the world goes on");
    if (writes) {
        ImGui::SameLine();
        if (ImGui::SmallButton(kWrite)) save_trace(in.session);
        note_item(in.ui, "write trace");
        tooltip(tip(Action::write_trace) + ", for Perfetto (ui.perfetto.dev)");
    }
    ImGui::PopStyleVar();
}

}  // namespace

/// Where there is little room the font is smaller, then the button goes whose key does the same, and at last names of
/// tabs are cut.
void draw_drawer(PanelInput& in) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * in.scale, 4 * in.scale});
    begin_region("##drawer", in.layout.drawer, colours::kDrawer);
    const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const auto fits = [&](float more) { return tabs_width() + gap + freeze_width() + more <= room; };
    const bool roomy = fits(write_width());
    ImGui::PushFont(roomy ? in.fonts.regular : in.fonts.small_);
    const bool writes = fits(write_width());
    const float buttons = freeze_width() + (writes ? write_width() : 0);
    const Tab* const open = choose_tab(in, std::max(room - gap - buttons, 1.0f));
    ImGui::SameLine(0, gap);
    draw_buttons(in, writes);
    ImGui::PopFont();
    if (open) open->draw(in);
    end_region();
    ImGui::PopStyleVar();
}

}  // namespace app
