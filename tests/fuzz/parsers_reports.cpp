// Settings, which are written and read again, and older reports, which are compared.
#include <filesystem>

#include "app/cli/settings.h"
#include "app/measure/comparison.h"
#include "app/measure/sample_set.h"
#include "tests/fuzz/parser.h"

namespace fuzz {
namespace {

/// A file that cannot be understood is reported, and never written over: what is read from any other is kept.
bool read_settings(const std::string& path) {
    std::string problem;
    const app::Settings read = app::load_settings(path, &problem);
    require(problem.empty() || problem.starts_with(path), "a problem begins with the name of the file");
    require(read.window_width >= 320 && read.window_width <= 16384, "window width in range");
    require(read.ui_scale >= 0.5f && read.ui_scale <= 4 && read.left_width >= 0, "panels in range");
    require(read.recent.size() <= app::kRecentFiles, "a short list of files");
    if (!problem.empty()) return false;

    const std::string copy = path + ".copy";
    std::filesystem::remove(copy);
    require(app::save_settings(copy, read), "settings are saved");
    const app::Settings again = app::load_settings(copy, &problem);
    require(problem.empty(), "what is saved can be read");
    require(again.recent == read.recent && again.calibration == read.calibration &&
                again.left_width == read.left_width && again.ui_scale == read.ui_scale &&
                again.window_height == read.window_height && again.panels == read.panels,
            "what is saved is what was read");
    return true;
}

bool read_baseline(const std::string& path) {
    bool read = false;
    for (const char* kind : {"profile", "bench sort", "bench disorder", "bench pairs", "bench step",
                             "bench scale", "bench heap", "bench gravity"}) {
        read |= read_or_refused(path, [&] {
            const app::SampleSet set = app::load_samples(path, kind);
            for (const app::SampleCase& one : set.cases) {
                require(!one.name().empty() || one.key.empty(), "a case has a name");
            }
            const app::Comparison found = app::compare(set, set);
            require(found.only_now.empty() && found.only_before.empty(), "a report has its own cases");
        });
    }
    return read;
}

}  // namespace

std::vector<Parser> parsers_of_reports() {
    return {{"settings",
             ".toml",
             {"format = 1\n",
              "format = 3\n",
              "[window]\n",
              "[panels]\n",
              "[scenes]\n",
              "[calibration]\n",
              "[[scenes]]\n",
              "width",
              "scale = nan\n",
              "true",
              "false",
              "1",
              "-1",
              "1e300",
              "inf",
              "nan",
              "''",
              "[]",
              "{}",
              "'a'",
              "\"onesweep/x\" = 'y'\n",
              "\"bucketsort/x\" = 'z'\n",
              "recent = ['a', 1, 'b']\n",
              "left_width",
              "'''",
              "\"\\u0001\"",
              "\\n",
              "#",
              "4000",
              "320",
              "0.5"},
             read_settings},
            {"baseline",
             ".json",
             {"null",
              "true",
              "{}",
              "[]",
              "\"\"",
              "0",
              "-1",
              "1e308",
              "1e999",
              "0.5",
              "\"profile\"",
              "\"bench sort\"",
              "\"samples_ms\"",
              "\"cases\"",
              "\"stages\"",
              "[1, 2, 3, 4, 5, 6]",
              "[null]",
              "[[]]",
              "\"command\"",
              "\\u0000",
              "\\ud800",
              "\"n\"",
              "\"engine\"",
              ",",
              "\"bench pairs\"",
              "\"bench step\"",
              "\"bench heap\"",
              "\"windows\"",
              "\"wall_s\"",
              "18446744073709551615"},
             read_baseline}};
}

}  // namespace fuzz
