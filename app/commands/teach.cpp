// `sweeplab teach`: explains a small sort stage by stage. The kernels run where there is a GPU, and the CPU
// model runs too; where the two differ, the lesson says so and the exit code is 1.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "app/ask/command.h"
#include "app/ask/option_flags.h"
#include "app/base/errors.h"
#include "app/base/names.h"
#include "app/base/numbers.h"
#include "app/base/wrap.h"
#include "app/commands/window.h"
#include "app/teach/input.h"
#include "app/teach/make.h"
#include "app/teach/text.h"
#include "sort/registry.h"

namespace app {
namespace {

struct TeachOptions : Options {
    std::string engine;  // "": list the lessons
    std::string input;
    std::vector<uint32_t> keys;
    std::optional<uint64_t> count;
    std::optional<uint64_t> step;  // none: all
    bool text = false, view = false;
    std::string color = "auto";  // auto, always, never
};

/// "83", "0x53", or any other form of a number.
uint32_t parse_key(const std::string& word) {
    uint64_t key = 0;
    if (word.starts_with("0x") || word.starts_with("0X")) {
        const char *end = word.data() + word.size(), *behind = word.data() + 2;
        const auto [stop, error] = std::from_chars(behind, end, key, 16);
        if (error == std::errc::invalid_argument || stop != end)
            throw BadUsage("--keys '" + word + "': a hexadecimal number is expected, such as 0x53");
        if (error != std::errc()) key = UINT64_MAX;
    } else {
        key = parse_count("--keys", word);
    }
    if (key > UINT32_MAX) throw BadUsage("--keys " + word + ": at most 4294967295 (2^32 - 1) is expected");
    return static_cast<uint32_t>(key);
}

void declare_flags(Flags& flags, TeachOptions& options) {
    flags.text("engine", "ENGINE", "the engine to explain; without it, lists the lessons", options.engine);
    flags.text("--input", "KIND", "made keys [uniform]: " + input_names(), options.input);
    flags.list("--keys", "5,3,0x9,...", "these keys",
               [&options](const std::string& word) { options.keys.push_back(parse_key(word)); });
    flags.count("-n", "how many keys are made [32]", options.count);
    seed_flag(flags, options, "the made keys [1]");
    flags.read("--step", "N|all", "one step of the lesson [all]", [&options](const std::string& word) {
        if (word != "all") options.step = parse_count("--step", word);
    });
    flags.flag("--text", "on the terminal (the default)", options.text);
    flags.flag("--view", "in the window; --step N opens there, and ENGINE,ENGINE shows two side by side",
               options.view);
    flags.choice("--color", {"auto", "always", "never"},
                 "digits in colours; auto: on a terminal, unless NO_COLOR is set or TERM is dumb [auto]",
                 options.color);
    digit_bits_flag(flags, options);
    machine_flags(flags, options);
}

int list_lessons() {
    size_t width = 0;
    for (const sort::Model& model : sort::models()) width = std::max(width, std::strlen(model.name));
    for (const sort::Model& model : sort::models()) {
        const std::string paper = *model.paper ? std::string(" [") + model.paper + "]" : "";
        std::cout << list_line(model.name + std::string(width + 2 - std::strlen(model.name), ' '),
                               model.title + paper);
    }
    return 0;
}

/// The list of lessons has no keys and no steps.
void refuse_without_engine(const TeachOptions& options) {
    const std::pair<const char*, bool> given[] = {
        {"--keys", !options.keys.empty()},    {"--input", !options.input.empty()},
        {"-n", options.count.has_value()},    {"--seed", options.seed.has_value()},
        {"--step", options.step.has_value()}, {"--digit-bits", options.digit_bits != 0}};
    for (const auto& [flag, is_given] : given) {
        if (!is_given) continue;
        throw BadUsage(std::string(flag) + " without an engine; `sweeplab teach` lists the lessons");
    }
}

LessonInput input_of(const TeachOptions& options) {
    const bool typed = !options.keys.empty();
    if (typed && !options.input.empty()) throw BadUsage("--keys and --input: one of them is expected");
    if (typed && options.count) throw BadUsage("-n belongs to --input; --keys bring their own count");
    if (typed) return typed_input(options.keys);
    const uint64_t count = options.count.value_or(32);
    if (count < 1 || count > kMostLessonKeys) {
        throw BadUsage("-n " + std::to_string(count) + ": a lesson has 1 to " +
                       std::to_string(kMostLessonKeys) + " keys (`sweeplab sort` takes more)");
    }
    const std::string kind = options.input.empty() ? "uniform" : options.input;
    return made_input(kind, static_cast<uint32_t>(count), options.seed.value_or(1));
}

/// With auto, on a terminal whose user has not switched colours off (no-color.org).
bool use_colour(const std::string& choice) {
    if (choice != "auto") return choice == "always";
    const char* off = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) && !(off && *off) && !(terminal && !std::strcmp(terminal, "dumb"));
}

ViewOptions window_of(const TeachOptions& options) {
    ViewOptions window;
    static_cast<Options&>(window) = options;
    window.digit_bits = 0;  // of the lesson, not of the scene
    window.seed.reset();
    return window;
}

LessonStart start_of(const TeachOptions& options) {
    input_of(options);  // says what is wrong with it
    LessonStart start{split(options.engine, ','), options.input, options.keys};
    if (options.count) start.count = static_cast<uint32_t>(*options.count);
    start.seed = options.seed.value_or(1);
    start.digit_bits = options.digit_bits;
    start.backend = options.backend;
    start.device = options.device;
    start.step = options.step.value_or(0);
    return start;
}

int run(const TeachOptions& options) {
    if (options.engine.empty()) {
        refuse_without_engine(options);
        return list_lessons();
    }

    if (options.view) return run_window(window_of(options), start_of(options));
    const LessonInput input = input_of(options);
    const auto [lesson, difference] =
        make_lesson({options.engine, input, options.digit_bits, options.backend, options.device});

    // Print it, whole or one step.
    const bool colour = use_colour(options.color);
    if (options.step) {
        const uint64_t step = *options.step, steps = lesson.steps.size();
        if (step < 1 || step > steps) {
            throw BadUsage("--step " + std::to_string(step) + ": this lesson has " + std::to_string(steps) +
                           " steps, counted from 1");
        }
        std::cout << step_text(lesson, step - 1, colour);
    } else {
        std::cout << heading_text(lesson, input.what, colour) << steps_text(lesson, colour)
                  << result_text(lesson, colour);
    }
    if (!difference.empty()) throw CheckFailed("kernel and model differ: " + difference);
    if (!lesson.sorted) throw CheckFailed("the result of the lesson is not sorted");
    return 0;
}

const bool registered =
    add_command<TeachOptions>({"teach", 130, "Explains a small sort stage by stage.",
                               "  sweeplab teach\n  sweeplab teach fourway --keys 5,3,9,1\n"
                               "  sweeplab teach multiscan --input sorted -n 64\n"},
                              declare_flags, run);

}  // namespace
}  // namespace app
