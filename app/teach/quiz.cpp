// What can be asked is every array that follows from what stands above it in its stage.
#include "app/teach/quiz.h"

#include <algorithm>

#include "app/teach/layout.h"
#include "app/teach/text_parts.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

using sort::Drawn;

bool computed_in_place(const LessonStep& step, const LessonArray& array) {
    return array.drawn == Drawn::a_pair && array.name == "ranks" &&
           array.words.size() == step.keys_before.size();
}

bool is_small_table(const LessonArray& array) {
    const bool tells = array.name == "offsets" || array.name == "histograms";
    return array.drawn == Drawn::table && tells && array.words.size() > 1 && array.words.size() <= 64;
}

QuizQuestion about(size_t step, const LessonArray& array) {
    return {step, array.name, "Fill in " + array.name + ": " + array.sentence, array.words, array.columns};
}

}  // namespace

std::vector<LessonQuestion> own_questions(const Lesson& lesson, size_t index) {
    std::vector<LessonQuestion> questions;
    const std::string& stage = lesson.steps[index].stage;
    for (size_t i = 0; i < index; ++i) {
        if (lesson.steps[i].ran && lesson.steps[i].stage == stage) return questions;
    }
    for (const LessonQuestion& question : lesson.questions) {
        if (lesson.steps[index].ran && question.stage == stage) questions.push_back(question);
    }
    return questions;
}

std::vector<LessonQuestion> questions_of(const Lesson& lesson, size_t index) {
    const LessonStep& step = lesson.steps[index];
    std::vector<LessonQuestion> questions = own_questions(lesson, index);
    if (!step.ran) return questions;
    const auto word = [](size_t number) { return std::to_string(number); };
    for (const LessonArray& array : step.arrays) {
        // The last pair of the first tile has most pairs before it; the last bin, most counters.
        if (computed_in_place(step, array)) {
            const size_t at = std::min<size_t>(array.words.size(), lesson.setup.tile_pairs) - 1;
            questions.push_back(
                {step.stage,
                 "Which rank has the pair at index " + word(at) + ", key " + word(step.keys_before[at]) + "?",
                 word(array.words[at]) + ": so many pairs before it in its tile have the same digit."});
        } else if (array.name == "offsets" && array.drawn == Drawn::table && array.columns > 0 &&
                   array.words.size() > 1) {
            const size_t at = array.words.size() - 1;
            questions.push_back(
                {step.stage,
                 "Where do the pairs of the last " + array.row + " of the last " + array.column + " begin?",
                 "At index " + word(array.words[at]) + ": so many pairs belong before them."});
        }
    }
    for (size_t to = 0; to < step.from.size(); ++to) {
        if (step.from[to] != 0) continue;
        questions.push_back({step.stage,
                             "Where does the pair at index 0, key " + word(step.keys_before[0]) + ", go?",
                             to == 0 ? "It stays at index 0." : "To index " + word(to) + "."});
    }
    return questions;
}

std::vector<QuizQuestion> quiz_of(const Lesson& lesson, std::pair<size_t, size_t> steps, uint64_t seed) {
    std::vector<QuizQuestion> ranks, tables, afters;
    for (size_t i = steps.first; i < steps.second; ++i) {
        const LessonStep& step = lesson.steps[i];
        if (!step.ran) continue;
        for (const LessonArray& array : step.arrays) {
            if (computed_in_place(step, array)) ranks.push_back(about(i, array));
            if (is_small_table(array)) tables.push_back(about(i, array));
        }
        if (!step.from.empty())
            afters.push_back({i, kHiddenAfter, "Fill in the keys after the stage.", step.keys, 0});
    }
    std::vector<QuizQuestion> quiz;
    for (const std::vector<QuizQuestion>* kind : {&ranks, &tables, &afters}) {
        if (!kind->empty()) quiz.push_back((*kind)[sort::random_number(seed, quiz.size()) % kind->size()]);
    }
    std::sort(quiz.begin(), quiz.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return quiz;
}

std::string quiz_text(const Lesson& lesson, const std::vector<QuizQuestion>& quiz, bool with_answers,
                      const TextStyle& style) {
    Page page(style.colour);
    if (quiz.empty()) page.paragraph("No question: with these keys, no stage counts or moves anything.");
    std::string text = page.text();
    for (size_t i = 0; i < quiz.size(); ++i) {
        Page question(style.colour);
        question.paragraph("Question " + std::to_string(i + 1) + ": " + quiz[i].question);
        question.blank();
        text += step_text(lesson, quiz[i].step, {.colour = style.colour}, quiz[i].hidden) + question.text();
    }
    Page answers(style.colour);
    if (!with_answers) {
        if (!quiz.empty()) answers.paragraph("For the answers, add --answers.");
        return text + answers.text();
    }
    answers.rule("answers", "", '=');
    for (size_t i = 0; i < quiz.size(); ++i) {
        const bool rows = quiz[i].columns == 0;
        const std::string name = quiz[i].hidden == kHiddenAfter ? "key" : quiz[i].hidden;
        answers.paragraph("Answer " + std::to_string(i + 1) + ", stage " + std::to_string(quiz[i].step + 1) +
                          ": " + name);
        if (rows) answers.rows({{name, cells_of(quiz[i].answer)}}, lesson.setup.tile_pairs);
        if (!rows) answers.table(quiz[i].answer, quiz[i].columns, {"bin", "tile"});
    }
    return text + answers.text();
}

}  // namespace app
