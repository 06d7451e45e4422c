// The report of `bench papers` as files: one HTML page with its pictures inside, and beside it the same pictures,
// tables and raw samples.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "app/bench/paper_report/report.h"

namespace app {

/// Name and contents of every file: report.html, report.json; of each figure ID.svg (ID-2.svg, ... for more charts),
/// ID-1.jpg, ... of what was drawn, ID.csv; lesson-ENGINE.html. `beside`: another machine's report, whose verdicts and
/// charts stand next to this one's in the page; null: none.
std::vector<std::pair<std::string, std::string>> report_files(const Report& report, const Report* beside);

}  // namespace app
