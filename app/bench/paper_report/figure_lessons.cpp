// A stage is named, not counted: models may get more of them.
#include "app/bench/paper_report/figure_lessons.h"

#include <algorithm>

#include "app/teach/export/html.h"
#include "app/teach/make.h"

namespace app {
namespace {

struct LessonOfFigures {
    const char *figures, *engine, *stage;  // figures: how their names begin; the first that fits counts
};

constexpr LessonOfFigures kShown[] = {
    {"ha-1", "adaptive", "windows"},  // what a step sorts by
    {"ha-shuffle", "fourway", "map"},      {"ha-sorted", "fourway", "order check"},
    {"ha-", "fourway", "count"},           {"merrill-", "multiscan", "downsweep"},
    {"polok-1", "sparse-product", "sort"}, {"polok-", "reghist", "scan and scatter"},
    {"ye-", "warpsort", "bitonic sort"},
};

LessonInput input_of(const std::string& engine) {
    return made_input(usual_input(engine), usual_keys(engine), 1);
}

Lesson lesson_of(const std::string& engine) {
    return make_lesson({engine, input_of(engine), 0, "cpu", 0, ""}).lesson;
}

}  // namespace

std::string FigureLesson::command() const {
    return "sweeplab teach " + engine + " --view --step " + std::to_string(step);
}

std::string FigureLesson::file() const { return "lesson-" + engine + ".html"; }

std::string FigureLesson::page() const { return lesson_html(lesson_of(engine), input_of(engine).what); }

FigureLesson lesson_of_figure(const std::string& id) {
    const auto shown = std::find_if(std::begin(kShown), std::end(kShown),
                                    [&](const LessonOfFigures& one) { return id.starts_with(one.figures); });
    if (shown == std::end(kShown)) return {};
    const Lesson lesson = lesson_of(shown->engine);
    const auto step = std::find_if(lesson.steps.begin(), lesson.steps.end(), [&](const LessonStep& one) {
        return one.ran && one.stage == shown->stage;
    });
    if (step == lesson.steps.end()) return {};
    return {shown->engine, static_cast<size_t>(step - lesson.steps.begin()) + 1};
}

}  // namespace app
