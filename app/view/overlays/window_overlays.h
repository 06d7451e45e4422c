// What helps to find one's way: the search for scenes, the first start's hints, splitters between panels, the bar of a
// world in the making, files dropped onto the window.
#pragma once
#include <string>
#include <vector>

#include "app/gl/context.h"
#include "app/io/scene_catalog.h"
#include "app/view/panels/panels.h"

namespace app {

/// Draws all overlays that are open, over the panels.
void draw_window_overlays(PanelInput& in);

void draw_finder(PanelInput& in);
void draw_hints(PanelInput& in);
void draw_splitters(PanelInput& in);
void draw_creation(PanelInput& in);

/// Gives an event to the open search, or to the hints: Up, Down, Enter and Esc; a click closes hints. Returns
/// whether one of them took it.
bool overlays_take(const InputEvent& event, const Simulation& simulation, WorldChanges& changes, UiState& ui);

/// Returns the scenes that the search lists now.
std::vector<SceneEntry> finder_entries(const WorldChanges& changes, const UiState& ui);

/// A scene (.toml), a mesh (.obj), heights (.png or .npy) or boxes (.npy): a change of the world, or, of boxes, a
/// message with the number of their pairs. Says what is wrong with others.
void open_file(const Simulation& simulation, WorldChanges& changes, Messages& messages,
               const std::string& path);

}  // namespace app
