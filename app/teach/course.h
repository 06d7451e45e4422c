// The course: guides for ten lectures, Markdown files of assets/course inside the program.
#pragma once
#include <string>

namespace app {

/// Returns the list, one line per guide.
std::string course_text(bool colour);

/// Guide "1" to "10"; without the solutions, a line says how to get them. Throws BadUsage.
std::string guide_text(const std::string& number, bool solutions, bool colour);

}  // namespace app
