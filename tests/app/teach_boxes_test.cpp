// The lessons of broad phases: each test that a lesson shows is a test of what its sentence says, the pairs are those
// of brute force, and the boxes that `endpoint` lets go meet nobody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/lesson_boxes.h"
#include "app/teach/make.h"
#include "sort/lab/inputs.h"

namespace {

using app::Lesson;
using app::LessonStep;
using testing::ContainsRegex;
using testing::Not;
using Words = std::vector<uint32_t>;

Lesson lesson_of(const std::string& name, const app::LessonInput& input) {
    app::LessonRequest request;
    request.engine = name;
    request.input = input;
    return app::make_lesson(request).lesson;
}

const LessonStep& step_of(const Lesson& lesson, const std::string& stage) {
    const auto found = std::find_if(lesson.steps.rbegin(), lesson.steps.rend(),
                                    [&](const LessonStep& step) { return step.stage == stage; });
    return found == lesson.steps.rend() ? lesson.steps.front() : *found;
}

Words array_of(const LessonStep& step, const std::string& name) {
    for (const app::LessonArray& array : step.arrays) {
        if (array.name == name) return array.words;
    }
    return {};
}

/// Smaller index first, as the step `pairs` lists them.
std::set<std::pair<uint32_t, uint32_t>> pairs_of(const Lesson& lesson) {
    const Words words = array_of(step_of(lesson, "pairs"), "pairs");
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (size_t i = 0; i < words.size() / 2; ++i) pairs.insert({words[i], words[words.size() / 2 + i]});
    return pairs;
}

std::set<std::pair<uint32_t, uint32_t>> brute_force(const Words& keys) {
    const std::vector<app::LessonBox> boxes = app::boxes_of(keys);
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t a = 0; a < boxes.size(); ++a)
        for (uint32_t b = a + 1; b < boxes.size(); ++b)
            if (boxes[a].overlaps(boxes[b])) pairs.insert({a, b});
    return pairs;
}

class BoxLessons : public testing::TestWithParam<const char*> {};

TEST_P(BoxLessons, find_the_pairs_of_brute_force) {
    std::vector<app::LessonInput> inputs = {app::typed_input({7}),
                                            app::typed_input({UINT32_MAX, UINT32_MAX, UINT32_MAX - 1, 0}),
                                            app::typed_input({0, 0, 0}), app::made_input("uniform", 256, 3)};
    for (const sort::InputKind& kind : sort::input_kinds())
        inputs.push_back(app::made_input(kind.example, 40, 2));
    for (const app::LessonInput& input : inputs) {
        const Lesson lesson = lesson_of(GetParam(), input);
        EXPECT_TRUE(lesson.sorted) << input.what;
        EXPECT_EQ(pairs_of(lesson), brute_force(input.keys)) << input.what;
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            const app::Figure figure = app::stage_figure(lesson, i);
            for (const app::FigureCell& cell : figure.cells)
                ASSERT_TRUE(std::isfinite(cell.area.x) && std::isfinite(cell.area.width)) << input.what;
            for (const app::FigureLine& line : figure.lines)
                ASSERT_TRUE(std::isfinite(line.from.x) && std::isfinite(line.to.y)) << input.what;
        }
    }
}

TEST_P(BoxLessons, count_the_tests_that_they_show) {
    const Lesson lesson = lesson_of(GetParam(), app::made_input("uniform", 64, 1));
    const LessonStep& sweep = step_of(lesson, "sweep");
    Words tests(sweep.keys.size()), kept(sweep.keys.size());
    for (const app::BoxTest& test : sweep.tests) {
        ++tests[test.a];
        kept[test.a] += test.kept ? 1 : 0;
    }
    EXPECT_GT(sweep.tests.size(), 64u);
    EXPECT_EQ(array_of(sweep, "tests"), tests);
    EXPECT_EQ(array_of(sweep, "kept"), kept);
}

TEST_P(BoxLessons, mark_every_test_at_a_place_of_its_own) {
    const Lesson lesson = lesson_of(GetParam(), app::made_input("uniform", 32, 1));
    const LessonStep& sweep = step_of(lesson, "sweep");
    const app::Figure figure = app::stage_figure(lesson, static_cast<size_t>(&sweep - lesson.steps.data()));
    std::set<std::pair<float, float>> places;
    size_t kept = 0, rejected = 0;
    for (const app::FigureText& text : figure.texts) {
        if (text.text != "\u2022" && text.text != "\u00d7") continue;
        EXPECT_TRUE(places.insert({text.at.x, text.at.y}).second) << "two marks on top of each other";
        (text.text == "\u2022" ? kept : rejected) += 1;
    }
    const auto is_kept = [](const app::BoxTest& test) { return test.kept; };
    EXPECT_GT(kept, 0u);
    EXPECT_EQ(kept, std::count_if(sweep.tests.begin(), sweep.tests.end(), is_kept));
    EXPECT_EQ(kept + rejected, sweep.tests.size());
}

INSTANTIATE_TEST_SUITE_P(All, BoxLessons, testing::Values("sweep", "columns", "endpoint"));

TEST(SweepLesson, walks_until_a_box_begins_beyond_the_max) {
    const Lesson lesson = lesson_of("sweep", app::made_input("uniform", 64, 1));
    const LessonStep& sweep = step_of(lesson, "sweep");
    const Words maxs = array_of(sweep, "max"), tests = array_of(sweep, "tests");
    for (uint32_t a = 0; a < 64; ++a) {
        const uint32_t end = a + 1 + tests[a];
        for (uint32_t b = a + 1; b < end; ++b) EXPECT_LE(sweep.keys[b], maxs[a]);
        if (end < 64) {
            EXPECT_GT(sweep.keys[end], maxs[a]);
        }
    }
}

TEST(ColumnsLesson, tests_fewer_boxes_than_sweep) {
    const app::LessonInput input = app::made_input("uniform", 64, 1);
    const Lesson columns = lesson_of("columns", input), sweep = lesson_of("sweep", input);
    EXPECT_LT(step_of(columns, "sweep").tests.size(), step_of(sweep, "sweep").tests.size());
}

/// Counted as the sentence says: in the column before, in the own, and in the next if the box reaches into it.
uint32_t tests_in_columns(const Words& keys, uint32_t width) {
    const std::vector<app::LessonBox> boxes = app::boxes_of(keys);
    uint32_t tests = 0;
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        const uint32_t own = boxes[a].low / width;
        for (uint32_t b = 0; b < boxes.size(); ++b) {
            const uint32_t other = boxes[b].low / width;
            const bool walked =
                other == own || other + 1 == own || (other == own + 1 && boxes[a].high / width == other);
            // Of two that begin at one place, the one whose column is first is first; then the earlier one.
            const bool begins_before =
                boxes[a].min < boxes[b].min ||
                (boxes[a].min == boxes[b].min && std::pair(own, a) < std::pair(other, b));
            tests += a != b && walked && begins_before && boxes[b].min <= boxes[a].max;
        }
    }
    return tests;
}

TEST(ColumnsLesson, makes_the_tests_that_its_sentence_says) {
    for (const uint64_t seed : {1, 2, 3}) {
        const app::LessonInput input = app::made_input("uniform", 64, seed);
        const Lesson lesson = lesson_of("columns", input);
        const LessonStep& sweep = step_of(lesson, "sweep");
        EXPECT_EQ(sweep.tests.size(), tests_in_columns(input.keys, 17)) << seed;
        EXPECT_NE(sweep.sentence.find("in the next one if it reaches into that"), std::string::npos);
    }
}

class PlaneOfBoxes : public testing::TestWithParam<const char*> {};

app::Figure figure_of(const Lesson& lesson, const std::string& stage) {
    return app::stage_figure(lesson, static_cast<size_t>(&step_of(lesson, stage) - lesson.steps.data()));
}

size_t count_shapes(const app::Figure& figure, app::FigureShape::Kind kind) {
    size_t count = 0;
    for (const app::FigurePlane& plane : figure.planes)
        for (const app::FigureShape& shape : plane.shapes) count += shape.kind == kind;
    return count;
}

TEST_P(PlaneOfBoxes, shows_each_box_where_it_is_with_its_index) {
    const app::LessonInput input = app::made_input("uniform", 20, 1);
    const Lesson lesson = lesson_of(GetParam(), input);
    const std::vector<app::LessonBox> boxes = app::boxes_of(input.keys);
    for (const char* stage : {"boxes", "sweep", "pairs"}) {
        const app::Figure figure = figure_of(lesson, stage);
        ASSERT_EQ(figure.planes.size(), 1u) << stage;
        std::map<uint32_t, app::FigureShape> shown;
        std::set<std::string> labels;
        for (const app::FigureShape& shape : figure.planes[0].shapes) {
            if (shape.kind == app::FigureShape::polygon) shown[shape.pair] = shape;
            if (shape.kind == app::FigureShape::text) labels.insert(shape.label);
        }
        ASSERT_EQ(shown.size(), boxes.size()) << stage;
        for (uint32_t a = 0; a < boxes.size(); ++a) {
            EXPECT_TRUE(labels.contains(std::to_string(a)));
            for (const app::Spot& corner : shown[a].corners) {
                EXPECT_GE(corner.y, 0);
                EXPECT_LE(corner.x, figure.planes[0].aspect);
            }
            for (uint32_t b = 0; b < boxes.size(); ++b) {
                EXPECT_EQ(boxes[a].min < boxes[b].min, shown[a].corners[0].x < shown[b].corners[0].x);
                EXPECT_EQ(boxes[a].high < boxes[b].high, shown[a].corners[2].y < shown[b].corners[2].y);
            }
        }
    }
}

TEST_P(PlaneOfBoxes, has_a_line_for_each_test_thick_if_both_overlap) {
    const Lesson lesson = lesson_of(GetParam(), app::made_input("uniform", 64, 1));
    const LessonStep& sweep = step_of(lesson, "sweep");
    const app::Figure figure = figure_of(lesson, "sweep"), pairs = figure_of(lesson, "pairs");
    size_t thick = 0, thin = 0;
    for (const app::FigureShape& shape : figure.planes.at(0).shapes)
        if (shape.kind == app::FigureShape::line) (shape.size > 1 ? thick : thin) += 1;
    EXPECT_EQ(thick + thin, sweep.tests.size());
    EXPECT_EQ(thick, pairs_of(lesson).size());
    EXPECT_EQ(count_shapes(pairs, app::FigureShape::line), thick);
}

TEST_P(PlaneOfBoxes, fills_the_box_that_walks_during_its_operation) {
    const Lesson lesson = lesson_of(GetParam(), app::made_input("uniform", 20, 1));
    const app::Figure figure = figure_of(lesson, "sweep");
    const LessonStep& sweep = step_of(lesson, "sweep");
    size_t walks = 0;
    for (size_t op = 1; op <= figure.operations.size(); ++op) {
        const std::string& sentence = figure.operations[op - 1];
        if (sentence.find("is tested with") == sentence.npos) continue;
        const uint32_t index = std::stoul(sentence.substr(sentence.find("at index ") + 9));
        EXPECT_EQ(sentence.rfind("Box " + std::to_string(sweep.values_before[index]) + " at index", 0), 0u)
            << sentence;
        size_t filled = 0;
        const app::Figure now = app::figure_at(figure, static_cast<double>(op));
        for (const app::FigureShape& shape : now.planes.at(0).shapes)
            filled += shape.kind == app::FigureShape::area && shape.filled && shape.opacity == 1;
        EXPECT_EQ(filled, 1u) << sentence;
        ++walks;
    }
    EXPECT_GT(walks, 10u);
}

TEST_P(PlaneOfBoxes, sentences_name_boxes_and_lines_of_the_strip_are_named_by_index) {
    const Lesson lesson = lesson_of(GetParam(), app::made_input("uniform", 64, 1));
    size_t named = 0;
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        for (const std::string& sentence : app::stage_figure(lesson, i).operations) {
            EXPECT_THAT(sentence, Not(ContainsRegex("[Kk]ey [0-9]+ at")));
            named += sentence.find("ox") != sentence.npos && sentence.find(" at ind") != sentence.npos;
        }
    }
    EXPECT_GT(named, 30u);
    std::vector<std::string> names;
    for (const app::FigureRow& row : figure_of(lesson, "sweep").rows) names.push_back(row.name);
    for (const char* name : {"other axis", "index 0", "8", "56"})
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST_P(PlaneOfBoxes, numbers_of_boxes_stand_apart_below_the_keys_and_at_each_line) {
    for (const uint32_t count : {16u, 20u, 32u}) {
        const Lesson lesson = lesson_of(GetParam(), app::made_input("uniform", count, 1));
        const app::Figure figure = figure_of(lesson, "sweep");
        std::vector<app::FigureShape> numbers;
        for (const app::FigureShape& shape : figure.planes.at(0).shapes)
            if (shape.kind == app::FigureShape::text && shape.tone != app::Tone::faint)
                numbers.push_back(shape);
        ASSERT_EQ(numbers.size(), count);
        for (size_t a = 0; a < numbers.size(); ++a) {
            for (size_t b = a + 1; b < numbers.size(); ++b) {
                const bool apart = std::abs(numbers[a].from.x - numbers[b].from.x) > 0.035f ||
                                   std::abs(numbers[a].from.y - numbers[b].from.y) > 0.035f;
                EXPECT_TRUE(apart) << count << " keys: boxes " << numbers[a].label << " and "
                                   << numbers[b].label;
            }
        }
        const Words& boxes = step_of(lesson, "sweep").values_before;
        std::string below_keys;
        for (const app::FigureRow& row : figure.rows) {
            if (row.name != "box") continue;
            for (const app::FigureCell& cell : figure.cells)
                if (cell.area.y == row.y) below_keys += cell.text + " ";
        }
        std::string wanted;
        for (const uint32_t box : boxes) wanted += std::to_string(box) + " ";
        EXPECT_EQ(below_keys, wanted);
        for (const uint32_t box : boxes) {
            const std::string name = "box " + std::to_string(box);
            EXPECT_EQ(std::count_if(figure.rows.begin(), figure.rows.end(),
                                    [&](const app::FigureRow& row) { return row.name == name; }),
                      1)
                << name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, PlaneOfBoxes, testing::Values("sweep", "columns"));

TEST(ColumnsLesson, shows_its_columns_as_stripes) {
    const app::LessonInput input = app::made_input("uniform", 20, 1);
    const Lesson columns = lesson_of("columns", input), sweep = lesson_of("sweep", input);
    const auto areas = [&](const Lesson& lesson, const std::string& stage) {
        return count_shapes(figure_of(lesson, stage), app::FigureShape::area);
    };
    EXPECT_EQ(areas(columns, "boxes"), 1u) << "the border";
    EXPECT_EQ(areas(columns, "keys"), 1u + app::kLessonColumns);
    EXPECT_EQ(areas(columns, "pairs"), 1u + app::kLessonColumns);
    EXPECT_EQ(areas(sweep, "pairs"), 1u);
}

TEST(BrokenBoxLessons, name_the_first_pair_that_is_missing) {
    app::LessonRequest request{"sweep", app::made_input("uniform", 64, 1)};
    request.broken = "stops-early";
    const Lesson lesson = app::make_lesson(request).lesson;
    const auto found = pairs_of(lesson), wanted = brute_force(request.input.keys);
    const auto missing =
        std::find_if(wanted.begin(), wanted.end(), [&](const auto& pair) { return !found.contains(pair); });
    ASSERT_NE(missing, wanted.end());
    EXPECT_EQ(lesson.result, std::to_string(found.size()) + " of " + std::to_string(wanted.size()) +
                                 " pairs; the first that is missing: boxes " +
                                 std::to_string(missing->first) + " and " + std::to_string(missing->second));
}

TEST(EndpointLesson, lets_go_only_boxes_that_meet_nobody_on_the_axis) {
    const app::LessonInput input = app::made_input("uniform", 64, 1);
    const Lesson lesson = lesson_of("endpoint", input);
    const std::vector<app::LessonBox> boxes = app::boxes_of(input.keys);
    uint32_t gone = 0;
    for (const LessonStep& step : lesson.steps) {
        if (step.stage != "filter" || step.pass != 0) continue;
        const Words leaves = array_of(step, "leaves");
        for (size_t i = 0; i < leaves.size(); ++i) {
            const app::LessonBox& own = boxes[step.values[i] >> 1];
            const auto meets = std::count_if(boxes.begin(), boxes.end(), [&](const app::LessonBox& other) {
                return own.min <= other.max && other.min <= own.max;
            });
            EXPECT_EQ(leaves[i] == 1, meets == 1);  // itself
            gone += leaves[i];
        }
    }
    EXPECT_GT(gone, 0u);
}

}  // namespace
