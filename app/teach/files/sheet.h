// Sheets of paper: questions with boxes to write into, and texts as pages.
#pragma once
#include <string>
#include <vector>

namespace app {

/// Throws BadUsage: the name does not end in .pdf, .html or .svg.
void check_sheet(const std::string& path);

/// Writes a text of at most 80 columns on sheets of A4: .pdf, .html (a sheet per printed page) or .svg (all below each
/// other). Words that are "?" become empty boxes; a question stays on a sheet with what it asks. Returns how many sheets. Throws BadFile, sort::Unavailable (no
/// rsvg-convert).
size_t write_sheet(const std::string& path, const std::string& title, const std::string& text);

/// Writes a text as a page that needs nothing else. Throws BadUsage (the name does not end in .html), BadFile.
void write_text_page(const std::string& path, const std::string& title, const std::string& text);

}  // namespace app
