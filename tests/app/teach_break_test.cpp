// Broken models: each break makes the result wrong, the lesson says where, and the right model stays right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/base/errors.h"
#include "app/teach/export/html.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/text.h"

namespace {

using testing::HasSubstr;
using Words = std::vector<uint32_t>;

app::LessonRequest request_for(const sort::Model& model, uint32_t count, const std::string& broken,
                               const std::string& kind = "uniform") {
    app::LessonRequest request;
    request.engine = model.name;
    request.input = app::made_input(kind, count, 1);
    request.broken = broken;
    return request;
}

class EveryBreak : public testing::TestWithParam<const sort::Model*> {};

TEST_P(EveryBreak, makes_the_result_wrong_and_says_where) {
    const sort::Model& model = *GetParam();
    std::set<std::string> names;
    for (const sort::Break& broken : model.breaks) {
        EXPECT_TRUE(names.insert(broken.name).second) << broken.name;
        EXPECT_STRNE(broken.title, "") << broken.name;
        EXPECT_STRNE(broken.sentence, "") << broken.name;
        const app::Lesson lesson =
            app::make_lesson(request_for(model, broken.keys, broken.name, broken.input)).lesson;
        EXPECT_FALSE(lesson.sorted) << broken.name;
        EXPECT_EQ(lesson.broken.name, broken.name);
        EXPECT_TRUE(lesson.broken.wrong) << broken.name;
        EXPECT_NE(lesson.broken.wrong_what, "") << broken.name;
        EXPECT_GE(lesson.broken.first_step, 0) << broken.name;

        // The first wrong index, found once more.
        const app::Lesson right = app::make_lesson(request_for(model, broken.keys, "", broken.input)).lesson;
        EXPECT_TRUE(right.sorted) << broken.name;
        EXPECT_FALSE(right.broken.wrong) << broken.name;
        EXPECT_EQ(right.broken.name, "");
        const auto is_wrong = [&](uint32_t i) {
            return lesson.sorted_keys[i] != right.sorted_keys[i] ||
                   (model.stable && lesson.sorted_values[i] != right.sorted_values[i]);
        };
        uint32_t first = 0;
        while (first < lesson.keys.size() && !is_wrong(first)) ++first;
        EXPECT_EQ(lesson.broken.wrong_index, first) << broken.name;
        const auto step = static_cast<size_t>(std::max(lesson.broken.first_step, 0));
        // The sentences are of the right sort, and say so.
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            const std::string text = app::step_text(lesson, i, {});
            EXPECT_EQ(lesson.steps[i].sentence.find("Without the break: ") == 0, i >= step) << broken.name;
            EXPECT_EQ(text.find("the broken model first differs") != text.npos, i == step) << broken.name;
        }
        for (size_t i = 0; i < step; ++i) {
            EXPECT_EQ(lesson.steps[i].keys, right.steps[i].keys) << broken.name;
        }
    }
}

bool is_marked(const app::FigureCell& cell) {
    return cell.tone == app::Tone::wrong && cell.state == app::CellState::read;
}

TEST_P(EveryBreak, is_marked_in_the_pictures) {
    const sort::Model& model = *GetParam();
    for (const sort::Break& broken : model.breaks) {
        const app::Lesson lesson =
            app::make_lesson(request_for(model, broken.keys, broken.name, broken.input)).lesson;
        ASSERT_GE(lesson.broken.first_step, 0) << broken.name;
        const auto step = static_cast<size_t>(lesson.broken.first_step);
        ASSERT_TRUE(lesson.broken.first_word) << broken.name;
        const app::Figure first = app::stage_figure(lesson, step);
        EXPECT_TRUE(std::any_of(first.cells.begin(), first.cells.end(), [&](const app::FigureCell& cell) {
            return is_marked(cell) && cell.row >= 0 && cell.index == *lesson.broken.first_word;
        })) << broken.name;
        size_t last = lesson.steps.size() - 1;
        while (!lesson.steps[last].ran) --last;
        const app::Figure end = app::stage_figure(lesson, last);
        EXPECT_TRUE(std::any_of(end.cells.begin(), end.cells.end(), [&](const app::FigureCell& cell) {
            return is_marked(cell) && cell.row >= 0 && end.rows[static_cast<size_t>(cell.row)].keys &&
                   cell.index == lesson.broken.wrong_index;
        })) << broken.name;
        EXPECT_THAT(app::lesson_html(lesson, "made"), HasSubstr("Here the broken model first differs"));
    }
}

TEST_P(EveryBreak, stays_within_its_arrays_whatever_the_input) {
    const sort::Model& model = *GetParam();
    for (const sort::Break& broken : model.breaks) {
        for (const char* kind : {"uniform", "sorted", "reversed", "equal", "few:3", "displaced:4"}) {
            for (const uint32_t count : {1u, 2u, 31u, 33u, 64u, 97u, 256u}) {
                app::LessonRequest request = request_for(model, count, broken.name);
                request.input = app::made_input(kind, count, 1);
                const app::Lesson lesson = app::make_lesson(request).lesson;
                EXPECT_EQ(lesson.sorted, !lesson.broken.wrong) << broken.name << " " << kind << " " << count;
                EXPECT_EQ(lesson.broken.wrong_what.empty(), lesson.sorted);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(models, EveryBreak, testing::ValuesIn([] {
                             std::vector<const sort::Model*> all;
                             for (const sort::Model& model : sort::models()) all.push_back(&model);
                             return all;
                         }()),
                         [](const auto& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(Breaks, every_model_has_some_and_fourway_at_least_two) {
    for (const sort::Model& model : sort::models()) {
        EXPECT_FALSE(model.breaks.empty()) << model.name;
        EXPECT_EQ(model.create_broken == nullptr, model.breaks.empty()) << model.name;
    }
    ASSERT_NE(sort::find_model("fourway"), nullptr);
    EXPECT_GE(sort::find_model("fourway")->breaks.size(), 2u);
}

TEST(Breaks, an_unknown_one_is_refused_with_the_nearest_name) {
    app::LessonRequest request = request_for(*sort::find_model("fourway"), 64, "unstable-rank");
    try {
        app::make_lesson(request);
        FAIL() << "it was taken";
    } catch (const app::BadUsage& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean 'unstable-ranks'?"));
    }
}

TEST(Breaks, a_lost_pair_and_a_changed_order_of_equal_keys_are_named) {
    const sort::Model& fourway = *sort::find_model("fourway");
    const app::Lesson lost = app::make_lesson(request_for(fourway, 64, "no-barrier")).lesson;
    EXPECT_THAT(lost.broken.wrong_what, HasSubstr("lost"));
    app::LessonRequest request = request_for(fourway, 64, "unstable-ranks");
    request.input = app::typed_input({7, 7, 1});
    const app::Lesson equal = app::make_lesson(request).lesson;
    EXPECT_EQ(equal.broken.wrong_what, "index 1: of equal keys 7, value 1 stands where value 0 belongs");
    EXPECT_EQ(equal.broken.wrong_index, 1u);
    EXPECT_EQ(equal.steps[static_cast<size_t>(equal.broken.first_step)].stage, "count");
}

}  // namespace
