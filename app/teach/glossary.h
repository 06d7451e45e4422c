// The words of the lessons.
#pragma once
#include <string>

namespace app {

/// Every word with its meaning, alphabetically, at most 80 columns wide.
std::string glossary_text(bool colour);

}  // namespace app
