// Draws the overlays that are open, and gives them events before the panels see these.
#include "app/view/overlays/window_overlays.h"

#include <algorithm>

#include "app/view/actions/keys.h"
#include "app/view/session/simulation.h"
#include "app/view/session/world_changes.h"

namespace app {
namespace {

bool finder_takes(const InputEvent& event, const Simulation& simulation, WorldChanges& changes, UiState& ui) {
    if (event.kind != InputEvent::key || !event.down) return false;
    UiState::Finder& finder = ui.finder;
    const std::vector<SceneEntry> found = finder_entries(changes, ui);
    const size_t last = found.empty() ? 0 : found.size() - 1;
    finder.to_chosen = true;
    switch (event.code) {
        case key::escape:
            finder.open = false;
            return true;
        case key::up:
            finder.chosen -= finder.chosen > 0;
            return true;
        case key::down:
            finder.chosen = std::min(finder.chosen + 1, last);
            return true;
        case key::enter:
        case key::kp_enter:
            if (found.empty() || event.repeats) return true;
            finder.open = false;
            if (const std::string& name = found[std::min(finder.chosen, last)].name;
                name != simulation.options().scene)
                changes.next.scene = name;
            return true;
        default:
            finder.to_chosen = false;
            return !(event.mods & key::control);  // typed into the field
    }
}

}  // namespace

void draw_window_overlays(PanelInput& in) {
    if (in.layout.panels) draw_splitters(in);
    draw_creation(in);
    if (in.ui.hints && !in.ui.lesson) draw_hints(in);
    if (in.ui.finder.open) draw_finder(in);
}

bool overlays_take(const InputEvent& event, const Simulation& simulation, WorldChanges& changes,
                   UiState& ui) {
    if (ui.hints && event.kind == InputEvent::mouse_button && event.down) {
        ui.hints = false;
        return true;
    }
    return ui.finder.open && finder_takes(event, simulation, changes, ui);
}

}  // namespace app
