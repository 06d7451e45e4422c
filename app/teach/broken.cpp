// Where a broken model goes wrong: the first wrong pair of the result, and the first step that is not that of
// the right model, with the first word in which they differ.
#include <algorithm>
#include <optional>

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

/// Returns the first index at which both differ; none: they are the same as far as both go.
std::optional<uint32_t> first_different_word(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
    const size_t both = std::min(a.size(), b.size());
    for (size_t i = 0; i < both; ++i) {
        if (a[i] != b[i]) return static_cast<uint32_t>(i);
    }
    return std::nullopt;
}

void find_first_word(LessonBreak& found, const LessonStep& broken, const LessonStep& right) {
    for (size_t k = 0; k < std::min(broken.arrays.size(), right.arrays.size()); ++k) {
        const auto index = first_different_word(broken.arrays[k].words, right.arrays[k].words);
        if (!index) continue;
        found.first_array = broken.arrays[k].name;
        found.first_word = index;
        return;
    }
    const auto key = first_different_word(broken.keys, right.keys),
               value = first_different_word(broken.values, right.values);
    found.first_word = key && value ? std::min(*key, *value) : key ? key : value;
}

/// Returns how many values of the input are not in the result.
size_t lost_pairs(const sort::StageLog& log) {
    std::vector<uint32_t> there = log.sorted_values;
    std::sort(there.begin(), there.end());
    return static_cast<size_t>(std::count_if(log.values.begin(), log.values.end(), [&](uint32_t value) {
        return !std::binary_search(there.begin(), there.end(), value);
    }));
}

bool same_words(const LessonStep& a, const LessonStep& b) {
    const auto same = [](const LessonArray& one, const LessonArray& other) {
        return one.name == other.name && one.words == other.words;
    };
    return a.keys == b.keys && a.values == b.values && a.tests == b.tests &&
           std::equal(a.arrays.begin(), a.arrays.end(), b.arrays.begin(), b.arrays.end(), same);
}

/// Marks the sentences from the first step that differs on: they are those of the right model.
void say_without_the_break(Lesson& lesson, size_t first) {
    for (size_t i = first; i < lesson.steps.size(); ++i)
        lesson.steps[i].sentence.insert(0, "Without the break: ");
}

/// Returns "stage 3, sweep: tests, word 4 is 1 and not 2"
std::string difference_in(const LessonBreak& found, size_t step, const LessonStep& broken,
                          const LessonStep& right) {
    const std::string where = "stage " + std::to_string(step + 1) + ", " + broken.stage + ": ";
    if (!found.first_word) return where + "it has other words";
    const auto words_of = [&](const LessonStep& one) {
        const LessonArray* const array = array_named(one, found.first_array);
        return array ? array->words : one.keys;
    };
    return where + (found.first_array.empty() ? "the keys" : found.first_array) + ", word " +
           std::to_string(*found.first_word) + " is " + std::to_string(words_of(broken)[*found.first_word]) +
           " and not " + std::to_string(words_of(right)[*found.first_word]);
}

}  // namespace

void mark_broken(Lesson& lesson, const sort::Break& broken, const Lesson& right) {
    LessonBreak& found = lesson.broken;
    found.name = broken.name;
    found.title = broken.title;
    found.sentence = broken.sentence;
    found.wrong = !lesson.sorted;
    for (size_t i = 0; i < std::min(lesson.steps.size(), right.steps.size()); ++i) {
        if (same_words(lesson.steps[i], right.steps[i])) continue;
        found.first_step = static_cast<int>(i);
        find_first_word(found, lesson.steps[i], right.steps[i]);
        found.wrong_what = difference_in(found, i, lesson.steps[i], right.steps[i]);
        say_without_the_break(lesson, i);
        return;
    }
}

void mark_broken(Lesson& lesson, const sort::Break& broken, const sort::StageLog& of_broken,
                 const sort::StageLog& of_right, const Lesson& right_lesson) {
    LessonBreak& found = lesson.broken;
    found.name = broken.name;
    found.title = broken.title;
    found.sentence = broken.sentence;
    found.first_step = first_different_step(of_broken, of_right);
    const auto first = static_cast<size_t>(std::max(found.first_step, 0));
    if (found.first_step >= 0) {
        say_without_the_break(lesson, first);
        if (first < std::min(lesson.steps.size(), right_lesson.steps.size()))
            find_first_word(found, lesson.steps[first], right_lesson.steps[first]);
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
