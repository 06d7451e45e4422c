// Which files a report may have put into a folder, by their names.
#include "app/bench/paper_report/report_folder.h"

#include <algorithm>
#include <filesystem>

#include "app/bench/common/figure.h"
#include "app/io/output_stream.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// Returns whether a report, of this or an older version, may have put a file of this name into its folder.
bool is_of_a_report(const fs::path& file) {
    if (file.filename() == kReportPage || file.filename() == "report.json") return true;
    const std::string kind = file.extension().string(), stem = file.stem().string();
    if (kind == ".html") return stem.starts_with("lesson-");
    if (kind != ".svg" && kind != ".jpg" && kind != ".csv" && kind != ".json") return false;
    return std::any_of(figures().begin(), figures().end(),
                       [&](const PaperFigure& figure) { return stem.starts_with(figure.id); });
}

}  // namespace

void require_report(const OutputFolder& folder) {
    std::error_code error;
    if (!folder.exists()) return;
    if (!fs::is_empty(folder.place(), error) && !fs::exists(folder.place() / kReportPage, error))
        folder.refuse("a new or empty folder, or one with a report, expected");
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.place(), error)) {
        if (is_of_a_report(entry.path())) continue;
        folder.refuse("a folder with nothing but a report expected; " + entry.path().filename().string() +
                      " is in it");
    }
}

void write_report(OutputFolder& folder, const std::vector<std::pair<std::string, std::string>>& files) {
    for (const auto& [name, contents] : files) {
        OutputStream file(folder.part() / name);
        file.stream() << contents;
        file.commit();
    }
    folder.commit();
}

}  // namespace app
