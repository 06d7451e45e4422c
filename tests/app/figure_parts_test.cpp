// Parts of pictures that show what follows from the keys: the 0-1 view of a network, diagonals of merges, how far keys
// are from their places, what `adaptive` decides, and which pairs it would move one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/look_back_times.h"
#include "app/teach/make.h"
#include "tests/app/figure_lessons.h"

namespace {

using app::Figure;
using app::FigureCell;
using app::Lesson;
using app::LessonStep;
using figure_lessons::step_named;
using Words = std::vector<uint32_t>;

Lesson lesson_of(const std::string& engine, const std::string& kind, uint32_t count) {
    app::LessonRequest request;
    request.engine = engine;
    request.backend = "cpu";
    request.input = app::made_input(kind, count, 1);
    return app::make_lesson(request).lesson;
}

/// The cells beside a name in the gutter, by column; rows of words have their own.
std::vector<const FigureCell*> cells_of(const Figure& figure, const std::string& name) {
    std::vector<const FigureCell*> cells;
    for (const app::FigureRow& row : figure.rows) {
        if (row.name != name) continue;
        for (const FigureCell& cell : figure.cells) {
            if (cell.area.y >= row.y - 0.01f && cell.area.y + cell.area.height <= row.y + row.height + 0.01f)
                cells.push_back(&cell);
        }
    }
    std::sort(cells.begin(), cells.end(), [](auto* a, auto* b) { return a->area.x < b->area.x; });
    return cells;
}

Words sorted_places(const Words& keys) {
    Words order(keys.size()), to(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    for (uint32_t i = 0; i < order.size(); ++i) to[order[i]] = i;
    return to;
}

bool mentions(const Figure& figure, const std::string& words) {
    return std::any_of(figure.operations.begin(), figure.operations.end(),
                       [&](const std::string& operation) { return operation.find(words) != operation.npos; });
}

TEST(FigureParts, ones_of_a_network_are_the_keys_above_the_middle_one) {
    for (const char* kind : {"uniform", "few:2", "reversed", "equal"}) {
        const Lesson lesson = lesson_of("warpsort", kind, 64);
        const size_t index = step_named(lesson, "bitonic sort");
        if (!lesson.steps[index].ran) continue;
        const LessonStep& step = lesson.steps[index];
        const Figure figure = app::stage_figure(lesson, index);
        Words ordered = step.keys_before;
        std::sort(ordered.begin(), ordered.end());
        const uint32_t middle = ordered[(ordered.size() - 1) / 2];
        const auto expect_row = [&](const std::string& name, const uint32_t* keys) {
            const auto cells = cells_of(figure, name);
            ASSERT_EQ(cells.size(), 64u) << name;
            for (size_t i = 0; i < 64; ++i) {
                EXPECT_EQ(cells[i]->text, keys[i] > middle ? "1" : "0") << kind << " " << name << " " << i;
                EXPECT_EQ(cells[i]->state == app::CellState::written, keys[i] > middle);
            }
        };
        expect_row("before", step.keys_before.data());
        const auto network = std::find_if(step.arrays.begin(), step.arrays.end(),
                                          [](const auto& array) { return array.name == "network"; });
        ASSERT_NE(network, step.arrays.end());
        for (size_t phase = 0; phase < 5; ++phase)
            expect_row("phase " + std::to_string(phase) + ": 1 away", network->words.data() + 64 * phase);
        EXPECT_TRUE(mentions(figure, "zero-one principle")) << kind;
    }
}

TEST(FigureParts, lanes_on_rings_are_partners_by_xor) {
    const Lesson lesson = lesson_of("warpsort", "uniform", 64);
    const Figure figure = app::stage_figure(lesson, step_named(lesson, "bitonic sort"));
    for (const int away : {1, 2, 4, 8, 16}) {
        const std::string name = "lane XOR " + std::to_string(away);
        const auto title = std::find_if(figure.texts.begin(), figure.texts.end(),
                                        [&](const app::FigureText& text) { return text.text == name; });
        ASSERT_NE(title, figure.texts.end()) << name;
        EXPECT_EQ(
            std::count_if(figure.lines.begin(), figure.lines.end(),
                          [&](const app::FigureLine& line) { return line.shown_at == title->shown_at; }),
            16)
            << name;
    }
}

TEST(FigureParts, a_diagonal_ends_each_chunk_of_a_merge) {
    for (const uint32_t count : {64u, 96u, 256u}) {
        const Lesson lesson = lesson_of("warpsort", "uniform", count);
        for (size_t index = 0; index < lesson.steps.size(); ++index) {
            const LessonStep& step = lesson.steps[index];
            const auto runs = std::find_if(step.arrays.begin(), step.arrays.end(),
                                           [](const auto& array) { return array.name == "runs"; });
            if (!step.ran || runs == step.arrays.end()) continue;
            size_t diagonals = 0;
            for (size_t i = 0; i < runs->words.size(); i += 4) {
                const uint32_t a = runs->words[i + 1] - runs->words[i],
                               b = runs->words[i + 3] - runs->words[i + 2];
                diagonals += (a + b + 31) / 32 - (a + b > 0);
            }
            const Figure figure = app::stage_figure(lesson, index);
            EXPECT_EQ(static_cast<size_t>(std::count_if(
                          figure.lines.begin(), figure.lines.end(),
                          [](const app::FigureLine& line) { return line.tone == app::Tone::strong; })),
                      diagonals)
                << step.stage << ", " << count << " keys";
        }
    }
}

TEST(FigureParts, the_path_of_a_merge_has_the_colour_of_the_run_of_each_key) {
    const Lesson lesson = lesson_of("warpsort", "uniform", 64);
    size_t paths = 0;
    for (size_t index = 0; index < lesson.steps.size(); ++index) {
        const LessonStep& step = lesson.steps[index];
        const app::LessonArray* const runs = app::array_named(step, "runs");
        if (!step.ran || !runs) continue;
        const Figure figure = app::stage_figure(lesson, index);
        const auto colour_at = [&](uint32_t place) {
            return std::find_if(figure.cells.begin(), figure.cells.end(),
                                [&](const FigureCell& cell) {
                                    return cell.pair == step.values_before[place] &&
                                           cell.tone == app::Tone::digit;
                                })
                ->digit;
        };
        std::map<int, size_t> lines, keys;  // by colour
        for (const app::FigureLine& line : figure.lines)
            if (line.tone == app::Tone::digit && !line.carries && line.pair == app::kNoPair) {
                ++lines[line.digit];
                EXPECT_EQ(line.digit, colour_at(runs->words[line.to.y > line.from.y ? 2 : 0]))
                    << "right is one of a, down one of b";
            }
        for (size_t i = 0; i < runs->words.size(); i += 4) {
            keys[colour_at(runs->words[i])] += runs->words[i + 1] - runs->words[i];
            keys[colour_at(runs->words[i + 2])] += runs->words[i + 3] - runs->words[i + 2];
        }
        EXPECT_EQ(lines, keys) << step.stage;
        EXPECT_EQ(lines.size(), 2u);
        ++paths;
    }
    EXPECT_GT(paths, 0u);
}

TEST(FigureParts, displacements_are_the_way_to_the_sorted_place) {
    for (const char* kind : {"displaced:3", "uniform", "sorted"}) {
        const Lesson lesson = lesson_of("adaptive", kind, 64);
        const Figure figure = app::stage_figure(lesson, step_named(lesson, "windows"));
        const Words to = sorted_places(lesson.keys);
        const auto cells = cells_of(figure, "displacement");
        ASSERT_EQ(cells.size(), 64u);
        for (uint32_t i = 0; i < 64; ++i)
            EXPECT_EQ(cells[i]->text, std::to_string(to[i] > i ? to[i] - i : i - to[i])) << kind << " " << i;
    }
}

TEST(FigureParts, the_decision_is_what_the_sort_does) {
    const std::map<std::string, std::string> decisions = {{"sorted", "in order: nothing"},
                                                          {"displaced:3", "windows"},
                                                          {"displaced:5", "windows"},
                                                          {"uniform", "full sort"},
                                                          {"displaced:40", "full sort"}};
    for (const auto& [kind, expected] : decisions) {
        const Lesson lesson = lesson_of("adaptive", kind, 128);
        const Figure figure = app::stage_figure(lesson, step_named(lesson, "check"));
        for (const FigureCell* cell : cells_of(figure, "decision"))
            EXPECT_EQ(cell->state == app::CellState::done, cell->text == expected)
                << kind << ": " << cell->text;
        const LessonStep& write = lesson.steps[step_named(lesson, "write")];
        const LessonStep& full = lesson.steps[step_named(lesson, "full sort")];
        EXPECT_EQ(write.ran, expected == "windows") << kind;
        EXPECT_EQ(full.ran, expected == "full sort") << kind;
    }
}

TEST(FigureParts, movers_are_few_pairs_that_leave_the_rest_in_order) {
    const Lesson lesson = lesson_of("adaptive", "swaps:1", 128);
    const size_t index = step_named(lesson, "full sort");
    const LessonStep& step = lesson.steps[index];
    ASSERT_TRUE(step.ran);
    const Figure figure = app::stage_figure(lesson, index);
    const auto cells = cells_of(figure, "rest");
    ASSERT_EQ(cells.size(), 128u);
    uint32_t last = 0;
    size_t removed = 0;
    for (uint32_t i = 0; i < 128; ++i) {
        if (cells[i]->state == app::CellState::read) {
            ++removed;
            continue;
        }
        EXPECT_LE(last, step.keys_before[i]);
        last = step.keys_before[i];
    }
    EXPECT_GE(removed, 2u);
    EXPECT_LE(removed, 4u);
    for (const FigureCell* cell : cells_of(figure, "movers, merged"))
        EXPECT_EQ(cell->text, std::to_string(step.keys[static_cast<size_t>(cell->area.x)]));
    const Lesson many = lesson_of("adaptive", "uniform", 128);
    EXPECT_FALSE(mentions(app::stage_figure(many, step_named(many, "full sort")), "next call removes"));
}

// 8 tiles in 4 segments: a pair's place is its segment's offset, its bin in the segment's earlier tile, and its rank.
TEST(FigureParts, addends_of_a_place_make_it_up_and_stand_out_with_the_key) {
    for (const char* kind : {"uniform", "equal", "few:2", "sorted"}) {
        for (const uint32_t count : {2u, 64u, 200u, 256u}) {
            const Lesson lesson = lesson_of("reghist", kind, count);
            const size_t index = step_named(lesson, "scan and scatter");
            const LessonStep& step = lesson.steps[index];
            if (!step.ran) continue;
            const Figure figure = app::stage_figure(lesson, index);
            const auto words = [&](const char* name) {
                return std::find_if(step.arrays.begin(), step.arrays.end(),
                                    [&](const app::LessonArray& array) { return array.name == name; })
                    ->words;
            };
            const Words ranks = words("ranks"), places = words("places"), offsets = words("offsets");
            const auto firsts = cells_of(figure, "offset of its bin");
            const auto earlier = cells_of(figure, "+ earlier tiles");
            ASSERT_EQ(firsts.size(), count);
            EXPECT_EQ(earlier.empty(), count <= 4 * 32) << "a tile a segment has none";
            for (uint32_t i = 0; i < count; ++i) {
                const auto before = earlier.empty() ? 0 : std::stoul(earlier[i]->text);
                EXPECT_EQ(std::stoul(firsts[i]->text) + before + ranks[i], places[i])
                    << kind << " " << count << " " << i;
                uint32_t lit = 0;
                for (const FigureCell& cell : figure.cells) {
                    if (cell.row < 0 || figure.rows[size_t(cell.row)].name != "offsets") continue;
                    if (!app::belongs_to(cell, step.values_before[i])) continue;
                    ++lit;
                    EXPECT_EQ(cell.text, firsts[i]->text);
                    EXPECT_EQ(offsets[cell.index], std::stoul(cell.text));
                }
                EXPECT_EQ(lit, 1u);
            }
        }
    }
}

/// Of more boxes the lines are finer, not more of the page.
TEST(FigureParts, boxes_on_an_axis_take_at_most_32_lines) {
    for (const char* engine : {"sweep", "columns", "endpoint"}) {
        for (const uint32_t count : {8u, 100u}) {
            const Lesson lesson = lesson_of(engine, "uniform", count);
            for (size_t i = 0; i < lesson.steps.size(); ++i) {
                const Figure figure = app::stage_figure(lesson, i);
                for (const app::FigureRow& row : figure.rows) {
                    if (row.name == "boxes on the axis") {
                        EXPECT_LE(row.height, 32.01f) << engine << ", " << count;
                    }
                }
            }
        }
    }
}

TEST(LookBack, a_slow_tile_holds_up_those_behind_it_and_nobody_else) {
    const app::LookBackTimes none = app::look_back_times(16, -1), slow = app::look_back_times(16, 3);
    EXPECT_EQ(none.waits, 0u);
    EXPECT_EQ(none.lengths[1], 1u);
    EXPECT_EQ(slow.times.front()[3].state, app::LookBackTimes::nothing);
    const auto total_at = [](const app::LookBackTimes& times, uint32_t tile) {
        for (size_t time = 0; time < times.times.size(); ++time)
            if (times.times[time][tile].state == app::LookBackTimes::total) return time;
        return times.times.size();
    };
    for (uint32_t tile = 0; tile < 16; ++tile) {
        EXPECT_EQ(total_at(slow, tile) > total_at(none, tile), tile >= 3) << tile;
    }
    EXPECT_GT(slow.waits, 12u) << "each of the 12 tiles behind it waits, those near it longer";
    EXPECT_GT(std::accumulate(slow.lengths.begin(), slow.lengths.end(), 0u),
              std::accumulate(none.lengths.begin(), none.lengths.end(), 0u));
    // Every tile adds each earlier one once: counts of those that it passes, then a total.
    for (const app::LookBackTimes& times : {none, slow}) {
        for (uint32_t tile = 1; tile < 16; ++tile) {
            uint32_t next = tile, read = 0;
            for (const auto& moment : times.times) {
                if (moment[tile].reads < 0 || moment[tile].waits) continue;
                EXPECT_EQ(moment[tile].reads, static_cast<int>(--next));
                ++read;
            }
            EXPECT_EQ(read, times.lengths[tile]);
        }
    }
    EXPECT_EQ(app::look_back_times(1, 0).lengths, Words{0});
    EXPECT_EQ(app::look_back_times(16, 15).times.size(), 1 + app::kSlowUnits + 1)
        << "only the last one is late";
}

TEST(FigureParts, the_map_of_waits_is_that_of_the_slow_tile) {
    app::LessonRequest request{"onesweep", app::made_input("uniform", 64, 1), 0, "cpu"};
    for (const int slow_tile : {-1, 0, 7, 15}) {
        request.slow_tile = slow_tile;
        const Lesson lesson = app::make_lesson(request).lesson;
        const app::LookBackTimes times = app::look_back_times(app::kLookBackTiles, slow_tile);
        const Figure figure = app::stage_figure(lesson, step_named(lesson, "pass"));
        for (size_t time = 0; time < times.times.size(); ++time) {
            const auto cells = cells_of(figure, "time " + std::to_string(time));
            ASSERT_EQ(cells.size(), 16u);
            for (size_t tile = 0; tile < 16; ++tile) {
                const auto& moment = times.times[time][tile];
                EXPECT_EQ(cells[tile]->text[0], "XAP"[moment.state]);
                EXPECT_EQ(cells[tile]->state == app::CellState::waiting, moment.waits || moment.state == 0);
            }
        }
        const std::string summary = app::look_back_summary(times, slow_tile);
        bool said = false;  // in two lines
        for (size_t k = 1; k < figure.texts.size(); ++k)
            said |= figure.texts[k - 1].text + " " + figure.texts[k].text == summary + ".";
        EXPECT_TRUE(said) << summary;
    }
}

/// The numbers of a sentence, in their order.
std::vector<int> numbers_of(const std::string& sentence) {
    std::vector<int> numbers;
    for (size_t at = 0; (at = sentence.find_first_of("0123456789", at)) != sentence.npos;) {
        size_t length = 0;
        numbers.push_back(std::stoi(sentence.substr(at), &length));
        at += length;
    }
    return numbers;
}

TEST(FigureParts, the_sentences_of_the_map_count_what_it_shows) {
    app::LessonRequest request{"onesweep", app::made_input("uniform", 64, 1), 0, "cpu"};
    for (const int slow_tile : {-1, 0, 7, 15}) {
        request.slow_tile = slow_tile;
        const Lesson lesson = app::make_lesson(request).lesson;
        const app::LookBackTimes times = app::look_back_times(app::kLookBackTiles, slow_tile);
        const Figure figure = app::stage_figure(lesson, step_named(lesson, "pass"));
        for (size_t time = 0; time < times.times.size(); ++time) {
            int adding = 0, waiting = 0, totals = 0;
            for (const app::LookBackTimes::Moment& tile : times.times[time]) {
                adding += tile.reads >= 0 && !tile.waits;
                waiting += tile.reads >= 0 && tile.waits;
                totals += tile.state == app::LookBackTimes::total;
            }
            const std::string begin = "Time " + std::to_string(time) + ": ";
            const auto said = std::find_if(figure.operations.begin(), figure.operations.end(),
                                           [&](const std::string& text) { return text.starts_with(begin); });
            ASSERT_NE(said, figure.operations.end()) << begin;
            EXPECT_EQ(numbers_of(*said), (std::vector<int>{int(time), adding, waiting, totals, 16})) << *said;
        }
    }
}

/// The sentences of a stage follow one pair: each states the words of the arrays at its index, and where it goes.
TEST(FollowedKey, is_told_through_a_stage_with_the_words_of_its_arrays) {
    for (const char* engine : {"fourway", "onesweep", "multiscan", "reghist", "satish", "bucketsort"}) {
        const app::Lesson lesson = app::make_lesson({engine, app::made_input("uniform", 64, 1)}).lesson;
        bool told = false;
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            const app::LessonStep& step = lesson.steps[i];
            if (!step.ran) continue;
            const auto before = std::find(step.values_before.begin(), step.values_before.end(), 21u);
            const auto after = std::find(step.values.begin(), step.values.end(), 21u);
            ASSERT_NE(before, step.values_before.end());
            const auto index = before - step.values_before.begin();
            const std::string who =
                "key " + std::to_string(lesson.keys[21]) + " at index " + std::to_string(index);
            const app::Figure figure = app::stage_figure(lesson, i);
            for (const std::string& operation : figure.operations) {
                EXPECT_THAT(operation, testing::Not(testing::HasSubstr("the largest")));
                if (operation.find(who + ": ") == operation.npos) continue;
                bool any = false;
                for (const app::LessonArray& array : step.arrays) {
                    if (array.drawn != sort::Drawn::a_pair ||
                        operation.find(array.name + " = ") == operation.npos)
                        continue;
                    EXPECT_THAT(operation,
                                testing::HasSubstr(array.name + " = " + std::to_string(array.words[index])));
                    any = true;
                }
                EXPECT_TRUE(any) << operation;
                told = true;
            }
            if (step.from.empty()) continue;
            EXPECT_THAT(figure.operations,
                        testing::Contains(testing::HasSubstr(
                            "it goes to index " + std::to_string(after - step.values.begin()) + ".")))
                << engine << " " << step.stage;
        }
        EXPECT_TRUE(told) << engine;
    }
}

}  // namespace
