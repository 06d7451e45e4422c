// Lessons that are small enough to be seen whole: tiles, warps and digits that only the models have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/teach/checking/recount.h"
#include "app/teach/make.h"
#include "app/teach/sizes.h"

namespace {

using testing::HasSubstr;

app::Lesson small(const std::string& name, const app::LessonInput& input, const app::SizeChoice& sizes,
                  const std::string& broken = "") {
    app::LessonRequest request{
        .engine = name, .input = input, .digit_bits = sizes.digit_bits, .backend = "cpu"};
    request.broken = broken;
    request.tile = sizes.tile;
    request.warp = sizes.warp;
    return app::make_lesson(request).lesson;
}

app::Lesson small(const std::string& name, const app::SizeChoice& sizes, uint32_t keys = 16) {
    return small(name, app::made_input("uniform", keys, 1), sizes);
}

std::string refusal(const std::string& name, const app::SizeChoice& sizes) {
    try {
        small(name, sizes);
    } catch (const app::BadUsage& error) {
        return error.what();
    }
    return "";
}

const app::LessonNumber* number_of(const app::LessonStep& step, const std::string& name) {
    for (const app::LessonNumber& number : step.numbers) {
        if (number.name == name) return &number;
    }
    return nullptr;
}

TEST(SmallLessons, are_right_with_all_sizes_and_state_true_numbers) {
    for (const std::string& name : app::lesson_names()) {
        for (const app::SizeChoice asked : {app::SizeChoice{4, 4}, {8, 4}, {8, 8, 3}, {16, 4}, {16, 8, 2}}) {
            const app::SizeChoice sizes = app::known_sizes(name, asked);
            for (const char* kind : {"uniform", "displaced:2", "few:3"}) {
                for (const uint32_t keys : {9u, 16u, 64u}) {
                    const app::Lesson lesson = small(name, app::made_input(kind, keys, 2), sizes);
                    const std::string where = name + " " + kind + " " + std::to_string(keys) + ", tile " +
                                              std::to_string(sizes.tile) + ", warp " +
                                              std::to_string(sizes.warp);
                    EXPECT_TRUE(lesson.sorted) << where;
                    EXPECT_EQ(app::false_number(lesson), "") << where;
                    EXPECT_EQ(app::false_sentence(lesson), "") << where;
                }
            }
        }
    }
}

TEST(SmallLessons, four_tiles_of_four_keys_are_four_columns) {
    const app::Lesson lesson = small("fourway", {4, 4});
    EXPECT_EQ(lesson.setup.tile_pairs, 4u);
    EXPECT_EQ(lesson.setup.warp_threads, 4u);
    EXPECT_EQ(lesson.source,
              "CPU model (tiles of 4 pairs, 2,048 on the GPU; warps of 4 threads, 32 on the GPU)");
    const app::LessonArray* const counts = app::array_named(lesson.steps[1], "histograms");
    ASSERT_NE(counts, nullptr);
    EXPECT_EQ(counts->columns, 4u);
    const app::LessonNumber* const sectors = number_of(lesson.steps[3], "sectors written by each warp");
    ASSERT_NE(sectors, nullptr);
    EXPECT_EQ(std::count(sectors->value.begin(), sectors->value.end(), ' '), 3);
    EXPECT_THAT(sectors->meaning, HasSubstr("a warp has 4 threads here, as many as a tile has pairs"));
}

TEST(SmallLessons, the_usual_sizes_are_no_others_than_those_without_a_wish) {
    for (const char* name : {"fourway", "onesweep", "satish", "reghist"}) {
        const app::LessonSizeRange range = app::size_range_of(name);
        const app::Lesson asked = small(name, {range.usual_tile, range.usual_warp});
        EXPECT_EQ(asked.source, small(name, {}).source) << name;
        EXPECT_THAT(asked.source, testing::Not(HasSubstr("on the GPU"))) << name;
    }
}

TEST(SmallLessons, digits_of_two_bits_say_what_the_gpu_has) {
    for (const auto& [name, bits] : {std::pair{"onesweep", 8}, {"satish", 4}, {"reghist", 4}}) {
        const app::Lesson lesson = small(name, {0, 0, 2});
        EXPECT_EQ(lesson.setup.digit_bits, 2) << name;
        EXPECT_EQ(lesson.passes.size(), 4u) << name;
        EXPECT_THAT(lesson.source, HasSubstr("digits of 2 bits, " + std::to_string(bits) + " on the GPU"));
        for (const app::LessonStep& step : lesson.steps) {
            for (const app::LessonArray& array : step.arrays) {
                EXPECT_THAT(array.sentence, testing::Not(HasSubstr("{"))) << name;
                if (array.name != "digits") continue;
                EXPECT_THAT(array.sentence, HasSubstr("2 bits")) << name;
            }
        }
    }
    const app::Lesson satish = small("satish", {0, 0, 2});
    EXPECT_EQ(satish.questions[0].question, "Why two splits of one bit, and not one of 2 bits?");
}

TEST(SmallLessons, a_smaller_window_has_a_smaller_halo_and_says_so) {
    const app::Lesson lesson = small("adaptive", app::made_input("displaced:2", 64, 1), {16});
    EXPECT_EQ(app::array_named(lesson.steps[0], "halo")->words.front(), 4u);
    EXPECT_EQ(lesson.path, "windows");
    const std::string answer = lesson.questions.front().answer;
    EXPECT_THAT(answer, HasSubstr("Try displaced:2 and displaced:20"));
    EXPECT_EQ(small("adaptive", app::made_input("displaced:20", 64, 1), {16}).path, "full sort");
}

TEST(SmallLessons, a_warp_of_warpsort_sorts_a_tile) {
    const app::Lesson lesson = small("warpsort", {4, 0});
    EXPECT_EQ(lesson.setup.warp_threads, 4u);
    for (const app::LessonStep& step : lesson.steps) {
        if (step.stage != "bitonic sort") continue;
        EXPECT_EQ(app::array_named(step, "network")->words.size(), 2u * 16);
    }
}

TEST(SmallLessons, breaks_show_in_small_tiles_too) {
    for (const char* broken : {"unstable-ranks", "tile-major-scan"}) {
        const app::Lesson lesson = small("fourway", app::made_input("uniform", 16, 1), {4, 4}, broken);
        EXPECT_TRUE(lesson.broken.wrong) << broken;
        EXPECT_THAT(lesson.source, HasSubstr("tiles of 4 pairs")) << broken;
    }
}

TEST(SmallLessons, what_cannot_be_is_refused_with_what_would_do) {
    EXPECT_EQ(refusal("fourway", {5}), "--tile 5x1: 4x1, 8x1, 16x1 or 32x1 expected");
    EXPECT_EQ(refusal("fourway", {0, 64}), "--warp 64: 4, 8, 16 or 32 expected");
    EXPECT_THAT(refusal("fourway", {8, 16}), HasSubstr("tile of 8 pairs; 4 or 8 would do"));
    EXPECT_THAT(refusal("sweep", {4}), HasSubstr("lessons with tiles: adaptive, bucketsort"));
    EXPECT_THAT(refusal("adaptive", {0, 4}), HasSubstr("lessons that do: eightway, fourway"));
    EXPECT_THAT(refusal("warpsort", {8, 4}), HasSubstr("one of the two is enough"));
    EXPECT_THAT(refusal("onesweep", {0, 0, 1}), HasSubstr("has digits of 2 to 8 bits"));
}

TEST(SmallLessons, the_scans_end_with_work_and_depth_side_by_side) {
    const app::Lesson lesson = small("scan", {0, 4});
    const app::LessonStep& last = lesson.steps.back();
    EXPECT_EQ(last.stage, "work and depth");
    EXPECT_EQ(number_of(last, "Hillis-Steele")->value, "49 additions, 4 steps, 4 barriers, 0 bank conflicts");
    EXPECT_EQ(number_of(last, "Blelloch")->value, "30 additions, 8 steps, 8 barriers, 0 bank conflicts");
    EXPECT_EQ(number_of(last, "warps")->value, "37 additions, 5 steps, 2 barriers, 0 bank conflicts");
    EXPECT_THAT(last.arrays.front().words, testing::ElementsAre(49, 4, 4, 0, 30, 8, 8, 0, 37, 5, 2, 0));
    // More warps than a warp has threads: their sums are scanned with barriers.
    EXPECT_THAT(number_of(small("scan", {0, 4}, 256).steps.back(), "warps")->value, HasSubstr("7 barriers"));
    EXPECT_THAT(number_of(small("scan", {}, 256).steps.back(), "Blelloch")->value,
                testing::Not(HasSubstr(" 0 bank")));
}

TEST(LessonVariants, fourway_without_its_exchange_writes_what_the_lesson_says_it_would) {
    for (const char* name : {"fourway", "eightway", "sixteenway"}) {
        const app::Lesson usual = small(name, {8, 4}, 64);
        const app::Lesson variant = small(name + std::string(":no-shuffle"), {8, 4}, 64);
        EXPECT_EQ(variant.engine, name + std::string(":no-shuffle"));
        EXPECT_TRUE(variant.sorted);
        EXPECT_EQ(app::false_number(variant), "");
        ASSERT_EQ(variant.passes.size(), usual.passes.size());
        uint32_t with = 0, without = 0;
        for (size_t pass = 0; pass < usual.passes.size(); ++pass) {
            EXPECT_EQ(variant.passes[pass].as_written.sectors, usual.passes[pass].without_exchange.sectors);
            with += usual.passes[pass].as_written.all_sectors();
            without += variant.passes[pass].as_written.all_sectors();
        }
        EXPECT_LT(with, without) << name;
        for (const app::LessonStep& step : variant.steps) {
            if (step.stage != "count") continue;
            EXPECT_THAT(step.sentence, HasSubstr("The pairs stay where they are"));
            EXPECT_EQ(step.values, step.values_before);
        }
    }
}

TEST(LessonVariants, those_that_the_model_cannot_tell_are_refused) {
    EXPECT_THAT(refusal("fourway:shuffle", {}), HasSubstr("did you mean 'fourway:no-shuffle'"));
    EXPECT_EQ(refusal("multiscan:bitonic-local", {}), "the lesson 'multiscan' has no variants");
    EXPECT_EQ(refusal("scan:no-barrier", {}), "the lesson 'scan' has no variants");
    EXPECT_THAT(refusal("fourwya:no-shuffle", {}), HasSubstr("did you mean 'fourway'"));
}

}  // namespace
