// The report of `bench papers`: one HTML page with its pictures inside, and beside it the same pictures,
// tables and raw samples as files.
#pragma once
#include <string>
#include <utility>
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
};

struct MadeFigure {
    const PaperFigure* figure;
    FigureResult result;
    double seconds = 0;  // that it took to make
};

/// Name and contents of every file of the report: report.html, ID.svg (ID-2.svg, ... for more charts),
/// ID-1.jpg, ... of what was drawn, ID.csv, ID.json; lesson-ENGINE.html.
std::vector<std::pair<std::string, std::string>> report_files(const std::vector<MadeFigure>& made,
                                                              const ReportFacts& facts);

/// figure,chart,series,at,x,y,unit,y_of_fastest,samples,median_ms,min_ms: one row a point.
std::string figure_csv(const MadeFigure& made);

/// Everything, with raw samples.
std::string figure_json(const MadeFigure& made, const ReportFacts& facts);

/// The lines of one figure for a terminal: id, title, verdicts on what was measured.
std::string summary_text(const MadeFigure& made);

}  // namespace app
