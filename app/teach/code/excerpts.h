// Lines of the engines' own sources beside the stages of lessons. They are marked in the source,
//     // lesson: fourway/count, eightway/count
//     ...
//     // lesson end
// and taken from there at build (app/cmake/excerpts.cmake), so that what is shown is what is compiled.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Marked lines of one source, for one stage of one lesson.
struct CodeExcerpt {
    std::string_view lesson, stage;
    std::string_view path;  // from the source root
    uint32_t first_line;    // counted from 1
    std::string_view text;  // whole lines, indented as in the source
};

/// Returns all excerpts, in the order of their sources.
std::span<const CodeExcerpt> code_excerpts();

/// Returns the excerpt of a stage; null: it has none.
const CodeExcerpt* excerpt_of(std::string_view lesson, std::string_view stage);

/// Returns the lines of an excerpt without the indentation that they share; preprocessor lines stay at the margin.
std::vector<std::string> lines_of(const CodeExcerpt& excerpt);

/// Returns "sort/engines/ha/kernels.cuh, lines 104 to 112".
std::string place_of(const CodeExcerpt& excerpt);

}  // namespace app
