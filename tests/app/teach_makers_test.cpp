// Lessons that are no sorts: every step of `scan` adds what it says, `order-check` finds what is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
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
    ASSERT_EQ(lesson.steps.size(), 3u + 7u + 3u + 1u);  // the last compares them
    EXPECT_EQ(app::pass_title(lesson, 1), "Blelloch");
    EXPECT_EQ(number_of(lesson.steps[2], "additions so far"), "17");           // 7 + 6 + 4
    EXPECT_THAT(lesson.steps[5].keys, ElementsAre(3, 4, 7, 11, 4, 5, 6, 25));  // the tree of sums
    EXPECT_THAT(lesson.steps[6].keys, ElementsAre(3, 4, 7, 11, 4, 5, 6, 0));
    EXPECT_EQ(lesson.steps[6].stage, "clear");
}

TEST(ScanLesson, says_where_the_last_place_of_the_tree_is_if_it_is_not_shown) {
    for (const uint32_t count : {2u, 3u, 7u, 8u, 9u, 64u, 100u}) {
        const app::Lesson lesson = lesson_of("scan", app::made_input("uniform", count, 1));
        const auto clear = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                        [](const app::LessonStep& step) { return step.stage == "clear"; });
        ASSERT_NE(clear, lesson.steps.end()) << count;
        const bool shown = std::has_single_bit(count);
        EXPECT_EQ(clear->keys != clear->keys_before, shown) << count;
        EXPECT_EQ(clear->sentence.find("behind the numbers") == std::string::npos, shown) << count;
    }
}

TEST(ScanLesson, each_step_adds_what_its_array_says) {
    for (const uint32_t count : {1u, 2u, 7u, 8u, 9u, 33u, 64u, 100u, 256u}) {
        const app::Lesson lesson = lesson_of("scan", app::made_input("uniform", count, 1));
        EXPECT_TRUE(lesson.sorted) << count;
        Words inclusive(count);
        std::inclusive_scan(lesson.keys.begin(), lesson.keys.end(), inclusive.begin());
        EXPECT_EQ(lesson.sorted_keys, inclusive) << count;
        for (const app::LessonStep& step : lesson.steps) {
            const bool of_warps = step.stage == "warp sums", last = step.stage == "add";
            ASSERT_EQ(step.keys.size(), of_warps ? (count + 7) / 8 : count);
            if (step.pass == 1 || step.stage == "work and depth") continue;
            const Words& sums = last ? step.arrays[1].words : step.keys_before;
            for (uint32_t i = 0; i < step.keys.size(); ++i) {
                const uint32_t from = step.arrays[0].words[i];
                const bool none = last ? i < 8 : from == i;
                const uint32_t added = none ? 0 : sums.at(from);
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

TEST(ScanLesson, the_sums_of_the_warps_are_scanned_and_then_added_and_counted) {
    const app::Lesson lesson = lesson_of("scan", app::made_input("uniform", 64, 1));
    const size_t add = lesson.steps.size() - 2;  // the last one compares the methods
    const app::LessonStep &last = lesson.steps[add], &before = lesson.steps[add - 1];
    EXPECT_EQ(last.stage, "add");
    EXPECT_EQ(before.stage, "warp sums");
    EXPECT_THAT(before.values, ElementsAre(7, 15, 23, 31, 39, 47, 55, 63));
    EXPECT_EQ(last.arrays[1].words, before.keys);
    // 56 + 48 + 32 within warps, 7 + 6 + 4 over their sums, 56 added.
    EXPECT_EQ(number_of(before, "additions so far"), "153");
    EXPECT_EQ(number_of(last, "additions so far"), "209");
    const std::string text = app::stage_figure(lesson, add).operations.back();
    EXPECT_THAT(text, HasSubstr("Thread 63 adds sum 6 to its own: 956 + 7271 = 8227"));
}

TEST(ScanLesson, the_tree_names_index_and_thread) {
    const app::Lesson lesson = lesson_of("scan", app::made_input("uniform", 64, 1));
    for (const app::LessonStep& step : lesson.steps) {
        if (step.stage != "up-sweep" && step.stage != "down-sweep") continue;
        const auto distance = static_cast<uint32_t>(std::stoul(number_of(step, "distance")));
        const app::LessonArray& accesses = step.arrays.at(1);
        ASSERT_EQ(accesses.columns, 64 / (2 * distance));
        for (uint32_t t = 0; t < accesses.columns; ++t) {
            const uint32_t right = accesses.words[2 * accesses.columns + t], left = accesses.words[t];
            EXPECT_EQ((right + 1) / (2 * distance) - 1, t);
            EXPECT_EQ(left, right - distance);
            EXPECT_NE(step.keys[right], step.keys_before[right]) << "a thread at work changes its index";
        }
    }
    const app::LessonStep& up = lesson.steps[6];
    EXPECT_THAT(app::stage_figure(lesson, 6).operations[0], HasSubstr("Thread 31, index 63, adds"));
    EXPECT_THAT(app::stage_figure(lesson, 18).operations[0], HasSubstr("index 62 gets what it had, "));
    EXPECT_EQ(up.stage, "up-sweep");
}

TEST(ScanLesson, a_broken_one_names_the_first_wrong_index_and_the_race) {
    app::LessonRequest request{"scan", app::made_input("uniform", 16, 1)};
    request.broken = "no-barrier";
    const app::Lesson race = app::make_lesson(request).lesson;
    Words inclusive(16);
    std::inclusive_scan(race.keys.begin(), race.keys.end(), inclusive.begin());
    const auto wrong = std::mismatch(inclusive.begin(), inclusive.end(), race.sorted_keys.begin());
    EXPECT_THAT(race.result, HasSubstr("Hillis-Steele: first wrong at index " +
                                       std::to_string(wrong.first - inclusive.begin()) + ", " +
                                       std::to_string(*wrong.second) + " instead of "));
    EXPECT_THAT(race.broken.sentence, HasSubstr("race condition"));
    request.broken = "no-clear";
    const std::string tree = app::result_text(app::make_lesson(request).lesson, {});
    EXPECT_THAT(tree, HasSubstr("Blelloch: first wrong at index 0, "));
    EXPECT_THAT(tree, HasSubstr(" instead of 0")) << "before the first number there is none";
    EXPECT_THAT(tree, Not(HasSubstr("the inclusive prefix sums")));
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
    for (const char* name : {"scan", "order-check", "morton", "tree", "contacts", "sparse-product"}) {
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
    for (const char* name : {"columns", "contacts", "endpoint", "morton", "order-check", "scan",
                             "sparse-product", "sweep", "tree"}) {
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
            EXPECT_NE(lesson.result, right.result) << which << ": a broken lesson that says all is right";
            EXPECT_THAT(app::result_text(lesson, {}), HasSubstr("* first difference: stage ")) << which;
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
