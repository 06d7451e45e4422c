// Questions on a lesson, and the comparison of what was filled in.
#include "app/teach/quiz.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/site/exports.h"
#include "app/site/kept_lessons.h"

namespace app::site {
namespace {

std::vector<QuizQuestion> quiz_for(const Lesson& lesson, const char* seed) {
    return quiz_of(lesson, {0, lesson.steps.size()}, parse_count("--seed", seed));
}

/// Returns whether a cell that was filled in has the word. What is no number is wrong, not an error.
bool holds(const Json& cell, uint32_t word) {
    if (cell.is_number()) return cell == word;
    if (!cell.is_string()) return false;
    try {
        return parse_key("", cell.get<std::string>()) == word;
    } catch (const BadUsage&) {
        return false;
    }
}

std::string marks_sentence(const std::vector<bool>& right, size_t filled) {
    const auto good = size_t(std::count(right.begin(), right.end(), true));
    if (good == right.size()) return "All " + std::to_string(good) + " are right.";
    if (filled == 0) return "Nothing is filled in.";
    const auto wrong = size_t(std::find(right.begin(), right.end(), false) - right.begin());
    return std::to_string(good) + " of " + std::to_string(right.size()) +
           " are right; the first that is not: index " + std::to_string(wrong) + ".";
}

}  // namespace
}  // namespace app::site

using namespace app::site;

const char* sl_quiz(const char* params, const char* seed) {
    return answer_json([&] {
        const app::Lesson& lesson = lesson_of(params).lesson;
        const std::vector<app::QuizQuestion> quiz = quiz_for(lesson, seed);
        Json json = Json::array();
        for (size_t i = 0; i < quiz.size(); ++i)
            json.push_back({{"step", quiz[i].step},
                            {"hidden", quiz[i].hidden},
                            {"question", quiz[i].question},
                            {"answer", quiz[i].answer},
                            {"columns", quiz[i].columns},
                            {"row", quiz[i].row},
                            {"column", quiz[i].column},
                            {"text", app::question_text(lesson, quiz, i, {})}});
        return json;
    });
}

const char* sl_quiz_check(const char* params, const char* seed, int index, const char* words) {
    return answer_json([&] {
        const std::vector<app::QuizQuestion> quiz = quiz_for(lesson_of(params).lesson, seed);
        if (index < 0 || size_t(index) >= quiz.size())
            throw app::BadUsage("the lesson has " + app::counted(quiz.size(), "question"));
        const std::vector<uint32_t>& expected = quiz[size_t(index)].answer;
        const Json cells = Json::parse(words);
        std::vector<bool> right(expected.size());
        size_t filled = 0;
        for (size_t i = 0; i < expected.size() && i < cells.size(); ++i) {
            right[i] = holds(cells[i], expected[i]);
            if (cells[i].is_number() || (cells[i].is_string() && cells[i] != "")) ++filled;
        }
        const bool all = std::find(right.begin(), right.end(), false) == right.end();
        return Json{{"right", right}, {"all", all}, {"sentence", marks_sentence(right, filled)}};
    });
}
