#include "app/site/kept_lessons.h"

#include <algorithm>
#include <list>
#include <utility>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/json_text.h"
#include "app/base/text/names.h"

namespace app::site {
namespace {

constexpr size_t kMostKept = 8;

std::vector<uint32_t> keys_of(const Params& params) {
    if (!params.has("keys")) return {};
    const Json& keys = params.json()["keys"];
    if (!keys.is_array()) return parse_keys(params.text("keys"));
    std::vector<uint32_t> words;
    for (const Json& key : keys)
        words.push_back(parse_key("", key.is_string() ? key.get<std::string>() : json_text(key, -1)));
    return words;
}

KeptLesson make_kept(const LessonParams& params) {
    const LessonInput input = chosen_input(params.input, params.engine, params.broken);
    LessonRequest request{
        .engine = params.engine, .input = input, .digit_bits = params.digit_bits, .backend = "cpu"};
    request.broken = params.broken;
    request.tile = params.tile.value_or(0);
    request.warp = params.warp.value_or(0);
    if (params.slow_tile)
        request.slow_tile = checked_slow_tile(*params.slow_tile, std::span(&params.engine, 1));
    return {make_lesson(request).lesson, input.what};
}

}  // namespace

LessonParams lesson_params(const char* text) {
    const Params params(
        text, {"engine", "n", "seed", "input", "keys", "break", "tile", "warp", "digit_bits", "slow_tile"});
    LessonParams lesson{.engine = params.text("engine"),
                        .broken = params.text("break"),
                        .input = {},
                        .slow_tile = {},
                        .tile = {},
                        .warp = {}};
    if (lesson.engine.empty()) throw BadUsage("a lesson is expected: " + join(lesson_names()));
    lesson.input = {params.text("input"), keys_of(params), params.count("n", "-n"),
                    params.count("seed", "--seed")};
    const uint64_t bits = params.count("digit_bits", "--digit-bits").value_or(0);
    lesson.digit_bits = static_cast<int>(std::min<uint64_t>(bits, 1000));  // no engine has so many
    lesson.slow_tile = params.count("slow_tile", "--slow-tile");
    lesson.tile = params.count("tile", "--tile");
    lesson.warp = params.count("warp", "--warp");
    return lesson;
}

const KeptLesson& lesson_of(const char* params) {
    static std::list<std::pair<std::string, KeptLesson>> kept;  // the one that was asked for last first
    const std::string name = params;
    const auto at =
        std::find_if(kept.begin(), kept.end(), [&](const auto& one) { return one.first == name; });
    if (at == kept.end()) {
        kept.emplace_front(name, make_kept(lesson_params(params)));
        if (kept.size() > kMostKept) kept.pop_back();
    } else {
        kept.splice(kept.begin(), kept, at);
    }
    return kept.front().second;
}

}  // namespace app::site
