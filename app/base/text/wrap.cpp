// A line is as long as its words allow.
#include "app/base/text/wrap.h"

#include <algorithm>

#include "app/base/text/terminal.h"

namespace app {

std::string wrapped(const std::string& text, size_t width, size_t start, size_t indent) {
    if (width == 0) return text;
    std::string lines;
    size_t used = start;
    bool first_word = true;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (!first_word && used + 1 + word.size() > width) {
            lines += '\n' + std::string(indent, ' ');
            used = indent;
        } else if (!first_word) {
            lines += ' ';
            ++used;
        }
        lines += word;
        used += word.size();
        first_word = false;
    }
    return lines;
}

size_t terminal_width() {
    if (!isatty(STDOUT_FILENO)) return 0;
    const size_t columns = columns_of(STDOUT_FILENO);
    return columns > 0 ? columns : kTextWidth;
}

size_t text_width() {
    constexpr size_t kNarrowest = 60;
    const size_t width = terminal_width();
    return width == 0 ? kTextWidth : std::clamp(width, kNarrowest, kTextWidth);
}

size_t table_width() {
    constexpr size_t kNarrowest = 80;
    const size_t width = terminal_width();
    return width == 0 ? kTableWidth : std::clamp(width, kNarrowest, kTableWidth);
}

std::string note_line(const std::string& text) { return wrapped(text, table_width(), 0, 4) + '\n'; }

std::string list_line(const std::string& head, const std::string& text) {
    // Where little room is left behind the head, the text goes on near the left edge.
    const size_t width = terminal_width();
    const size_t indent = head.size() + 40 <= width ? head.size() : 4;
    return head + wrapped(text, width, head.size(), indent) + '\n';
}

}  // namespace app
