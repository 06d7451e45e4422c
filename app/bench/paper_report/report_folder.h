// The folder of a report: written whole over an older report, never over anything else.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "app/io/outputs/output_folder.h"

namespace app {

inline constexpr const char* kReportPage = "report.html";  // what a folder must hold to be written over

/// Throws BadFile where the folder is there and holds anything but a report.
void require_report(const OutputFolder& folder);

/// Writes names and contents, and puts the folder in its place. Throws BadFile.
void write_report(OutputFolder& folder, const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace app
