// The pictures of every lesson: each word of a step stands in its figure once, lines go from where a pair was to
// where it is, nothing lies outside or on top of another, every operation has a sentence, and time runs both ways.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/numbers.h"
#include "sort/lab/inputs.h"

namespace {

using app::Area;
using app::Figure;
using app::FigureCell;
using app::FigureLine;
using app::FigureRow;
using app::Lesson;
using app::LessonStep;

constexpr float kNear = 0.01f;
constexpr size_t kMostSteps = 48;  // operations

Lesson lesson_of(const std::string& engine, const std::string& kind, uint32_t count,
                 const std::string& broken = "") {
    app::LessonRequest request;
    request.engine = engine;
    request.backend = "auto";
    request.broken = broken;
    request.input = app::made_input(kind, count, 1);
    return app::make_lesson(request).lesson;
}

bool near(float a, float b) { return std::abs(a - b) < kNear; }

/// "" or what is wrong.
std::string words_stand_once(const Figure& figure, const LessonStep& step) {
    std::vector<std::vector<int>> seen;
    for (const FigureRow& row : figure.rows) seen.emplace_back(row.words.size());
    for (const FigureCell& cell : figure.cells) {
        if (cell.row < 0) continue;
        const FigureRow& row = figure.rows.at(static_cast<size_t>(cell.row));
        if (cell.index >= row.words.size()) return "no such word in row " + row.name;
        if (cell.text != app::decimal(row.words[cell.index], row.decimals))
            return "another text in row " + row.name;
        ++seen[static_cast<size_t>(cell.row)][cell.index];
    }
    for (size_t i = 0; i < seen.size(); ++i) {
        for (const int times : seen[i]) {
            if (times != 1)
                return "a word stands " + std::to_string(times) + " times in " + figure.rows[i].name;
        }
    }
    for (const app::LessonArray& array : step.arrays) {
        const auto rows = std::count_if(figure.rows.begin(), figure.rows.end(), [&](const FigureRow& row) {
            return row.name == app::array_title(array) && row.words == array.words;
        });
        if (rows != 1) return std::to_string(rows) + " rows of array " + array.name;
    }
    return "";
}

/// One word per pair stands in the column of its index, and belongs to the pair that stands there.
std::string words_stand_in_their_columns(const Figure& figure, const LessonStep& step) {
    for (const FigureCell& cell : figure.cells) {
        if (cell.row < 0) continue;
        const FigureRow& row = figure.rows[static_cast<size_t>(cell.row)];
        const auto array = std::find_if(step.arrays.begin(), step.arrays.end(),
                                        [&](const app::LessonArray& item) { return item.name == row.name; });
        const bool per_pair = row.keys || (array != step.arrays.end() && array->drawn == sort::Drawn::a_pair);
        if (!per_pair || row.words.size() != step.keys.size()) continue;
        if (!near(cell.area.x, static_cast<float>(cell.index))) return row.name;
        const bool after = row.keys && row.name != "key";
        const uint32_t pair = (after ? step.values : step.values_before)[cell.index] / step.values_per_key;
        if (cell.pair != pair) return "the pair of " + row.name;
    }
    return "";
}

/// The lanes of a thread, put together, are its packed word; lane by lane they stand below each other.
std::string lanes_make_words(const Figure& figure, const LessonStep& step) {
    for (const app::LessonArray& array : step.arrays) {
        if (array.packed.empty()) continue;
        std::vector<uint32_t> packed(array.packed.size());
        const uint32_t threads = array.columns;
        std::map<uint32_t, float> tops;  // by lane
        for (const FigureCell& cell : figure.cells) {
            if (cell.row < 0 || figure.rows[static_cast<size_t>(cell.row)].name != array.name) continue;
            const uint32_t lane = cell.index / threads;
            if (cell.digit >= 0 && static_cast<uint32_t>(cell.digit) != lane)
                return "the colour in " + array.name;
            const auto [first, is_new] = tops.emplace(lane, cell.area.y);
            if (!is_new && !near(first->second, cell.area.y)) return "the lines of " + array.name;
            const uint32_t bit = cell.index / threads * array.lane_bits, thread = cell.index % threads;
            packed[thread * array.packed_columns + bit / 32] |= static_cast<uint32_t>(std::stoul(cell.text))
                                                                << bit % 32;
        }
        if (packed != array.packed) return array.name;
        const auto rises = [](const auto& above, const auto& below) { return above.second >= below.second; };
        if (std::adjacent_find(tops.begin(), tops.end(), rises) != tops.end())
            return "the order in " + array.name;
    }
    return "";
}

/// A line that carries a pair leaves a cell of the pair and arrives at one; the last ones make the result.
std::string lines_follow_pairs(const Figure& figure, const LessonStep& step) {
    std::map<uint32_t, std::vector<Area>> cells;
    for (const FigureCell& cell : figure.cells) {
        if (cell.pair != app::kNoPair) cells[cell.pair].push_back(cell.area);
    }
    float last_row = -1;
    for (const FigureRow& row : figure.rows) {
        if (row.keys && row.words == step.keys) last_row = row.y;
    }
    std::map<uint32_t, uint32_t> arrived;  // pair by column
    for (const FigureLine& line : figure.lines) {
        if (!line.carries) continue;
        bool leaves = false, arrives = false;
        for (const Area& area : cells[line.pair]) {
            const bool below =
                near(area.x + area.width / 2, line.from.x) && near(area.y + area.height, line.from.y);
            const bool above = near(area.x + area.width / 2, line.to.x) && near(area.y, line.to.y);
            leaves = leaves || below;
            arrives = arrives || above;
        }
        const std::string what = " of pair " + std::to_string(line.pair);
        if (!leaves) return "a line starts where there is no cell" + what;
        if (!arrives) return "a line ends where there is no cell" + what;
        if (line.to.y <= line.from.y) return "a line goes up" + what;
        if (near(line.to.y, last_row)) arrived[static_cast<uint32_t>(line.to.x)] = line.pair;
    }
    if (step.from.empty()) return "";
    for (uint32_t i = 0; i < step.values.size(); ++i) {
        const auto found = arrived.find(i);
        if (found == arrived.end()) return "no line to index " + std::to_string(i);
        if (found->second != step.values[i] / step.values_per_key)
            return "the line of index " + std::to_string(i) + " is that of another pair";
    }
    return "";
}

bool inside(const Figure& figure, const Area& area) {
    return area.x >= -kNear && area.y >= -kNear && area.width >= 0 && area.height >= 0 &&
           area.x + area.width <= figure.width + kNear && area.y + area.height <= figure.height + kNear;
}

std::string stays_inside(const Figure& figure) {
    for (const FigureCell& cell : figure.cells)
        if (!inside(figure, cell.area)) return "a cell with " + cell.text;
    for (const app::FigureFrame& frame : figure.frames)
        if (!inside(figure, frame.area)) return "a frame " + frame.label;
    for (const FigureLine& line : figure.lines)
        if (!inside(figure, {line.from.x, line.from.y, 0, 0}) ||
            !inside(figure, {line.to.x, line.to.y, 0, 0}))
            return "a line " + line.label;
    for (const app::FigureText& text : figure.texts)
        if (!inside(figure, {text.at.x, text.at.y, 0, 1})) return "the text " + text.text;
    for (const FigureRow& row : figure.rows)
        if (!inside(figure, {0, row.y, 0, row.height})) return "the row " + row.name;
    for (const app::FigurePlane& plane : figure.planes) {
        if (!inside(figure, plane.area)) return "a plane";
        for (const app::FigureShape& shape : plane.shapes) {
            const bool centre = shape.kind == app::FigureShape::dot || shape.kind == app::FigureShape::text;
            const auto out = [](float x) { return !(x >= 0 && x <= 1); };
            if (centre && (out(shape.from.x / plane.aspect) || out(shape.from.y)))
                return "a dot or text of a plane " + shape.label;
            if ((shape.kind == app::FigureShape::polygon) != (shape.corners.size() >= 3))
                return "corners of a shape";
            if (!std::isfinite(shape.from.x + shape.from.y + shape.to.x + shape.to.y + shape.size))
                return "a shape";
        }
    }
    return "";
}

/// Nothing stands on a plane.
std::string planes_are_free(const Figure& figure) {
    for (size_t k = 0; k < figure.planes.size(); ++k) {
        const Area& area = figure.planes[k].area;
        const auto overlaps = [&](const Area& other) {
            return other.x < area.x + area.width - kNear && area.x < other.x + other.width - kNear &&
                   other.y < area.y + area.height - kNear && area.y < other.y + other.height - kNear;
        };
        for (const FigureCell& cell : figure.cells)
            if (overlaps(cell.area)) return "a cell with " + cell.text;
        for (size_t other = 0; other < k; ++other)
            if (overlaps(figure.planes[other].area)) return "another plane";
        for (const app::FigureText& text : figure.texts)
            if (overlaps({text.at.x, text.at.y, 0.1f, 1})) return "the text " + text.text;
    }
    return "";
}

/// No two cells, of whatever row, on the same place.
std::string cells_lie_apart(const Figure& figure) {
    std::vector<const FigureCell*> cells;
    for (const FigureCell& cell : figure.cells) cells.push_back(&cell);
    std::sort(cells.begin(), cells.end(), [](const FigureCell* a, const FigureCell* b) {
        return a->area.y != b->area.y ? a->area.y < b->area.y : a->area.x < b->area.x;
    });
    std::map<float, const FigureCell*> active;  // by left edge: those that reach down to where the sweep is
    for (const FigureCell* cell : cells) {
        std::erase_if(active, [&](const auto& item) {
            return item.second->area.y + item.second->area.height <= cell->area.y + kNear;
        });
        const Area& area = cell->area;
        const auto right = active.lower_bound(area.x - kNear);
        if (right != active.end() && right->second->area.x < area.x + area.width - kNear)
            return "'" + cell->text + "' and '" + right->second->text + "'";
        if (right != active.begin()) {
            const FigureCell* const left = std::prev(right)->second;
            if (left->area.x + left->area.width > area.x + kNear)
                return "'" + cell->text + "' and '" + left->text + "'";
        }
        active[area.x] = cell;
    }
    return "";
}

/// Bars of keys are as high as the keys are large, the largest of all at most the whole.
std::string bars_are_in_proportion(const Figure& figure) {
    for (const FigureRow& row : figure.rows) {
        if (!row.keys) continue;
        const FigureCell* largest = nullptr;
        for (const bool compares : {false, true}) {
            for (const FigureCell& cell : figure.cells) {
                if (cell.row < 0 || &figure.rows[size_t(cell.row)] != &row || cell.bar < 0) continue;
                if (cell.bar > 1) return "a bar of " + std::to_string(cell.bar) + " in row " + row.name;
                const auto key = [&](const FigureCell& one) {
                    return static_cast<float>(row.words[one.index]);
                };
                if (!largest || (!compares && key(cell) > key(*largest))) largest = &cell;
                if (compares &&
                    std::abs(cell.bar * key(*largest) - largest->bar * key(cell)) > 1e-3f * key(*largest))
                    return "the bar of key " + cell.text + " in row " + row.name;
            }
        }
    }
    return "";
}

/// The keys stand in bold frames: of their tiles one after the other.
std::string tiles_are_framed(const Figure& figure, const app::LessonSetup& setup) {
    for (const FigureRow& row : figure.rows) {
        if (!row.keys) continue;
        const auto count = static_cast<float>(row.words.size());
        std::map<float, float> ends;  // by begin
        for (const app::FigureFrame& frame : figure.frames)
            if (frame.kind == app::FigureFrame::border && frame.tone == app::Tone::strong &&
                near(frame.area.y, row.y) && near(frame.area.height, row.height))
                ends[frame.area.x] = frame.area.x + frame.area.width;
        for (float at = 0; at < count;) {
            const auto frame = ends.find(at);
            if (frame == ends.end()) return "no frame from " + std::to_string(at) + " in row " + row.name;
            const float end = std::min(count, at + static_cast<float>(setup.tile_pairs));
            if (!near(frame->second, end)) return "the frame of another tile in row " + row.name;
            at = end;
        }
    }
    return "";
}

/// Names in the gutter: one under the other.
std::string names_lie_apart(const Figure& figure) {
    std::vector<const FigureRow*> rows;
    for (const FigureRow& row : figure.rows) rows.push_back(&row);
    std::sort(rows.begin(), rows.end(), [](const FigureRow* a, const FigureRow* b) { return a->y < b->y; });
    for (size_t i = 1; i < rows.size(); ++i) {
        if (rows[i - 1]->y + rows[i - 1]->height > rows[i]->y + kNear)
            return rows[i - 1]->name + " and " + rows[i]->name;
    }
    return "";
}

std::string operations_are_told(const Figure& figure) {
    if (figure.operations.empty()) return "no operation";
    if (figure.operations.size() > kMostSteps)
        return std::to_string(figure.operations.size()) + " operations";
    for (const std::string& sentence : figure.operations) {
        if (sentence.empty() || sentence.back() != '.') return "no sentence: '" + sentence + "'";
        std::string plain = sentence;  // without the dots of a list that goes on
        for (size_t at; (at = plain.find(", ...")) != plain.npos;) plain.erase(at, 5);
        for (const char* odd : {"..", "  ", " with bucket", " with taken", " with max"})
            if (plain.find(odd) != plain.npos) return "odd: '" + sentence + "'";
        const size_t named = sentence.find_first_not_of("0123456789", 5);
        if (sentence.starts_with("Tile ") && named != sentence.npos && sentence[named] == ' ' &&
            sentence.find(" their ") != sentence.npos)
            return "one tile, as if it were several: '" + sentence + "'";
    }
    const int last = static_cast<int>(figure.operations.size());
    const auto late = [last](const auto& thing) { return thing.shown_at < 0 || thing.shown_at > last; };
    if (std::any_of(figure.cells.begin(), figure.cells.end(), late) ||
        std::any_of(figure.lines.begin(), figure.lines.end(), late) ||
        std::any_of(figure.texts.begin(), figure.texts.end(), late) ||
        std::any_of(figure.frames.begin(), figure.frames.end(), late))
        return "something is never shown";
    for (const app::FigurePlane& plane : figure.planes) {
        if (std::any_of(plane.shapes.begin(), plane.shapes.end(), late)) return "a shape is never shown";
        for (const app::FigureShape& shape : plane.shapes)
            if (shape.left_at != 0 && (shape.left_at <= shape.shown_at || shape.left_at > last))
                return "a shape leaves before it is shown, or never";
    }
    return "";
}

std::string time_runs_both_ways(const Figure& figure) {
    const size_t last = figure.operations.size();
    Figure stays = figure;
    for (app::FigurePlane& plane : stays.planes)
        std::erase_if(plane.shapes, [](const app::FigureShape& shape) { return shape.left_at > 0; });
    if (!(app::figure_at(figure, static_cast<double>(last)) == stays)) return "the end is not the whole";
    size_t before = 0;
    for (const size_t k : {size_t{0}, last / 2, last - 1}) {
        const Figure at = app::figure_at(figure, static_cast<double>(k));
        if (at.cells.size() < before) return "cells vanish";
        before = at.cells.size();
        const Figure half = app::figure_at(figure, static_cast<double>(k) + 0.5);
        for (const FigureCell& cell : half.cells) {
            if (!inside(figure, cell.area)) return "a moving cell leaves the picture";
        }
        if (half.cells.size() < before) return "cells vanish on the way";
        if (!(app::figure_at(figure, static_cast<double>(k)) == at)) return "another picture the second time";
    }
    return "";
}

void check(const std::string& engine, const std::string& kind, uint32_t count,
           const std::string& broken = "") {
    const Lesson lesson = lesson_of(engine, kind, count, broken);
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        const Figure figure = app::stage_figure(lesson, i);
        const std::string where = engine + ", " + kind + ", " + std::to_string(count) + " keys, step " +
                                  std::to_string(i) + ", " + step.stage;
        EXPECT_EQ(words_stand_once(figure, step), "") << where;
        EXPECT_EQ(words_stand_in_their_columns(figure, step), "") << where;
        EXPECT_EQ(lanes_make_words(figure, step), "") << where;
        EXPECT_EQ(lines_follow_pairs(figure, step), "") << where;
        EXPECT_EQ(stays_inside(figure), "") << where;
        EXPECT_EQ(planes_are_free(figure), "") << where;
        EXPECT_EQ(cells_lie_apart(figure), "") << where;
        EXPECT_EQ(bars_are_in_proportion(figure), "") << where;
        EXPECT_EQ(tiles_are_framed(figure, lesson.setup), "") << where;
        EXPECT_EQ(names_lie_apart(figure), "") << where;
        EXPECT_EQ(operations_are_told(figure), "") << where;
        EXPECT_EQ(time_runs_both_ways(figure), "") << where;
    }
}

class Figures : public testing::TestWithParam<std::string> {};

TEST_P(Figures, of_every_input_kind_show_every_word_once) {
    for (const sort::InputKind& kind : sort::input_kinds()) check(GetParam(), kind.example, 31);
    for (const sort::InputKind& kind : sort::input_kinds()) check(GetParam(), kind.example, 64);
    for (const char* const kind : {"uniform", "equal", "displaced:5", "few:16", "reversed"}) {
        for (const uint32_t count : {1u, 2u, 64u}) check(GetParam(), kind, count);
    }
}

TEST_P(Figures, of_many_keys_show_every_word_once) {
    for (const char* const kind : {"uniform", "displaced:5"}) check(GetParam(), kind, 256);
}

TEST_P(Figures, of_broken_models_show_every_word_once) {
    for (const sort::Break& broken : app::breaks_of(GetParam())) {
        check(GetParam(), broken.input, broken.keys, broken.name);
    }
}

INSTANTIATE_TEST_SUITE_P(Lessons, Figures, testing::ValuesIn(app::lesson_names()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(FigureTime, a_moved_key_travels_along_its_line) {
    const Lesson lesson = lesson_of("fourway", "uniform", 64);
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        if (lesson.steps[i].stage != "count") continue;
        const Figure figure = app::stage_figure(lesson, i);
        const auto line = std::find_if(figure.lines.begin(), figure.lines.end(),
                                       [](const FigureLine& item) { return item.carries; });
        ASSERT_NE(line, figure.lines.end());
        const double before = line->shown_at - 1;
        const auto cells_at = [&](double time, float x) {
            const Figure at = app::figure_at(figure, time);
            return std::count_if(at.cells.begin(), at.cells.end(), [&](const FigureCell& cell) {
                return cell.pair == line->pair && cell.row >= 0 && near(cell.area.x + 0.5f, x) &&
                       cell.area.y > line->from.y - cell.area.height - kNear;
            });
        };
        EXPECT_EQ(cells_at(before, line->to.x), 0);
        EXPECT_EQ(cells_at(before + 0.5, (line->from.x + line->to.x) / 2), 1);
        EXPECT_EQ(cells_at(before + 1, line->to.x), 1);
        return;
    }
    FAIL() << "no count";
}

}  // namespace
