// Lessons: the list of steps, one step with its figure, and the whole as the program writes it.
#include "app/base/errors.h"
#include "app/base/text/json_text.h"
#include "app/base/text/xml.h"
#include "app/site/exports.h"
#include "app/site/kept_lessons.h"
#include "app/teach/code/lit_lines.h"
#include "app/teach/export/html.h"
#include "app/teach/export/lesson_json.h"
#include "app/teach/export/step_svg.h"
#include "app/teach/export/themed_svg.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/quiz.h"
#include "app/teach/text.h"
#include "app/teach/text_parts.h"

namespace app::site {
namespace {

/// Returns the sentence of a step, or why it was skipped.
std::string sentence_of(const LessonStep& step) {
    return step.ran ? step.sentence : "Skipped: " + why_skipped(step) + ".";
}

Json lesson_json(const Lesson& lesson, const std::string& what) {
    Json json{{"engine", lesson.engine},
              {"title", lesson.title},
              {"source", lesson.source},
              {"input", what},
              {"keys", lesson.keys},
              {"bits", lesson.setup.options.end_bit},
              {"tile", lesson.setup.has_tiles ? lesson.setup.tile_pairs : 0},
              {"sorted", lesson.sorted},
              {"result", lesson.result},
              {"path", lesson.path},
              {"steps", Json::array()}};
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        json["steps"].push_back({{"stage", step.stage},
                                 {"pass", step.pass},
                                 {"ran", step.ran},
                                 {"title", step_title(lesson, i)},
                                 {"sentence", sentence_of(step)}});
    }
    const LessonBreak& broken = lesson.broken;
    if (!broken.name.empty())
        json["broken"] = {{"name", broken.name},         {"title", broken.title},
                          {"sentence", broken.sentence}, {"wrong", broken.wrong},
                          {"what", broken.wrong_what},   {"first_step", broken.first_step}};
    return json;
}

/// The lines of the source that do the stage, and for each operation the indices of those that are lit.
Json code_json(const CodeExcerpt* excerpt, std::string_view stage,
               const std::vector<std::string>& operations) {
    if (!excerpt) return nullptr;
    Json lit = Json::array();
    for (const std::string& operation : operations) lit.push_back(lit_lines(*excerpt, stage, operation));
    return {{"place", place_of(*excerpt)}, {"lines", lines_of(*excerpt)}, {"lit", lit}};
}

Json step_json(const Lesson& lesson, size_t index) {
    static ThemedPictures pictures;  // one for all: a colour has one name on a page
    const LessonStep& step = lesson.steps[index];
    Json json{{"title", step_title(lesson, index)}, {"sentence", sentence_of(step)}, {"ran", step.ran}};
    if (!step.ran) return json;
    const Figure figure = stage_figure(lesson, index);
    json["svg"] = pictures.add(figure, style_for(figure), xml_text(step.stage + ": " + step.sentence));
    json["css"] = pictures.css();
    json["patterns"] = pictures.patterns();
    json["operations"] = figure.operations;
    json["code"] = code_json(excerpt_of(lesson.engine, step.stage), step.stage, figure.operations);
    json["numbers"] = Json::array();
    for (const LessonNumber& one : step.numbers)
        json["numbers"].push_back({{"name", one.name}, {"value", one.value}, {"meaning", one.meaning}});
    json["questions"] = Json::array();
    for (const LessonQuestion& one : questions_of(lesson, index))
        json["questions"].push_back({{"question", one.question}, {"answer", one.answer}});
    json["text"] = step_text(lesson, index, {});
    return json;
}

}  // namespace
}  // namespace app::site

using namespace app::site;

const char* sl_lesson(const char* params) {
    return answer_json([&] {
        const KeptLesson& kept = lesson_of(params);
        return lesson_json(kept.lesson, kept.what);
    });
}

const char* sl_step(const char* params, int index) {
    return answer_json([&] {
        const app::Lesson& lesson = lesson_of(params).lesson;
        if (index < 0 || size_t(index) >= lesson.steps.size())
            throw app::BadUsage("the lesson has steps 1 to " + std::to_string(lesson.steps.size()));
        return step_json(lesson, size_t(index));
    });
}

const char* sl_html(const char* params) {
    return answer([&] {
        const KeptLesson& kept = lesson_of(params);
        return app::lesson_html(kept.lesson, kept.what);
    });
}

const char* sl_text(const char* params) {
    return answer([&] {
        const KeptLesson& kept = lesson_of(params);
        return app::heading_text(kept.lesson, kept.what, {}) + app::steps_text(kept.lesson, {}) +
               app::result_text(kept.lesson, {});
    });
}

const char* sl_json(const char* params) {
    return answer([&] {
        const KeptLesson& kept = lesson_of(params);
        return app::json_text(app::lessons_json({&kept.lesson}, kept.what), 2) + "\n";
    });
}
