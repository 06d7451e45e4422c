// A figure or table of a paper as `bench papers` makes it: what the paper says, how it is measured here, and
// what came out. figures_*.cpp holds them, one file or two a paper.
#pragma once
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/base/numbers.h"  // count_text

namespace app {

class Lab;  // measures for the figures; app/bench/papers/figure_lab.h

struct Axis {
    std::string label, unit;
    bool log = false;  // x: powers of two, y: powers of ten
};

struct Point {
    std::string at;                       // label below the point: "1Mi", "gaussian"
    double x = 0;                         // its place in a line chart, > 0
    double y = 0;                         // value drawn: of the median sample, or counted
    double best = 0;                      // y of the fastest sample
    std::vector<double> samples_ms = {};  // raw, in the order taken; empty: y was counted, not timed
    double bytes_a_key = 0;               // moved, by the engine's own model; 0: not known
    double copy_share = 0;                // their rate over that of a plain copy; 0: not known
};

struct Series {
    std::string name;
    std::vector<Point> points;
};

struct Chart {
    std::string title;
    Axis x, y;
    bool bars = false;  // one group of bars an `at`; else lines over x
    std::vector<Series> series = {};
};

/// The values for which a claim holds. Measuring noise is allowed for by judge(), not here.
struct Bound {
    enum class Kind { gain, within };

    Kind kind;
    double low, high;
    std::string paper;        // what the paper says: "2 to 3.8 x"
    std::string unit = " x";  // behind a value
};

/// The n at which a paper measured, both ends included.
struct SizeRange {
    double first = 0, last = HUGE_VAL;
    std::string of = "keys";  // what n counts

    bool holds(double n) const { return n >= first && n <= last; }
};

/// What is judged: each row in the range, or the rows of the range on average (their geometric mean).
enum class Judged { each, average };

struct Claim {
    std::string what;  // "fourway over satish, uniform pairs"
    Bound bound;
    SizeRange measured_at = {};
    Judged judged = Judged::each;
};

/// One claim of the paper, held against the measurement.
struct Verdict {
    /// holds_there: where the paper measured, not at every other n. not_tested: the program lacks what it needs.
    enum class Outcome { holds, holds_there, about_equal, fails, not_measured, not_tested };

    Outcome outcome;
    std::string what;                 // "multiscan over satish, pairs at 16Mi"
    std::string text;                 // "holds at 16Mi keys: 2.4 x (paper: 2 to 3.8 x)"
    std::string why = {};             // one sentence, where it does not hold and the figure's data explain it
    std::optional<Claim> claim = {};  // that was judged; none: it has no bound
};

/// A scene as the program draws it.
struct FigurePicture {
    std::string title;  // "falling chairs"
    std::string text;   // its n and times; or why there is no picture
    std::string jpeg;   // the file's bytes; "": none
};

struct FigureResult {
    std::vector<Chart> charts;
    std::vector<FigurePicture> pictures;
    std::vector<Verdict> verdicts;
    std::vector<std::string> notes;  // rivals and sizes left out, with the reason; each once

    void note(const std::string& text);
};

struct PaperFigure {
    const char* id;      // "merrill-10"
    const char* also;    // other names of it, "" or "merrill-8 ha-5": merged figures
    const char* paper;   // "Merrill, Grimshaw 2011, figure 10 (2010: figure 8)"
    const char* title;   // subject of the figure, in our words
    const char* claim;   // the paper's finding, with its numbers and device
    const char* method;  // our measurement, and where it departs from the paper
    void (*run)(Lab& lab, FigureResult& result);
    bool takes_matrix = false;  // has a use for --matrix
};

/// Returns all figures, paper by paper, in the order of their numbers.
const std::vector<PaperFigure>& figures();

/// Finds a figure by its id or another name; null: there is none.
const PaperFigure* find_figure(const std::string& name);

/// The figures of one paper, each list in the file figures_<paper>.cpp. Called by name and not registered:
/// the linker would leave a file of this library out that nothing names.
std::vector<PaperFigure> ha_figures();
std::vector<PaperFigure> merrill_figures();
std::vector<PaperFigure> ye_figures();
std::vector<PaperFigure> polok_figures();

/// The point of a series; null when it was not measured.
const Point* point_at(const Chart& chart, const std::string& series, const std::string& at);
std::optional<double> y_at(const Chart& chart, const std::string& series, const std::string& at);

/// y of one over y of the other, none when one is missing.
std::optional<double> ratio(std::optional<double> over, std::optional<double> under);

/// Three digits that count: "0.0123", "4.56", "789", "12300".
std::string short_number(double value);

}  // namespace app
