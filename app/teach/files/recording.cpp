// What is refused of a recording, and its JSON.
#include "app/teach/files/recording.h"

#include <nlohmann/json.hpp>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/measure/report_facts.h"
#include "sort/registry.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kRecordingSchema = 1;

/// Returns the engine's name: "fourway" of "fourway:no-shuffle".
std::string engine_of(const std::string& lesson) { return lesson.substr(0, lesson.find(':')); }

/// Returns what the site's page makes the same lesson of; made keys by their kind, so that their bits are the same.
Json params_json(const Lesson& lesson, const RecordingSource& source) {
    Json params{{"engine", lesson.engine}};
    if (source.input.keys.empty()) {
        const std::string& kind = source.input.kind;
        params["input"] = kind.empty() ? usual_input(lesson.engine) : kind;
        params["n"] = lesson.keys.size();
        params["seed"] = source.input.seed.value_or(1);
    } else {
        params["keys"] = source.input.keys;
    }
    if (source.digit_bits) params["digit_bits"] = source.digit_bits;
    return params;
}

Json step_json(const LessonStep& step) {
    Json json{
        {"stage", step.stage}, {"pass", step.pass < 0 ? Json(nullptr) : Json(step.pass)}, {"ran", step.ran}};
    if (!step.ran) return json;
    json["keys_before"] = step.keys_before;
    json["values_before"] = step.values_before;
    json["keys"] = step.keys;
    json["values"] = step.values;
    json["arrays"] = Json::array();
    for (const LessonArray& array : step.arrays) {
        json["arrays"].push_back({{"name", array.name}, {"words", array.words}});
        if (!array.packed.empty()) json["arrays"].back()["packed"] = array.packed;
    }
    return json;
}

}  // namespace

std::string recording_backend(const std::string& lesson, const std::string& backend) {
    require_lesson(lesson);
    const std::string name = "--record: the lesson '" + lesson + "' ";
    if (!find_lesson_model(lesson)) throw BadUsage(name + "has no engine whose arrays could be recorded");
    const sort::Engine* const engine = sort::find_engine(engine_of(lesson));
    if (engine && !engine->shows_lesson)
        throw BadUsage(name + "cannot be recorded: the stages of its engine lie inside one launch");
    const std::string own = has_kernels(lesson) ? "cuda" : "cpu";
    if (backend != "auto" && backend != own)
        throw BadUsage(name + "is recorded by --backend " + own + ": its engine runs there");
    return own;
}

Json recording_json(const MadeLesson& made, const RecordingSource& source) {
    const Lesson& lesson = made.lesson;
    const bool kernels = lesson.source_kind == LessonSource::kernels;
    if (!kernels && lesson.source_kind != LessonSource::cpu_engine)
        throw BadUsage("--record: the engine itself did not run: " + lesson.source);
    Json json{{"schema", kRecordingSchema},
              {"kind", "lesson"},
              {"engine", lesson.engine},
              {"date", utc_text()},
              {"machine", machine_json(kernels ? sort::Backend::cuda : sort::Backend::cpu, source.device)},
              {"build", build_json()},
              {"arguments", source.words},
              {"params", params_json(lesson, source)},
              {"keys", lesson.keys},
              {"difference", made.difference},
              {"steps", Json::array()}};
    for (const LessonStep& step : lesson.steps) json["steps"].push_back(step_json(step));
    json["sorted_keys"] = lesson.sorted_keys;
    json["sorted_values"] = lesson.sorted_values;
    return json;
}

}  // namespace app
