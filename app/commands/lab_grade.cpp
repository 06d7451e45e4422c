// `sweeplab lab grade`: a table of all students' folders.
#include <iostream>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/io/output_stream.h"
#include "app/lab/lab_report.h"

namespace app {
namespace {

struct LabGradeOptions : Options {
    std::vector<std::string> folders;
};

void declare_flags(Flags& flags, LabGradeOptions& options) {
    flags.rest("folder", "FOLDER", "the folder that holds the students' folders", options.folders);
    flags.text("--csv", "FILE", "writes the table as CSV; - is standard output", options.csv,
               Flags::Names::output);
    quiet_flag(flags, options);
}

Graded grade(const std::string& path) {
    try {
        const LabFolder folder = read_lab_folder(path);
        return graded(folder, check_lab(folder, false));
    } catch (const BadFile& error) {
        return {path, "-", "cannot be read", error.what(), "-"};
    }
}

int run(const LabGradeOptions& options) {
    if (options.folders.size() != 1)
        throw BadUsage("lab grade: one folder is expected: `sweeplab lab grade students`");
    const auto paths = find_lab_folders(options.folders[0]);
    const auto csv = open_output(options.csv);
    Activity activity(options.quiet);
    std::vector<Graded> rows;
    for (const auto& path : paths) {
        throw_if_interrupted();
        activity.show("checking", paths.size() - rows.size());
        rows.push_back(grade(path.string()));
    }
    activity.wipe();
    if (csv) {
        write_grades_csv(csv->stream(), rows);
        csv->commit();
    }
    if (!is_stdout(options.csv)) print_grades(std::cout, rows);
    return 0;
}

const bool registered = add_command<LabGradeOptions>(
    {"lab grade", 136, "Checks the labs of many students, and prints a table.",
     "  sweeplab lab grade students\n  sweeplab lab grade students --csv grades.csv\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
