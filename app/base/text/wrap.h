// Long texts in lines that can be read: of lists, of --help, and under the rows of tables.
#pragma once
#include <cstddef>
#include <string>

namespace app {

/// Most columns of texts and of tables.
inline constexpr size_t kTextWidth = 100, kTableWidth = 120;

/// `text` broken at blanks, for the place behind `start` columns of a line: no line is longer than `width`
/// unless a word is. The lines behind the first are indented. A width of 0 breaks nothing.
std::string wrapped(const std::string& text, size_t width, size_t start, size_t indent);

/// Returns the columns of messages and --help: kTextWidth, or fewer on a narrower terminal.
size_t text_width();

/// Returns the columns of tables: kTableWidth, or fewer on a narrower terminal.
size_t table_width();

/// Columns of the terminal that stdout is; 0 when it is none, so that programs get one line per thing.
size_t terminal_width();

/// Returns a line of a list: "fourway cuda stable sorts ...", its text wrapped behind the head on a terminal.
std::string list_line(const std::string& head, const std::string& text);

/// Returns a text under a table, in lines of at most table_width(). Those behind the first are indented.
std::string note_line(const std::string& text);

}  // namespace app
