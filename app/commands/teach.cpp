// `sweeplab teach`: explains a small sort stage by stage. The kernels run where there is a GPU, and the CPU
// model runs too; where the two differ, the lesson says so and the exit code is 1.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/base/text/json_text.h"
#include "app/base/text/names.h"
#include "app/base/text/terminal.h"
#include "app/base/text/wrap.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/commands/window.h"
#include "app/io/json_output.h"
#include "app/io/output_stream.h"
#include "app/teach/checking/check.h"
#include "app/teach/costs.h"
#include "app/teach/course.h"
#include "app/teach/export/lesson_json.h"
#include "app/teach/files/export.h"
#include "app/teach/files/recording.h"
#include "app/teach/files/sheet.h"
#include "app/teach/files/site.h"
#include "app/teach/files/teach_options.h"
#include "app/teach/glossary.h"
#include "app/teach/quiz.h"
#include "app/teach/range.h"
#include "app/teach/sizes.h"
#include "app/teach/text.h"
#include "app/teach/text_parts.h"
#include "sort/registry.h"

namespace app {
namespace {

constexpr uint32_t kSlideKeys = 16;                                      // that are read from afar
constexpr const char* kHowToAnswer = "For the answers, add --answers.";  // of a quiz; a sheet is for students

/// Prints a text, or writes it as a page.
int give_text(const TeachOptions& options, const std::string& title, const std::string& text) {
    if (options.output.empty())
        std::cout << text;
    else
        write_text_page(options.output, title, text);
    return 0;
}

int list_lessons(const TeachOptions& options) {
    std::string text;
    size_t width = 0;
    const std::vector<LessonTitle> lessons = lesson_titles();
    for (const LessonTitle& lesson : lessons) width = std::max(width, lesson.name.size());
    for (const LessonTitle& lesson : lessons) {
        const std::string paper = lesson.paper.empty() ? "" : " [" + lesson.paper + "]";
        text +=
            list_line(lesson.name + std::string(width + 2 - lesson.name.size(), ' '), lesson.title + paper);
    }
    return give_text(
        options, "Lessons of Sweeplab",
        text +
            "\nTo begin: sweeplab teach --course, ten guides in order. The words of the lessons:\n"
            "sweeplab teach --words.\n");
}

/// Returns whether to use colour; with auto, on a terminal whose user has not switched colours off (no-color.org).
bool use_colour(const std::string& choice) {
    if (choice != "auto") return choice == "always";
    return takes_escapes(STDOUT_FILENO);
}

ViewOptions window_of(const TeachOptions& options) {
    ViewOptions window;
    static_cast<Options&>(window) = options;
    window.digit_bits = 0;  // of the lesson, not of the scene
    window.tile.clear();
    window.seed.reset();
    window.output.clear();
    set_lesson_theme(window, options.theme);
    return window;
}

/// Returns LessonRequest::slow_tile. Throws as checked_slow_tile().
int slow_tile_of(const TeachOptions& options, const std::vector<std::string>& engines) {
    return options.slow_tile ? checked_slow_tile(*options.slow_tile, engines) : -1;
}

LessonStart start_of(const TeachOptions& options, const std::vector<std::string>& engines) {
    const std::string kind = usual_input(engines.front(), options.broken);
    LessonStart start{engines, options.input.empty() ? kind : options.input, options.keys};
    start.count = static_cast<uint32_t>(options.count.value_or(usual_keys(engines.front(), options.broken)));
    start.seed = options.seed.value_or(1);
    start.digit_bits = options.digit_bits;
    start.backend = options.backend;
    start.device = options.device;
    start.broken = options.broken;
    start.slow_tile = slow_tile_of(options, engines);
    start.panels = options.theme != kProjector;
    start.tile = tile_pairs_of(options);
    start.warp = warp_threads_of(options);
    if (options.steps.given) start.step = options.steps.first;
    return start;
}

int check_all(const TeachOptions& options) {
    TeachOptions others = options;
    others.tile.clear();
    others.warp.reset();
    others.digit_bits = 0;
    refuse_lesson_flags(others, " with --check: it takes all kinds of input");
    const SizeChoice sizes{tile_pairs_of(options), warp_threads_of(options), options.digit_bits};
    const std::vector<std::string> engines =
        options.engine.empty() ? lesson_names() : split(options.engine, ',');
    const std::vector<LessonInput> inputs = check_inputs();
    std::vector<LessonCheck> checks;
    {
        Progress progress("lessons", engines.size() * inputs.size(), options.quiet);
        uint64_t done = 0;
        for (const std::string& engine : engines) {
            const bool kernels = options.backend != "cuda" || !options.engine.empty() || has_kernels(engine);
            // All lessons have the sizes as far as they can, those that are named exactly these.
            const SizeChoice own = options.engine.empty() ? known_sizes(engine, sizes) : sizes;
            const LessonRequest request{.engine = engine,
                                        .digit_bits = own.digit_bits,
                                        .backend = kernels ? options.backend : "cpu",
                                        .device = kernels ? options.device : 0,
                                        .quiet = options.quiet,
                                        .tile = own.tile,
                                        .warp = own.warp};
            checks.push_back(check_lessons(request, inputs, [&] {
                throw_if_interrupted();
                progress.update(++done);
            }));
        }
    }
    std::cout << check_text(checks, use_colour(options.color));
    for (const LessonCheck& check : checks) {
        if (!check.failure.empty()) throw CheckFailed(check.engine + ": " + check.failure);
    }
    return 0;
}

ExportRequest export_request(const TeachOptions& options) {
    ExportRequest request;
    request.path = options.output;
    request.operation = options.operation;
    set_theme(request, options.theme);
    request.quiet = options.quiet;
    request.still = options.still;
    return request;
}

void print_lesson(const TeachOptions& options, const Lesson& lesson, const std::string& what) {
    const TextStyle style{use_colour(options.color), options.brief, options.code};
    const std::pair<size_t, size_t> steps = steps_of(lesson, options.steps, options.pass);
    if (options.quiz) {
        std::cout << heading_text(lesson, what, style)
                  << quiz_text(lesson, quiz_of(lesson, steps, options.seed.value_or(1)), options.answers,
                               style);
    } else if (!options.steps.given && !options.pass) {
        std::cout << heading_text(lesson, what, style) << steps_text(lesson, style)
                  << result_text(lesson, style);
    } else if (steps.second == steps.first + 1) {
        std::cout << step_text(lesson, steps.first, style);
    } else {
        std::cout << steps_text(lesson, style, steps.first, steps.second);
    }
}

/// Writes what was requested as files; false when nothing else is to be printed.
bool write_files(const TeachOptions& options, const std::vector<const Lesson*>& lessons,
                 const std::string& what) {
    if (!options.json.empty()) write_json(options.json, lessons_json(lessons, what));
    if (options.output.empty()) return options.json.empty();
    ExportRequest request = export_request(options);
    request.what = what;
    request.steps = steps_of(*lessons.front(), options.steps, options.pass);
    const size_t files = export_lesson(*lessons.front(), request);
    if (!options.quiet && options.json != "-")
        std::cerr << options.output << ": " << lessons.front()->engine << ", " << counted(files, "file")
                  << '\n';
    return false;
}

/// Writes the questions as a sheet, for the lecturer with the answers.
void write_quiz(const TeachOptions& options, const Lesson& lesson, const std::string& what) {
    if (lesson.keys.size() < kLeastSheetKeys || lesson.keys.size() > kMostSheetKeys)
        throw BadUsage("a sheet is made of " + std::to_string(kLeastSheetKeys) + " to " +
                       std::to_string(kMostSheetKeys) + " keys; here are " +
                       std::to_string(lesson.keys.size()) + (options.keys.empty() ? "; use -n 16" : ""));
    const auto quiz =
        quiz_of(lesson, steps_of(lesson, options.steps, options.pass), options.seed.value_or(1));
    if (quiz.empty()) throw BadUsage("--quiz: with these keys, no stage of this lesson has a question");
    const std::string title = lesson.engine + (options.answers ? ": answers" : ""),
                      text = input_line(lesson, what) + "\n\n" + quiz_text(lesson, quiz, options.answers, {});
    const size_t sheets = write_sheet(options.output, title, text.substr(0, text.find(kHowToAnswer)));
    if (!options.quiet) std::cerr << options.output << ": " << counted(sheets, "sheet") << '\n';
}

/// Throws CheckFailed: engine and model differ, or the result is wrong, where nothing was broken.
void require_right(const MadeLesson& made, const std::string& broken) {
    if (!made.difference.empty())
        throw CheckFailed(std::string(agreement_text(made.lesson.source_kind, Agreement::differs)) + ": " +
                          made.difference);
    if (!made.lesson.sorted && broken.empty()) throw CheckFailed("the result of the lesson is wrong");
}

/// Writes what the engine itself made of each stage, also where it differs from the model.
int record(const TeachOptions& options) {
    refuse_beside_record(options);
    const std::string backend = recording_backend(options.engine, options.backend);
    const RecordingSource source{{options.input, options.keys, options.count, options.seed},
                                 options.digit_bits,
                                 options.device,
                                 options.words};
    const LessonInput input = chosen_input(source.input, options.engine, "");
    OutputStream file(options.record);  // found to be writable before kernels are compiled
    const MadeLesson made = make_lesson({.engine = options.engine,
                                         .input = input,
                                         .digit_bits = options.digit_bits,
                                         .backend = backend,
                                         .device = options.device,
                                         .quiet = options.quiet});
    file.stream() << pretty_json(recording_json(made, source)) << '\n';
    file.commit();
    if (!options.quiet)
        std::cerr << options.record << ": " << made.lesson.engine << ", "
                  << counted(made.lesson.steps.size(), "stage") << "; " << made.lesson.source << '\n';
    require_right(made, "");
    return 0;
}

/// The site has all lessons, guides and words.
int write_the_site(const TeachOptions& options) {
    refuse_lesson_flags(options, " with --site: it has all lessons, which a page changes");
    if (!options.engine.empty() || options.course || options.glossary || options.check || options.answers)
        throw BadUsage("--site writes all lessons, guides and words; leave the rest out");
    const size_t files = write_site(options.site);
    if (!options.quiet)
        std::cout << options.site << ": " << counted(files, "file") << "; open " << options.site
                  << "/index.html in a browser\n";
    return 0;
}

int run(const TeachOptions& options) {
    if (!options.site.empty()) return write_the_site(options);
    if (options.glossary) {
        refuse_lesson_flags(options, " with --words: it is the same for all lessons", true);
        return give_text(options, "Words of the lessons",
                         glossary_text(options.output.empty() && use_colour(options.color)));
    }
    if (options.course) {
        refuse_lesson_flags(options, " with --course: a guide says what to show", true);
        if (options.answers && options.engine.empty())
            throw BadUsage("--answers with --course needs the number of a guide");
        const bool colour = options.output.empty() && use_colour(options.color);
        return give_text(options, "Course of Sweeplab",
                         options.engine.empty() ? course_text(colour)
                                                : guide_text(options.engine, options.answers, colour));
    }
    if (options.answers && !options.quiz) throw BadUsage("--answers belongs to --quiz or --course N");
    if (options.check) return check_all(options);
    if (options.engine.empty()) {
        refuse_lesson_flags(options, " without an engine; `sweeplab teach` lists the lessons", true);
        return list_lessons(options);
    }
    if (!options.record.empty()) return record(options);
    if (options.quiz) refuse_beside_quiz(options);

    // What can be refused is, before lessons are made; and all of them are made before the first is printed.
    const std::vector<std::string> engines = split(options.engine, ',');
    refuse_of_files(options);
    const bool one_step = options.steps.given && options.steps.first == options.steps.last;
    if (!options.output.empty() && !options.quiz)
        check_export(export_request(options), one_step, options.steps.given || options.pass);
    if (!options.output.empty() && engines.size() > 1)
        throw BadUsage("-o writes one lesson, not several: use `sweeplab teach " + engines[0] +
                       " -o FILE` for each; --view shows two side by side, --json writes all arrays of all");
    if (options.still && options.output.empty()) throw BadUsage("--still belongs to -o FILE.mp4");
    if (options.operation && options.output.empty()) throw BadUsage("--operation belongs to -o");
    if (!options.broken.empty() && engines.size() > 1)
        throw BadUsage("--break belongs to one lesson; here are " + std::to_string(engines.size()));
    std::optional<uint64_t> count = options.count;
    if (!options.output.empty() && options.keys.empty() && !count) {
        if (options.quiz)
            count = kMostSheetKeys;
        else if (has_slides(export_request(options)))
            count = std::min(kSlideKeys, usual_keys(engines.front(), options.broken));
    }
    const LessonInput input =
        chosen_input({options.input, options.keys, count, options.seed}, engines.front(), options.broken);
    if (options.view) refuse_beside_view(options);
    if (options.view) return run_window(window_of(options), start_of(options, engines));
    std::vector<MadeLesson> made;
    const int slow_tile = slow_tile_of(options, engines);
    for (const std::string& engine : engines)
        made.push_back(make_lesson({engine, input, options.digit_bits, options.backend, options.device,
                                    options.broken, has_waits(engine) ? slow_tile : -1, options.quiet,
                                    tile_pairs_of(options), warp_threads_of(options)}));
    for (const MadeLesson& one : made) steps_of(one.lesson, options.steps, options.pass);

    std::vector<const Lesson*> lessons;
    for (const MadeLesson& one : made) lessons.push_back(&one.lesson);
    if (options.quiz && !options.output.empty()) {
        write_quiz(options, *lessons[0], input.what);
    } else if (write_files(options, lessons, input.what)) {
        if (lessons.size() > 1) std::cout << costs_text(lessons, use_colour(options.color));
        for (const Lesson* lesson : lessons) print_lesson(options, *lesson, input.what);
    }
    for (const MadeLesson& one : made) require_right(one, options.broken);
    return 0;
}

const bool registered = add_command<TeachOptions>({"teach", 130, "Explains a small sort stage by stage.",
                                                   "  sweeplab teach fourway\n"
                                                   "  sweeplab teach fourway --keys 5,3,9,1 --step 2-4\n"
                                                   "  sweeplab teach fourway,onesweep --brief\n"
                                                   "  sweeplab teach satish --quiz --seed 7\n"
                                                   "  sweeplab teach satish --quiz --seed 7 -o sheet.pdf\n"
                                                   "  sweeplab teach --site course\n"
                                                   "  sweeplab teach fourway --record fourway.json\n"},
                                                  declare_teach_flags, run);

}  // namespace
}  // namespace app
