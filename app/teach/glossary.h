// The words of the lessons.
#pragma once
#include <span>
#include <string>

namespace app {

struct GlossaryWord {
    const char *word, *meaning;
};

/// Returns every word with its meaning, in alphabetical order.
std::span<const GlossaryWord> glossary();

/// Returns every word with its meaning, in alphabetical order, at most 80 columns wide.
std::string glossary_text(bool colour);

}  // namespace app
