// The window, for the commands that open it.
#pragma once
#include <optional>

#include "app/view/lesson/lesson_form.h"
#include "app/view/session/view_options.h"

namespace app {

/// Runs the window until the user closes it, or options.frames are drawn; returns the exit code. With
/// `lesson` a lesson is open from the start: its errors are thrown (BadUsage) before a window opens.
int run_window(const ViewOptions& options, const std::optional<LessonStart>& lesson = std::nullopt);

}  // namespace app
