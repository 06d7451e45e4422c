// Makes the steps and arrays of lessons of bodies in a plane; sorts with cpu-radix.
#include "app/teach/bodies/plane_lesson.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "app/teach/input.h"
#include "sort/registry.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr const char* kEngine = "cpu-radix";

}  // namespace

Lesson plane_lesson(const LessonInput& input) {
    Lesson lesson;
    lesson.keys = input.keys;
    lesson.setup.options.end_bit = input.bits;
    lesson.setup.tile_pairs = kMostLessonKeys;
    lesson.setup.has_tiles = lesson.setup.has_warps = false;
    return lesson;
}

LessonStep plane_step(const char* stage, const char* sentence, const Words& keys, const Words& values) {
    LessonStep step;
    step.stage = stage;
    step.sentence = sentence;
    step.keys_before = step.keys = keys;
    step.values_before = step.values = values;
    return step;
}

LessonArray body_array(const char* name, const char* sentence, Words words) {
    return {name, sentence, sort::Drawn::a_pair, "", "", 0, std::move(words)};
}

LessonArray measured(LessonArray array, const char* unit, int decimals) {
    array.unit = unit;
    array.decimals = decimals;
    return array;
}

LessonArray word_list(const char* name, const char* sentence, const char* row, Words words) {
    return {name, sentence, sort::Drawn::table, row, "", 1, std::move(words)};
}

LessonStep sorted_step(const char* stage, const char* sentence, const Words& keys, const Words& values,
                       uint32_t bits) {
    LessonStep step = plane_step(stage, sentence, keys, values);
    const auto count = static_cast<uint32_t>(keys.size());
    Words from(count);
    std::iota(from.begin(), from.end(), 0u);
    const sort::Engine* const engine = sort::find_engine(kEngine);
    sort::make_sorter(*engine, count)
        ->sort({step.keys.data(), from.data(), count}, nullptr, {.end_bit = static_cast<int>(bits)});
    for (uint32_t i = 0; i < count; ++i) step.values[i] = values[from[i]];
    if (!std::is_sorted(from.begin(), from.end())) step.from = from;
    step.first_of_pass = true;
    step.numbers.push_back({"descents",
                            std::to_string(descents(keys)) + " of " + std::to_string(std::max(count, 1u) - 1),
                            "before the stage: keys greater than the next"});
    return step;
}

void add_bodies_step(Lesson& lesson, const LessonPlane& plane) {
    Words ids(plane.count());
    std::iota(ids.begin(), ids.end(), 0u);
    LessonStep step = plane_step(
        "bodies",
        "Each input key makes a body in a plane: its x is 7/8 of the key, its y puts it into one of two discs. The "
        "bodies of the program have three axes; this lesson has two.",
        lesson.keys, ids);
    step.first_of_pass = true;
    step.arrays = {body_array("x", kPlaneX, body_words(plane, ids, &PlaneBody::x)),
                   body_array("y", kPlaneY, body_words(plane, ids, &PlaneBody::y))};
    step.numbers = {{"bodies", std::to_string(plane.count()), "one per input key"}};
    lesson.steps.push_back(std::move(step));
}

Words body_words(const LessonPlane& plane, const Words& ids, uint32_t PlaneBody::*part) {
    Words words;
    for (const uint32_t id : ids) words.push_back(plane.bodies[id].*part);
    return words;
}

uint32_t whole(float number) {
    return number > 0 ? static_cast<uint32_t>(std::min(std::round(number), 4294967040.0f)) : 0;
}

std::string metres(float length_m) {
    if (length_m >= 1 || length_m <= 0) return std::to_string(std::llround(length_m));
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", static_cast<double>(length_m));
    return text;
}

}  // namespace app
