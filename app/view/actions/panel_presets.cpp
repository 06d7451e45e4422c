// See panel_presets.h.
#include "app/view/actions/panel_presets.h"

namespace app {
namespace {

void show_overlays(Session& session, UiState& ui, bool shown) {
    session.view.draw.boxes = session.view.draw.pairs = ui.axis_strip = shown;
    if (!shown) session.view.draw.contacts = session.view.draw.columns = false;
}

void show_panels(UiState& ui, bool beside, bool tool_panel) {
    ui.lesson = false;
    ui.panels = true;
    ui.left = ui.right = beside;
    ui.tool_panel = tool_panel;
}

}  // namespace

void arrange_for_watching(Session& session, UiState& ui) {
    const bool so_already = ui.panels && !ui.left && !ui.right && !ui.tool_panel && !ui.lesson;
    show_overlays(session, ui, false);
    show_panels(ui, so_already, so_already);
}

void arrange_for_profiling(Session& session, UiState& ui) {
    show_overlays(session, ui, false);
    show_panels(ui, true, true);
    ui.open_tab = "Stages";
}

void arrange_for_pairs(Session& session, UiState& ui) {
    show_panels(ui, true, false);
    show_overlays(session, ui, true);
    session.view.draw.of_all = false;
    if (session.view.draw.selected == sim::kNobody)
        session.view.select(session.simulation.config().bodies / 2);
    ui.to_selected = true;
}

void show_or_hide_panels(UiState& ui) {
    const bool in_part = ui.panels && !(ui.left && ui.right);
    ui.panels = in_part || !ui.panels;
    ui.left = ui.right = true;
}

}  // namespace app
