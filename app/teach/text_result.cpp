// What stands before and after the stages: the heading, and the result with the numbers of every pass.
#include <algorithm>

#include "app/base/text/names.h"
#include "app/teach/text.h"
#include "app/teach/text_parts.h"

namespace app {
namespace {

std::string sum(const Written& written, bool known) {
    return known ? std::to_string(written.all_sectors()) : "-";
}

std::string runs(const Written& written, bool known) { return known ? std::to_string(written.runs) : "-"; }

std::string broken_text(const LessonBreak& broken) {
    const std::string where = broken.first_step < 0 ? ""
                                                    : "; the first stage that differs is stage " +
                                                          std::to_string(broken.first_step + 1);
    if (!broken.wrong) return "these keys survive the break" + where;
    return "first wrong: " + broken.wrong_what + where;
}

/// The numbers of every pass.
void print_passes(Page& page, const Lesson& lesson) {
    if (lesson.passes.empty()) return;
    page.blank();
    std::vector<std::vector<std::string>> lines = {{"pass", "stage", "descents", "bytes"}};
    if (lesson.setup.digit_bits) {
        lines = {
            {"", "", "", "", "", "without", "", "without", ""},
            {"pass", "bits", "descents", "bytes", "runs", "exchange", "sectors", "exchange", "one tile"}};
    }
    for (const LessonPass& pass : lesson.passes) {
        const std::string descents = std::to_string(pass.descents), bytes = std::to_string(pass.bytes);
        const bool known = !pass.as_written.sectors.empty();
        lines.push_back({std::to_string(pass.pass), pass.last_stage, descents, bytes});
        if (!lesson.setup.digit_bits) continue;
        const std::string bits = bits_of_pass(lesson, pass.pass);
        lines.back() = {std::to_string(pass.pass),
                        bits.substr(bits.find(' ') + 1),
                        descents,
                        bytes,
                        runs(pass.as_written, known),
                        runs(pass.without_exchange, known),
                        sum(pass.as_written, known),
                        sum(pass.without_exchange, known),
                        sum(pass.one_tile, known)};
    }
    page.columns(lines);
    if (lesson.setup.digit_bits) {
        page.paragraph(
            "descents: in the input of the pass. runs: of pairs with the same digit, as written. sectors: of "
            "32 bytes, written by all warps, keys only. without exchange: in the tile, the column before. one "
            "tile: sectors with all pairs in one tile. -: the pass moved nothing.",
            0, 2);
    } else if (lesson.report.passes_run > lesson.passes.size()) {
        std::string names;
        for (const LessonStep& step : lesson.steps) {
            const bool moves = step.pass < 0 && step.ran && step.values != step.values_before;
            if (moves) names += (names.empty() ? "" : ", ") + step.stage;
        }
        if (!names.empty())
            page.paragraph("passes run also counts " + names + ", which has no number.", 0, 2);
    }
}

/// Under the whole lesson, as the questions stand at their stages.
void print_answers(Page& page, const Lesson& lesson) {
    bool any = false;
    for (const LessonQuestion& question : lesson.questions) {
        if (!any) {
            page.blank();
            page.rule("answers", "", '=');
        }
        any = true;
        const std::string where = question.stage.empty() ? "" : " (" + question.stage + ")";
        page.paragraph(question.question + where, 0, 2);
        page.paragraph(question.answer, 2, 0);
    }
}

}  // namespace

std::vector<Cell> cells_of(const std::vector<uint32_t>& words, int decimals) {
    std::vector<Cell> cells;
    for (const uint32_t word : words) cells.push_back({decimal(word, decimals)});
    return cells;
}

std::string bits_of_pass(const Lesson& lesson, int pass) {
    const int begin = lesson.setup.options.begin_bit + pass * lesson.setup.digit_bits;
    const int end = std::min(begin + lesson.setup.digit_bits, lesson.setup.options.end_bit);
    if (end - begin == 1) return "bit " + std::to_string(begin);
    return "bits " + std::to_string(begin) + "-" + std::to_string(end - 1);
}

std::string input_line(const Lesson& lesson, const std::string& what) {
    return counted(lesson.keys.size(), "key") + ", " + what + "; value = index in the input";
}

std::string heading_text(const Lesson& lesson, const std::string& what, const TextStyle& style) {
    Page page(style.colour);
    page.rule("lesson: " + lesson.engine, "", '=');
    page.paragraph(lesson.title);
    page.blank();
    if (!lesson.paper.empty()) page.paragraph("Paper: " + lesson.paper, 0, 2);
    page.paragraph("Source: " + lesson.source, 0, 2);
    page.paragraph("Input: " + input_line(lesson, what), 0, 2);
    const sort::Options& options = lesson.setup.options;
    if (lesson.setup.digit_bits) {
        const int passes = sort::pass_count(options, lesson.setup.digit_bits);
        page.paragraph("Passes: " + std::to_string(passes) + ", with digits of up to " +
                           std::to_string(lesson.setup.digit_bits) + " bits, the lowest first, for keys of " +
                           std::to_string(options.end_bit - options.begin_bit) + " bits",
                       0, 2);
    }
    const uint32_t tile = lesson.setup.tile_pairs, warp = lesson.setup.warp_threads;
    const std::string warps =
        tile > warp           ? std::to_string(tile / warp) + " warps of " + std::to_string(warp) + " threads"
        : warp < kWarpThreads ? "one warp of " + std::to_string(warp) + " threads"
                              : "one warp";
    if (lesson.setup.has_tiles) {
        page.paragraph("Tile: " + std::to_string(tile) + " pairs: " + warps +
                           ", one pair per thread; a bar | marks its border",
                       0, 2);
    }
    if (!lesson.broken.name.empty())
        page.paragraph("Broken: " + lesson.broken.title + ". " + lesson.broken.sentence, 0, 2);
    page.blank();
    if (style.brief) return page.text();
    page.rows({{"key", cells_of(lesson.keys)}}, lesson.setup.tile_pairs);
    page.blank();
    return page.text();
}

std::string result_text(const Lesson& lesson, const TextStyle& style) {
    Page page(style.colour);
    page.rule("result", result_word(lesson), '=');
    if (!style.brief) {
        page.rows({{"key", cells_of(lesson.sorted_keys)}, {"value", cells_of(lesson.sorted_values)}},
                  lesson.setup.tile_pairs);
    }
    if (!lesson.result.empty()) {
        page.paragraph("* " + lesson.result, 0, 2);
        if (!lesson.broken.name.empty()) {
            const std::string& difference = lesson.broken.wrong_what;
            page.paragraph(difference.empty() ? "* the break changes nothing with these keys"
                                              : "* first difference: " + difference,
                           0, 2);
        }
        if (!style.brief) print_answers(page, lesson);
        return page.text();
    }
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
    if (!lesson.broken.name.empty()) page.paragraph("* " + broken_text(lesson.broken), 0, 2);
    const uint32_t tile = lesson.setup.tile_pairs;
    if (lesson.setup.has_tiles && lesson.keys.size() <= tile) {
        page.paragraph("* all pairs were in one tile: with -n " + std::to_string(2 * tile) +
                           " there are two, and the stages that combine tiles have work",
                       0, 2);
    }
    print_passes(page, lesson);
    if (!style.brief) print_answers(page, lesson);
    return page.text();
}

}  // namespace app
