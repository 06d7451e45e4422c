// The keys as the stage finds them, then the parts that the engine's room lists, then what they left.
#include "app/teach/figure/stage_figure.h"

#include <algorithm>

#include "app/teach/figure/parts.h"

namespace app {
namespace {

using sort::Part;

void draw(FigureBuilder& builder, const sort::Picture& picture) {
    switch (picture.part) {
        case Part::groups:
            return;  // done before the keys
        case Part::bits:
            return parts::bits(builder, picture);
        case Part::words:
            return parts::words(builder, picture);
        case Part::lanes:
            return parts::lanes(builder, picture);
        case Part::prefix_sums:
            return parts::prefix_sums(builder, picture);
        case Part::counts:
            return parts::counts(builder, picture);
        case Part::running_sum:
            return parts::running_sum(builder, picture);
        case Part::table:
            return parts::table(builder, picture);
        case Part::addends:
            return parts::addends(builder, picture);
        case Part::threads:
            return parts::threads(builder, picture);
        case Part::exchange:
            return parts::exchange(builder, picture);
        case Part::copied:
            return parts::copied(builder, picture);
        case Part::descents:
            return parts::descents(builder, picture);
        case Part::splits:
            return parts::splits(builder, picture);
        case Part::network:
            return parts::network(builder, picture);
        case Part::zero_one:
            return parts::zero_one(builder, picture);
        case Part::exchange_ring:
            return parts::exchange_ring(builder, picture);
        case Part::merge_path:
            return parts::merge_path(builder, picture);
        case Part::look_back:
            return parts::look_back(builder, picture);
        case Part::waits:
            return parts::waits(builder, picture);
        case Part::windows:
            return parts::windows(builder, picture);
        case Part::borders:
            return parts::borders(builder, picture);
        case Part::displacement:
            return parts::displacement(builder, picture);
        case Part::decision:
            return parts::decision(builder, picture);
        case Part::movers:
            return parts::movers(builder, picture);
        case Part::intervals:
            parts::intervals(builder, picture);
            return;
        case Part::box_plane:
            return parts::box_plane(builder, picture);
        case Part::record_spans:
            return parts::record_spans(builder, picture);
        case Part::adds:
            return parts::adds(builder, picture);
        case Part::plane_bodies:
            return parts::plane_bodies(builder, picture);
        case Part::plane_cells:
            return parts::plane_cells(builder, picture);
        case Part::interleave:
            return parts::interleave(builder, picture);
        case Part::z_curve:
            return parts::z_curve(builder, picture);
        case Part::squares:
            return parts::squares(builder, picture);
        case Part::common_bits:
            return parts::common_bits(builder, picture);
        case Part::tree_nodes:
            return parts::tree_nodes(builder, picture);
        case Part::tree_moments:
            return parts::tree_moments(builder, picture);
        case Part::tree_walk:
            return parts::tree_walk(builder, picture);
        case Part::pull_matrix:
            return parts::pull_matrix(builder, picture);
        case Part::spans:
            return parts::spans(builder, picture);
        case Part::moves:
            return parts::moves(builder, picture);
        case Part::sectors:
            return parts::sectors(builder, picture);
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
void digits(FigureBuilder& builder) {
    const Words& pairs = builder.step().values_before;
    if (pairs.empty() || builder.group_of(pairs[0]) < 0) return;
    const uint32_t bins = builder.figure.bins;
    const float height = builder.height_of(std::to_string(bins - 1).size());
    builder.name(builder.group_name(), height, 0);
    for (uint32_t i = 0; i < pairs.size(); ++i) {
        FigureCell& cell = builder.label(std::to_string(builder.group_of(pairs[i])),
                                         {static_cast<float>(i), builder.y, 1, height}, 0);
        cell.pair = pairs[i];
        cell.digit = builder.group_of(pairs[i]);
        cell.tone = Tone::digit;
    }
    builder.y += height;
    builder.current_row.bottom = builder.y;
}

/// Returns whether an array of the stage is the pairs' groups. Such a stage prints them.
bool shows_groups(const FigureBuilder& builder) {
    const LessonStep& step = builder.step();
    const auto is_groups = [&](const LessonArray& array) {
        if (array.drawn != sort::Drawn::a_pair || array.words.size() != builder.count()) return false;
        for (uint32_t i = 0; i < builder.count(); ++i) {
            if (builder.group_of(step.values_before[i]) != static_cast<int>(array.words[i])) return false;
        }
        return true;
    };
    return std::any_of(step.arrays.begin(), step.arrays.end(), is_groups);
}

void thread_names(FigureBuilder& builder) {
    if (!builder.has_tiles()) return builder.indices();
    const uint32_t every = builder.count() > 64 ? 8 : 1;
    builder.name("thread", 0.9f, 0);
    for (uint32_t i = 0; i < builder.count(); i += every) {
        builder
            .label(std::to_string(i % builder.tile_pairs()), {static_cast<float>(i), builder.y, 1, 0.9f}, 0)
            .tone = Tone::faint;
    }
    builder.y += 0.9f;
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

/// Marks where a step of a broken model first differs from that of the right model, and the first wrong key
/// of the result in the picture of the last stage that ran.
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
        const LessonArray* const array = array_named(lesson.steps[index], broken.first_array);
        const std::string title = array ? array_title(*array) : "";
        mark([&](int row) { return title.empty() ? row == result : figure.rows[row].name == title; },
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
    FigureBuilder builder(lesson, index);
    const std::vector<sort::Picture> list = list_of(lesson, step.stage);
    const auto lists = [&](Part part) {
        return std::any_of(list.begin(), list.end(), [part](const auto& item) { return item.part == part; });
    };
    for (const sort::Picture& picture : list) {
        if (picture.part == Part::groups) parts::groups(builder, picture);
    }
    builder.y = 1.2f;  // for the names of tiles
    if (step.looks_at_pairs && builder.count() > 0) {
        builder.keys(key_word(lesson), step.keys_before, step.values_before, {});
        if (!shows_groups(builder)) digits(builder);
        if (lesson.names_boxes) parts::box_numbers(builder, step.values_before, {});
        if (!lists(Part::moves) || lists(Part::lanes)) thread_names(builder);
        builder.y += 0.5f;
    }
    for (const sort::Picture& picture : list) {
        if (picture.part != Part::moves && picture.part != Part::sectors) draw(builder, picture);
    }
    if (lesson.contacts) parts::contacts(builder);
    parts::rest(builder);
    const bool moved = !step.from.empty() || step.values != step.values_before;
    if (moved || lists(Part::moves)) parts::moves(builder, {step.stage.c_str(), Part::moves});
    if (lists(Part::sectors)) parts::sectors(builder, {step.stage.c_str(), Part::sectors});
    if (builder.figure.operations.empty()) builder.begin(step.sentence);
    time_names(builder.figure);
    mark_broken(builder.figure, lesson, index);
    builder.figure.height = builder.y + 0.3f;
    // What is followed is a key of the input, with all its records.
    for (FigureCell& cell : builder.figure.cells)
        if (cell.pair != kNoPair) cell.pair /= step.values_per_key;
    for (FigureLine& line : builder.figure.lines)
        if (line.pair != kNoPair) line.pair /= step.values_per_key;
    return std::move(builder.figure);
}

}  // namespace app
