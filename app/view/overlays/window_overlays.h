// What helps to find one's way: the search for scenes, the first start's hints, splitters between panels, the bar of a
// world in the making, files dropped onto the window.
#pragma once
#include <string>
#include <vector>

#include "app/gl/context.h"
#include "app/io/scene_catalog.h"
#include "app/view/panels/panels.h"

namespace app {

/// All of them that are open, over the panels.
void draw_window_overlays(PanelInput& in);

void draw_finder(PanelInput& in);
void draw_hints(PanelInput& in);
void draw_splitters(PanelInput& in);
void draw_creation(PanelInput& in);

/// Whether the open search, or the hints, have taken the event: Up, Down, Enter and Esc; a click closes hints.
bool overlays_take(const InputEvent& event, const Simulation& simulation, WorldChanges& changes, UiState& ui);

/// What the search shows now.
std::vector<SceneEntry> finder_entries(const WorldChanges& changes, const UiState& ui);

/// A scene (.toml), a mesh (.obj), heights (.png or .npy) or boxes (.npy): a change of the world, or, of boxes, a
/// message with the number of their pairs. Says what is wrong with others.
void open_file(const Simulation& simulation, WorldChanges& changes, Messages& messages,
               const std::string& path);

}  // namespace app
