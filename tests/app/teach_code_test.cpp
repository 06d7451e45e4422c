// The lines of the engines' sources beside the stages of lessons.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/teach/code/lit_lines.h"
#include "app/teach/export/html.h"
#include "app/teach/export/lesson_json.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/text.h"

namespace {

using testing::HasSubstr;
using Stages = std::map<std::string, std::set<std::string>>;

/// Lessons of inputs that make engines take their paths: few and many keys, in order or not.
std::vector<app::Lesson> lessons_of(const std::string& name) {
    std::vector<app::Lesson> lessons;
    for (const char* kind : {"", "equal", "displaced:3", "exponent", "zipf", "uniform"}) {
        for (const uint32_t keys : {16u, app::usual_keys(name), 200u}) {
            const std::string input = *kind ? kind : app::usual_input(name);
            lessons.push_back(app::make_lesson({name, app::made_input(input, keys, 1), 0, "cpu"}).lesson);
        }
    }
    return lessons;
}

/// The stages of every lesson: those that its sentences know, and those that were made.
const Stages& all_stages() {
    static const Stages stages = [] {
        Stages found;
        for (const std::string& name : app::lesson_names()) {
            if (const sort::Model* const model = sort::find_model(name)) {
                for (const sort::StageText& stage : model->stages) found[name].insert(stage.stage);
            }
            for (const app::Lesson& lesson : lessons_of(name)) {
                for (const app::LessonStep& step : lesson.steps) found[name].insert(step.stage);
            }
        }
        return found;
    }();
    return stages;
}

}  // namespace

TEST(TeachCode, marks_name_lessons_and_stages_that_there_are) {
    for (const app::CodeExcerpt& excerpt : app::code_excerpts()) {
        const std::string lesson(excerpt.lesson), stage(excerpt.stage);
        const std::string where = "// lesson: " + lesson + "/" + stage + " in " + std::string(excerpt.path);
        ASSERT_TRUE(all_stages().contains(lesson)) << where;
        EXPECT_TRUE(all_stages().at(lesson).contains(stage)) << where;
        EXPECT_EQ(app::excerpt_of(lesson, stage), &excerpt) << where << ": is marked twice";
    }
}

TEST(TeachCode, stages_have_an_excerpt_but_for_those_without_a_kernel_of_their_own) {
    // Boxes are given with the keys of the lesson. Where the map of bucketsort fails, it samples and splits again.
    // The last stage of a scan compares the others.
    const Stages without = {{"scan", {"work and depth"}},
                            {"sweep", {"boxes"}},
                            {"columns", {"boxes"}},
                            {"bucketsort", {"sort samples", "split by splitters", "order runs"}}};
    for (const char* name : {"fourway", "eightway", "sixteenway", "onesweep", "adaptive", "bucketsort",
                             "warpsort", "warpsort-index", "scan", "order-check", "sweep", "columns"}) {
        std::set<std::string> missing;
        for (const std::string& stage : all_stages().at(name)) {
            if (!app::excerpt_of(name, stage)) missing.insert(stage);
        }
        const auto expected = without.find(name);
        EXPECT_EQ(missing, expected == without.end() ? std::set<std::string>() : expected->second) << name;
    }
}

TEST(TeachCode, excerpts_are_lines_of_the_source) {
    for (const app::CodeExcerpt& excerpt : app::code_excerpts()) {
        std::ifstream source(std::string(SWEEPLAB_ROOT) + "/" + std::string(excerpt.path));
        std::string line, text;
        const size_t lines = app::lines_of(excerpt).size();
        for (size_t number = 1; std::getline(source, line) && number < excerpt.first_line + lines; ++number) {
            if (number + 1 == excerpt.first_line) {
                EXPECT_THAT(line, HasSubstr("// lesson: ")) << excerpt.path;
            }
            if (number >= excerpt.first_line) text += line + "\n";
        }
        EXPECT_EQ(text, excerpt.text) << excerpt.path << ':' << excerpt.first_line;
    }
}

TEST(TeachCode, every_rule_lights_a_line_at_some_operation) {
    std::set<const app::LitLine*> used;
    for (const std::string& name : app::lesson_names()) {
        for (const app::Lesson& lesson : lessons_of(name)) {
            for (size_t i = 0; i < lesson.steps.size(); ++i) {
                const app::LessonStep& step = lesson.steps[i];
                const app::CodeExcerpt* const excerpt = app::excerpt_of(name, step.stage);
                if (!step.ran || !excerpt) continue;
                for (const std::string& operation : app::stage_figure(lesson, i).operations) {
                    for (const app::LitLine& rule : app::lit_line_rules()) {
                        if (rule.stage == step.stage && operation.find(rule.operation) != std::string::npos &&
                            excerpt->text.find(rule.line) != std::string::npos)
                            used.insert(&rule);
                    }
                }
            }
        }
    }
    for (const app::LitLine& rule : app::lit_line_rules())
        EXPECT_TRUE(used.contains(&rule)) << rule.stage << ": " << rule.operation << ": " << rule.line;
}

TEST(TeachCode, text_page_and_json_show_it) {
    const app::Lesson lesson =
        app::make_lesson({"fourway", app::made_input("uniform", 16, 1), 0, "cpu"}).lesson;
    const app::CodeExcerpt& excerpt = *app::excerpt_of("fourway", "map");
    EXPECT_EQ(app::lines_of(excerpt).front().find("uint32_t to"), 0u) << "without the source's indentation";
    const std::string place = app::place_of(excerpt);
    EXPECT_THAT(app::step_text(lesson, 3, {.code = true}), HasSubstr("code: " + place + "\n  uint32_t to ="));
    EXPECT_THAT(app::step_text(lesson, 3, {}), testing::Not(HasSubstr("code: ")));
    const std::string page = app::lesson_html(lesson, "16 keys");
    EXPECT_THAT(page, HasSubstr("<summary>Code: " + place + "</summary>"));
    EXPECT_THAT(page, HasSubstr("<span data-lit=\" 1 2 3 4 5 \">out.keys[to] = keys[i];\n</span>"));
    const nlohmann::ordered_json json =
        app::lessons_json({&lesson}, "16 keys")["lessons"][0]["steps"][3]["code"];
    EXPECT_EQ(json["file"], std::string(excerpt.path));
    EXPECT_EQ(json["first_line"], excerpt.first_line);
    EXPECT_EQ(json["lines"].size(), app::lines_of(excerpt).size());
}
