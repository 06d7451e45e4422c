// Names of which one is open.
#pragma once
#include <span>

#include "app/view/session/ui_state.h"

namespace app {

struct Tab {
    const char* name;
    const char* tip;
};

/// Returns the width in pixels of all tabs in a row, in the font that is in use.
float tabs_width(std::span<const Tab> tabs);

/// A row of tabs; where they do not fit into `width`, a list to choose from, so that no name is cut. Returns the
/// open one.
size_t tab_bar(UiState& ui, std::span<const Tab> tabs, size_t open, float width);

}  // namespace app
