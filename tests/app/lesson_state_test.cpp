// Where the state of a lesson says that a key stood, in every lesson at every stage, against the words of the stages.
#include "app/view/lesson/lesson_state.h"

#include <gtest/gtest.h>

#include "app/teach/figure/stage_figure.h"

namespace {

/// Returns whether a stage holds every key, each by as many values as the step says; others hold no pairs of keys.
bool holds_all_keys(const std::vector<uint32_t>& values, uint32_t values_per_key, size_t keys) {
    std::vector<uint32_t> seen(keys);
    for (const uint32_t value : values)
        if (value / values_per_key < keys) ++seen[value / values_per_key];
    return values.size() == keys * values_per_key && seen == std::vector<uint32_t>(keys, values_per_key);
}

TEST(LessonState, a_followed_key_is_where_its_words_are_at_every_stage_of_every_lesson) {
    size_t followed = 0, several = 0;
    for (const std::string& name : app::lesson_names()) {
        app::LessonState state;
        state.show({app::make_lesson({name, app::made_input("uniform", 24, 1), 0, "cpu"})}, "");
        const app::Lesson& lesson = state.lesson();
        for (size_t stage = 0; stage < state.clock.stages(); ++stage) {
            for (const bool done : {false, true}) {
                state.clock.seek(stage, done ? 1 << 20 : 0);
                const app::LessonStep& step = lesson.steps[stage];
                const std::vector<uint32_t>& values = done ? step.values : step.values_before;
                if (!holds_all_keys(values, step.values_per_key, lesson.keys.size())) continue;
                several += step.values_per_key > 1;
                for (uint32_t pair = 0; pair < lesson.keys.size(); ++pair) {
                    const std::vector<uint32_t> way = state.way(pair);
                    ASSERT_FALSE(way.empty()) << name;
                    EXPECT_EQ(way.front(), pair) << name;
                    ASSERT_LT(way.back(), values.size()) << name << ", stage " << stage;
                    EXPECT_EQ(values[way.back()] / step.values_per_key, pair) << name << ", stage " << stage;
                    EXPECT_TRUE(state.way_text(pair).ends_with(std::to_string(way.back()))) << name;
                    ++followed;
                }
            }
        }
        EXPECT_TRUE(state.way(uint32_t(lesson.keys.size())).empty()) << name;
    }
    EXPECT_GT(followed, 5000u);
    EXPECT_GT(several, 2u) << "stages in which a key has several values";
}

TEST(LessonState, shows_the_pictures_of_the_lessons_that_are_open_now) {
    app::LessonState state;
    for (const uint64_t seed : {1u, 2u, 3u}) {
        std::vector<app::MadeLesson> made;
        for (const char* engine : {"fourway", "warpsort"})
            if (made.empty() || seed != 2)
                made.push_back(app::make_lesson({engine, app::made_input("uniform", 24, seed), 0, "cpu"}));
        state.show(std::move(made), "");
        for (size_t stage = 0; stage < state.clock.stages(); ++stage) {
            state.clock.seek(stage, 1);
            for (size_t k = 0; k < state.count(); ++k) {
                const app::Figure whole = app::stage_figure(state.lesson(k), state.step_index(k));
                EXPECT_EQ(state.figure(k), whole) << seed << ", stage " << stage;
                EXPECT_EQ(state.now(k),
                          app::figure_at(whole, state.ended(k) ? double(whole.operations.size()) : 1))
                    << seed << ", stage " << stage;
            }
        }
        state.clock.seek(0, 1);
    }
}

}  // namespace
