// Where a broken model goes wrong: the first wrong pair of the result, and the first step that is not that of
// the right model.
#include <algorithm>

#include "app/teach/lesson.h"

namespace app {
namespace {

int first_different_step(const sort::StageLog& broken, const sort::StageLog& right) {
    const size_t stages = std::max(broken.stages.size(), right.stages.size());
    for (size_t i = 0; i < stages; ++i) {
        if (!same_stage(broken, right, i)) return static_cast<int>(i);
    }
    return -1;
}

/// How many values of the input are not in the result.
size_t lost_pairs(const sort::StageLog& log) {
    std::vector<uint32_t> there = log.sorted_values;
    std::sort(there.begin(), there.end());
    return static_cast<size_t>(std::count_if(log.values.begin(), log.values.end(), [&](uint32_t value) {
        return !std::binary_search(there.begin(), there.end(), value);
    }));
}

}  // namespace

void mark_broken(Lesson& lesson, const sort::Break& broken, const sort::StageLog& of_broken,
                 const sort::StageLog& of_right) {
    LessonBreak& found = lesson.broken;
    found.name = broken.name;
    found.title = broken.title;
    found.sentence = broken.sentence;
    found.first_step = first_different_step(of_broken, of_right);
    // The stages' sentences are those of the right model.
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        if (found.first_step >= 0 && i >= static_cast<size_t>(found.first_step))
            lesson.steps[i].sentence.insert(0, "Without the break: ");
    }
    const sort::KeyBits bits = sort::key_bits(lesson.setup.options.begin_bit, lesson.setup.options.end_bit);
    for (uint32_t i = 0; i < of_right.sorted_keys.size() && !found.wrong; ++i) {
        const uint32_t key = of_broken.sorted_keys[i], right = of_right.sorted_keys[i];
        const uint32_t value = of_broken.sorted_values[i], right_value = of_right.sorted_values[i];
        const std::string where = "index " + std::to_string(i) + ": ";
        if (bits(key) != bits(right)) {
            found.wrong_what =
                where + "key " + std::to_string(key) + " where key " + std::to_string(right) + " belongs";
        } else if (lesson.stable && value != right_value) {
            found.wrong_what = where + "of equal keys " + std::to_string(key) + ", value " +
                               std::to_string(value) + " stands where value " + std::to_string(right_value) +
                               " belongs";
        } else {
            continue;
        }
        found.wrong = true;
        found.wrong_index = i;
    }
    const size_t lost = lost_pairs(of_broken);
    if (lost == 0) return;
    found.wrong = true;
    if (!found.wrong_what.empty()) found.wrong_what += "; ";
    found.wrong_what += std::to_string(lost) + (lost == 1 ? " pair is" : " pairs are") + " lost";
}

}  // namespace app
