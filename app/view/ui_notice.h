// A picture with one sentence, for the time before there is a world to show.
#pragma once
#include <string>
#include <vector>

#include "app/gl/context.h"
#include "app/view/ui_context.h"

namespace app {

/// Draws and presents it a few times, until it is surely on the screen. `scale` is the panels'.
void show_notice(Context& context, Ui& ui, float scale, const std::string& text);

/// Draws one picture of the text with a bar (`part` from 0 to 1; below 0: not known) and a second line.
/// Returns the events since the last one.
std::vector<InputEvent> show_progress(Context& context, Ui& ui, float scale, const std::string& text,
                                      double part, const std::string& below);

}  // namespace app
