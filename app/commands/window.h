// The window, for the commands that open it.
#pragma once
#include <optional>
#include <string>

#include "app/view/lesson/lesson_form.h"
#include "app/view/session/view_options.h"

namespace app {

/// Sets what `--theme` of a lesson says: "dark", "light" or "projector", which has larger type; "": the last window's.
void set_lesson_theme(ViewOptions& window, const std::string& theme);

/// Runs the window until the user closes it, or options.frames are drawn; returns the exit code. With
/// `lesson` a lesson is open from the start: its errors are thrown (BadUsage) before a window opens.
int run_window(const ViewOptions& options, const std::optional<LessonStart>& lesson = std::nullopt);

}  // namespace app
