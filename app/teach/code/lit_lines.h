// Which lines of an excerpt do what an operation of the picture shows.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/teach/code/excerpts.h"

namespace app {

/// One rule: while an operation of the stage has these words in its sentence, the lines with that text are lit.
struct LitLine {
    std::string_view stage, operation, line;
};

std::span<const LitLine> lit_line_rules();

/// Returns the indices of the lines of `excerpt` that are lit at an operation; empty: none is known.
std::vector<size_t> lit_lines(const CodeExcerpt& excerpt, std::string_view stage,
                              const std::string& operation);

}  // namespace app
