// report.json: the whole report with raw samples, written and read again.
#pragma once
#include <string>

#include "app/bench/paper_report/report.h"

namespace app {

std::string report_json(const Report& report);

/// Reads a report that this version or another one wrote; pictures come from the files beside it, where they are.
/// Figures that this version does not know are left out. Throws BadFile.
Report read_report(const std::string& path);

}  // namespace app
