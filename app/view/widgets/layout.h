// Where the panels and the view lie in the window: fixed regions that follow the window's size and the scale.
#pragma once
#include "app/view/session/ui_state.h"

namespace app {

struct Region {
    float x = 0, y = 0, width = 0, height = 0;  // pixels, origin top left
};

struct Layout {
    bool panels = false;
    Region top, left, right, tool_panel, view, strip, time;  // regions of hidden panels are empty
    Region second_view;  // of a second world, to the right of `view`; empty: there is none
    Region picture,
        steps;  // of an open lesson: its picture and, below, its controls; `view` is then small, or empty
};

/// The scale that is used: the user's times the display's, but no larger than lets every panel fit.
float effective_scale(const UiState& ui, int width, int height, float content_scale);

Layout make_layout(const UiState& ui, int width, int height, float scale);

/// Half of the view for a second world.
void split_view(Layout& layout);

}  // namespace app
