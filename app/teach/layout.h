// Text on a terminal of 80 columns: sentences that wrap, rows of cells cut at the borders of tiles, tables
// with heads. Knows nothing of sorts. Colour only repeats what is printed as well.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace app {

constexpr size_t kTextColumns = 80;

struct Cell {
    std::string text;
    int hue = -1;  // cells of the same hue look alike on a terminal with colours; -1: plain
};

/// One word per pair: "key" and its cells.
struct CellRow {
    std::string head;
    std::vector<Cell> cells;
};

struct TableHeads {
    std::string row, column;  // "bin", "tile"; column "": a list, which has rows only
    int decimals = 0;         // of the words, see LessonArray
};

class Page {
public:
    explicit Page(bool colour) : colour_(colour) {}

    const std::string& text() const { return text_; }

    /// A line across the page: "== left ====== right". What does not fit goes onto a second line.
    void rule(const std::string& left, const std::string& right, char line);
    /// Wraps at spaces; lines after the first are indented by `hang` columns more.
    void paragraph(const std::string& text, size_t indent = 0, size_t hang = 0);
    /// "word: meaning", the word bold.
    void term(const std::string& word, const std::string& meaning);
    /// A line as it is, indented by two columns, however long.
    void verbatim(const std::string& line);
    void blank();
    /// Rows of equal length under each other, with a row of indices on top; a bar marks a tile's border,
    /// and no line holds pairs of two tiles.
    void rows(const std::vector<CellRow>& rows, uint32_t tile_pairs);
    /// Row by row; a table of one column lies down; where most words are 0, a dot stands for 0.
    /// With `hidden`, a question mark stands for every word.
    void table(std::span<const uint32_t> words, uint32_t columns, const TableHeads& heads,
               bool hidden = false);
    /// Columns of text under heads, all but the first right-aligned.
    void columns(const std::vector<std::vector<std::string>>& lines);

private:
    std::string painted(const std::string& text, const char* code) const;

    bool colour_;
    std::string text_;
};

}  // namespace app
