// A picture with one sentence, for the time before there is a world to show.
#pragma once
#include <string>

#include "app/gl/context.h"
#include "app/view/ui_context.h"

namespace app {

/// Draws and presents it a few times, until it is surely on the screen. `scale` is the panels'.
void show_notice(Context& context, Ui& ui, float scale, const std::string& text);

}  // namespace app
