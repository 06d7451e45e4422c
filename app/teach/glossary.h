// The words of the lessons.
#pragma once
#include <string>

namespace app {

/// Returns every word with its meaning, in alphabetical order, at most 80 columns wide.
std::string glossary_text(bool colour);

}  // namespace app
