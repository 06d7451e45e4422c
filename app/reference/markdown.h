// The program's own tables as Markdown, for the pages: `sweeplab help --markdown [SECTION [COMMAND]]`. What they say
// depends neither on the machine nor on whether the build has CUDA.
#pragma once
#include <string>
#include <vector>

namespace app {

/// Names of the sections, in the order in which they are printed.
std::vector<std::string> markdown_sections();

/// Returns as Markdown the section that `words` begin with, of `commands` only the command or group that they go on to
/// name; for no words all sections. Throws BadUsage with the nearest name, and for more words.
std::string markdown(const std::vector<std::string>& words);

}  // namespace app
