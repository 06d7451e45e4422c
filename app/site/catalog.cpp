// What there is: lessons and their inputs, scenes, words.

#include "app/io/scene_toml.h"
#include "app/site/answer.h"
#include "app/site/exports.h"
#include "app/teach/glossary.h"
#include "app/teach/make.h"
#include "app/teach/sizes.h"
#include "build_info.h"
#include "sim/world.h"
#include "sort/lab/inputs.h"

namespace app::site {
namespace {

Json lessons() {
    Json json = Json::array();
    for (const LessonTitle& lesson : lesson_titles()) {
        const LessonSizeRange sizes = size_range_of(lesson.name);
        Json one{{"name", lesson.name},
                 {"title", lesson.title},
                 {"paper", lesson.paper},
                 {"input", usual_input(lesson.name)},
                 {"n", usual_keys(lesson.name)},
                 {"waits", has_waits(lesson.name)},
                 {"tiles", sizes.tiles},
                 {"warps", sizes.warps},
                 {"digit_bits", sizes.digit_bits},
                 {"variants", Json::array()},
                 {"breaks", Json::array()}};
        if (const sort::Model* model = find_lesson_model(lesson.name)) {
            for (const sort::LessonVariant& variant : model->lesson_variants)
                one["variants"].push_back(lesson.name + ":" + variant.name);
        }
        for (const sort::Break& broken : breaks_of(lesson.name))
            one["breaks"].push_back({{"name", broken.name},
                                     {"title", broken.title},
                                     {"input", broken.input},
                                     {"n", broken.keys}});
        json.push_back(one);
    }
    return json;
}

Json inputs() {
    Json json = Json::array();
    for (const sort::InputKind& kind : sort::input_kinds())
        json.push_back({{"name", kind.name},
                        {"usage", kind.usage},
                        {"sentence", kind.sentence},
                        {"example", kind.example}});
    return json;
}

}  // namespace
}  // namespace app::site

using namespace app::site;

const char* sl_catalog() {
    return answer_json([] {
        return Json{{"lessons", lessons()},
                    {"inputs", inputs()},
                    {"most_keys", app::kMostLessonKeys},
                    {"version", SWEEPLAB_VERSION},
                    {"commit", SWEEPLAB_COMMIT}};
    });
}

const char* sl_scenes() {
    return answer_json([] {
        Json json = Json::array();
        for (const sim::Scene& scene : app::built_in_scenes())
            json.push_back({{"name", scene.name},
                            {"title", scene.title},
                            {"bodies", sim::default_bodies(scene, sim::Backend::cpu)},
                            {"meshes", sim::find_spawner(scene.spawn)->meshes}});
        return json;
    });
}

const char* sl_words() {
    return answer_json([] {
        Json json = Json::array();
        for (const auto& [word, meaning] : app::glossary())
            json.push_back({{"word", word}, {"meaning", meaning}});
        return json;
    });
}
