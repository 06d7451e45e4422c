// See lesson_form.h.
#include "app/view/lesson/lesson_form.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "app/base/errors.h"

namespace app {
namespace {

uint32_t parse_one(const std::string& word) {
    const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
    const char *begin = word.data() + (hexadecimal ? 2 : 0), *end = word.data() + word.size();
    uint64_t key = 0;
    const auto [stop, error] = std::from_chars(begin, end, key, hexadecimal ? 16 : 10);
    if (error == std::errc::invalid_argument || (stop != end && error != std::errc::result_out_of_range))
        throw BadUsage("'" + word + "' is not a whole number from 0 on, such as 83 or 0x53");
    if (error != std::errc() || key > UINT32_MAX)
        throw BadUsage(word + " is too large: at most 4294967295 (2^32 - 1)");
    return static_cast<uint32_t>(key);
}

}  // namespace

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

std::vector<uint32_t> parse_keys(const std::string& text) {
    std::vector<uint32_t> keys;
    for (size_t at = 0; at < text.size();) {
        const size_t begin = text.find_first_not_of(", \t\n;", at);
        if (begin == text.npos) break;
        const size_t end = std::min(text.find_first_of(", \t\n;", begin), text.size());
        keys.push_back(parse_one(text.substr(begin, end - begin)));
        at = end;
    }
    if (keys.empty()) throw BadUsage("type keys, such as 5, 3, 9, 1");
    if (keys.size() > kMostLessonKeys) {
        throw BadUsage(std::to_string(keys.size()) + " keys: a lesson has at most " +
                       std::to_string(kMostLessonKeys));
    }
    return keys;
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
    const bool usual =
        form.engine.empty() ? form.kind == LessonForm().kind : form.kind == usual_input(form.engine);
    const bool usual_count = form.count == static_cast<int>(usual_keys(form.engine));
    form.engine = engine;
    form.broken.clear();
    if (usual) form.kind = usual_input(engine);
    if (usual && usual_count) form.count = static_cast<int>(usual_keys(engine));
}

LessonInput LessonForm::input() const {
    if (source == KeySource::typed) return typed_input(parse_keys(typed));
    if (source == KeySource::made)
        return made_input(kind, static_cast<uint32_t>(std::clamp(count, 1, int(kMostLessonKeys))), seed);
    if (scene_keys.empty()) throw BadUsage("no keys of the scene yet");
    LessonInput input = typed_input(scene_keys);
    input.what = "keys of " + std::to_string(scene_keys.size()) + " bodies of the scene";
    return input;
}

}  // namespace app
