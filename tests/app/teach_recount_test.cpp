// The second count of what a lesson states finds each number and each sentence that is made false here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/teach/checking/recount.h"
#include "app/teach/glossary.h"
#include "app/teach/make.h"
#include "sort/lab/inputs.h"

namespace {

using testing::HasSubstr;

app::Lesson lesson_of(const std::string& name, const app::LessonInput& input) {
    return app::make_lesson({name, input, 0, "cpu"}).lesson;
}

app::Lesson usual(const std::string& name) {
    return lesson_of(name, app::made_input(app::usual_input(name), app::usual_keys(name), 1));
}

/// Changes each number of the lesson in turn; returns the names of those that the count misses or finds false.
std::pair<std::set<std::string>, std::set<std::string>> tampered(const std::string& name) {
    app::Lesson lesson = usual(name);
    std::set<std::string> found, missed;
    for (app::LessonStep& step : lesson.steps) {
        for (app::LessonNumber& number : step.numbers) {
            const std::string right = number.value;
            number.value += "1";
            (app::false_number(lesson).empty() ? missed : found).insert(number.name);
            number.value = right;
        }
    }
    return {found, missed};
}

TEST(Recount, finds_each_false_number_of_scans_boxes_and_sorts) {
    EXPECT_THAT(tampered("scan").first,
                testing::ElementsAre("Blelloch", "Hillis-Steele", "additions", "additions so far",
                                     "bank conflicts so far", "warps"));
    EXPECT_THAT(tampered("sweep").first, testing::ElementsAre("descents", "longest walk", "pairs kept",
                                                              "tests", "tests without a broad phase"));
    EXPECT_THAT(tampered("columns").first, testing::IsSupersetOf({"longest walk", "pairs kept", "tests"}));
    EXPECT_THAT(tampered("fourway").first,
                testing::ElementsAre("descents", "same-digit runs written", "sectors written by all warps",
                                     "sectors written by each warp"));
    EXPECT_THAT(tampered("onesweep").first, testing::Contains("tiles read per look-back"));
    EXPECT_THAT(tampered("adaptive").first, testing::Contains("inversions"));
    EXPECT_THAT(tampered("fourway").second, testing::ElementsAre("bytes moved"));
    EXPECT_THAT(tampered("sweep").second, testing::ElementsAre("pairs"));
}

TEST(Recount, agrees_with_every_lesson_and_input) {
    for (const std::string& name : app::lesson_names()) {
        for (const char* kind : {"uniform", "reversed", "few:3", "swaps:2"}) {
            for (const uint32_t count : {1u, 9u, 33u, 100u}) {
                const app::Lesson lesson = lesson_of(name, app::made_input(kind, count, 2));
                EXPECT_EQ(app::false_number(lesson), "") << name << " " << kind << " " << count;
                EXPECT_EQ(app::false_sentence(lesson), "") << name << " " << kind << " " << count;
            }
        }
    }
}

TEST(Recount, says_which_number_is_false) {
    app::Lesson lesson = usual("sweep");
    for (app::LessonNumber& number : lesson.steps[2].numbers)
        if (number.name == "tests") number.value = "141";
    EXPECT_EQ(app::false_number(lesson), "stage 3, sweep: tests: 141 is stated, 142 is counted");
}

TEST(Recount, finds_a_sentence_with_another_word_than_the_array) {
    const app::LessonStep step = usual("fourway").steps[1];
    const std::string key = "key " + std::to_string(step.keys_before[21]) + " at index 21";
    const std::string rank = std::to_string(app::array_named(step, "ranks")->words[21]);
    EXPECT_TRUE(app::is_borne_out(step, "Tile 0: " + key + ": ranks = " + rank + "."));
    EXPECT_FALSE(app::is_borne_out(step, "Tile 0: " + key + ": ranks = 1" + rank + "."));
    EXPECT_FALSE(app::is_borne_out(step, "Tile 0: " + key + ": digits = 9, ranks = " + rank + "."));
    EXPECT_FALSE(app::is_borne_out(step, "Key 9999 at index 21 moves."));
    const std::string taken = "Thread 1 takes the sum of index 3, ";
    EXPECT_TRUE(app::is_borne_out(step, taken + std::to_string(step.keys_before[3]) + "."));
    EXPECT_FALSE(app::is_borne_out(step, taken + std::to_string(step.keys_before[3] + 1) + "."));
    EXPECT_TRUE(app::is_borne_out(step, "Thread 1 adds sum 0 to its own: 98 + 1942 = 2040."));
    EXPECT_FALSE(app::is_borne_out(step, "Thread 1 adds sum 0 to its own: 98 + 969 = 2040."));
}

TEST(Recount, boxes_in_sentences_stand_where_they_are_said_to) {
    const app::LessonStep step = usual("columns").steps[4];
    const auto box = [&](uint32_t index) { return std::to_string(step.values_before[index]); };
    const std::string max = std::to_string(app::array_named(step, "max")->words[7]);
    EXPECT_TRUE(app::is_borne_out(step, "Box " + box(7) + " at index 7: max = " + max + "."));
    EXPECT_FALSE(app::is_borne_out(step, "Box " + box(7) + " at index 7: max = 1" + max + "."));
    EXPECT_FALSE(app::is_borne_out(step, "Box " + box(7) + " at index 8, from 3, is tested."));
    EXPECT_TRUE(app::is_borne_out(step, "Boxes " + box(7) + ", " + box(8) + " at indices 7 to 8 begin."));
    EXPECT_FALSE(app::is_borne_out(step, "Boxes " + box(7) + ", " + box(9) + " at indices 7 to 8 begin."));
    EXPECT_FALSE(app::is_borne_out(step, "Boxes " + box(7) + ", " + box(8) + " at indices 7 to 9 begin."));
    EXPECT_TRUE(app::is_borne_out(step, "The boxes at indices 7 to 9 begin."));
}

TEST(Glossary, has_the_standard_words) {
    const std::string text = app::glossary_text(false);
    for (const char* word : {"LSD: least significant", "interleaved:", "work-efficient:", "race condition:",
                             "deadlock:", "divergence:", "decoupled look-back:", "counting sort:",
                             "sample sort:", "Barnes-Hut:", "latency:", "occupancy:"})
        EXPECT_THAT("\n" + text, HasSubstr("\n" + std::string(word)));
}

/// Standard words stand in the sentences, the questions or the numbers of the lesson that shows what they mean.
TEST(Glossary, words_stand_in_the_lessons) {
    const auto texts = [](const std::string& name) {
        const app::Lesson lesson = usual(name);
        std::string text;
        for (const app::LessonStep& step : lesson.steps) {
            text += step.sentence;
            for (const app::LessonNumber& number : step.numbers) text += number.meaning;
        }
        for (const app::LessonQuestion& question : lesson.questions) text += question.answer;
        return text;
    };
    for (const char* engine : {"fourway", "cpu-radix", "satish", "reghist", "multiscan"})
        EXPECT_THAT(texts(engine), HasSubstr("least significant digit first")) << engine;
    EXPECT_THAT(texts("satish"), HasSubstr("counting sort"));
    EXPECT_THAT(texts("onesweep"), testing::AllOf(HasSubstr("decoupled look-back"), HasSubstr("deadlock")));
    EXPECT_THAT(texts("bucketsort"), HasSubstr("sample sort"));
    EXPECT_THAT(texts("morton"), HasSubstr("interleaved"));
    EXPECT_THAT(texts("tree"), HasSubstr("Barnes-Hut"));
    EXPECT_THAT(texts("scan"), testing::AllOf(HasSubstr("work-efficient"), HasSubstr("divergence")));
    EXPECT_THAT(texts("sweep"), HasSubstr("divergence"));
}

}  // namespace
