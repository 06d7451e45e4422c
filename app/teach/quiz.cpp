// What can be asked is every array that follows from what stands above it in its stage.
#include "app/teach/quiz.h"

#include <algorithm>
#include <span>

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

/// Returns whether an array can be computed by hand: the keys from the cells, the bits that neighbours have in common,
/// columns of boxes, and their tests where the order of the keys is that of the walks.
bool follows_by_hand(const Lesson& lesson, const LessonStep& step, const LessonArray& array) {
    if (array.drawn != Drawn::a_pair || array.words.size() != step.keys_before.size()) return false;
    if (!lesson.names_boxes) return array.name == "Morton key" || array.name == "common bits";
    return array.name == "column" || (array.name == "tests" && !array_named(step, "min"));
}

bool is_small_table(const LessonArray& array) {
    const bool tells = array.name == "offsets" || array.name == "histograms" || array.name == "split" ||
                       array.name == "colour";
    return array.drawn == Drawn::table && tells && array.words.size() > 1 && array.words.size() <= 64;
}

QuizQuestion about(size_t step, const LessonArray& array) {
    return {step,        array.name,    "Fill in " + array.name + ": " + array.sentence,
            array.words, array.columns, array.row,
            array.column};
}

/// Is `part`, several different words, a piece of `whole`?
bool is_piece(std::span<const uint32_t> part, const std::vector<uint32_t>& whole) {
    const auto same = [&](uint32_t word) { return word == part.front(); };
    if (part.size() < 2 || std::all_of(part.begin(), part.end(), same)) return false;
    return std::search(whole.begin(), whole.end(), part.begin(), part.end()) != whole.end();
}

/// Returns whether the answer can be read from the array: it holds the answer or, as a row, a piece of it
/// (the last of a tile's splits is the tile as the stage leaves it), or each thread finds its word in the
/// counter of its digit.
bool reveals(const LessonArray& array, const LessonStep& step, const std::vector<uint32_t>& answer) {
    if (is_piece(answer, array.words)) return true;
    if (array.columns > 1) {
        for (size_t row = 0; row + array.columns <= array.words.size(); row += array.columns) {
            if (is_piece(std::span(array.words).subspan(row, array.columns), answer)) return true;
        }
    }
    const std::vector<uint32_t>& digits = step.digits_before;
    if (array.drawn != Drawn::lanes || answer.size() != digits.size() || array.columns < digits.size())
        return false;
    for (size_t i = 0; i < answer.size(); ++i) {
        const size_t at = size_t{digits[i]} * array.columns + i;
        if (at >= array.words.size() || array.words[at] != answer[i]) return false;
    }
    return true;
}

/// Returns whether the pairs after the stage would answer the question: they show the ranks.
bool answered_by_result(const QuizQuestion& question) {
    return question.hidden == "ranks" || question.hidden == kHiddenAfter;
}

/// Returns whether the text of step `shown` has the pairs as the question's stage leaves them.
bool shows_result(const Lesson& lesson, const QuizQuestion& question, size_t shown) {
    const LessonStep &of = lesson.steps[question.step], &other = lesson.steps[shown];
    if (!answered_by_result(question) || question.step == shown) return false;
    return other.keys_before == of.keys || other.keys == of.keys;
}

/// Returns the arrays that the text of a step hides: those asked for there, and those that would answer any
/// question of the quiz.
HiddenArrays hidden_in(const Lesson& lesson, const std::vector<QuizQuestion>& quiz, size_t index) {
    const LessonStep& step = lesson.steps[index];
    HiddenArrays hidden;
    for (const QuizQuestion& question : quiz) {
        const bool here = question.step == index;
        const bool same_pass = lesson.steps[question.step].pass == step.pass;
        const bool counts = question.hidden.ends_with("histograms");
        if (here) hidden.asked.insert(question.hidden);
        if (here && answered_by_result(question)) hidden.left_out.insert(kHiddenAfter);
        for (const LessonArray& array : step.arrays) {
            const bool ordered = array.drawn == Drawn::in_tile || array.drawn == Drawn::a_place;
            const bool from_ranks = here && question.hidden == "ranks" && (ordered || array.name == "places");
            const bool from_column = here && question.hidden == "column" && array.name == "sort key";
            const bool from_counts = same_pass && counts && array.name == "offsets";
            if (reveals(array, step, question.answer) || from_ranks || from_counts || from_column)
                hidden.left_out.insert(array.name);
        }
    }
    return hidden;
}

/// Returns the table that a stage before this one, of its pass, made and that the question needs; null: none,
/// or its own stage shows it.
const LessonArray* needed_table(const Lesson& lesson, const QuizQuestion& question, size_t& made_in) {
    const bool offsets = question.hidden == "offsets";
    if (!offsets && question.hidden != kHiddenAfter) return nullptr;
    const auto is_needed = [&](const LessonArray& array) {
        return array.drawn == Drawn::table && array.words.size() > 1 && array.words.size() <= 64 &&
               (offsets ? array.name.ends_with("histograms") : array.name == "offsets");
    };
    for (size_t i = question.step + 1; i-- > 0;) {
        if (lesson.steps[i].pass != lesson.steps[question.step].pass) break;
        for (const LessonArray& array : lesson.steps[i].arrays) {
            made_in = i;
            if (is_needed(array)) return i == question.step ? nullptr : &array;
        }
    }
    return nullptr;
}

std::string needed_text(const Lesson& lesson, const std::vector<QuizQuestion>& quiz,
                        const QuizQuestion& question, const TextStyle& style) {
    size_t made_in = 0;
    const LessonArray* const needed = needed_table(lesson, question, made_in);
    if (!needed) return "";
    const HiddenArrays hidden = hidden_in(lesson, quiz, made_in);
    if (hidden.is_asked(needed->name) || hidden.is_left_out(needed->name)) return "";
    Page page(style.colour);
    page.paragraph("From stage " + std::to_string(made_in + 1) + ", " + needed->name + ": " +
                   needed->sentence);
    page.table(needed->words, needed->columns, {needed->row, needed->column});
    page.blank();
    return page.text();
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
            questions.push_back({step.stage,
                                 "What is the rank of the pair at index " + word(at) + ", key " +
                                     word(step.keys_before[at]) + "?",
                                 word(array.words[at]) +
                                     (step.digits_before.empty()
                                          ? ". " + array.sentence
                                          : ": that many pairs before it in its tile have the same digit.")});
        } else if (array.name == "offsets" && array.drawn == Drawn::table && array.columns > 0 &&
                   array.words.size() > 1) {
            const size_t at = array.words.size() - 1;
            questions.push_back(
                {step.stage,
                 "Where do the pairs of the last " + array.row + " of the last " + array.column + " begin?",
                 "At index " + word(array.words[at]) + ": that many pairs belong before them."});
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
            if (computed_in_place(step, array) || follows_by_hand(lesson, step, array))
                ranks.push_back(about(i, array));
            const bool overlaps = lesson.names_boxes && array.name == "kept";
            if (is_small_table(array) || overlaps) tables.push_back(about(i, array));
        }
        if (!step.from.empty())
            afters.push_back({i, kHiddenAfter, "Fill in the keys after the stage.", step.keys});
    }
    std::vector<QuizQuestion> quiz;
    const auto answered_elsewhere = [&](const QuizQuestion& one) {
        return std::any_of(quiz.begin(), quiz.end(), [&](const QuizQuestion& other) {
            return shows_result(lesson, one, other.step) || shows_result(lesson, other, one.step);
        });
    };
    for (std::vector<QuizQuestion>* kind : {&ranks, &tables, &afters}) {
        std::erase_if(*kind, answered_elsewhere);
        if (!kind->empty()) quiz.push_back((*kind)[sort::random_number(seed, quiz.size()) % kind->size()]);
    }
    std::stable_sort(quiz.begin(), quiz.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return quiz;
}

std::string question_text(const Lesson& lesson, const std::vector<QuizQuestion>& quiz, size_t index,
                          const TextStyle& style) {
    const size_t step = quiz[index].step;
    return step_text(lesson, step, {.colour = style.colour}, hidden_in(lesson, quiz, step)) +
           needed_text(lesson, quiz, quiz[index], style);
}

std::string quiz_text(const Lesson& lesson, const std::vector<QuizQuestion>& quiz, bool with_answers,
                      const TextStyle& style) {
    Page page(style.colour);
    if (quiz.empty()) page.paragraph("No question: with these keys, no stage counts or moves anything.");
    std::string text = page.text();
    for (size_t i = 0; i < quiz.size();) {  // the questions on a stage, then the stage
        Page questions(style.colour);
        std::string needed;
        const size_t step = quiz[i].step;
        for (; i < quiz.size() && quiz[i].step == step; ++i) {
            questions.paragraph("Question " + std::to_string(i + 1) + ": " + quiz[i].question);
            needed += needed_text(lesson, quiz, quiz[i], style);
        }
        text += questions.text() +
                step_text(lesson, step, {.colour = style.colour}, hidden_in(lesson, quiz, step)) + needed;
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
        if (!rows) answers.table(quiz[i].answer, quiz[i].columns, {quiz[i].row, quiz[i].column});
    }
    return text + answers.text();
}

}  // namespace app
