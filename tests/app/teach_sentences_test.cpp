// No sentence of a lesson is false for the keys at hand: what a sentence says happened is compared with the
// words of the arrays, for every kind of input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <regex>

#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/text.h"
#include "sort/lab/inputs.h"
#include "sort/lab/stage_log.h"

namespace {

using testing::HasSubstr;
using testing::Not;
using Words = std::vector<uint32_t>;

app::Lesson lesson_of(const std::string& engine, const std::string& kind, uint32_t count) {
    app::LessonRequest request;
    request.engine = engine;
    request.input = app::made_input(kind, count, 1);
    return app::make_lesson(request).lesson;
}

/// The words of the last array of that name; empty: there is none.
Words array_of(const app::Lesson& lesson, const std::string& name) {
    Words words;
    for (const app::LessonStep& step : lesson.steps) {
        for (const app::LessonArray& array : step.arrays) {
            if (array.name == name) words = array.words;
        }
    }
    return words;
}

bool any(const Words& words) {
    return std::any_of(words.begin(), words.end(), [](uint32_t word) { return word != 0; });
}

std::string text_of(const app::Lesson& lesson, const std::string& stage) {
    for (const app::LessonStep& step : lesson.steps) {
        if (step.stage == stage && step.ran) return step.sentence;
    }
    return "";
}

/// A sentence stands in the stage's text when it is true, and only then.
void expect_if(const app::Lesson& lesson, const std::string& stage, const std::string& sentence, bool is_true,
               const std::string& where) {
    const std::string text = text_of(lesson, stage);
    if (text.empty()) return;
    EXPECT_EQ(text.find(sentence) != std::string::npos, is_true) << where << ", " << stage << ": " << text;
}

TEST(Sentences, adaptive_says_what_happened_to_these_keys) {
    uint32_t repaired = 0, failed = 0;
    for (const sort::InputKind& kind : sort::input_kinds()) {
        for (const uint32_t count : {2u, 32u, 64u, 100u, 256u}) {
            const app::Lesson lesson = lesson_of("adaptive", kind.example, count);
            const std::string where = std::string(kind.example) + " " + std::to_string(count);
            const bool descends = any(array_of(lesson, "descends")), proved = any(array_of(lesson, "proved"));
            const bool crowded = any(array_of(lesson, "crowded"));
            expect_if(lesson, "windows", "some windows had to be sorted", descends, where);
            expect_if(lesson, "windows", "every window is in order already", !descends, where);
            expect_if(lesson, "windows", "A block gave up", crowded, where);
            expect_if(lesson, "check", "Here every border ascends", proved, where);
            expect_if(lesson, "check", "Here they are not", !proved, where);
            expect_if(lesson, "full sort", "Here keys crowd", crowded, where);
            expect_if(lesson, "full sort", "Here some pair is further", !crowded, where);
            EXPECT_EQ(text_of(lesson, "full sort").empty(), proved) << where;
            EXPECT_EQ(text_of(lesson, "write").empty(), !proved || !descends) << where;
            for (const app::LessonStep& step : lesson.steps) {
                EXPECT_THAT(step.sentence, Not(HasSubstr("none is far"))) << where;
            }
            repaired += proved && descends;
            failed += !proved && !crowded;
        }
    }
    EXPECT_GT(repaired, 0u);
    EXPECT_GT(failed, 0u);
}

TEST(Sentences, what_adaptive_is_asked_about_comes_true) {
    EXPECT_EQ(lesson_of("adaptive", "displaced:4", 64).path, "windows");
    EXPECT_EQ(lesson_of("adaptive", "displaced:40", 64).path, "full sort");
}

TEST(Sentences, usual_keys_show_what_an_engine_is_for) {
    const auto path_of = [](const std::string& engine) {
        return lesson_of(engine, app::usual_input(engine), app::usual_keys(engine)).path;
    };
    EXPECT_EQ(path_of("adaptive"), "windows");
    EXPECT_EQ(path_of("cpu-adaptive"), "movers");
    EXPECT_EQ(app::usual_input("bucketsort", "own-sample"), "reversed");
    EXPECT_EQ(app::usual_keys("onesweep", "counts-as-total"), 96u);
    EXPECT_EQ(app::usual_keys("fourway", "no such break"), app::kUsualLessonKeys);
    EXPECT_EQ(app::usual_keys("endpoint"), 32u) << "a record for each end: 64 columns";
    EXPECT_EQ(app::usual_keys("sweep"), app::kUsualLessonKeys);
}

TEST(Sentences, cpu_adaptive_says_what_happened_to_these_keys) {
    uint32_t moved = 0;
    for (const sort::InputKind& kind : sort::input_kinds()) {
        for (const uint32_t count : {2u, 64u, 128u, 256u}) {
            const app::Lesson lesson = lesson_of("cpu-adaptive", kind.example, count);
            const std::string where = std::string(kind.example) + " " + std::to_string(count);
            const bool few = any(array_of(lesson, "few enough"));
            expect_if(lesson, "find movers", "Here they are few enough", few, where);
            expect_if(lesson, "find movers", "Here they are too many", !few, where);
            EXPECT_EQ(lesson.path == "movers", few) << where;
            moved += few;
        }
    }
    EXPECT_GT(moved, 0u);
}

TEST(Sentences, the_bits_of_a_digit_are_those_that_give_it) {
    const std::regex form(
        "The digit is bits? ([0-9]+)(?: to ([0-9]+))? of the key: that of key ([0-9]+) is ([0-9]+)\\.");
    uint32_t stated = 0, upper = 0;
    for (const std::string& name : app::lesson_names()) {
        const app::Lesson lesson = lesson_of(name, "uniform", 24);
        for (size_t i = 0; i < lesson.steps.size(); ++i) {
            for (const std::string& sentence : app::stage_figure(lesson, i).operations) {
                std::smatch found;
                if (!std::regex_match(sentence, found, form)) continue;
                const uint32_t low = uint32_t(std::stoul(found[1])),
                               high = found[2].matched ? uint32_t(std::stoul(found[2])) : low;
                const uint32_t key = uint32_t(std::stoul(found[3]));
                EXPECT_EQ(key >> low & ((2u << (high - low)) - 1), std::stoul(found[4]))
                    << name << ": " << sentence;
                ++stated;
                upper += low > 2;
            }
        }
    }
    EXPECT_GT(stated, 10u);
    EXPECT_GT(upper, 5u);
}

/// Returns the bytes per pair of pass 0 of the engine's model, without the tables of counts.
uint64_t bytes_of_pass(const std::string& variant, const Words& keys) {
    const sort::Model& model = *sort::find_model("fourway");
    sort::EngineConfig config{.tile = {32, 1}};
    config.variant = variant;
    const auto sorter = sort::make_sorter(model, static_cast<uint32_t>(keys.size()), config);
    Words values(keys.size());
    std::iota(values.begin(), values.end(), 0u);
    const sort::StageLog log = sort::log_sort(model, *sorter, keys, values, {.end_bit = 8});
    uint64_t bytes = 0;
    for (const sort::LoggedStage& stage : log.stages) bytes += stage.pass == 0 ? stage.bytes : 0;
    return bytes / keys.size();
}

/// Guide 3: what the exchange in the tile costs and saves.
TEST(Sentences, the_exchange_costs_4_bytes_per_pair_and_saves_a_sixth_of_the_sectors) {
    const app::Lesson lesson = lesson_of("fourway", "uniform", 64);
    const uint64_t with = bytes_of_pass("", lesson.keys), without = bytes_of_pass("no-shuffle", lesson.keys);
    EXPECT_EQ(with, 36u + 2);  // 2 bytes per pair for the tables
    EXPECT_EQ(without, 32u + 2);
    const app::LessonPass& pass = lesson.passes[0];
    const auto sectors = [](uint64_t bytes, uint64_t scattered) {
        return (bytes - 8) * 64 / 32 + 2 * scattered;
    };
    EXPECT_EQ(sectors(36, pass.as_written.all_sectors()), 96u);
    EXPECT_EQ(sectors(32, pass.without_exchange.all_sectors()), 114u);
}

TEST(Questions, every_model_has_two_to_five_about_stages_that_it_has) {
    for (const sort::Model& model : sort::models()) {
        EXPECT_GE(model.questions.size(), 2u) << model.name;
        EXPECT_LE(model.questions.size(), 5u) << model.name;
        for (const sort::Question& asked : model.questions) {
            const std::string stage = asked.stage, question = asked.question, answer = asked.answer;
            const bool there = std::any_of(model.stages.begin(), model.stages.end(),
                                           [&](const sort::StageText& text) { return stage == text.stage; });
            EXPECT_TRUE(stage.empty() || there) << model.name << ": " << stage;
            EXPECT_TRUE(question.ends_with("?")) << question;
            EXPECT_TRUE(answer.ends_with(".")) << answer;
        }
        EXPECT_EQ(lesson_of(model.name, "uniform", 64).questions.size(), model.questions.size());
    }
}

TEST(Questions, stand_in_the_result_with_their_stage) {
    for (const std::string& name : app::lesson_names()) {
        const app::Lesson lesson = lesson_of(name, "uniform", 64);
        const auto flat = [](const std::string& text) {
            return std::regex_replace(text, std::regex("\\s+"), " ");
        };
        const std::string text = flat(app::result_text(lesson, {}));
        for (const app::LessonQuestion& one : lesson.questions) {
            const std::string stage = one.stage.empty() ? "" : "(" + one.stage + ") ";
            EXPECT_THAT(text, HasSubstr(flat(one.question + " " + stage + one.answer))) << name;
        }
    }
}

TEST(CpuLessons, come_from_the_engine_itself_and_agree_with_the_model) {
    for (const char* name : {"cpu-radix", "cpu-adaptive"}) {
        for (const char* kind : {"uniform", "sorted", "equal", "swaps:1"}) {
            const app::Lesson lesson = lesson_of(name, kind, 128);
            EXPECT_EQ(lesson.source_kind, app::LessonSource::cpu_engine);
            EXPECT_THAT(lesson.source, HasSubstr("engine and model agree in all"));
            EXPECT_TRUE(lesson.sorted) << name << " " << kind;
            EXPECT_FALSE(lesson.setup.has_tiles);
            for (const app::LessonStep& step : lesson.steps) {
                EXPECT_EQ(step.agreement, app::Agreement::agrees) << name << " " << kind << " " << step.stage;
            }
        }
    }
    app::LessonRequest request;
    request.engine = "cpu-radix";
    request.input = app::made_input("uniform", 64, 1);
    request.backend = "cuda";
    EXPECT_ANY_THROW(app::make_lesson(request));
}

}  // namespace
