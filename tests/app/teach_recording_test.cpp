// Recordings of kernels, which no GPU is needed for here: a lesson that says it was made by them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/teach/files/recording.h"
#include "sort/registry.h"

namespace {

using testing::HasSubstr;
using Json = nlohmann::ordered_json;

app::MadeLesson lesson_of(const std::string& engine) {
    return app::make_lesson(
        {.engine = engine, .input = app::made_input("uniform", 64, 3), .backend = "cpu", .quiet = true});
}

std::string refusal(const std::function<void()>& call) {
    try {
        call();
    } catch (const app::BadUsage& error) {
        return error.what();
    }
    return "";
}

TEST(TeachRecording, has_what_the_kernels_left_also_where_the_model_differs) {
    app::MadeLesson made = lesson_of("fourway");
    made.lesson.source_kind = app::LessonSource::kernels;
    made.difference = "pass 0, map: keys[3]: 82 and 83";
    const app::LessonStep& step = made.lesson.steps[1];
    ASSERT_TRUE(step.ran);
    app::RecordingSource source;
    source.input.seed = 3;
    source.digit_bits = 2;
    source.words = {"teach", "fourway", "--record", "f.json"};
    const Json json = app::recording_json(made, source);
    EXPECT_EQ(json["difference"], made.difference);
    EXPECT_EQ(json["params"],
              Json({{"engine", "fourway"}, {"input", "uniform"}, {"n", 64}, {"seed", 3}, {"digit_bits", 2}}));
    EXPECT_TRUE(json["machine"].contains("driver")) << "of a GPU";
    EXPECT_EQ(json["arguments"], Json(source.words));
    ASSERT_EQ(json["steps"].size(), made.lesson.steps.size());
    EXPECT_EQ(json["steps"][1]["keys"], Json(step.keys));
    EXPECT_EQ(json["steps"][1]["values_before"], Json(step.values_before));
    ASSERT_EQ(json["steps"][1]["arrays"].size(), step.arrays.size());
    for (size_t i = 0; i < step.arrays.size(); ++i)
        EXPECT_EQ(json["steps"][1]["arrays"][i]["words"], Json(step.arrays[i].words)) << step.arrays[i].name;
}

TEST(TeachRecording, has_a_list_of_arrays_of_each_stage_that_ran_even_of_none) {
    app::MadeLesson made = lesson_of("fourway");
    made.lesson.source_kind = app::LessonSource::kernels;
    ASSERT_GE(made.lesson.steps.size(), 3u);
    made.lesson.steps[0].arrays.clear();
    made.lesson.steps[2].ran = false;
    const Json json = app::recording_json(made, {});
    for (size_t k = 0; k < made.lesson.steps.size(); ++k) {
        const app::LessonStep& step = made.lesson.steps[k];
        const Json& recorded = json.at("steps").at(k);
        ASSERT_EQ(recorded.contains("arrays"), step.ran) << k << ", " << step.stage;
        if (!step.ran) continue;
        EXPECT_TRUE(recorded.at("arrays").is_array()) << k << ", " << step.stage;
        EXPECT_EQ(recorded.at("arrays").size(), step.arrays.size()) << k << ", " << step.stage;
    }
}

TEST(TeachRecording, a_model_is_no_recording) {
    EXPECT_THAT(refusal([] { app::recording_json(lesson_of("fourway"), {}); }),
                HasSubstr("the engine itself did not run: CPU model"));
    EXPECT_EQ(refusal([] { app::recording_json(lesson_of("cpu-radix"), {}); }), "");
}

TEST(TeachRecording, is_refused_of_engines_whose_stages_lie_inside_one_launch) {
    size_t refused = 0;
    for (const std::string& lesson : app::lesson_and_variant_names()) {
        const sort::Engine* const engine = sort::find_engine(lesson.substr(0, lesson.find(':')));
        if (!engine) continue;  // it is none, or not in this build
        const std::string reason = refusal([&] { app::recording_backend(lesson, "auto"); });
        EXPECT_EQ(reason.find("lie inside one launch") != reason.npos, !engine->shows_lesson) << lesson;
        refused += !engine->shows_lesson;
    }
    if (sort::find_engine("adaptive")) {
        EXPECT_GE(refused, 2u);
    }
}

TEST(TeachRecording, is_made_by_the_backend_of_the_engine) {
    EXPECT_EQ(app::recording_backend("fourway", "auto"), "cuda");
    EXPECT_EQ(app::recording_backend("fourway:no-shuffle", "cuda"), "cuda");
    EXPECT_EQ(app::recording_backend("cpu-radix", "cpu"), "cpu");
    EXPECT_THAT(refusal([] { app::recording_backend("fourway", "cpu"); }), HasSubstr("by --backend cuda"));
    EXPECT_THAT(refusal([] { app::recording_backend("sweep", "auto"); }), HasSubstr("has no engine"));
}

}  // namespace
