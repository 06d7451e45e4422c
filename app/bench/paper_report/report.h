// The report of `bench papers`: what was made on one machine, and its parts as text.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/common/figure.h"

namespace app {

/// Machine, date, build and command, as a report gives them.
struct ReportFacts {
    std::string machine;    // "NVIDIA H200, driver 580.65; AMD EPYC, 16 cores"
    std::string date;       // "2026-11-21"
    std::string build;      // version, commit, compilers
    std::string command;    // that makes it again
    std::string copy_rate;  // of the backend's memory, in words

    std::string device() const { return machine.substr(0, machine.find_first_of(",;")); }  // "NVIDIA H200"
};

struct MadeFigure {
    const PaperFigure* figure;
    FigureResult result;
    double seconds = 0;  // that it took to make
};

struct Report {
    ReportFacts facts;
    std::vector<MadeFigure> figures;

    /// Returns the figure as this report has it; null: it has none.
    const MadeFigure* find(const PaperFigure* figure) const;
};

/// Returns the verdict on the same claim; null: the figure has none.
const Verdict* verdict_on(const MadeFigure* made, const std::string& what);

/// How many verdicts have an outcome.
size_t count_of(const Report& report, Verdict::Outcome outcome);

/// Names of outcomes in files: "holds", "holds_there".
const char* outcome_name(Verdict::Outcome outcome);
std::optional<Verdict::Outcome> outcome_named(const std::string& name);

/// The file of a chart, "ha-4-2.svg", and of a picture that was drawn, "ha-1-1.jpg"; both counted from 0.
std::string chart_name(const MadeFigure& made, size_t chart);
std::string photo_name(const MadeFigure& made, size_t picture);

/// figure,chart,series,at,x,y,unit,y_of_fastest,samples,median_ms,min_ms,bytes_a_key,share_of_copy: one row a point.
std::string figure_csv(const MadeFigure& made);

/// The lines of one figure for a terminal: id, title, verdicts on what was measured.
std::string summary_text(const MadeFigure& made);

}  // namespace app
