// What is printed of a step, and in which order. Lines, rows and tables are laid out by layout.cpp.
#include "app/teach/text.h"

#include <algorithm>

#include "app/teach/layout.h"

namespace app {
namespace {

using sort::Drawn;
using Words = std::vector<uint32_t>;

std::vector<Cell> cells_of(const Words& words) {
    std::vector<Cell> cells;
    for (const uint32_t word : words) cells.push_back({std::to_string(word)});
    return cells;
}

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

std::string bits_of_pass(const Lesson& lesson, int pass) {
    const int begin = lesson.setup.options.begin_bit + pass * lesson.setup.digit_bits;
    const int end = std::min(begin + lesson.setup.digit_bits, lesson.setup.options.end_bit);
    if (end - begin == 1) return "bit " + std::to_string(begin);
    return "bits " + std::to_string(begin) + "-" + std::to_string(end - 1);
}

std::string pass_name(const Lesson& lesson, int pass) {
    const std::string name = "pass " + std::to_string(pass);
    return lesson.setup.digit_bits ? name + " (" + bits_of_pass(lesson, pass) + ")" : name;
}

std::string badge(Agreement agreement) {
    switch (agreement) {
        case Agreement::agrees:
            return "kernel and model agree";
        case Agreement::differs:
            return "kernel and model differ";
        case Agreement::model_only:
            break;
    }
    return "CPU model";
}

bool is_row(const LessonArray& array, Drawn drawn, size_t pairs) {
    return array.drawn == drawn && array.words.size() == pairs;
}

bool has_array(const LessonStep& step, const std::string& name) {
    return std::any_of(step.arrays.begin(), step.arrays.end(),
                       [&](const LessonArray& array) { return array.name == name; });
}

/// A stage that only reads what others made (a scan of a table) need not show all pairs again.
bool shows_pairs(const LessonStep& step) {
    const auto beside = [&](const LessonArray& array) {
        return is_row(array, Drawn::a_pair, step.keys_before.size());
    };
    return step.first_of_pass || step.looks_at_pairs ||
           std::any_of(step.arrays.begin(), step.arrays.end(), beside);
}

/// The sentences of the arrays that stand in a block of rows.
void print_sentences(Page& page, const LessonStep& step, Drawn drawn, size_t pairs) {
    for (const LessonArray& array : step.arrays) {
        if (is_row(array, drawn, pairs)) page.paragraph(array.name + ": " + array.sentence, 2, 2);
    }
}

/// The pairs as the stage found them, with the arrays that stand in that order.
void print_before(Page& page, const Lesson& lesson, const LessonStep& step) {
    std::vector<CellRow> rows = {{"key", cells_of(step.keys_before)}};
    if (step.first_of_pass) rows.push_back(marks_of_descents(step.keys_before));
    rows.push_back({"value", cells_of(step.values_before)});
    if (!step.digits_before.empty() && !has_array(step, "digits")) {
        rows.push_back({"digit", cells_of(step.digits_before)});
    }
    for (const LessonArray& array : step.arrays) {
        if (is_row(array, Drawn::a_pair, step.keys_before.size())) {
            rows.push_back({array.name, cells_of(array.words)});
        }
    }
    paint(rows, step.digits_before);
    page.rows(rows, lesson.setup.tile_pairs);
    print_sentences(page, step, Drawn::a_pair, step.keys_before.size());
}

/// The pairs inside the tiles, in rows of their own: they stand neither at their old index nor at the new.
void print_in_tile(Page& page, const Lesson& lesson, const LessonStep& step) {
    std::vector<CellRow> rows;
    for (const LessonArray& array : step.arrays) {
        if (is_row(array, Drawn::in_tile, step.keys.size()))
            rows.push_back({array.name, cells_of(array.words)});
    }
    if (rows.empty()) return;
    page.paragraph("in the tiles:");
    page.rows(rows, lesson.setup.tile_pairs);
    print_sentences(page, step, Drawn::in_tile, step.keys.size());
}

bool moves_pairs(const LessonStep& step) { return step.values != step.values_before; }

/// Why the stage that ends a pass, and writes the tiles' pairs to their offsets, moves none.
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
void print_after(Page& page, const Lesson& lesson, size_t index) {
    const LessonStep& step = lesson.steps[index];
    std::vector<CellRow> rows = {{"key", cells_of(step.keys)}};
    bool news = step.keys != step.keys_before || moves_pairs(step);
    rows.push_back({"value", cells_of(step.values)});
    if (!step.from.empty()) rows.push_back({"came from", cells_of(step.from)});
    if (!step.digits.empty()) rows.push_back({"digit", cells_of(step.digits)});
    for (const LessonArray& array : step.arrays) {
        if (!is_row(array, Drawn::a_place, step.keys.size())) continue;
        rows.push_back({array.name, cells_of(array.words)});
        news = true;
    }
    if (!news) return page.paragraph("No pair moves" + why_stay(lesson, index) + ".");
    paint(rows, step.digits);
    page.paragraph("after:");
    page.rows(rows, lesson.setup.tile_pairs);
    print_sentences(page, step, Drawn::a_place, step.keys.size());
}

/// Single words, tables, and other arrays without one word per pair.
void print_apart(Page& page, const LessonStep& step) {
    for (const LessonArray& array : step.arrays) {
        const bool beside = is_row(array, Drawn::a_pair, step.keys_before.size()) ||
                            is_row(array, Drawn::a_place, step.keys.size()) ||
                            is_row(array, Drawn::in_tile, step.keys.size());
        if (beside) continue;
        const bool one = array.words.size() == 1 && array.drawn != Drawn::table;
        page.paragraph(
            array.name + (one ? " = " + std::to_string(array.words.front()) : "") + ": " + array.sentence, 2,
            2);
        if (!one) page.table(array.words, array.columns, {array.row, array.column});
    }
}

std::string why_skipped(const LessonStep& step) {
    return step.skipped.empty() ? "these keys do not need it" : step.skipped;
}

void print_step(Page& page, const Lesson& lesson, size_t index) {
    const LessonStep& step = lesson.steps[index];
    std::string left = "stage " + std::to_string(index + 1) + " of " + std::to_string(lesson.steps.size());
    left += ", " + step.stage;
    if (step.pass >= 0) left += ", " + pass_name(lesson, step.pass);
    page.rule(left, badge(step.agreement), '=');
    page.paragraph(step.sentence);
    if (!step.ran) return page.paragraph("Skipped: " + why_skipped(step) + ".");
    if (shows_pairs(step)) print_before(page, lesson, step);
    print_apart(page, step);
    print_in_tile(page, lesson, step);
    print_after(page, lesson, index);
    for (const LessonNumber& number : step.numbers) {
        page.paragraph("* " + number.name + ": " + number.value +
                           (number.meaning.empty() ? "" : " (" + number.meaning + ")"),
                       0, 2);
    }
    page.blank();
}

/// "stages 5 to 8 of 16": the stages from `first` on that did not run; returns the one after them.
size_t print_skipped(Page& page, const Lesson& lesson, size_t first) {
    size_t last = first;
    while (last + 1 < lesson.steps.size() && !lesson.steps[last + 1].ran) ++last;
    std::string left = (last > first ? "stages " : "stage ") + std::to_string(first + 1);
    if (last > first) left += " to " + std::to_string(last + 1);
    left += " of " + std::to_string(lesson.steps.size()) + ", skipped";
    bool agree = true;
    for (size_t i = first; i <= last; ++i) agree = agree && lesson.steps[i].agreement != Agreement::differs;
    page.rule(left, badge(agree ? lesson.steps[first].agreement : Agreement::differs), '=');
    std::string names, reasons;
    for (size_t i = first; i <= last; ++i) {
        const LessonStep& step = lesson.steps[i];
        const bool new_pass = i == first || lesson.steps[i - 1].pass != step.pass;
        const std::string pass = step.pass < 0 ? "" : "pass " + std::to_string(step.pass) + ": ";
        names += (i == first ? "" : new_pass ? "; " : ", ") + (new_pass ? pass : "") + step.stage;
        const std::string reason = why_skipped(step);
        if (reasons.find(reason) == reasons.npos) reasons += (reasons.empty() ? "" : "; ") + reason;
    }
    page.paragraph(names + ": skipped, because " + reasons + ".");
    page.blank();
    return last + 1;
}

std::string sum(const Written& written, bool known) {
    return known ? std::to_string(written.all_sectors()) : "-";
}

std::string runs(const Written& written, bool known) { return known ? std::to_string(written.runs) : "-"; }

}  // namespace

std::string heading_text(const Lesson& lesson, const std::string& what, bool colour) {
    Page page(colour);
    page.rule("lesson: " + lesson.engine, "", '=');
    page.paragraph(lesson.title);
    page.blank();
    if (!lesson.paper.empty()) page.paragraph("Paper: " + lesson.paper, 0, 2);
    page.paragraph("Source: " + lesson.source, 0, 2);
    page.paragraph("Input: " + std::to_string(lesson.keys.size()) +
                       (lesson.keys.size() == 1 ? " key, " : " keys, ") + what +
                       "; value = index in the input",
                   0, 2);
    const sort::Options& options = lesson.setup.options;
    if (lesson.setup.digit_bits) {
        const int passes = sort::pass_count(options, lesson.setup.digit_bits);
        page.paragraph("Passes: " + std::to_string(passes) + ", with digits of up to " +
                           std::to_string(lesson.setup.digit_bits) + " bits, the lowest first, for keys of " +
                           std::to_string(options.end_bit - options.begin_bit) + " bits",
                       0, 2);
    }
    page.paragraph("Tile: " + std::to_string(lesson.setup.tile_pairs) +
                       " pairs: one warp, one pair per thread; a bar | marks its border",
                   0, 2);
    page.blank();
    page.rows({{"key", cells_of(lesson.keys)}}, lesson.setup.tile_pairs);
    page.blank();
    return page.text();
}

std::string step_text(const Lesson& lesson, size_t index, bool colour) {
    Page page(colour);
    print_step(page, lesson, index);
    return page.text();
}

std::string steps_text(const Lesson& lesson, bool colour) {
    Page page(colour);
    if (lesson.steps.empty()) {
        page.paragraph("No stage is needed: so few keys are always in order.");
        page.blank();
    }
    for (size_t i = 0; i < lesson.steps.size();) {
        if (lesson.steps[i].ran) {
            print_step(page, lesson, i++);
        } else {
            i = print_skipped(page, lesson, i);
        }
    }
    return page.text();
}

std::string result_text(const Lesson& lesson, bool colour) {
    Page page(colour);
    page.rule("result", lesson.sorted ? "sorted" : "NOT SORTED", '=');
    page.rows({{"key", cells_of(lesson.sorted_keys)}, {"value", cells_of(lesson.sorted_values)}},
              lesson.setup.tile_pairs);
    const sort::Report& report = lesson.report;
    page.paragraph("* passes run: " + std::to_string(report.passes_run) +
                       ", skipped: " + std::to_string(report.passes_skipped),
                   0, 2);
    if (!lesson.path.empty()) {
        std::string repaired;
        if (report.windows > 0) {
            repaired = "; windows repaired: " + std::to_string(report.windows) +
                       ", largest shift: " + std::to_string(report.max_shift);
        }
        page.paragraph("* path: " + lesson.path + repaired, 0, 2);
    }
    if (lesson.sorted) {
        page.paragraph(lesson.stable ? "* equal to std::stable_sort: equal keys kept their order"
                                     : "* in order and complete; equal keys may have changed their order "
                                       "(the sort is not stable)",
                       0, 2);
    }
    const uint32_t tile = lesson.setup.tile_pairs;
    if (lesson.keys.size() <= tile) {
        page.paragraph("* all pairs were in one tile: with -n " + std::to_string(2 * tile) +
                           " there are two, and the stages that combine tiles have work",
                       0, 2);
    }
    if (lesson.passes.empty()) return page.text();

    page.blank();
    std::vector<std::vector<std::string>> lines = {{"pass", "stage", "descents", "bytes"}};
    if (lesson.setup.digit_bits) {
        lines[0] = {"pass",       "bits",    "descents",   "bytes",   "runs",
                    "unshuffled", "sectors", "unshuffled", "one tile"};
    }
    for (const LessonPass& pass : lesson.passes) {
        const std::string descents = std::to_string(pass.descents), bytes = std::to_string(pass.bytes);
        const bool known = !pass.with_exchange.sectors.empty();
        lines.push_back({std::to_string(pass.pass), pass.last_stage, descents, bytes});
        if (!lesson.setup.digit_bits) continue;
        const std::string bits = bits_of_pass(lesson, pass.pass);
        lines.back() = {std::to_string(pass.pass),
                        bits.substr(bits.find(' ') + 1),
                        descents,
                        bytes,
                        runs(pass.with_exchange, known),
                        runs(pass.without_exchange, known),
                        sum(pass.with_exchange, known),
                        sum(pass.without_exchange, known),
                        sum(pass.one_tile, known)};
    }
    page.columns(lines);
    if (lesson.setup.digit_bits) {
        page.paragraph(
            "descents: in the input of the pass. runs: of pairs with the same digit, as written. sectors: of "
            "32 bytes, written by all warps, keys only. unshuffled: without the exchange in the tile. one "
            "tile: sectors with all pairs in one tile. -: the pass moved nothing.",
            0, 2);
    }
    return page.text();
}

}  // namespace app
