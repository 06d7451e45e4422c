// Makes a lesson's input of what the form holds, and the text of keys for its field; changes the engine of a
// form.
#include "app/view/lesson/lesson_form.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/teach/sizes.h"

namespace app {

const std::vector<LessonKind>& lesson_kinds() {
    static const std::vector<LessonKind> kinds = {
        {"random", "uniform"},
        {"sorted", "sorted"},
        {"reversed", "reversed"},
        {"nearly sorted", "swaps:2"},
        {"displaced by 3", "displaced:3"},
        {"few values", "few:4"},
        {"all equal", "equal"},
        {"sawtooth", "sawtooth"},
        {"organ pipe", "organ-pipe"},
        {"bell", "gaussian"},
    };
    return kinds;
}

std::string keys_text(const std::vector<uint32_t>& keys) {
    constexpr size_t kColumns = 22;  // of the field that shows it, which does not wrap lines
    std::string text, line;
    for (const uint32_t& key : keys) {
        const std::string word = std::to_string(key) + (&key == &keys.back() ? "" : ",");
        if (!line.empty() && line.size() + 1 + word.size() > kColumns) {
            text += line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return text + line;
}

void change_engine(LessonForm& form, const std::string& engine) {
    const bool usual = form.engine.empty() ? form.kind == LessonForm().kind
                                           : form.kind == usual_input(form.engine, form.broken);
    const bool usual_count = form.count == static_cast<int>(usual_keys(form.engine, form.broken));
    form.engine = engine;
    form.broken.clear();
    form.slow_tile = -1;
    const SizeChoice sizes = known_sizes(engine, {form.tile, form.warp});
    form.tile = sizes.tile;
    form.warp = sizes.warp;
    form.digit_bits = 0;
    if (usual) form.kind = usual_input(engine);
    if (usual && usual_count) form.count = static_cast<int>(usual_keys(engine));
}

LessonInput LessonForm::input() const {
    if (source == KeySource::typed) return typed_input(parse_keys(typed));
    if (source == KeySource::made)
        return made_input(kind, static_cast<uint32_t>(std::clamp(count, 1, int(kMostLessonKeys))), seed);
    if (scene_keys.empty()) throw BadUsage("no keys of the scene yet");
    LessonInput input = typed_input(scene_keys);
    input.what = "keys of " + std::to_string(scene_keys.size()) + " bodies of the scene" + scene_cut;
    return input;
}

}  // namespace app
