// What `teach` makes of lessons beside their text: chosen steps, quizzes, sums, the check of all, pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/teach/checking/check.h"
#include "app/teach/costs.h"
#include "app/teach/course.h"
#include "app/teach/export/html.h"
#include "app/teach/export/lesson_json.h"
#include "app/teach/export/themed_svg.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/files/export.h"
#include "app/teach/files/sheet.h"
#include "app/teach/layout.h"
#include "app/teach/quiz.h"
#include "app/teach/range.h"
#include "tests/temp_dir.h"

namespace {

using testing::HasSubstr;
using testing::Not;

app::Lesson lesson_of(const std::string& engine, const app::LessonInput& input) {
    return app::make_lesson({engine, input, 0, "cpu", 0, ""}).lesson;
}

app::Lesson usual_lesson(const std::string& engine) {
    return lesson_of(engine, app::made_input(app::usual_input(engine), app::kUsualLessonKeys, 1));
}

std::string refusal_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const app::BadUsage& error) {
        return error.what();
    }
    return "nothing was refused";
}

}  // namespace

TEST(TeachRange, steps_are_counted_from_one_and_passes_from_zero) {
    const app::Lesson lesson = usual_lesson("fourway");
    using Steps = std::pair<size_t, size_t>;
    EXPECT_EQ(app::steps_of(lesson, app::parse_steps("all"), {}), Steps(0, 16));
    EXPECT_EQ(app::steps_of(lesson, app::parse_steps("2-4"), {}), Steps(1, 4));
    EXPECT_EQ(app::steps_of(lesson, app::parse_steps("16"), {}), Steps(15, 16));
    EXPECT_EQ(app::steps_of(lesson, {}, 1), Steps(4, 8));
    EXPECT_THAT(refusal_of([&] { app::steps_of(lesson, app::parse_steps("3-17"), {}); }),
                HasSubstr("--step 17: the lesson 'fourway' has 16 steps, counted from 1; the nearest is 16"));
    EXPECT_THAT(refusal_of([&] { app::steps_of(lesson, {}, 9); }), HasSubstr("the nearest is 3"));
    EXPECT_THAT(refusal_of([] { app::parse_steps("4-"); }), HasSubstr("--step"));
}

TEST(TeachCosts, are_the_sums_of_stages_and_passes) {
    const app::Lesson lesson = usual_lesson("fourway");
    const app::LessonCosts costs = app::costs_of(lesson);
    size_t moved = 0;
    for (const app::LessonStep& step : lesson.steps) {
        for (size_t i = 0; i < step.values.size(); ++i) moved += step.values[i] != step.values_before[i];
    }
    EXPECT_EQ(costs.moves, moved);
    EXPECT_EQ(costs.passes, 4u);
    EXPECT_EQ(costs.stages, 16u);
    EXPECT_EQ(costs.bytes, 4 * 64 * 38u);  // by the course: 38 bytes per pair and pass
    EXPECT_EQ(costs.sectors, 69u);
    EXPECT_EQ(costs.sectors_plain, 130u);
    EXPECT_EQ(costs.launches, 4 * 3u + 1);  // check, count with scan, map; and the end
    EXPECT_EQ(costs.barriers, 12u);
    EXPECT_EQ(costs.compares, 4 * 63u);
    const app::LessonCosts none = app::costs_of(lesson_of("fourway", app::typed_input({1, 2, 3})));
    EXPECT_FALSE(none.writes_known);
    EXPECT_EQ(none.stages, 1u);
    EXPECT_EQ(none.stages_skipped, 15u);
}

TEST(TeachCosts, are_not_known_where_there_is_no_such_thing) {
    const app::LessonCosts buckets = app::costs_of(usual_lesson("bucketsort"));
    EXPECT_EQ(buckets.launches, 1u);
    EXPECT_EQ(buckets.barriers, 2u);
    EXPECT_FALSE(buckets.compares);
    const app::LessonCosts host = app::costs_of(usual_lesson("cpu-radix"));
    EXPECT_FALSE(host.launches);
    EXPECT_FALSE(host.barriers);
    for (const char* no_sort : {"scan", "sweep", "columns", "endpoint", "order-check", "morton", "tree",
                                "contacts", "sparse-product"}) {
        const app::Lesson lesson = usual_lesson(no_sort);
        const app::LessonCosts costs = app::costs_of(lesson);
        EXPECT_FALSE(costs.passes || costs.passes_skipped || costs.bytes || costs.launches || costs.barriers)
            << no_sort;
        const auto json = app::lessons_json({&lesson}, "made")["lessons"][0];
        for (const char* figure : {"passes_run", "passes_skipped", "bytes", "launches", "compares"})
            EXPECT_TRUE(json["totals"][figure].is_null()) << no_sort << " " << figure;
        EXPECT_TRUE(json["sorted"].is_null()) << no_sort;
        EXPECT_EQ(json["result"], lesson.result);
    }
}

/// Of networks of 32 places: 240 comparators, n log2 n (log2 n + 1) / 4.
TEST(TeachCosts, count_the_comparators_of_networks_and_merges) {
    const app::Lesson lesson = usual_lesson("warpsort");
    for (const app::LessonStep& step : lesson.steps) {
        const uint64_t compares = app::compares_of(step, lesson.setup);
        if (step.stage == "bitonic sort") {
            EXPECT_EQ(compares, 2 * 240u);
        }
        if (step.stage == "final merge") {
            EXPECT_EQ(compares, 2 * 32 * 6u);  // a round for each of two warps
        }
    }
    EXPECT_EQ(app::costs_of(lesson).compares, 63 + 480 + 384u);
    EXPECT_EQ(app::compares_of(lesson.steps[3], lesson.setup), 0u);  // split
}

TEST(TeachQuiz, answers_are_the_arrays_of_the_lesson_and_are_hidden_in_the_question) {
    const app::Lesson lesson = usual_lesson("fourway");
    for (const uint64_t seed : {1, 2, 3}) {
        const auto quiz = app::quiz_of(lesson, {0, lesson.steps.size()}, seed);
        ASSERT_EQ(quiz.size(), 3u);
        for (const app::QuizQuestion& one : quiz) {
            const app::LessonStep& step = lesson.steps[one.step];
            const auto array = std::find_if(step.arrays.begin(), step.arrays.end(),
                                            [&](const auto& array) { return array.name == one.hidden; });
            EXPECT_EQ(one.answer, array == step.arrays.end() ? step.keys : array->words);
            EXPECT_THAT(app::step_text(lesson, one.step, {}, {.asked = {one.hidden}}), HasSubstr("?"));
        }
        EXPECT_THAT(app::quiz_text(lesson, quiz, false, {}), Not(HasSubstr("Answer 1")));
        EXPECT_THAT(app::quiz_text(lesson, quiz, true, {}), HasSubstr("Answer 3"));
    }
    EXPECT_TRUE(app::quiz_of(lesson, {0, 1}, 1).empty());  // the order check
}

TEST(TeachQuiz, an_array_that_is_left_out_has_no_row) {
    uint32_t rows = 0;
    for (const std::string& engine : app::lesson_names()) {
        const app::Lesson lesson = usual_lesson(engine);
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            for (const app::LessonArray& array : lesson.steps[i].arrays) {
                const std::regex row("\n *" + std::regex_replace(array.name, std::regex("\\W"), "\\$&") +
                                     " *\\|");
                if (!std::regex_search(app::step_text(lesson, i, {}), row)) continue;
                ++rows;
                EXPECT_FALSE(
                    std::regex_search(app::step_text(lesson, i, {}, {.left_out = {array.name}}), row))
                    << engine << " " << lesson.steps[i].stage << " " << array.name;
            }
        }
    }
    EXPECT_GT(rows, 20u);
}

TEST(TeachQuiz, no_question_of_a_sheet_answers_another) {
    const auto answers_line = [](const std::vector<uint32_t>& words) {  // as a row begins
        std::string text;
        for (size_t i = 0; i < std::min<size_t>(words.size(), 16); ++i)
            text += std::to_string(words[i]) + " ";
        return text;
    };
    for (const std::string& engine : app::lesson_names()) {
        const app::Lesson lesson = usual_lesson(engine);
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            const auto quiz = app::quiz_of(lesson, {0, lesson.steps.size()}, seed);
            const std::string sheet =
                std::regex_replace(app::quiz_text(lesson, quiz, false, {}), std::regex("[\\s|]+"), " ");
            for (const app::QuizQuestion& one : quiz) {
                if (one.columns > 0) continue;  // rows of a few small counts may be elsewhere, too
                EXPECT_THAT(sheet, Not(HasSubstr(" " + answers_line(one.answer))))
                    << engine << " seed " << seed << " stage " << one.step + 1 << " " << one.hidden;
            }
        }
    }
}

TEST(TeachQuiz, hides_what_says_the_ranks_and_shows_what_offsets_need) {
    const app::Lesson lesson = usual_lesson("fourway");
    const auto ranks = app::quiz_text(lesson, app::quiz_of(lesson, {1, 2}, 1), false, {});
    EXPECT_THAT(ranks, HasSubstr("Fill in ranks"));
    EXPECT_THAT(ranks, Not(HasSubstr("packed into the word of thread 31: 0x0006")));  // packed sums
    EXPECT_FALSE(std::regex_search(ranks, std::regex("came from[ |]*[0-9]"))) << ranks;
    const auto offsets = app::quiz_text(lesson, app::quiz_of(lesson, {2, 3}, 1), false, {});
    EXPECT_THAT(offsets, HasSubstr("From stage 2, histograms"));
    EXPECT_THAT(offsets, HasSubstr("bin 0 | 11  9"));
}

/// The question of this stage that asks for this.
app::QuizQuestion question_of(const app::Lesson& lesson, size_t step, const std::string& hidden) {
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        for (const app::QuizQuestion& one : app::quiz_of(lesson, {step, step + 1}, seed)) {
            if (one.hidden == hidden) return one;
        }
    }
    ADD_FAILURE() << "stage " << step + 1 << " has no question of " << hidden;
    return {};
}

/// Who has the offsets knows the histograms; who has the pairs afterwards knows the ranks.
TEST(TeachQuiz, what_answers_a_question_alone_is_hidden_too) {
    const app::Lesson lesson = usual_lesson("fourway");
    const app::QuizQuestion histograms = question_of(lesson, 1, "histograms"),
                            ranks = question_of(lesson, 1, "ranks"),
                            after = question_of(lesson, 3, app::kHiddenAfter);
    EXPECT_THAT(app::quiz_text(lesson, {after}, false, {}), HasSubstr("From stage 3, offsets"));
    EXPECT_THAT(app::quiz_text(lesson, {histograms, after}, false, {}),
                Not(HasSubstr("From stage 3, offsets")));
    EXPECT_FALSE(
        std::regex_search(app::quiz_text(lesson, {ranks}, false, {}), std::regex("came from[ |]*[0-9]")));
}

TEST(TeachQuiz, a_question_stands_above_its_stage_and_nothing_else_is_empty) {
    const app::Lesson lesson = usual_lesson("fourway");
    const app::QuizQuestion after = question_of(lesson, 3, app::kHiddenAfter);
    const std::string text = app::quiz_text(lesson, {after}, false, {});
    EXPECT_LT(text.find("Question 1"), text.find("== stage 4"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '?'), 64) << "the keys alone";
    EXPECT_THAT(text, Not(HasSubstr("came from")));
    const app::QuizQuestion ranks = question_of(lesson, 1, "ranks");
    const std::string of_ranks = app::quiz_text(lesson, {ranks}, false, {});
    EXPECT_EQ(std::count(of_ranks.begin(), of_ranks.end(), '?'), 64) << "the ranks alone";
    EXPECT_THAT(of_ranks, Not(HasSubstr("packed sums")));
}

TEST(TeachQuiz, boxes_are_asked_what_can_be_counted_by_hand) {
    const app::Lesson sweep = usual_lesson("sweep"), columns = usual_lesson("columns");
    EXPECT_EQ(question_of(sweep, 2, "tests").columns, 0u);
    EXPECT_EQ(question_of(sweep, 2, "kept").columns, 0u);
    const app::QuizQuestion column = question_of(columns, 1, "column");
    const std::string text = app::quiz_text(columns, {column}, false, {});
    EXPECT_THAT(text, HasSubstr("low / 17, rounded down"));
    EXPECT_THAT(text, Not(HasSubstr("sort key:"))) << "its upper bits are the column";
}

/// Of letters, which are not drawn here, what reaches above and below their line is counted.
TEST(TeachSheet, no_line_lies_on_the_one_above_it) {
    const TempDir dir;
    const std::string path = dir / "sheet.svg";
    const std::vector<std::string> lines = {"words",  "key | ? ?|", "words", "words",
                                            "| ? ?|", "1 ?",        "words"};
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    ASSERT_EQ(app::write_sheet(path, "title", text), 1u);
    const std::string svg = read_whole(path);
    const std::regex thing(
        "<rect x=\"[0-9.]+\" y=\"([0-9.]+)\" width=\"[0-9.]+\" height=\"([0-9.]+)\""
        "|<text x=\"[0-9.]+\" y=\"([0-9.]+)\" font-size=\"10\">[^N]");
    std::sregex_iterator at(svg.begin(), svg.end(), thing), end;
    double above = 0;
    for (const std::string& line : lines) {
        double top = 1e9, bottom = 0;
        std::istringstream words(line);
        for (std::string word; words >> word; ++at) {
            ASSERT_NE(at, end) << line;
            const bool box = (*at)[1].matched;
            const double y = std::stod((*at)[box ? 1 : 3]);
            top = std::min(top, box ? y : y - 8);
            bottom = std::max(bottom, box ? y + std::stod((*at)[2]) : y + 2);
        }
        EXPECT_GT(top, above) << line;
        above = bottom;
    }
    EXPECT_EQ(at, end);
}

TEST(TeachPage, a_rule_has_its_width_and_text_that_does_not_fit_a_line_of_its_own) {
    for (size_t letters = 1; letters < app::kTextColumns; ++letters) {
        app::Page page(false);
        page.rule(std::string(letters, 'a'), "right", '=');
        std::istringstream lines(page.text());
        std::string first, second;
        std::getline(lines, first);
        std::getline(lines, second);
        EXPECT_EQ(second.empty(), first.ends_with(" right")) << letters;
        EXPECT_LE(first.size(), std::max(app::kTextColumns, letters + 4)) << letters;
        EXPECT_EQ(first.find("= right") != first.npos, second.empty()) << letters;
    }
}

TEST(TeachCheck, names_the_first_input_whose_result_is_wrong) {
    const std::vector<app::LessonInput> inputs = {app::typed_input({1, 2, 3}),
                                                  app::made_input("uniform", 64, 1)};
    int ticks = 0;
    app::LessonCheck check = app::check_lessons({"fourway", {}, 0, "cpu", 0, ""}, inputs, [&] { ++ticks; });
    EXPECT_EQ(check.failure, "");
    EXPECT_EQ(check.lessons, 2u);
    EXPECT_EQ(ticks, 2);
    check = app::check_lessons({"fourway", {}, 0, "cpu", 0, "unstable-ranks"}, inputs, [] {});
    EXPECT_THAT(check.failure,
                HasSubstr("uniform, seed 1, scaled to 8 bits, 64 keys (8 bits): the result is not"));
    EXPECT_THAT(app::check_text({check}, false), HasSubstr("FAILED"));
    EXPECT_GT(app::check_inputs().size(), 60u);
}

TEST(TeachExport, every_lesson_is_a_page_with_all_its_stages_and_no_other_file) {
    const auto count = [](const std::string& page, const std::string& text) {
        size_t found = 0;
        for (size_t at = 0; (at = page.find(text, at)) != page.npos; ++at) ++found;
        return found;
    };
    for (const std::string& engine : app::lesson_names()) {
        const app::Lesson lesson = usual_lesson(engine);
        const std::string page = app::lesson_html(lesson, "made");
        EXPECT_LT(page.size(), 3'000'000u) << engine;
        for (const char* other : {"<link", "<img", "src=", "@import", "https://"})
            EXPECT_EQ(count(page, other), 0u) << engine << ": " << other;
        EXPECT_EQ(count(page, "http://"), count(page, "http://www.w3.org/2000/svg")) << engine;
        for (size_t i = 1; i <= lesson.steps.size(); ++i)
            EXPECT_THAT(page, HasSubstr("<section id=\"step-" + std::to_string(i) + "\"")) << engine;
    }
}

TEST(TeachExport, a_picture_of_a_page_has_no_colour_of_its_own_and_says_when_its_parts_are_shown) {
    const app::Figure figure = app::stage_figure(usual_lesson("fourway"), 3);
    app::ThemedPictures pictures;
    const std::string svg = pictures.add(figure, {}, "label");
    EXPECT_FALSE(std::regex_search(svg, std::regex("\"#[0-9a-f]{6}\"")));
    EXPECT_THAT(svg, HasSubstr("data-from=\"0\""));
    EXPECT_THAT(svg, HasSubstr("data-from=\"" + std::to_string(figure.operations.size()) + "\""));
    // Each variable that is used has a value for both themes.
    const std::string css = pictures.css();
    const std::regex kUsed("var\\((--i[0-9]+),#[0-9a-f]{6}\\)");  // and the light one, where no style is
    std::set<std::string> used;
    for (std::sregex_iterator at(svg.begin(), svg.end(), kUsed), end; at != end; ++at) used.insert((*at)[1]);
    EXPECT_GT(used.size(), 4u);
    for (const std::string& name : used) EXPECT_THAT(css, HasSubstr(" " + name + ": ")) << name;
}

TEST(TeachExport, the_ending_says_what_is_written) {
    const auto refused = [](const std::string& path, bool one_step, std::optional<uint64_t> operation = {}) {
        app::ExportRequest request;
        request.path = path;
        request.operation = operation;
        return refusal_of([&] { app::check_export(request, one_step, one_step); });
    };
    EXPECT_THAT(refused("a.svg", true), HasSubstr("nothing"));
    EXPECT_THAT(refused("a.svg", true, 2), HasSubstr("nothing"));
    EXPECT_THAT(refused("a_%02d.png", false), HasSubstr("nothing"));
    EXPECT_THAT(refused("a.html", false), HasSubstr("nothing"));
    EXPECT_THAT(refused("a.html", true), HasSubstr("whole lesson"));
    EXPECT_THAT(refused("a.svg", false), HasSubstr("expected --step N"));
    EXPECT_THAT(refused("a.gif", true), HasSubstr("ends in"));
    EXPECT_THAT(refused("a.pdf", false), HasSubstr("nothing"));
    EXPECT_THAT(refused("a.pdf", true, 2), HasSubstr("nothing"));
    EXPECT_THAT(refused(".svg", true), HasSubstr("ends in"));
    EXPECT_THAT(refused("a%s.svg", true), HasSubstr("%04d"));
    EXPECT_EQ(app::find_number("a_%03d.svg")->name(7), "a_007.svg");
    EXPECT_FALSE(app::find_number("a.svg"));
}

TEST(TeachExport, json_has_every_array_of_every_stage) {
    const app::Lesson lesson = usual_lesson("fourway");
    const auto json = app::lessons_json({&lesson}, "made");
    const auto& steps = json["lessons"][0]["steps"];
    ASSERT_EQ(steps.size(), lesson.steps.size());
    for (size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(steps[i]["keys"].get<std::vector<uint32_t>>(), lesson.steps[i].keys);
        ASSERT_EQ(steps[i]["arrays"].size(), lesson.steps[i].arrays.size());
        for (size_t k = 0; k < lesson.steps[i].arrays.size(); ++k)
            EXPECT_EQ(steps[i]["arrays"][k]["words"].get<std::vector<uint32_t>>(),
                      lesson.steps[i].arrays[k].words);
    }
    EXPECT_TRUE(steps[0]["kernel_agrees"].is_null());
}

TEST(TeachCourse, has_ten_guides) {
    for (int number = 1; number <= 10; ++number)
        EXPECT_THAT(app::guide_text(std::to_string(number), true, false), HasSubstr("Solution 3:"));
    EXPECT_THAT(refusal_of([] { app::guide_text("0", true, false); }), HasSubstr("1 to 10"));
    EXPECT_THAT(app::course_text(false), testing::AllOf(HasSubstr("9. Trees from sorted keys"),
                                                        HasSubstr("10. Contacts of rigid bodies")));
}
