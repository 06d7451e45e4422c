// The program's own tables as Markdown, for the pages: `sweeplab help --markdown [SECTION]`. What they say
// depends neither on the machine nor on whether the build has CUDA.
#pragma once
#include <string>
#include <vector>

namespace app {

/// Names of the sections, in the order in which they are printed.
std::vector<std::string> markdown_sections();

/// Returns one section as Markdown; "" is all of them. Throws BadUsage with the nearest name.
std::string markdown(const std::string& section);

}  // namespace app
