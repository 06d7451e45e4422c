// What is drawn of one stage of a lesson: a list of plain things. The screen, files and tests read the same
// list; none of them knows sorts.
//
// Units: x counts columns (one column = one index of the keys), y counts lines of text, downwards. Whoever
// draws stretches columns to the room there is, and decides how the text of a cell fits: beside each other,
// digits under each other, or not at all (then the bar and the colour remain).
//
// Time: a stage is a row of operations. A thing stands in the picture from its operation `shown_at` on; 0: from
// the beginning. At operation k the picture is what figure_at() leaves of the list, so going back is as quick
// as going forward, and both give the same picture.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace app {

struct Spot {
    float x = 0, y = 0;
    bool operator==(const Spot&) const = default;
};

struct Area {
    float x = 0, y = 0, width = 0, height = 0;
    bool operator==(const Area&) const = default;
};

constexpr uint32_t kNoPair = 0xffffffffu;

/// The meaning of a colour; themes choose it. `digit` takes the colour and the pattern of the digit.
enum class Tone : uint8_t { plain, faint, strong, digit, good, wrong };

/// State of a cell during an operation, shown by its shape: read = thick outline, written = filled, waiting =
/// hatched, done = a tick.
enum class CellState : uint8_t { idle, read, written, waiting, done };

/// Words under each other's columns, or a table: a name at the left, and where its words come from.
struct FigureRow {
    std::string name;        // "key", "digits", "histograms"; as the lesson calls the array
    std::string sentence{};  // for a tooltip
    float y = 0, height = 1;
    std::vector<uint32_t> words{};  // all of the array; FigureCell::index points into it
    int shown_at = 0;
    bool keys = false;  // the sort's keys: what glides from one stage's picture to the next
    float opacity = 1;  // of the name
    int decimals = 0;   // of the words, see LessonArray
    std::string word_row{}, word_column{};  // of a table: what its rows and columns are, "bin" and "thread"
    uint32_t columns = 0;                   // of a table

    /// Returns "packed sums, bin 3, thread 6", "digits[5]": which word that is.
    std::string word_name(uint32_t index) const;
    bool operator==(const FigureRow&) const = default;
};

struct FigureCell {
    Area area{};
    std::string text{};
    int row = -1;             // in Figure::rows; -1: a label that shows no word
    uint32_t index = 0;       // of the word in the row
    uint32_t pair = kNoPair;  // the index in the input of the pair that it belongs to: what tracking follows
    std::vector<uint32_t> addend_of{};  // pairs to whose places it adds: stands out with them
    int digit = -1;
    float bar = -1;  // 0..1, a bar of that height in the cell; -1: none
    Tone tone = Tone::plain;
    CellState state = CellState::idle;
    int shown_at = 0;
    int left_at = 0;  // > 0: from this operation on the word has been taken away; drawn faint
    float opacity = 1;
    bool operator==(const FigureCell&) const = default;
};

/// Returns whether the cell is highlighted when the pair is tracked.
bool belongs_to(const FigureCell& cell, uint32_t pair);

/// Areas of a cell's text and bar: in a tall cell the bar has the lower part to itself, so that digits stay readable.
struct CellAreas {
    Area text{}, bar{};  // bar: all that a bar of 1 fills; only of a cell with one
};
CellAreas areas_of(const FigureCell& cell);

/// A line, straight or a smooth curve that leaves and arrives upright.
struct FigureLine {
    Spot from{}, to{};
    bool curved = false, arrow = false;
    bool carries = false;  // the pair's cell travels along it during the operation before shown_at
    uint32_t pair = kNoPair;
    int digit = -1;
    Tone tone = Tone::plain;
    float width = 1;  // of a usual line
    int shown_at = 0;
    std::string label{};  // at its middle: "+3"
    float opacity = 1;
    bool operator==(const FigureLine&) const = default;
};

enum class Align : uint8_t { left, middle, right };

struct FigureText {
    Spot at{};  // the top of the line of text
    std::string text{};
    Align align = Align::left;
    Tone tone = Tone::plain;
    int shown_at = 0;
    float opacity = 1;
    bool operator==(const FigureText&) const = default;
};

/// border: a bold rectangle (a tile, a warp); bracket: open below; band: a faint fill. The label stands in the
/// line above the area, from its left.
struct FigureFrame {
    enum Kind : uint8_t { border, bracket, band } kind = border;
    Area area{};
    std::string label{};
    Tone tone = Tone::plain;
    int shown_at = 0;
    float opacity = 1;
    bool operator==(const FigureFrame&) const = default;
};

/// A thing in a plane. Its unit is the plane's height: y upwards from 0 to 1, x to the right from 0 to the
/// plane's aspect; parts beyond are cut off.
struct FigureShape {
    enum Kind : uint8_t { area, polygon, line, circle, dot, text } kind = dot;  // drawn in this order
    Spot from{}, to{};  // area: two corners; line: its ends; of the others `from` is the middle
    /// Size; of a line, and of outlines of areas and polygons: the width, as a multiple of a usual line's;
    /// circle: the radius; dot: the width in lines of text; text: the size, as a multiple of the usual one.
    float size = 1;
    bool filled = true;           // else an outline; of areas, polygons and dots
    bool arrow = false;           // a line with a head at `to`
    std::vector<Spot> corners{};  // of a convex polygon, against the clock
    std::string label{};          // of a text
    uint32_t pair = kNoPair;
    int digit = -1;
    Tone tone = Tone::plain;
    int shown_at = 0;
    int left_at = 0;  // > 0: from this operation on it is gone
    float opacity = 1;
    bool operator==(const FigureShape&) const = default;
};

/// A picture of a plane in the figure. Its shape is the same whatever columns and lines measure: the largest
/// one in the middle of the area.
struct FigurePlane {
    Area area{};
    std::vector<FigureShape> shapes{};
    float aspect = 1;  // width divided by height; 1: a square
    bool operator==(const FigurePlane&) const = default;
};

/// Returns the area of the picture, in the unit in which a column and a line are given.
Area picture_area(const FigurePlane& plane, float column, float line);

struct Figure {
    float width = 0, height = 0;  // columns, lines
    uint32_t bins = 4;            // that a digit can have: its colour and pattern (inks.h)
    std::vector<FigureRow> rows{};
    std::vector<FigureFrame> frames{};  // drawn first, then lines, cells, texts
    std::vector<FigureLine> lines{};
    std::vector<FigureCell> cells{};
    std::vector<FigureText> texts{};
    std::vector<std::string> operations{};  // a plain sentence each; at least one
    std::vector<FigurePlane> planes{};      // nothing else lies on them
    bool operator==(const Figure&) const = default;
};

/// Returns the figure after `operation` operations: 0 (the stage begins) to figure.operations.size(). With a
/// fraction, pairs that the next operation moves are on their way along its lines.
Figure figure_at(const Figure& figure, double operation);

/// Returns the picture between the end of one stage (figure_at its last operation) and the beginning of the
/// next (at 0), t from 0 to 1: the keys' cells of the same pair glide, all else fades out and in.
Figure between(const Figure& before, const Figure& after, double t);

}  // namespace app
