// Every refusal names what there is.
#include "app/teach/range.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"

namespace app {
namespace {

[[noreturn]] void refuse(uint64_t step, const Lesson& lesson) {
    const size_t steps = lesson.steps.size();
    const std::string who = "the lesson '" + lesson.engine + "' has ";
    const std::string there = steps == 0
                                  ? who + "no steps"
                                  : who + counted(steps, "step") + ", counted from 1; the nearest is " +
                                        std::to_string(step < 1 ? 1 : steps);
    throw BadUsage("--step " + std::to_string(step) + ": " + there);
}

std::pair<size_t, size_t> steps_of_pass(const Lesson& lesson, uint64_t pass) {
    const auto is = [&](const LessonStep& step) {
        return step.pass >= 0 && static_cast<uint64_t>(step.pass) == pass;
    };
    const auto& steps = lesson.steps;
    const auto first = std::find_if(steps.begin(), steps.end(), is);
    if (first != steps.end()) {
        const auto end = std::find_if_not(first, steps.end(), is);
        return {static_cast<size_t>(first - steps.begin()), static_cast<size_t>(end - steps.begin())};
    }
    int last = -1;
    for (const LessonStep& step : steps) last = std::max(last, step.pass);
    const std::string who = "--pass " + std::to_string(pass) + ": the lesson '" + lesson.engine + "' has ";
    if (last < 0) throw BadUsage(who + "no passes; its steps: --step 1-" + std::to_string(steps.size()));
    throw BadUsage(who + "passes 0 to " + std::to_string(last) + "; the nearest is " + std::to_string(last));
}

}  // namespace

StepRange parse_steps(const std::string& text) {
    if (text == "all") return {};
    const size_t dash = text.find('-', 1);
    StepRange range{true, parse_count("--step", text.substr(0, dash)), 0};
    range.last = dash == text.npos ? range.first : parse_count("--step", text.substr(dash + 1));
    if (range.last < range.first)
        throw BadUsage("--step " + text + ": the first step comes first, such as 2-4");
    return range;
}

std::pair<size_t, size_t> steps_of(const Lesson& lesson, const StepRange& range,
                                   const std::optional<uint64_t>& pass) {
    if (range.given && pass) throw BadUsage("--step and --pass: one of them is expected");
    if (pass) return steps_of_pass(lesson, *pass);
    if (!range.given) return {0, lesson.steps.size()};
    for (const uint64_t step : {range.first, range.last}) {
        if (step < 1 || step > lesson.steps.size()) refuse(step, lesson);
    }
    return {range.first - 1, range.last};
}

}  // namespace app
