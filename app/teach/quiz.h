// Questions on a lesson: stages with one array hidden, to be filled in by hand.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/teach/text.h"

namespace app {

struct QuizQuestion {
    size_t step = 0;       // of the lesson
    std::string hidden;    // an array's name, or kHiddenAfter
    std::string question;  // "Fill in ranks: Number of earlier keys ..."
    std::vector<uint32_t> answer;
    uint32_t columns = 0;         // of a table; 0: one word per pair
    std::string row{}, column{};  // of a table: their names
};

/// Returns the questions of the lesson for the stage of step `index`, where that stage runs for the first time.
std::vector<LessonQuestion> own_questions(const Lesson& lesson, size_t index);

/// own_questions, and what can be read from the arrays of the step.
std::vector<LessonQuestion> questions_of(const Lesson& lesson, size_t index);

/// Returns up to three questions on the steps [first, end), chosen by the seed: ranks, a table that a stage
/// computes, the pairs after a stage; none shows the answer of another. Empty for a lesson in which nothing
/// moves and nothing is counted.
std::vector<QuizQuestion> quiz_of(const Lesson& lesson, std::pair<size_t, size_t> steps, uint64_t seed);

/// Returns what question `index` is answered from: the text of its step, without what would answer any of them, and the
/// table of an earlier stage that it needs.
std::string question_text(const Lesson& lesson, const std::vector<QuizQuestion>& quiz, size_t index,
                          const TextStyle& style);

/// Returns the questions, each above its stage, with the table of an earlier stage that it needs. What
/// answers any of them is left out of all. The answers stand below, or how to get them.
std::string quiz_text(const Lesson& lesson, const std::vector<QuizQuestion>& quiz, bool with_answers,
                      const TextStyle& style);

}  // namespace app
