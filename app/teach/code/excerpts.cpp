#include "app/teach/code/excerpts.h"

#include <algorithm>

namespace app {

const CodeExcerpt* excerpt_of(std::string_view lesson, std::string_view stage) {
    for (const CodeExcerpt& excerpt : code_excerpts()) {
        if (excerpt.lesson == lesson && excerpt.stage == stage) return &excerpt;
    }
    return nullptr;
}

std::vector<std::string> lines_of(const CodeExcerpt& excerpt) {
    std::vector<std::string> lines;
    size_t shared = std::string::npos;
    for (std::string_view rest = excerpt.text; !rest.empty();) {
        const size_t end = rest.find('\n');
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        const size_t indented = lines.back().find_first_not_of(' ');
        if (indented != std::string::npos && lines.back()[indented] != '#')
            shared = std::min(shared, indented);
    }
    for (std::string& line : lines) {
        if (line.starts_with(' ')) line.erase(0, shared);
    }
    return lines;
}

std::string place_of(const CodeExcerpt& excerpt) {
    const auto lines = std::count(excerpt.text.begin(), excerpt.text.end(), '\n');
    return std::string(excerpt.path) + ", lines " + std::to_string(excerpt.first_line) + " to " +
           std::to_string(excerpt.first_line + lines - 1);
}

}  // namespace app
