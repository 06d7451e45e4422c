// Lessons: the numbers on examples worked by hand; a lesson of a small made-up sort; then every model of this
// build, with several inputs and sizes: nothing without a sentence, nothing wider than 80 columns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <regex>
#include <sstream>

#include "app/base/errors.h"
#include "app/teach/input.h"
#include "app/teach/layout.h"
#include "app/teach/lesson.h"
#include "app/teach/text.h"
#include "app/teach/text_parts.h"
#include "sort/engines/observed.h"
#include "sort/lab/inputs.h"

namespace {

using app::Agreement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<uint32_t>;

// A counting sort of 4-bit digits that stops at the first pass that finds the keys in order.
class SmallSorter : public sort::Sorter {
public:
    uint32_t capacity() const override { return 1024; }

    void sort(sort::Pairs pairs, sort::Stream stream, const sort::Options& options) override {
        uint32_t passes_run = 0;
        const int passes = sort::pass_count(options, 4);
        for (int pass = 0; pass < passes; ++pass) {
            const sort::KeyBits digit = sort::pass_digit(options, 4, pass);
            uint32_t out_of_order = 0;
            const sort::StageArray checked[] = {{"out of order", &out_of_order, 1}};
            sort::observed(pairs, {"check", pass, pairs, checked, pairs.count * 4ull}, stream, options, [&] {
                for (uint32_t i = 1; i < pairs.count; ++i) out_of_order |= pairs.keys[i - 1] > pairs.keys[i];
            });
            passes_run += out_of_order;

            Words histogram(16), digits(pairs.count);
            const sort::StageArray counted[] = {{"digits", digits.data(), pairs.count},
                                                {"histogram", histogram.data(), 16, 1}};
            sort::observed(pairs, {"count", pass, pairs, counted, 0, 0, &out_of_order}, stream, options, [&] {
                for (uint32_t i = 0; i < pairs.count; ++i) ++histogram[digits[i] = digit(pairs.keys[i])];
            });
            sort::observed(pairs, {"scatter", pass, pairs, {}, pairs.count * 16ull, 0, &out_of_order}, stream,
                           options, [&] {
                               if (!out_of_order) return;
                               Words offsets(16), keys(pairs.count), values(pairs.count);
                               std::exclusive_scan(histogram.begin(), histogram.end(), offsets.begin(), 0u);
                               for (uint32_t i = 0; i < pairs.count; ++i) {
                                   const uint32_t to = offsets[digits[i]]++;
                                   keys[to] = pairs.keys[i];
                                   values[to] = pairs.values[i];
                               }
                               std::copy(keys.begin(), keys.end(), pairs.keys);
                               std::copy(values.begin(), values.end(), pairs.values);
                           });
        }
        if (options.report) *options.report = {passes_run, passes - passes_run, 0, 0, 0};
    }
};

const sort::StageText kStages[] = {{"check", "Looks for a key greater than the next."},
                                   {"count", "Counts the pairs of each bin.", "the keys are in order"},
                                   {"scatter", "Moves each pair to its bin."}};
const sort::ArrayText kArrays[] = {
    {"check", "out of order", sort::Drawn::a_word, "1 when a key is greater than the next"},
    {"count", "digits", sort::Drawn::a_pair, "the bits of this pass"},
    {"count", "histogram", sort::Drawn::table, "how many pairs have the digit", "bin", "tile"}};

const sort::Model kSmall{
    {"small", "a made-up sort", "", sort::Backend::cpu, true,
     [](uint32_t, const sort::EngineConfig&) { return size_t{0}; },
     [](uint32_t, const sort::EngineConfig&) { return std::unique_ptr<sort::Sorter>(new SmallSorter); }},
    "A small sort",
    kStages,
    kArrays};

sort::StageLog log_of(const sort::Model& model, const Words& keys, const sort::Options& options) {
    const auto sorter =
        sort::make_lesson_sorter(model, static_cast<uint32_t>(keys.size()),
                                 {.tile = model.sizes.tiles ? sort::TileShape{32, 1} : sort::TileShape{}});
    Words values(keys.size());
    std::iota(values.begin(), values.end(), 0u);
    return sort::log_sort(model, *sorter, keys, values, options);
}

app::Lesson lesson_of(const sort::Model& model, const app::LessonInput& input) {
    const app::LessonSetup setup{{.end_bit = input.bits}};
    return app::make_lesson(model, log_of(model, input.keys, setup.options), setup);
}

std::string whole_text(const app::Lesson& lesson, bool colour = false) {
    const app::TextStyle style{.colour = colour};
    return app::heading_text(lesson, "made", style) + app::steps_text(lesson, style) +
           app::result_text(lesson, style);
}

size_t widest_line(const std::string& text) {
    std::istringstream lines(text);
    size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    return widest;
}

}  // namespace

TEST(LessonText, a_pass_names_the_bits_of_its_digit) {
    app::Lesson lesson;

    lesson.setup.options = {.begin_bit = 2, .end_bit = 15};
    lesson.setup.digit_bits = 4;
    EXPECT_EQ(app::pass_name(lesson, 0), "pass 0 (bits 2-5)");
    EXPECT_EQ(app::pass_name(lesson, 1), "pass 1 (bits 6-9)");
    EXPECT_EQ(app::pass_name(lesson, 3), "pass 3 (bit 14)");
    lesson.setup.options.end_bit = 16;
    EXPECT_EQ(app::pass_name(lesson, 3), "pass 3 (bits 14-15)");
    lesson.setup.digit_bits = 0;
    EXPECT_EQ(app::pass_name(lesson, 3), "pass 3");
    lesson.pass_names = {"Hillis-Steele"};
    EXPECT_EQ(app::pass_name(lesson, 0), "Hillis-Steele");
}

TEST(LessonNumbers, descents_are_keys_greater_than_the_next) {
    EXPECT_EQ(app::descents(Words{3, 1, 2, 2, 0}), 2u);
    EXPECT_EQ(app::descents(Words{7}), 0u);
    EXPECT_EQ(app::descents(Words{}), 0u);
    EXPECT_EQ(app::descents(Words{5, 4, 3}), 2u);
}

TEST(LessonNumbers, values_tell_where_each_pair_was) {
    EXPECT_THAT(app::places_before(Words{2, 0, 1}, Words{0, 1, 2}), ElementsAre(1, 2, 0));
    EXPECT_THAT(app::inverse(Words{1, 2, 0}), ElementsAre(2, 0, 1));
    EXPECT_THAT(app::places_before(Words{0, 1}, Words{0, 0}), IsEmpty());
    EXPECT_THAT(app::places_before(Words{0, 1}, Words{0, 9}), IsEmpty());
    EXPECT_THAT(app::places_before(Words{0, 0}, Words{0, 1}), IsEmpty());
    EXPECT_THAT(app::places_before(Words{0, 1}, Words{0}), IsEmpty());
}

TEST(LessonNumbers, a_run_of_equal_digits_ends_at_a_tile) {
    EXPECT_EQ(app::same_digit_runs(Words{0, 0, 1, 1, 2, 2}, 3), 4u);
    EXPECT_EQ(app::same_digit_runs(Words{0, 0, 1, 1, 2, 2}, 6), 3u);
    EXPECT_EQ(app::same_digit_runs(Words{}, 32), 0u);
}

TEST(LessonNumbers, sectors_are_eight_words_and_each_warp_counts_its_own) {
    Words straight(64), strided(32);
    std::iota(straight.begin(), straight.end(), 0u);
    for (uint32_t i = 0; i < 32; ++i) strided[i] = 8 * i;
    EXPECT_THAT(app::sectors_of_warps(straight), ElementsAre(4, 4));
    EXPECT_THAT(app::sectors_of_warps(strided), ElementsAre(32));
    EXPECT_THAT(app::sectors_of_warps(Words{7, 8}), ElementsAre(2));
    EXPECT_THAT(app::sectors_of_warps(straight, 8), ElementsAre(1, 1, 1, 1, 1, 1, 1, 1));
    EXPECT_THAT(app::sectors_of_warps(strided, 16), ElementsAre(16, 16));
}

TEST(LessonNumbers, the_exchange_in_the_tile_makes_runs_long_and_sectors_few) {
    // 64 pairs with digits 0 1 0 1 ...: place i / 2 for even i, 32 + i / 2 for odd i.
    Words digits(64), to(64);
    for (uint32_t i = 0; i < 64; ++i) {
        digits[i] = i % 2;
        to[i] = i / 2 + 32 * (i % 2);
    }
    const app::Written plain = app::written(digits, to, 64, false);
    EXPECT_EQ(plain.runs, 64u);
    EXPECT_THAT(plain.sectors, ElementsAre(4, 4));  // 16 words of each half of the output: 2 + 2 sectors
    const app::Written exchanged = app::written(digits, to, 64, true);
    EXPECT_EQ(exchanged.runs, 2u);
    EXPECT_THAT(exchanged.sectors, ElementsAre(4, 4));
    EXPECT_EQ(app::written(digits, to, 32, true).runs, 4u);

    // Digits by fours, 64 bins wide apart: eight words a bin, a sector each once the tile is exchanged.
    for (uint32_t i = 0; i < 64; ++i) {
        digits[i] = i % 8;
        to[i] = i / 8 + 8 * (i % 8);
    }
    EXPECT_THAT(app::written(digits, to, 64, false).sectors, ElementsAre(8, 8));
    EXPECT_THAT(app::written(digits, to, 64, true).sectors, ElementsAre(4, 4));
}

TEST(LessonInput, made_keys_have_eight_bits_and_keep_their_order) {
    for (const sort::InputKind& kind : sort::input_kinds()) {
        const std::string text = kind.example, name = kind.name;
        const app::LessonInput input = app::made_input(text, 100, 1);
        ASSERT_EQ(input.keys.size(), 100u) << text;
        EXPECT_EQ(input.bits, 8) << text;
        for (const uint32_t key : input.keys) EXPECT_LT(key, 256u) << text;
        if (name == "sorted") {
            EXPECT_EQ(app::descents(input.keys), 0u);
        }
    }
    EXPECT_THROW(app::made_input("unifrom", 32, 1), app::BadUsage);
    EXPECT_THROW(app::made_input("few", 32, 1), app::BadUsage);
}

TEST(LessonInput, typed_keys_stay_as_they_are) {
    EXPECT_THAT(app::typed_input({5, 3, 9}).keys, ElementsAre(5, 3, 9));
    EXPECT_EQ(app::typed_input({5, 3, 9}).bits, 8);
    EXPECT_EQ(app::typed_input({5, 300}).bits, 9);
    EXPECT_EQ(app::typed_input({0xffffffffu}).bits, 32);
    EXPECT_THROW(app::typed_input(Words(257)), app::BadUsage);
}

TEST(Lesson, tells_each_stage_with_where_the_pairs_went) {
    const app::Lesson lesson = lesson_of(kSmall, app::typed_input({0x21, 0x12, 0x02, 0x11}));
    ASSERT_EQ(lesson.steps.size(), 6u);
    EXPECT_EQ(lesson.setup.digit_bits, 4);  // from the passes: the model does not state it
    EXPECT_TRUE(lesson.sorted);
    EXPECT_TRUE(lesson.steps[0].first_of_pass);
    EXPECT_FALSE(lesson.steps[1].first_of_pass);
    EXPECT_THAT(lesson.steps[1].digits_before, ElementsAre(1, 2, 2, 1));
    EXPECT_EQ(lesson.steps[1].arrays[1].row, "bin");
    EXPECT_THAT(lesson.steps[2].from, ElementsAre(0, 3, 1, 2));
    EXPECT_THAT(lesson.steps[2].digits, ElementsAre(1, 1, 2, 2));
    EXPECT_THAT(lesson.steps[1].from, IsEmpty());
    ASSERT_EQ(lesson.passes.size(), 2u);
    EXPECT_EQ(lesson.passes[0].descents, 2u);
    EXPECT_EQ(lesson.passes[0].as_written.runs, 2u);
    EXPECT_EQ(lesson.passes[0].without_exchange.runs, 3u);
    EXPECT_EQ(lesson.passes[0].bytes, 80u);
    EXPECT_THAT(lesson.sorted_keys, ElementsAre(0x02, 0x11, 0x12, 0x21));
}

TEST(Lesson, says_which_stages_were_skipped_and_why) {
    const app::Lesson lesson = lesson_of(kSmall, app::typed_input({1, 2, 3}));
    EXPECT_TRUE(lesson.steps[0].ran);
    EXPECT_FALSE(lesson.steps[1].ran);
    EXPECT_FALSE(lesson.passes[0].moved);
    EXPECT_THAT(lesson.passes[0].as_written.sectors, IsEmpty());
    const std::string text = whole_text(lesson);
    EXPECT_THAT(text, HasSubstr("stages 2 to 3 of 6, skipped"));
    EXPECT_THAT(std::regex_replace(text, std::regex("\n"), " "),
                HasSubstr("pass 0: count: skipped, because the keys are in order. pass 0: scatter: skipped, "
                          "because these keys do not need it."));
    EXPECT_THAT(text, HasSubstr("passes run: 0, skipped: 2"));
    EXPECT_THAT(text, HasSubstr("descents: 0 of 2 (before the stage: keys greater than the next; the"));
}

TEST(Lesson, compares_kernel_and_model_stage_by_stage) {
    const app::LessonInput input = app::made_input("uniform", 40, 1);
    const app::LessonSetup setup{{.end_bit = 8}};
    const sort::StageLog model = log_of(kSmall, input.keys, setup.options);
    sort::StageLog kernel = model;
    app::Lesson lesson = app::make_lesson(kSmall, kernel, setup);
    EXPECT_EQ(lesson.steps[0].agreement, Agreement::model_only);
    app::compare(lesson, kernel, model, sort::first_difference(kernel, model));
    EXPECT_THAT(lesson.source, HasSubstr("kernel and model agree in all 6 stages"));
    EXPECT_EQ(lesson.steps[3].agreement, Agreement::agrees);

    kernel.stages[1].arrays[0].words[7] ^= 1;
    lesson = app::make_lesson(kSmall, kernel, setup);
    app::compare(lesson, kernel, model, sort::first_difference(kernel, model));
    EXPECT_THAT(lesson.source, HasSubstr("kernel and model differ: pass 0, count: digits[7]"));
    EXPECT_EQ(lesson.steps[0].agreement, Agreement::agrees);
    EXPECT_EQ(lesson.steps[1].agreement, Agreement::differs);
    EXPECT_EQ(lesson.steps[2].agreement, Agreement::agrees);
    EXPECT_THAT(whole_text(lesson), HasSubstr("kernel and model differ"));
}

TEST(Lesson, says_whose_the_stages_are_where_only_the_result_is_compared) {
    const app::LessonInput input = app::made_input("uniform", 40, 1);
    const app::LessonSetup setup{{.end_bit = 8}};
    const sort::StageLog model = log_of(kSmall, input.keys, setup.options);
    sort::StageLog kernel = model;
    kernel.stages.clear();  // launches of its own
    app::Lesson lesson = app::make_lesson(kSmall, model, setup);
    app::compare_result(lesson, "small", sort::first_difference_of_results(kernel, model));
    EXPECT_EQ(
        lesson.source,
        "CPU model (the kernels of small keep these stages inside a launch; the order was checked against "
        "their result on the GPU)");
    EXPECT_EQ(lesson.source_kind, app::LessonSource::checked_model);
    EXPECT_EQ(lesson.steps[0].agreement, Agreement::model_only);

    std::swap(kernel.sorted_values[3], kernel.sorted_values[4]);
    const std::string difference = sort::first_difference_of_results(kernel, model);
    EXPECT_THAT(difference, HasSubstr("sorted values[3]: "));
    app::compare_result(lesson, "small", difference);
    EXPECT_THAT(lesson.source, HasSubstr("GPU and model differ: sorted values[3]: "));
    EXPECT_STREQ(app::agreement_text(lesson.source_kind, Agreement::differs), "GPU and model differ");
}

TEST(Lesson, a_wrong_result_is_not_called_sorted) {
    const app::LessonSetup setup{{.end_bit = 8}};
    sort::StageLog log = log_of(kSmall, {9, 4, 4, 7}, setup.options);
    EXPECT_TRUE(app::make_lesson(kSmall, log, setup).sorted);
    std::swap(log.sorted_values[0], log.sorted_values[1]);  // equal keys out of order
    EXPECT_FALSE(app::make_lesson(kSmall, log, setup).sorted);
    sort::Model unstable = kSmall;
    unstable.stable = false;
    EXPECT_TRUE(app::make_lesson(unstable, log, setup).sorted);
    log.sorted_values[0] = log.sorted_values[1];  // a pair lost
    EXPECT_FALSE(app::make_lesson(unstable, log, setup).sorted);
}

TEST(LessonText, colours_only_when_asked_and_says_the_same) {
    const app::Lesson lesson = lesson_of(kSmall, app::made_input("uniform", 70, 1));
    const std::string plain = whole_text(lesson, false);
    EXPECT_EQ(plain.find('\x1b'), std::string::npos);
    std::string stripped;
    const std::string coloured = whole_text(lesson, true);
    for (size_t i = 0; i < coloured.size(); ++i) {
        if (coloured[i] == '\x1b') {
            i = coloured.find('m', i);
        } else {
            stripped += coloured[i];
        }
    }
    EXPECT_GT(coloured.size(), plain.size());
    EXPECT_EQ(stripped, plain);
}

TEST(LessonText, long_words_and_large_numbers_fit_80_columns) {
    app::Page page(false);
    page.rule("a stage with quite a long name, pass 15 (bits 30-31), and more", "kernel and model agree",
              '=');
    page.rows({{"exchanged keys", std::vector<app::Cell>(100, {"4294967295", -1})}}, 32);
    page.table(Words(300, 4294967295u), 100, {"bin", "tile"});
    page.table(Words(100, 7), 1, {"bin", "tile"});
    EXPECT_LE(widest_line(page.text()), app::kTextColumns);
}

TEST(LessonText, a_line_holds_no_pairs_of_two_tiles) {
    app::Page page(false);
    page.rows({{"key", std::vector<app::Cell>(40, {"7", -1})}}, 32);
    EXPECT_THAT(page.text(), HasSubstr("tile 1\nindex   32 33 34 35 36 37 38 39\n"));
    EXPECT_THAT(page.text(), HasSubstr("key   |  7  7  7  7  7  7  7  7|\n"));
}

TEST(LessonText, many_rows_of_zeros_are_omitted_and_counted) {
    Words words(32 * 4, 0);
    words[4 * 3] = 7;
    app::Page page(false);
    page.table(words, 4, {"thread", "bin"});
    EXPECT_THAT(page.text(), HasSubstr("thread 3  | 7 . . .\n"));
    EXPECT_THAT(page.text(), Not(HasSubstr("thread 4")));
    EXPECT_THAT(page.text(), HasSubstr("(31 of 32 rows omitted: all 0)"));
    app::Page few(false);
    few.table(std::span(words).first(9 * 4), 4, {"thread", "bin"});
    EXPECT_THAT(few.text(), HasSubstr("thread 8 | . . . .\n"));
    EXPECT_THAT(few.text(), Not(HasSubstr("omitted")));
}

TEST(LessonText, one_tile_says_why_pairs_stay_and_how_to_see_several) {
    const char* hint = "with -n 64 there are two";
    EXPECT_THAT(whole_text(lesson_of(kSmall, app::made_input("uniform", 32, 1))), HasSubstr(hint));
    EXPECT_THAT(whole_text(lesson_of(kSmall, app::made_input("uniform", 64, 1))), Not(HasSubstr(hint)));
    const sort::Model* fourway = sort::find_model("fourway");
    ASSERT_TRUE(fourway);
    const char* why = "No pair moves: count has already put the only tile in order of the digit.";
    const std::string one = whole_text(lesson_of(*fourway, app::made_input("uniform", 32, 1)));
    EXPECT_THAT(std::regex_replace(one, std::regex("\n"), " "), HasSubstr(why));
    const std::string two = whole_text(lesson_of(*fourway, app::made_input("uniform", 64, 1)));
    EXPECT_THAT(two, Not(HasSubstr("No pair moves: count")));
}

TEST(LessonText, says_which_path_the_sort_took) {
    EXPECT_THAT(whole_text(lesson_of(kSmall, app::typed_input({2, 1}))), Not(HasSubstr("* path")));
    const auto text_of = [](const char* engine, const char* kind, uint32_t count) {
        const sort::Model* model = sort::find_model(engine);
        return model ? whole_text(lesson_of(*model, app::made_input(kind, count, 1))) : "";
    };
    EXPECT_THAT(text_of("bucketsort", "uniform", 64), HasSubstr("* path: buckets\n"));
    EXPECT_THAT(text_of("bucketsort", "equal", 64), HasSubstr("* path: in order\n"));
    EXPECT_THAT(text_of("bucketsort", "few:2", 256), HasSubstr("* path: digits\n"));
    EXPECT_THAT(text_of("adaptive", "displaced:3", 64),
                HasSubstr("* path: windows; windows repaired: 2, largest shift: 3\n"));
    EXPECT_THAT(text_of("adaptive", "reversed", 256), HasSubstr("* path: full sort\n"));
}

class EveryModel : public testing::TestWithParam<const sort::Model*> {};

TEST_P(EveryModel, has_a_sentence_for_everything_and_fits_80_columns) {
    const sort::Model& model = *GetParam();
    EXPECT_STRNE(model.title, "");
    for (const char* kind : {"uniform", "sorted", "reversed", "equal", "few:3", "swaps:2"}) {
        for (const uint32_t count : {1u, 2u, 7u, 31u, 32u, 33u, 64u, 100u, 255u, 256u}) {
            const app::Lesson lesson = lesson_of(model, app::made_input(kind, count, 1));
            const std::string where = std::string(kind) + " " + std::to_string(count) + " ";
            EXPECT_TRUE(lesson.sorted) << where;
            for (const app::LessonStep& step : lesson.steps) {
                EXPECT_NE(step.sentence, "") << where << step.stage;
                for (const app::LessonArray& array : step.arrays) {
                    EXPECT_NE(array.sentence, "") << where << step.stage << ": " << array.name;
                }
            }
            const std::string text = whole_text(lesson);
            EXPECT_LE(widest_line(text), app::kTextColumns) << where;
            EXPECT_EQ(text.find('\x1b'), std::string::npos) << where;
        }
    }
    const app::Lesson typed = lesson_of(model, app::typed_input({4000000000u, 3, 70000, 3, 0}));
    EXPECT_TRUE(typed.sorted);
    EXPECT_LE(widest_line(whole_text(typed)), app::kTextColumns);
}

std::vector<const sort::Model*> all_models() {
    std::vector<const sort::Model*> all = {&kSmall};
    for (const sort::Model& model : sort::models()) all.push_back(&model);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel, testing::ValuesIn(all_models()), [](const auto& info) {
    std::string name = info.param->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});
