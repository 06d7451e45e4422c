// The badge of the top bar where the state is wrong, or may be.
#pragma once
#include "app/view/panels/panels.h"

namespace app {

/// Nothing while all is well. `right`: what the fields on the right leave.
void draw_state_badge(PanelInput& in, float right);

}  // namespace app
