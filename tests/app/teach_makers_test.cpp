// Lessons that are no sorts: every step of `scan` adds what it says, `order-check` finds what is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "app/base/errors.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/text.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<uint32_t>;

app::Lesson lesson_of(const std::string& name, const app::LessonInput& input) {
    app::LessonRequest request;
    request.engine = name;
    request.input = input;
    return app::make_lesson(request).lesson;
}

/// The keys after the last step of the pass.
Words last_of_pass(const app::Lesson& lesson, int pass) {
    Words keys;
    for (const app::LessonStep& step : lesson.steps) {
        if (step.pass == pass) keys = step.keys;
    }
    return keys;
}

std::string number_of(const app::LessonStep& step, const std::string& name) {
    for (const app::LessonNumber& number : step.numbers) {
        if (number.name == name) return number.value;
    }
    return "none";
}

TEST(ScanLesson, shows_the_example_of_its_source) {
    const app::Lesson lesson = lesson_of("scan", app::typed_input({3, 1, 7, 0, 4, 1, 6, 3}));
    EXPECT_TRUE(lesson.sorted);
    EXPECT_THAT(last_of_pass(lesson, 0), ElementsAre(3, 4, 11, 11, 15, 16, 22, 25));
    EXPECT_THAT(last_of_pass(lesson, 1), ElementsAre(0, 3, 4, 11, 11, 15, 16, 22));
    EXPECT_THAT(last_of_pass(lesson, 2), ElementsAre(3, 4, 11, 11, 15, 16, 22, 25));
    ASSERT_EQ(lesson.steps.size(), 3u + 7u + 3u);
    EXPECT_EQ(number_of(lesson.steps[2], "additions so far"), "17");           // 7 + 6 + 4
    EXPECT_THAT(lesson.steps[5].keys, ElementsAre(3, 4, 7, 11, 4, 5, 6, 25));  // the tree of sums
    EXPECT_THAT(lesson.steps[6].keys, ElementsAre(3, 4, 7, 11, 4, 5, 6, 0));
    EXPECT_EQ(lesson.steps[6].stage, "clear");
}

TEST(ScanLesson, each_step_adds_what_its_array_says) {
    for (const uint32_t count : {1u, 2u, 7u, 8u, 9u, 33u, 64u, 100u, 256u}) {
        const app::Lesson lesson = lesson_of("scan", app::made_input("uniform", count, 1));
        EXPECT_TRUE(lesson.sorted) << count;
        Words inclusive(count);
        std::inclusive_scan(lesson.keys.begin(), lesson.keys.end(), inclusive.begin());
        EXPECT_EQ(lesson.sorted_keys, inclusive) << count;
        for (const app::LessonStep& step : lesson.steps) {
            ASSERT_EQ(step.keys.size(), count);
            if (step.stage != "Hillis-Steele" && step.stage != "warp shuffle") continue;
            for (uint32_t i = 0; i < count; ++i) {
                const uint32_t from = step.arrays[0].words[i];
                const uint32_t added = from == i ? 0 : step.keys_before[from];
                ASSERT_EQ(step.keys[i], step.keys_before[i] + added)
                    << count << " " << step.stage << " " << i;
            }
        }
    }
}

TEST(ScanLesson, its_words_are_sums_and_who_adds_nothing_recedes) {
    const app::Lesson lesson = lesson_of("scan", app::typed_input({3, 1, 7, 0, 4, 1, 6, 3}));
    EXPECT_STREQ(app::key_word(lesson), "sum");
    const std::string text = app::step_text(lesson, 0, {});
    EXPECT_THAT(text, HasSubstr("sum   | 3 1 7 0 4 1 6 3|"));
    EXPECT_THAT(text, Not(HasSubstr("descent")));
    const app::Figure figure = app::stage_figure(lesson, 3);  // up-sweep: every second one adds
    for (const app::FigureCell& cell : figure.cells) {
        if (cell.row < 0 || figure.rows[static_cast<size_t>(cell.row)].name != "adds") continue;
        EXPECT_EQ(cell.tone == app::Tone::faint, cell.index % 2 == 0) << cell.index;
    }
}

TEST(ScanLesson, counts_conflicts_of_banks_with_and_without_padding) {
    // 64 numbers, 32 threads: in the first step thread t reads words 2t and 2t + 1, two words per bank.
    const app::Lesson lesson = lesson_of("scan", app::made_input("uniform", 64, 1));
    const auto up = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                 [](const app::LessonStep& step) { return step.stage == "up-sweep"; });
    ASSERT_NE(up, lesson.steps.end());
    EXPECT_EQ(number_of(*up, "bank conflicts so far"), "3");  // two reads and a write
    EXPECT_THAT(up->numbers.back().meaning, HasSubstr("after every 32 words: 0"));
}

TEST(OrderCheckLesson, finds_what_is_there) {
    for (const char* kind : {"uniform", "sorted", "reversed", "equal", "swaps:1"}) {
        for (const uint32_t count : {1u, 2u, 32u, 33u, 256u}) {
            const app::Lesson lesson = lesson_of("order-check", app::made_input(kind, count, 1));
            const bool in_order = std::is_sorted(lesson.keys.begin(), lesson.keys.end());
            EXPECT_TRUE(lesson.sorted) << kind << " " << count;
            EXPECT_EQ(lesson.result, in_order ? "the keys are in order" : "the keys are not in order");
            EXPECT_EQ(lesson.steps.back().arrays[0].words, Words{in_order ? 0u : 1u}) << kind << " " << count;
        }
    }
    const app::Lesson lesson = lesson_of("order-check", app::typed_input({1, 2, 0, 3, 0, 1, 1, 0, 5, 6}));
    EXPECT_THAT(lesson.steps[0].arrays[0].words, ElementsAre(0, 1, 0, 1, 0, 0, 1, 0, 0, 0));
    EXPECT_THAT(lesson.steps[1].arrays[0].words, ElementsAre(1, 0));
}

TEST(LessonsWithoutEngine, are_listed_and_say_nothing_of_sorting) {
    const std::vector<std::string> names = app::lesson_names();
    for (const char* name : {"scan", "order-check", "morton", "tree", "contacts"}) {
        EXPECT_TRUE(std::binary_search(names.begin(), names.end(), name)) << name;
        const app::Lesson lesson = lesson_of(name, app::made_input("uniform", 64, 1));
        const std::string text = app::result_text(lesson, {});
        EXPECT_THAT(text, Not(HasSubstr("stable_sort")));
        EXPECT_THAT(text, HasSubstr("right"));
        EXPECT_GE(lesson.questions.size(), 2u);
        app::LessonRequest request;
        request.engine = name;
        request.input = app::made_input("uniform", 64, 1);
        request.broken = "unstable-ranks";
        EXPECT_THROW(app::make_lesson(request), app::BadUsage);
    }
}

TEST(LessonsWithoutEngine, go_wrong_with_each_break_and_say_where) {
    for (const char* name :
         {"columns", "contacts", "endpoint", "morton", "order-check", "scan", "sweep", "tree"}) {
        EXPECT_FALSE(app::breaks_of(name).empty()) << name;
        for (const sort::Break& broken : app::breaks_of(name)) {
            app::LessonRequest request;
            request.engine = name;
            request.input =
                app::made_input(app::usual_input(name, broken.name), app::usual_keys(name, broken.name), 1);
            const app::Lesson right = app::make_lesson(request).lesson;
            EXPECT_TRUE(right.sorted && right.broken.name.empty());
            request.broken = broken.name;
            const app::Lesson lesson = app::make_lesson(request).lesson;
            const std::string which = std::string(name) + " " + broken.name;
            EXPECT_TRUE(lesson.broken.wrong) << which;
            EXPECT_FALSE(lesson.sorted) << which;
            ASSERT_GE(lesson.broken.first_step, 0) << which;
            const auto first = static_cast<size_t>(lesson.broken.first_step);
            EXPECT_EQ(lesson.steps.size(), right.steps.size()) << which;
            for (size_t i = 0; i < first; ++i) EXPECT_EQ(lesson.steps[i].keys, right.steps[i].keys) << which;
            ASSERT_TRUE(lesson.broken.first_word) << which;
            EXPECT_THAT(lesson.broken.wrong_what, HasSubstr(lesson.steps[first].stage)) << which;
            EXPECT_THAT(app::result_text(lesson, {}), HasSubstr("WRONG")) << which;
            EXPECT_THAT(lesson.steps[first].sentence, HasSubstr("Without the break: ")) << which;
            size_t marked = 0;
            for (const app::FigureCell& cell : app::stage_figure(lesson, first).cells)
                marked +=
                    cell.row >= 0 && cell.tone == app::Tone::wrong && cell.state == app::CellState::read;
            EXPECT_EQ(marked, 1u) << which;
        }
    }
}

}  // namespace
