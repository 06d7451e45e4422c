// Panels and overlays arranged for a purpose, by one key each.
#pragma once
#include "app/view/session/session_parts.h"
#include "app/view/session/ui_state.h"

namespace app {

/// The scene, and of the panels the top bar alone; where it is so already, all panels.
void arrange_for_watching(View& view, UiState& ui);

/// Shows all panels, the tool panel with the times of the stages; nothing over the scene.
void arrange_for_profiling(View& view, UiState& ui);

/// Boxes and pair lines of the selected body, of one in the middle where none is, the axis strip, no tool panel.
void arrange_for_pairs(const Simulation& simulation, View& view, UiState& ui);

/// Panels hidden in part are shown first.
void show_or_hide_panels(UiState& ui);

}  // namespace app
