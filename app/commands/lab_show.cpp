// `sweeplab lab show`: a student's kernel as a lesson.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/base/text/terminal.h"
#include "app/base/text/wrap.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/commands/window.h"
#include "app/io/json_output.h"
#include "app/lab/lab_report.h"
#include "app/lab/lab_show.h"
#include "app/teach/export/lesson_json.h"
#include "app/teach/files/export.h"
#include "app/teach/files/teach_options.h"
#include "app/teach/input.h"
#include "app/teach/range.h"
#include "app/teach/text.h"

namespace app {
namespace {

struct LabShowOptions : Options {
    std::vector<std::string> folders;
    std::optional<uint64_t> count;
    StepRange steps;
    bool brief = false, view = false;
    std::string theme;  // as TeachOptions::theme
};

void declare_flags(Flags& flags, LabShowOptions& options) {
    flags.rest("folder", "DIR", "the folder of the lab", options.folders);
    flags.count("-n", "how many keys, 1 to 256 [64]", options.count);
    seed_flag(flags, options, "the keys [that of the folder]");
    flags.read("--step", "N|N-M|all", "one stage, or some [all]",
               [&options](const std::string& word) { options.steps = parse_steps(word); });
    flags.flag("--brief", "sentences and numbers, without the arrays", options.brief);
    flags.text(
        "-o,--output", "FILE",
        "shown.html: a page to step through; stage.svg, stage.png: one stage, named by --step; "
        "stage_%02d.svg: all; slides.pdf: all, for a projector; shown.mp4; shown.json: all arrays for programs",
        options.output, Flags::Names::output);
    flags.flag("--view", "in the window; --step N opens there", options.view);
    lesson_theme_flag(flags, options.theme);
    quiet_flag(flags, options);
}

bool is_json(const std::string& path) { return has_ending(path, ".json"); }

ExportRequest request_of(const LabShowOptions& options) {
    ExportRequest request;
    request.path = options.output;
    request.quiet = options.quiet;
    set_theme(request, options.theme);
    return request;
}

void write_file(const LabShowOptions& options, const LabFolder& folder, const ShownLab& shown,
                const std::string& what) {
    if (is_json(options.output)) {
        auto json = lessons_json({&shown.lesson}, what);
        json["verdict"] = verdict_json(folder, shown.verdict);
        return write_json(options.output, json);
    }
    ExportRequest request = request_of(options);
    request.what = what;
    request.steps = steps_of(shown.lesson, options.steps, {});
    const size_t files = export_lesson(shown.lesson, request);
    if (!options.quiet)
        std::cerr << options.output << ": lab " << shown.lesson.engine << ", " << counted(files, "file")
                  << '\n';
}

void print_shown(const LabShowOptions& options, const Lesson& lesson, const std::string& what) {
    const TextStyle style{takes_escapes(STDOUT_FILENO), options.brief};
    const std::pair<size_t, size_t> steps = steps_of(lesson, options.steps, {});
    if (!options.steps.given) std::cout << heading_text(lesson, what, style);
    std::cout << steps_text(lesson, style, steps.first, steps.second);
}

/// Opens the window at the lesson.
int run_lesson_window(const LabShowOptions& options, const ShownLab& shown, const std::string& what) {
    LessonStart start;
    start.own = shown.lesson;
    start.own_input = what;
    start.panels = options.theme != kProjector;
    if (options.steps.given) start.step = options.steps.first;
    ViewOptions window;
    set_lesson_theme(window, options.theme);
    window.quiet = options.quiet;
    return run_window(window, start);
}

/// For flags that do not go together.
void refuse_flags(const LabShowOptions& options) {
    const bool one_step = options.steps.given && options.steps.first == options.steps.last;
    if (options.view && !options.output.empty()) throw BadUsage("-o with --view: the window writes nothing");
    if (options.view && options.brief) throw BadUsage("--brief is of the text, not of the window");
    if (options.view && options.steps.given && !one_step)
        throw BadUsage("--step with --view: one stage is expected, at which the window opens");
    if (is_json(options.output) && options.steps.given)
        throw BadUsage("--step with -o FILE.json: it has all stages");
    if (!options.output.empty() && options.brief) throw BadUsage("--brief is of the text, not of files");
    if (!options.theme.empty() && !options.view && (options.output.empty() || is_json(options.output)))
        throw BadUsage("--theme belongs to --view and to pictures with -o");
    if (!options.output.empty() && !is_json(options.output))
        check_export(request_of(options), one_step, options.steps.given);
}

/// Fewer keys where they are to be read from afar.
uint64_t count_of(const LabShowOptions& options) {
    constexpr uint64_t kUsual = 64, kOfSlides = 16;
    const bool slides = !options.output.empty() && has_slides(request_of(options));
    const uint64_t count = options.count.value_or(slides ? kOfSlides : kUsual);
    if (count >= 1 && count <= kMostLessonKeys) return count;
    throw BadUsage("-n " + std::to_string(count) + ": a lab is shown with 1 to " +
                   std::to_string(kMostLessonKeys) + " keys");
}

int run(const LabShowOptions& options) {
    if (options.folders.size() != 1)
        throw BadUsage("lab show: one folder is expected: `sweeplab lab show my-histogram`");
    refuse_flags(options);
    const uint64_t count = count_of(options);
    const LabFolder folder = read_lab_folder(options.folders[0]);
    const uint64_t seed = options.seed.value_or(folder.seed);
    const ShownLab shown = show_lab(folder, static_cast<uint32_t>(count), seed);
    const std::string what = "seed " + std::to_string(seed);
    const bool to_stdout = is_stdout(options.output);
    if (!shown.lesson.steps.empty()) {
        if (!options.output.empty()) write_file(options, folder, shown, what);
        if (options.output.empty() && !options.view) print_shown(options, shown.lesson, what);
    }
    if (!to_stdout) print_verdict(std::cout, folder, shown.verdict);
    if (shown.left_out > 0)
        std::cout << note_line("Not shown: " + counted(shown.left_out, "store") + " behind barrier 64.");
    if (options.view && !shown.lesson.steps.empty()) {
        if (const int code = run_lesson_window(options, shown, what)) return code;
    }
    return shown.verdict.right() ? 0 : 1;
}

const bool registered = add_command<LabShowOptions>(
    {"lab show", 135, "Shows what the arrays of a lab's kernel hold at each barrier.",
     "  sweeplab lab show my-histogram\n  sweeplab lab show my-histogram -n 32 -o shown.html\n"
     "  sweeplab lab show my-histogram --view\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
