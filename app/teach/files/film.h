// A lesson as a film.
#pragma once
#include <string>

#include "app/teach/figure/inks.h"
#include "app/teach/lesson.h"

namespace app {

/// Writes `path` (.mp4), 1920x1080. `still`: one picture per operation; else each operation moves. Throws BadFile, sort::Unavailable.
void write_film(const Lesson& lesson, const std::string& path, InkTheme theme, bool still, bool quiet);

}  // namespace app
