// Names of which one is open.
#pragma once
#include <span>

#include "app/view/session/ui_state.h"

namespace app {

/// Of all of them in a row, in the font that is in use.
float tabs_width(std::span<const char* const> names);

/// A row of tabs; where they do not fit into `width`, a list to choose from, so that no name is cut. Returns the
/// open one.
size_t tab_bar(UiState& ui, std::span<const char* const> names, size_t open, float width);

}  // namespace app
