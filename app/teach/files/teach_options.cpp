// The flags as they are declared, and the refusals.
#include "app/teach/files/teach_options.h"

#include "app/base/errors.h"
#include "app/cli/option_flags.h"
#include "app/teach/files/sheet.h"
#include "app/teach/input.h"
#include "sort/registry.h"

namespace app {

void lesson_theme_flag(Flags& flags, std::string& theme) {
    flags.choice(
        "--theme", {"dark", "light", "projector"},
        "colours of .svg, .png, .pdf and .mp4 [light], and of the window; projector: light, in large type; files are "
        "slides of 16:9, the window has no panels",
        theme);
}

void declare_teach_flags(Flags& flags, TeachOptions& options) {
    flags.text("engine", "ENGINE[,ENGINE]",
               "the engine to explain, or several on the same keys; without one, lists the lessons",
               options.engine);
    flags.text("--input", "KIND",
               "made keys [uniform; displaced:3 for engines that repair]: " + input_names(), options.input);
    flags.list("--keys", "5,3,0x9,...", "these keys",
               [&options](const std::string& word) { options.keys.push_back(parse_key("--keys", word)); });
    flags.count("-n", "how many keys are made [64; some lessons 6 to 128]", options.count);
    seed_flag(flags, options, "the made keys and of the questions [1]");
    flags.read("--step", "N|N-M|all", "one step of the lesson, or some [all]",
               [&options](const std::string& word) { options.steps = parse_steps(word); });
    flags.count("--pass", "the steps of one pass, counted from 0", options.pass);
    flags.flag("--brief", "sentences and numbers, without the arrays", options.brief);
    flags.flag("--code", "of each stage, the lines of the engine's source that do it", options.code);
    flags.flag("--quiz", "stages with one array hidden, to be filled in", options.quiz);
    flags.flag("--answers", "of --quiz: prints the hidden arrays at the end; of --course: the solutions",
               options.answers);
    flags.text("--break", "NAME", "the model with one thing left out, and what goes wrong", options.broken);
    flags.count("--slow-tile", "of onesweep: the tile, 0 to 15, that counts longer than the others",
                options.slow_tile);
    flags.read("--tile", "THREADSx1", "tile of the model, a pair per thread: 4x1, 8x1, 16x1 or 32x1 [32x1]",
               [&options](const std::string& word) {
                   parse_tile("--tile", word);
                   options.tile = word;
               });
    flags.count("--warp", "threads of a warp in the model: 4, 8, 16 or 32, at most a tile [8, of some 32]",
                options.warp);
    flags.flag("--check", "makes the lessons of one engine, or of all, on all kinds of input, and compares",
               options.check);
    flags.flag("--course", "ten lectures in order; with a number instead of an engine, the guide of one",
               options.course);
    flags.flag("--words", "the words of the lessons", options.glossary);
    flags.text("--site", "DIR", "writes the course as a site for browsers to a folder", options.site);
    flags.text(
        "-o,--output", "FILE",
        "step.svg, step.png: one step, named by --step; step_%02d.svg: all steps; slides.pdf: all, for a projector; "
        "lesson.html: a page to step through; lesson.mp4; with --quiz a sheet: .pdf, .html, .svg; without an engine, with --course or "
        "--words: .html",
        options.output, Flags::Names::output);
    flags.flag("--still", "of .mp4: one picture per operation, without movement", options.still);
    flags.count("--operation", "of a step as .svg or .png: what stands after so many operations [all]",
                options.operation);
    lesson_theme_flag(flags, options.theme);
    flags.text("--json", "FILE|-", "all arrays for programs; with - nothing else goes to stdout",
               options.json, Flags::Names::output);
    flags.text(
        "--record", "FILE|-",
        "the arrays of the engine itself, of its kernels on a GPU, as JSON that recorded.html of the site compares "
        "with the model",
        options.record, Flags::Names::output);
    flags.flag("--text", "on the terminal (the default)", options.text);
    flags.flag("--view", "in the window; --step N opens there, and ENGINE,ENGINE shows two side by side",
               options.view);
    flags.choice("--color", {"auto", "always", "never"},
                 "digits in colours; auto: on a terminal, unless NO_COLOR is set or TERM is dumb [auto]",
                 options.color);
    digit_bits_flag(flags, options);
    machine_flags(flags, options);
}

void refuse_lesson_flags(const TeachOptions& options, const std::string& why, bool writes) {
    const std::pair<const char*, bool> given[] = {{"--keys", !options.keys.empty()},
                                                  {"--input", !options.input.empty()},
                                                  {"-n", options.count.has_value()},
                                                  {"--seed", options.seed.has_value()},
                                                  {"--step", options.steps.given},
                                                  {"--pass", options.pass.has_value()},
                                                  {"--digit-bits", options.digit_bits},
                                                  {"--break", !options.broken.empty()},
                                                  {"--slow-tile", options.slow_tile.has_value()},
                                                  {"--tile", !options.tile.empty()},
                                                  {"--warp", options.warp.has_value()},
                                                  {"--brief", options.brief},
                                                  {"--code", options.code},
                                                  {"--quiz", options.quiz},
                                                  {"-o", !options.output.empty() && !writes},
                                                  {"--still", options.still},
                                                  {"--json", !options.json.empty()},
                                                  {"--record", !options.record.empty()},
                                                  {"--view", options.view},
                                                  {"--operation", options.operation.has_value()}};
    for (const auto& [flag, is_given] : given) {
        if (is_given) throw BadUsage(std::string(flag) + why);
    }
}

void refuse_beside_quiz(const TeachOptions& options) {
    if (!options.output.empty()) check_sheet(options.output);
    const std::pair<const char*, bool> given[] = {{"--json", !options.json.empty()},
                                                  {"--view", options.view},
                                                  {"--brief", options.brief},
                                                  {"--code", options.code},
                                                  {"--still", options.still},
                                                  {"--theme", !options.theme.empty()},
                                                  {"--operation", options.operation.has_value()}};
    for (const auto& [flag, is_given] : given) {
        if (is_given) throw BadUsage(std::string(flag) + " with --quiz: its questions are text, with arrays");
    }
}

void refuse_beside_view(const TeachOptions& options) {
    const std::pair<const char*, bool> given[] = {{"-o", !options.output.empty()},
                                                  {"--json", !options.json.empty()},
                                                  {"--pass", options.pass.has_value()},
                                                  {"--brief", options.brief},
                                                  {"--code", options.code},
                                                  {"--text", options.text}};
    for (const auto& [flag, is_given] : given) {
        if (is_given) throw BadUsage(std::string(flag) + " with --view: the window shows the whole lesson");
    }
    if (options.steps.given && options.steps.first != options.steps.last)
        throw BadUsage("--step with --view: one step is expected, at which the window opens");
}

void refuse_beside_record(const TeachOptions& options) {
    const std::pair<const char*, bool> given[] = {{"-o", !options.output.empty()},
                                                  {"--json", !options.json.empty()},
                                                  {"--view", options.view},
                                                  {"--quiz", options.quiz},
                                                  {"--break", !options.broken.empty()},
                                                  {"--slow-tile", options.slow_tile.has_value()},
                                                  {"--step", options.steps.given},
                                                  {"--pass", options.pass.has_value()},
                                                  {"--brief", options.brief},
                                                  {"--code", options.code},
                                                  {"--tile", !options.tile.empty()},
                                                  {"--warp", options.warp.has_value()},
                                                  {"--still", options.still},
                                                  {"--theme", !options.theme.empty()},
                                                  {"--operation", options.operation.has_value()}};
    for (const auto& [flag, is_given] : given) {
        if (is_given)
            throw BadUsage(
                std::string(flag) +
                " with --record: it writes all stages of one engine, as the engine runs, and nothing else");
    }
    if (options.engine.find(',') != options.engine.npos)
        throw BadUsage("--record writes one lesson: use `sweeplab teach ENGINE --record FILE` for each");
}

void refuse_of_files(const TeachOptions& options) {
    const bool named = options.steps.given || options.pass;
    if (!options.json.empty() && named) throw BadUsage("--step and --pass with --json: it has all steps");
    if (options.brief && !(options.output.empty() && options.json.empty()))
        throw BadUsage("--brief is of the text, not of files");
    if (options.code && !(options.output.empty() && options.json.empty()))
        throw BadUsage("--code is of the text; pages and JSON have the code always");
    if (options.theme.empty() || options.view) return;
    if (options.output.empty()) throw BadUsage("--theme belongs to -o or --view; --color is of the text");
}

uint64_t tile_pairs_of(const TeachOptions& options) {
    if (options.tile.empty()) return 0;
    const sort::TileShape tile = parse_tile("--tile", options.tile);
    if (tile.items != 1)
        throw BadUsage("--tile " + options.tile +
                       ": lessons have a pair per thread; 4x1, 8x1, 16x1 or 32x1 expected");
    return tile.pairs();
}

uint64_t warp_threads_of(const TeachOptions& options) {
    if (options.warp == 0u) throw BadUsage("--warp 0: a power of two is expected, such as 4");
    return options.warp.value_or(0);
}

}  // namespace app
