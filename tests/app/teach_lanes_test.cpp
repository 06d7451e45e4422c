// What shows the worth of packed counters and of the exchange in the tile: small warps, and counters unpacked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<uint32_t>;

TEST(LessonNumbers, small_warps_show_what_the_exchange_saves) {
    const app::Lesson lesson = app::make_lesson({"fourway", app::made_input("uniform", 64, 1)}).lesson;
    EXPECT_EQ(lesson.setup.warp_threads, 8u);
    ASSERT_EQ(lesson.passes.size(), 4u);
    for (const app::LessonPass& pass : lesson.passes) {
        EXPECT_EQ(pass.as_written.sectors.size(), 8u);  // two tiles of four warps
        EXPECT_LT(pass.as_written.all_sectors(), pass.without_exchange.all_sectors());
    }
    const app::LessonNumber& number = lesson.steps[3].numbers.back();
    EXPECT_EQ(number.name, "sectors written by all warps");
    EXPECT_EQ(number.value, std::to_string(lesson.passes[0].as_written.all_sectors()));
    const app::LessonNumber& warps = *(lesson.steps[3].numbers.end() - 2);
    EXPECT_THAT(warps.meaning,
                HasSubstr("a warp has 8 threads here, so that a tile of 32 pairs has 4; without"));
}

TEST(Lesson, packed_counters_are_a_table_of_their_lanes) {
    const app::Lesson lesson = app::make_lesson({"fourway", app::typed_input({1, 2, 1, 3})}).lesson;
    const app::LessonStep& count = lesson.steps[1];
    ASSERT_EQ(count.stage, "count");
    const auto array = [&](const std::string& name) {
        for (const app::LessonArray& found : count.arrays) {
            if (found.name == name) return found;
        }
        throw std::runtime_error("no array " + name);
    };
    const app::LessonArray own = array("packed counts"), sums = array("packed sums");
    EXPECT_EQ(own.lane_bits, 16u);
    EXPECT_EQ(own.packed_columns, 2u);
    EXPECT_THAT(own.packed, ElementsAre(0x10000, 0, 0, 1, 0x10000, 0, 0, 0x10000));
    EXPECT_EQ(own.columns, 4u);                     // threads
    EXPECT_THAT(own.words, ElementsAre(0, 0, 0, 0,  //
                                       1, 0, 1, 0,  //
                                       0, 1, 0, 0,  //
                                       0, 0, 0, 1));
    EXPECT_THAT(sums.words, ElementsAre(0, 0, 0, 0,  //
                                        0, 1, 1, 2,  //
                                        0, 0, 1, 1,  //
                                        0, 0, 0, 0));
    EXPECT_EQ(own.row, "bin");
    EXPECT_EQ(own.column, "thread");
}

TEST(Lesson, a_packed_sum_is_the_rank_in_every_model_that_has_one) {
    for (const char* name : {"fourway", "eightway", "sixteenway", "multiscan"}) {
        const app::Lesson lesson = app::make_lesson({name, app::made_input("uniform", 100, 1)}).lesson;
        uint32_t seen = 0;
        for (const app::LessonStep& step : lesson.steps) {
            const Words *sums = nullptr, *ranks = nullptr;
            for (const app::LessonArray& array : step.arrays) {
                if (array.name == "packed sums") sums = &array.words;
                if (array.name == "ranks") ranks = &array.words;
            }
            if (!sums || !ranks) continue;
            for (uint32_t i = 0; i < 100; ++i) {
                const uint32_t bin = step.digits_before[i];
                ASSERT_EQ((*sums)[bin * 100 + i], (*ranks)[i]) << name << " " << i;
                ++seen;
            }
        }
        EXPECT_GE(seen, 200u) << name;
    }
}

/// The sentences of the scan state the counters of thread 7 after each step: those of 2, 4, 8, 8, 8 threads up to it.
TEST(PackedSums, the_counters_after_each_step_are_stated_and_lead_to_the_exclusive_sums) {
    for (const char* engine : {"fourway", "eightway"}) {
        const app::Lesson lesson = app::make_lesson({engine, app::made_input("uniform", 64, 1)}).lesson;
        const app::LessonStep& count = lesson.steps[1];
        const app::Figure figure = app::stage_figure(lesson, 1);
        const auto text_of = [&](uint32_t first, uint32_t last) {
            std::vector<uint32_t> counters(engine[0] == 'f' ? 4 : 8);
            for (uint32_t i = first; i <= last; ++i) ++counters[count.digits_before[i]];
            std::string text;
            for (const uint32_t counter : counters) text += " " + std::to_string(counter);
            return text;
        };
        for (const uint32_t first : {6u, 4u, 0u})
            EXPECT_THAT(figure.operations,
                        testing::Contains(testing::HasSubstr("Now thread 7 has" + text_of(first, 7) + ".")))
                << engine;
        const std::string last =
            "thread 31 has" + text_of(0, 31) +
            ". Less its own: exclusive, the keys of each digit before it:" + text_of(0, 30) + ".";
        EXPECT_THAT(figure.operations, testing::Contains(testing::HasSubstr(last))) << engine;
    }
}

}  // namespace
