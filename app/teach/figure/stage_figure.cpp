// The keys as the stage finds them, then the parts that the engine's room lists, then what they left.
#include "app/teach/figure/stage_figure.h"

#include <algorithm>

#include "app/teach/figure/parts.h"

namespace app {
namespace {

using sort::Part;

void draw(Sheet& sheet, const sort::Picture& picture) {
    switch (picture.part) {
        case Part::groups:
            return;  // done before the keys
        case Part::bits:
            return parts::bits(sheet, picture);
        case Part::words:
            return parts::words(sheet, picture);
        case Part::lanes:
            return parts::lanes(sheet, picture);
        case Part::prefix_sums:
            return parts::prefix_sums(sheet, picture);
        case Part::counts:
            return parts::counts(sheet, picture);
        case Part::running_sum:
            return parts::running_sum(sheet, picture);
        case Part::table:
            return parts::table(sheet, picture);
        case Part::addends:
            return parts::addends(sheet, picture);
        case Part::threads:
            return parts::threads(sheet, picture);
        case Part::exchange:
            return parts::exchange(sheet, picture);
        case Part::copied:
            return parts::copied(sheet, picture);
        case Part::descents:
            return parts::descents(sheet, picture);
        case Part::splits:
            return parts::splits(sheet, picture);
        case Part::network:
            return parts::network(sheet, picture);
        case Part::zero_one:
            return parts::zero_one(sheet, picture);
        case Part::exchange_ring:
            return parts::exchange_ring(sheet, picture);
        case Part::merge_path:
            return parts::merge_path(sheet, picture);
        case Part::look_back:
            return parts::look_back(sheet, picture);
        case Part::waits:
            return parts::waits(sheet, picture);
        case Part::windows:
            return parts::windows(sheet, picture);
        case Part::borders:
            return parts::borders(sheet, picture);
        case Part::displacement:
            return parts::displacement(sheet, picture);
        case Part::decision:
            return parts::decision(sheet, picture);
        case Part::movers:
            return parts::movers(sheet, picture);
        case Part::intervals:
            return parts::intervals(sheet, picture);
        case Part::record_spans:
            return parts::record_spans(sheet, picture);
        case Part::adds:
            return parts::adds(sheet, picture);
        case Part::plane_bodies:
            return parts::plane_bodies(sheet, picture);
        case Part::plane_cells:
            return parts::plane_cells(sheet, picture);
        case Part::interleave:
            return parts::interleave(sheet, picture);
        case Part::z_curve:
            return parts::z_curve(sheet, picture);
        case Part::squares:
            return parts::squares(sheet, picture);
        case Part::common_bits:
            return parts::common_bits(sheet, picture);
        case Part::tree_nodes:
            return parts::tree_nodes(sheet, picture);
        case Part::tree_moments:
            return parts::tree_moments(sheet, picture);
        case Part::tree_walk:
            return parts::tree_walk(sheet, picture);
        case Part::pull_matrix:
            return parts::pull_matrix(sheet, picture);
        case Part::spans:
            return parts::spans(sheet, picture);
        case Part::moves:
            return parts::moves(sheet, picture);
        case Part::sectors:
            return parts::sectors(sheet, picture);
    }
}

std::vector<sort::Picture> list_of(const Lesson& lesson, const std::string& stage) {
    std::vector<sort::Picture> list;
    for (const sort::Picture& picture : lesson.pictures) {
        if (picture.stage == stage) list.push_back(picture);
    }
    return list;
}

/// Printed, so that the colour is not all that says a pair's digit.
void digits(Sheet& sheet) {
    const Words& pairs = sheet.step().values_before;
    if (pairs.empty() || sheet.group_of(pairs[0]) < 0) return;
    const uint32_t bins = sheet.figure.bins;
    const float height = sheet.height_of(std::to_string(bins - 1).size());
    sheet.name(sheet.group_name(), height, 0);
    for (uint32_t i = 0; i < pairs.size(); ++i) {
        FigureCell& cell = sheet.label(std::to_string(sheet.group_of(pairs[i])),
                                       {static_cast<float>(i), sheet.y, 1, height}, 0);
        cell.pair = pairs[i];
        cell.digit = sheet.group_of(pairs[i]);
        cell.tone = Tone::digit;
    }
    sheet.y += height;
    sheet.standing.bottom = sheet.y;
}

/// Whether an array of the stage is the digits: then it prints them.
bool shows_groups(const Sheet& sheet) {
    const LessonStep& step = sheet.step();
    const auto is_groups = [&](const LessonArray& array) {
        if (array.drawn != sort::Drawn::a_pair || array.words.size() != sheet.count()) return false;
        for (uint32_t i = 0; i < sheet.count(); ++i) {
            if (sheet.group_of(step.values_before[i]) != static_cast<int>(array.words[i])) return false;
        }
        return true;
    };
    return std::any_of(step.arrays.begin(), step.arrays.end(), is_groups);
}

void thread_names(Sheet& sheet) {
    if (!sheet.has_tiles()) return sheet.indices();
    const uint32_t every = sheet.count() > 64 ? 8 : 1;
    sheet.name("thread", 0.9f, 0);
    for (uint32_t i = 0; i < sheet.count(); i += every) {
        sheet.label(std::to_string(i % sheet.tile_pairs()), {static_cast<float>(i), sheet.y, 1, 0.9f}, 0)
            .tone = Tone::faint;
    }
    sheet.y += 0.9f;
}

/// The name of a row appears with the first of its cells.
void time_names(Figure& figure) {
    for (FigureRow& row : figure.rows) {
        int first = -1;
        for (const FigureCell& cell : figure.cells) {
            const float middle = cell.area.y + cell.area.height / 2;
            if (middle < row.y || middle > row.y + row.height) continue;
            first = first < 0 ? cell.shown_at : std::min(first, cell.shown_at);
        }
        if (first >= 0) row.shown_at = first;
    }
}

/// Outlined, so that colour is not all that says it.
void mark_wrong(FigureCell& cell) {
    cell.tone = Tone::wrong;
    cell.state = CellState::read;
}

/// Of a broken model: where a step first differs from that of the right model, and the first wrong key of the result,
/// in the picture of the last stage that ran.
void mark_broken(Figure& figure, const Lesson& lesson, size_t index) {
    const LessonBreak& broken = lesson.broken;
    int result = -1;
    for (size_t row = 0; row < figure.rows.size(); ++row) {
        if (figure.rows[row].keys) result = static_cast<int>(row);
    }
    const auto mark = [&](const auto& is_row, uint32_t word) {
        for (FigureCell& cell : figure.cells) {
            if (cell.row >= 0 && is_row(cell.row) && cell.index == word) mark_wrong(cell);
        }
    };
    if (broken.first_step == static_cast<int>(index) && broken.first_word) {
        mark(
            [&](int row) {
                return broken.first_array.empty() ? row == result
                                                  : figure.rows[row].name == broken.first_array;
            },
            *broken.first_word);
    }
    const auto ran = [](const LessonStep& step) { return step.ran; };
    if (!broken.wrong || !lesson.result.empty() ||  // without sorted keys no key is wrong
        std::any_of(lesson.steps.begin() + static_cast<ptrdiff_t>(index) + 1, lesson.steps.end(), ran))
        return;
    mark([&](int row) { return row == result; }, broken.wrong_index);
}

Figure skipped(const Lesson& lesson, const LessonStep& step) {
    Figure figure;
    figure.width = std::max<float>(32, static_cast<float>(lesson.keys.size()));
    figure.height = 3;
    const std::string why = "Skipped: " + why_skipped(step) + ".";
    figure.texts.push_back({{figure.width / 2, 1}, why, Align::middle, Tone::plain, 0, 1});
    figure.operations.push_back(why);
    return figure;
}

}  // namespace

Figure stage_figure(const Lesson& lesson, size_t index) {
    const LessonStep& step = lesson.steps.at(index);
    if (!step.ran) return skipped(lesson, step);
    Sheet sheet(lesson, index);
    const std::vector<sort::Picture> list = list_of(lesson, step.stage);
    const auto lists = [&](Part part) {
        return std::any_of(list.begin(), list.end(), [part](const auto& item) { return item.part == part; });
    };
    for (const sort::Picture& picture : list) {
        if (picture.part == Part::groups) parts::groups(sheet, picture);
    }
    sheet.y = 1.2f;  // for the names of tiles
    if (step.looks_at_pairs && sheet.count() > 0) {
        sheet.keys(key_word(lesson), step.keys_before, step.values_before, {});
        if (!shows_groups(sheet)) digits(sheet);
        if (!lists(Part::moves) || lists(Part::lanes)) thread_names(sheet);
        sheet.y += 0.5f;
    }
    for (const sort::Picture& picture : list) {
        if (picture.part != Part::moves && picture.part != Part::sectors) draw(sheet, picture);
    }
    if (lesson.contacts) parts::contacts(sheet);
    parts::rest(sheet);
    const bool moved = !step.from.empty() || step.values != step.values_before;
    if (moved || lists(Part::moves)) parts::moves(sheet, {step.stage.c_str(), Part::moves});
    if (lists(Part::sectors)) parts::sectors(sheet, {step.stage.c_str(), Part::sectors});
    if (sheet.figure.operations.empty()) sheet.begin(step.sentence);
    time_names(sheet.figure);
    mark_broken(sheet.figure, lesson, index);
    sheet.figure.height = sheet.y + 0.3f;
    // What is followed is a key of the input, with all its records.
    for (FigureCell& cell : sheet.figure.cells)
        if (cell.pair != kNoPair) cell.pair /= step.values_per_key;
    for (FigureLine& line : sheet.figure.lines)
        if (line.pair != kNoPair) line.pair /= step.values_per_key;
    return std::move(sheet.figure);
}

}  // namespace app
