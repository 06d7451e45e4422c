// The world that a window starts with: where it takes seconds, a bar shows how far it is.
#pragma once
#include "app/gl/context.h"
#include "app/view/session/step_cost.h"
#include "app/view/session/ui_state.h"
#include "app/view/ui_context.h"

namespace app {

/// Creates worlds as create_world does; the first one, if it is large and on the CPU, by another thread, while the
/// window shows a bar: Esc and the window's close button end it then, and it throws Interrupted. All outlive it.
CreateWorld create_with_bar(Context& context, Ui& ui, const UiState& state);

}  // namespace app
