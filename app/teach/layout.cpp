// Wraps sentences, and cuts rows of cells and tables to 80 columns.
#include "app/teach/layout.h"

#include <algorithm>
#include <bit>
#include <sstream>

#include "app/teach/numbers.h"

namespace app {
namespace {

constexpr const char* kHues[] = {"36", "33", "32", "35", "34", "31"};  // readable on black and on white
constexpr size_t kMostEmptyRows = 8;                                   // of a table, that are still shown
constexpr const char* kBold = "1";
constexpr const char* kFaint = "2";

std::string right_aligned(const std::string& text, size_t width) {
    return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string left_aligned(const std::string& text, size_t width) {
    return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

size_t widest(size_t so_far, const std::string& text) { return std::max(so_far, text.size()); }

}  // namespace

std::string Page::painted(const std::string& text, const char* code) const {
    return colour_ ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
}

void Page::verbatim(const std::string& line) { text_ += line.empty() ? "\n" : "  " + line + '\n'; }

void Page::blank() { text_ += '\n'; }

void Page::rule(const std::string& left, const std::string& right, char line) {
    const std::string begin = std::string(2, line) + ' ' + left + ' ';
    const std::string end = right.empty() ? "" : ' ' + right;
    const bool fits = begin.size() + end.size() + 1 <= kTextColumns;
    const size_t used = begin.size() + (fits ? end.size() : 0);
    text_ += painted(begin, kBold) + std::string(used < kTextColumns ? kTextColumns - used : 0, line);
    text_ += (fits ? end : "") + '\n';
    if (!fits) text_ += right_aligned(right, kTextColumns) + '\n';
}

void Page::paragraph(const std::string& text, size_t indent, size_t hang) {
    std::istringstream words(text);
    std::string word, line(indent, ' ');
    bool empty = true;
    while (words >> word) {
        if (!empty && line.size() + 1 + word.size() > kTextColumns) {
            text_ += line + '\n';
            line = std::string(indent + hang, ' ');
            empty = true;
        }
        line += (empty ? "" : " ") + word;
        empty = false;
    }
    if (!empty) text_ += line + '\n';
}

void Page::term(const std::string& word, const std::string& meaning) {
    const size_t begin = text_.size();
    paragraph(word + ": " + meaning, 0, 4);
    text_.replace(begin, word.size(), painted(word, kBold));
}

void Page::rows(const std::vector<CellRow>& rows, uint32_t tile_pairs) {
    const auto count = static_cast<uint32_t>(rows.front().cells.size());
    if (count == 0) return paragraph("(no pairs)");
    size_t head_width = widest(0, "index"), cell_width = std::to_string(count - 1).size();
    for (const CellRow& row : rows) {
        head_width = widest(head_width, row.head);
        for (const Cell& cell : row.cells) cell_width = widest(cell_width, cell.text);
    }
    ++cell_width;
    const auto fit = [&](size_t head) {
        return std::bit_floor(std::clamp<size_t>((kTextColumns - head - 2) / cell_width, 1, tile_pairs));
    };
    if (fit(head_width + 1) == fit(head_width)) ++head_width;  // air before the bar, where it costs nothing
    const auto per_line = static_cast<uint32_t>(fit(head_width));

    for (uint32_t first = 0; first < count;) {
        const uint32_t in_tile = first % tile_pairs;
        const uint32_t last = std::min({first + per_line, first - in_tile + tile_pairs, count});
        if (in_tile == 0 && count > tile_pairs) {
            text_ += "tile " + std::to_string(first / tile_pairs) + '\n';
        } else if (first > 0) {
            blank();
        }
        const bool ends = last % tile_pairs == 0 || last == count;
        std::string indices;
        for (uint32_t i = first; i < last; ++i) indices += right_aligned(std::to_string(i), cell_width);
        text_ += painted(left_aligned("index", head_width) + ' ' + indices, kFaint) + '\n';
        for (const CellRow& row : rows) {
            std::string line = left_aligned(row.head, head_width) + (in_tile == 0 ? '|' : ' ');
            for (uint32_t i = first; i < last; ++i) {
                const Cell& cell = row.cells[i];
                line += std::string(cell_width - cell.text.size(), ' ');
                line += cell.hue < 0 ? cell.text : painted(cell.text, kHues[cell.hue % std::size(kHues)]);
            }
            line += ends ? "|" : "";
            text_ += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
        }
        first = last;
    }
}

void Page::table(std::span<const uint32_t> words, uint32_t columns, const TableHeads& heads, bool hidden) {
    if (words.empty()) return;
    if (columns == 0) columns = static_cast<uint32_t>(words.size());
    TableHeads own = heads;
    if (columns == 1 && words.size() > 1) {
        columns = static_cast<uint32_t>(words.size());
        std::swap(own.row, own.column);
    }
    const size_t rows = (words.size() + columns - 1) / columns;
    size_t cell_width = std::to_string(columns - 1).size();
    for (const uint32_t word : words) cell_width = widest(cell_width, decimal(word, heads.decimals));
    if (hidden) cell_width = std::max<size_t>(cell_width, 3);  // room to write
    ++cell_width;
    const auto label = [&](size_t row) { return own.row.empty() ? "" : own.row + ' ' + std::to_string(row); };
    const size_t head_width = std::max(own.column.size(), label(rows - 1).size()) + 1;
    size_t per_line = std::max<size_t>((kTextColumns - head_width - 2) / cell_width, 1);
    if (per_line < columns) per_line = std::bit_floor(per_line);

    // Where most words are 0, dots let the others be seen, and many rows of dots are omitted.
    const auto zeros = static_cast<size_t>(std::count(words.begin(), words.end(), 0u));
    const bool sparse = !hidden && words.size() > 8 && zeros > words.size() / 2;
    const auto is_empty = [&](size_t row) {
        const auto part =
            words.subspan(row * columns, std::min<size_t>(columns, words.size() - row * columns));
        return std::all_of(part.begin(), part.end(), [](uint32_t word) { return word == 0; });
    };
    size_t empty_rows = 0;
    for (size_t row = 0; row < rows; ++row) empty_rows += is_empty(row);
    const bool shortened = !hidden && empty_rows > kMostEmptyRows;

    for (size_t begin = 0; begin < columns; begin += per_line) {
        const size_t end = std::min<size_t>(begin + per_line, columns);
        if (begin > 0) blank();
        std::string numbers;
        for (size_t column = begin; column < end; ++column) {
            numbers += right_aligned(std::to_string(column), cell_width);
        }
        text_ += painted(right_aligned(own.column, head_width) + ' ' + numbers, kFaint) + '\n';
        for (size_t row = 0; row < rows; ++row) {
            if (shortened && is_empty(row)) continue;
            text_ += left_aligned(label(row), head_width) + '|';
            for (size_t i = row * columns + begin; i < row * columns + end && i < words.size(); ++i) {
                const bool faded = sparse && words[i] == 0;
                text_ += right_aligned(hidden  ? "?"
                                       : faded ? "."
                                               : decimal(words[i], heads.decimals),
                                       cell_width);
            }
            text_ += '\n';
        }
    }
    if (shortened) {
        paragraph("(" + std::to_string(empty_rows) + " of " + std::to_string(rows) + " rows omitted: all 0)");
    }
}

void Page::columns(const std::vector<std::vector<std::string>>& lines) {
    std::vector<size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()), 0);
        for (size_t i = 0; i < line.size(); ++i) widths[i] = widest(widths[i], line[i]);
    }
    for (const auto& line : lines) {
        std::string text;
        for (size_t i = 0; i < line.size(); ++i) {
            text += i ? "  " + right_aligned(line[i], widths[i]) : left_aligned(line[i], widths[i]);
        }
        text.erase(text.find_last_not_of(' ') + 1);  // a head may have no word in its last columns
        text_ += (&line == &lines.front() ? painted(text, kFaint) : text) + '\n';
    }
}

}  // namespace app
