#include "app/view/actions/panel_presets.h"

#include "app/view/session/simulation.h"
#include "app/view/session/view.h"

namespace app {
namespace {

void show_overlays(View& view, UiState& ui, bool shown) {
    view.draw.boxes = view.draw.pairs = ui.axis_strip = shown;
    if (!shown) view.draw.contacts = view.draw.columns = false;
}

void show_panels(UiState& ui, bool beside, bool tool_panel) {
    ui.lesson = false;
    ui.panels = true;
    ui.left = ui.right = beside;
    ui.tool_panel = tool_panel;
}

}  // namespace

void arrange_for_watching(View& view, UiState& ui) {
    const bool so_already = ui.panels && !ui.left && !ui.right && !ui.tool_panel && !ui.lesson;
    show_overlays(view, ui, false);
    show_panels(ui, so_already, so_already);
}

void arrange_for_profiling(View& view, UiState& ui) {
    show_overlays(view, ui, false);
    show_panels(ui, true, true);
    ui.open_tab = "Stages";
}

void arrange_for_pairs(const Simulation& simulation, View& view, UiState& ui) {
    show_panels(ui, true, false);
    show_overlays(view, ui, true);
    view.draw.of_all = false;
    if (view.draw.selected == sim::kNobody) view.select(simulation.config().bodies / 2);
    ui.to_selected = true;
}

void show_or_hide_panels(UiState& ui) {
    const bool in_part = ui.panels && !(ui.left && ui.right);
    ui.panels = in_part || !ui.panels;
    ui.left = ui.right = true;
}

}  // namespace app
