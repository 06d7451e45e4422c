// See input.h.
#include "app/teach/input.h"

#include <algorithm>
#include <bit>

#include "app/ask/made_input.h"
#include "app/base/errors.h"
#include "app/teach/maker.h"
#include "sort/lab/model.h"

namespace app {
namespace {

int bits_of(const std::vector<uint32_t>& keys) {
    return keys.empty() ? 0 : std::bit_width(*std::max_element(keys.begin(), keys.end()));
}

const sort::Break* break_of(const std::string& engine, const std::string& broken) {
    const sort::Model* const model = sort::find_model(engine);
    return model && !broken.empty() ? sort::find_break(*model, broken) : nullptr;
}

}  // namespace

LessonInput made_input(const std::string& kind, uint32_t count, uint64_t seed) {
    LessonInput input;
    input.keys = sort::make_keys(checked_input(kind), count, seed);
    input.what = kind + ", seed " + std::to_string(seed);
    const int surplus = bits_of(input.keys) - kLessonBits;
    if (surplus > 0) {
        for (uint32_t& key : input.keys) key >>= surplus;
        input.what += ", scaled to " + std::to_string(kLessonBits) + " bits";
    }
    return input;
}

std::string usual_input(const std::string& engine, const std::string& broken) {
    if (const sort::Break* shown = break_of(engine, broken)) return shown->input;
    const sort::Model* const model = sort::find_model(engine);
    return model ? model->lesson_input : "uniform";
}

uint32_t usual_keys(const std::string& engine, const std::string& broken) {
    if (const sort::Break* shown = break_of(engine, broken)) return shown->keys;
    if (const LessonMaker* maker = find_maker(engine)) return maker->keys;
    const sort::Model* const model = sort::find_model(engine);
    return model ? model->lesson_keys : kUsualLessonKeys;
}

LessonInput typed_input(const std::vector<uint32_t>& keys) {
    if (keys.size() > kMostLessonKeys) {
        throw BadUsage("--keys: " + std::to_string(keys.size()) + " keys; a lesson has at most " +
                       std::to_string(kMostLessonKeys));
    }
    return {keys, std::max(kLessonBits, bits_of(keys)), "as typed"};
}

}  // namespace app
