// What is printed of a step, and in which order. Lines, rows and tables are laid out by layout.cpp.
#include "app/teach/text.h"

#include <algorithm>
#include <cstdio>

#include "app/teach/code/excerpts.h"
#include "app/teach/layout.h"
#include "app/teach/quiz.h"
#include "app/teach/text_parts.h"

namespace app {
namespace {

using sort::Drawn;
using Words = std::vector<uint32_t>;

/// Keys and digits have the colour of the digit.
void paint(std::vector<CellRow>& rows, const Words& digits) {
    for (CellRow& row : rows) {
        if (row.head != "key" && row.head != "digit" && row.head != "digits") continue;
        for (size_t i = 0; i < row.cells.size() && i < digits.size(); ++i) {
            row.cells[i].hue = static_cast<int>(digits[i]);
        }
    }
}

CellRow marks_of_descents(const Words& keys) {
    CellRow row{"descent", {}};
    for (size_t i = 0; i < keys.size(); ++i) {
        row.cells.push_back({i + 1 < keys.size() && keys[i] > keys[i + 1] ? ">" : "", -1});
    }
    return row;
}

bool is_row(const LessonArray& array, Drawn drawn, size_t pairs) {
    return array.drawn == drawn && array.words.size() == pairs;
}

bool has_array(const LessonStep& step, const std::string& name) {
    return std::any_of(step.arrays.begin(), step.arrays.end(),
                       [&](const LessonArray& array) { return array.name == name; });
}

/// Returns whether a stage shows all pairs. One that only reads what others made (a scan of a table) need not.
bool shows_pairs(const LessonStep& step) {
    const auto beside = [&](const LessonArray& array) {
        return is_row(array, Drawn::a_pair, step.keys_before.size());
    };
    return step.first_of_pass || step.looks_at_pairs ||
           std::any_of(step.arrays.begin(), step.arrays.end(), beside);
}

/// Replaces the numbers of the row by question marks, as wide as a number that is written by hand.
void ask(CellRow& row) { row.cells.assign(row.cells.size(), {"  ?"}); }

/// Removes rows that are left out, and asks those that are asked.
void hide(std::vector<CellRow>& rows, const HiddenArrays& hidden) {
    std::erase_if(rows, [&](const CellRow& row) { return hidden.is_left_out(row.head); });
    for (CellRow& row : rows) {
        if (hidden.is_asked(row.head)) ask(row);
    }
}

/// The sentences of the arrays that stand in a block of rows.
void print_sentences(Page& page, const LessonStep& step, Drawn drawn, size_t pairs,
                     const HiddenArrays& hidden) {
    for (const LessonArray& array : step.arrays) {
        if (is_row(array, drawn, pairs) && !hidden.is_left_out(array.name))
            page.paragraph(array_title(array) + ": " + array.sentence, 2, 2);
    }
}

/// The pairs as the stage found them, with the arrays that stand in that order.
void print_before(Page& page, const Lesson& lesson, const LessonStep& step, const HiddenArrays& hidden) {
    std::vector<CellRow> rows = {{key_word(lesson), cells_of(step.keys_before)}};
    if (step.first_of_pass && rows[0].head == "key") rows.push_back(marks_of_descents(step.keys_before));
    rows.push_back({"value", cells_of(step.values_before)});
    if (!step.digits_before.empty() && !has_array(step, "digits")) {
        rows.push_back({"digit", cells_of(step.digits_before)});
    }
    for (const LessonArray& array : step.arrays) {
        if (is_row(array, Drawn::a_pair, step.keys_before.size())) {
            rows.push_back({array.name, cells_of(array.words, array.decimals)});
        }
    }
    paint(rows, step.digits_before);
    hide(rows, hidden);
    page.rows(rows, lesson.setup.tile_pairs);
    print_sentences(page, step, Drawn::a_pair, step.keys_before.size(), hidden);
}

/// The pairs inside the tiles, in rows of their own: they stand neither at their old index nor at the new.
void print_in_tile(Page& page, const Lesson& lesson, const LessonStep& step, const HiddenArrays& hidden) {
    std::vector<CellRow> rows;
    for (const LessonArray& array : step.arrays) {
        if (is_row(array, Drawn::in_tile, step.keys.size()))
            rows.push_back({array.name, cells_of(array.words, array.decimals)});
    }
    hide(rows, hidden);
    if (rows.empty()) return;
    page.paragraph("in the tiles:");
    page.rows(rows, lesson.setup.tile_pairs);
    print_sentences(page, step, Drawn::in_tile, step.keys.size(), hidden);
}

bool moves_pairs(const LessonStep& step) { return step.values != step.values_before; }

/// Returns why the stage that ends a pass, and writes the tiles' pairs to their offsets, moves none.
std::string why_stay(const Lesson& lesson, size_t index) {
    const int pass = lesson.steps[index].pass;
    const bool ends_pass = index + 1 == lesson.steps.size() || lesson.steps[index + 1].pass != pass;
    const bool one_tile = lesson.keys.size() <= lesson.setup.tile_pairs;
    if (!one_tile || !ends_pass || pass < 0 || lesson.setup.digit_bits == 0) return "";
    for (size_t i = index; i-- > 0 && lesson.steps[i].pass == pass;) {
        const LessonStep& before = lesson.steps[i];
        if (moves_pairs(before))
            return ": " + before.stage + " has already put the only tile in order of the digit";
    }
    return "";
}

/// The pairs as the stage left them, unless that shows nothing new.
void print_after(Page& page, const Lesson& lesson, size_t index, const HiddenArrays& hidden) {
    const LessonStep& step = lesson.steps[index];
    if (hidden.is_left_out(kHiddenAfter)) return;
    std::vector<CellRow> rows = {{key_word(lesson), cells_of(step.keys)}};
    if (hidden.is_asked(kHiddenAfter)) {  // what stands beside the keys would name them
        ask(rows[0]);
        page.paragraph("after:");
        return page.rows(rows, lesson.setup.tile_pairs);
    }
    bool news = step.keys != step.keys_before || moves_pairs(step);
    rows.push_back({"value", cells_of(step.values)});
    if (!step.from.empty()) rows.push_back({"came from", cells_of(step.from)});
    if (!step.digits.empty()) rows.push_back({"digit", cells_of(step.digits)});
    for (const LessonArray& array : step.arrays) {
        if (!is_row(array, Drawn::a_place, step.keys.size())) continue;
        rows.push_back({array.name, cells_of(array.words, array.decimals)});
        news = true;
    }
    if (!news && lesson.source_kind == LessonSource::own_kernel) return;  // it has its own arrays
    if (!news) return page.paragraph("No pair moves" + why_stay(lesson, index) + ".");
    paint(rows, step.digits);
    hide(rows, hidden);
    page.paragraph("after:");
    page.rows(rows, lesson.setup.tile_pairs);
    print_sentences(page, step, Drawn::a_place, step.keys.size(), hidden);
}

/// Returns "thread 31: 0x05070b09: 9, 11, 7, 5 in 8 bits each": what one packed word looks like.
std::string packed_text(const LessonArray& array) {
    const size_t threads = array.columns, thread = std::min<size_t>(threads, kWarpThreads) - 1;
    std::string word = "0x";
    for (uint32_t i = array.packed_columns; i-- > 0;) {
        char digits[16];
        std::snprintf(digits, sizeof digits, "%08x", array.packed[thread * array.packed_columns + i]);
        word += digits;
    }
    std::string counters;
    for (size_t at = thread; at < array.words.size(); at += threads)
        counters += (counters.empty() ? "" : ", ") + std::to_string(array.words[at]);
    return "packed into the word of " + array.column + " " + std::to_string(thread) + ": " + word + " is " +
           counters + ", " + std::to_string(array.lane_bits) + " bits each, the lowest first";
}

/// Single words, tables, and other arrays without one word per pair.
void print_apart(Page& page, const LessonStep& step, const HiddenArrays& hidden) {
    for (const LessonArray& array : step.arrays) {
        const bool beside = is_row(array, Drawn::a_pair, step.keys_before.size()) ||
                            is_row(array, Drawn::a_place, step.keys.size()) ||
                            is_row(array, Drawn::in_tile, step.keys.size());
        if (beside || hidden.is_left_out(array.name)) continue;
        const bool table = array.drawn == Drawn::table || array.drawn == Drawn::lanes;
        const bool one = array.words.size() == 1 && !table, asked = hidden.is_asked(array.name);
        const std::string word = asked ? "?" : decimal(array.words.front(), array.decimals);
        page.paragraph(array_title(array) + (one ? " = " + word + ". " : ": ") + array.sentence, 2, 2);
        if (!one) page.table(array.words, array.columns, {array.row, array.column, array.decimals}, asked);
        if (!array.packed.empty() && !asked) page.paragraph(packed_text(array), 2, 2);
    }
}

void print_numbers(Page& page, const LessonStep& step) {
    for (const LessonNumber& number : step.numbers) {
        page.paragraph("* " + number.name + ": " + number.value +
                           (number.meaning.empty() ? "" : " (" + number.meaning + ")"),
                       0, 2);
    }
}

void print_code(Page& page, const Lesson& lesson, const LessonStep& step) {
    const CodeExcerpt* const excerpt = excerpt_of(lesson.engine, step.stage);
    if (!excerpt) return;
    page.paragraph("code: " + place_of(*excerpt));
    for (const std::string& line : lines_of(*excerpt)) page.verbatim(line);
}

void print_step(Page& page, const Lesson& lesson, size_t index, const TextStyle& style,
                const HiddenArrays& hidden = {}) {
    const LessonStep& step = lesson.steps[index];
    std::string left = "stage " + std::to_string(index + 1) + " of " + std::to_string(lesson.steps.size());
    left += ", " + step.stage;
    if (step.pass >= 0) left += ", " + pass_name(lesson, step.pass);
    page.rule(left, agreement_text(lesson.source_kind, step.agreement), '=');
    if (!lesson.broken.name.empty() && lesson.broken.first_step == static_cast<int>(index))
        page.paragraph("Here the broken model first differs from the right one.");
    page.paragraph(step.sentence);
    if (!step.ran) {
        page.paragraph("Skipped: " + why_skipped(step) + ".");
    } else if (!style.brief) {
        if (shows_pairs(step)) print_before(page, lesson, step, hidden);
        print_apart(page, step, hidden);
        print_in_tile(page, lesson, step, hidden);
        print_after(page, lesson, index, hidden);
    }
    if (!hidden.any()) {
        print_numbers(page, step);
        for (const LessonQuestion& question : own_questions(lesson, index))
            page.paragraph("Question: " + question.question, 0, 2);
    }
    if (style.code) print_code(page, lesson, step);
    page.blank();
}

/// Prints "stages 5 to 8 of 16": the stages of [first, end) that did not run; returns the one after them.
size_t print_skipped(Page& page, const Lesson& lesson, size_t first, size_t end) {
    size_t last = first;
    while (last + 1 < end && !lesson.steps[last + 1].ran) ++last;
    std::string left = (last > first ? "stages " : "stage ") + std::to_string(first + 1);
    if (last > first) left += " to " + std::to_string(last + 1);
    left += " of " + std::to_string(lesson.steps.size()) + ", skipped";
    bool agree = true;
    for (size_t i = first; i <= last; ++i) agree = agree && lesson.steps[i].agreement != Agreement::differs;
    page.rule(left,
              agreement_text(lesson.source_kind, agree ? lesson.steps[first].agreement : Agreement::differs),
              '=');
    std::string names;
    for (size_t i = first; i <= last; ++i) {  // those with one reason in one sentence
        const LessonStep& step = lesson.steps[i];
        const bool new_pass = names.empty() || lesson.steps[i - 1].pass != step.pass;
        const std::string pass = step.pass < 0 ? "" : pass_title(lesson, step.pass) + ": ";
        names += (names.empty() ? "" : new_pass ? "; " : ", ") + (new_pass ? pass : "") + step.stage;
        const std::string reason = why_skipped(step);
        if (i < last && reason == why_skipped(lesson.steps[i + 1])) continue;
        page.paragraph(names + ": skipped, because " + reason + ".", 0, 2);
        names.clear();
    }
    page.blank();
    return last + 1;
}

}  // namespace

std::string step_text(const Lesson& lesson, size_t index, const TextStyle& style,
                      const HiddenArrays& hidden) {
    Page page(style.colour);
    print_step(page, lesson, index, style, hidden);
    return page.text();
}

std::string steps_text(const Lesson& lesson, const TextStyle& style, size_t first, size_t end) {
    Page page(style.colour);
    if (lesson.steps.empty()) {
        page.paragraph("No stage is needed with so few keys.");
        page.blank();
    }
    end = std::min(end, lesson.steps.size());
    for (size_t i = first; i < end;) {
        if (lesson.steps[i].ran) {
            print_step(page, lesson, i++, style);
        } else {
            i = print_skipped(page, lesson, i, end);
        }
    }
    return page.text();
}

std::string pass_name(const Lesson& lesson, int pass) {
    const std::string name = pass_title(lesson, pass);
    return lesson.setup.digit_bits ? name + " (" + bits_of_pass(lesson, pass) + ")" : name;
}

}  // namespace app
