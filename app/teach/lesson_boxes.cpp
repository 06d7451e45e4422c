// Makes flat boxes from keys, and the steps that lessons of broad phases share.
#include "app/teach/lesson_boxes.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "app/base/text/names.h"
#include "app/teach/input.h"
#include "sim/math/mix_bits.h"

namespace app {

using Words = std::vector<uint32_t>;

std::vector<LessonBox> boxes_of(const Words& keys) {
    const uint32_t largest = keys.empty() ? 0 : *std::max_element(keys.begin(), keys.end());
    const uint32_t usual = std::max<uint32_t>(1, largest / (static_cast<uint32_t>(keys.size()) + 1));
    std::vector<LessonBox> boxes;
    for (uint32_t i = 0; i < keys.size(); ++i) {
        const auto random = static_cast<uint32_t>(sim::mix_bits(i + 1));
        const uint32_t length = usual + random % (4 * usual);
        const uint32_t low = (random >> 8) % (kLessonHeight - kTallestBox);
        const uint32_t max = keys[i] > UINT32_MAX - length ? UINT32_MAX : keys[i] + length;
        boxes.push_back({keys[i], max, low, low + 4 + (random >> 20) % (kTallestBox - 3)});
    }
    return boxes;
}

Words words_of(const std::vector<LessonBox>& boxes, const Words& order, uint32_t LessonBox::*part) {
    Words words;
    for (const uint32_t box : order) words.push_back(boxes[box].*part);
    return words;
}

Lesson box_lesson(const Words& keys, int bits) {
    Lesson lesson;
    lesson.keys = keys;
    lesson.setup.options.end_bit = bits;
    lesson.setup.tile_pairs = 2 * kMostLessonKeys;
    lesson.setup.has_tiles = lesson.setup.has_warps = false;
    return lesson;
}

LessonStep box_step(const char* stage, std::string sentence, const Words& keys, const Words& values) {
    LessonStep step;
    step.stage = stage;
    step.sentence = std::move(sentence);
    step.keys_before = step.keys = keys;
    step.values_before = step.values = values;
    return step;
}

LessonArray pair_array(const char* name, std::string sentence, Words words) {
    return {name, std::move(sentence), sort::Drawn::a_pair, "", "", 0, std::move(words)};
}

LessonStep sort_step(const char* sentence, const Words& keys, const Words& values) {
    LessonStep step = box_step("sort", sentence, keys, values);
    Words from(keys.size());
    std::iota(from.begin(), from.end(), 0u);
    std::stable_sort(from.begin(), from.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    for (size_t i = 0; i < from.size(); ++i) {
        step.keys[i] = keys[from[i]];
        step.values[i] = values[from[i]];
    }
    if (!std::is_sorted(from.begin(), from.end())) step.from = from;
    step.numbers.push_back(
        {"descents",
         std::to_string(descents(keys)) + " of " + std::to_string(std::max<size_t>(keys.size(), 1) - 1),
         "keys greater than the next one; bodies that move little leave few"});
    return step;
}

std::vector<LessonArray> box_arrays(const std::vector<LessonBox>& boxes, const Words& order,
                                    const char* max_sentence) {
    return {
        pair_array("max", max_sentence, words_of(boxes, order, &LessonBox::max)),
        pair_array("low", "Where the box begins on the other axis.", words_of(boxes, order, &LessonBox::low)),
        pair_array("high", "Where the box ends on the other axis.",
                   words_of(boxes, order, &LessonBox::high))};
}

void add_boxes_step(Lesson& lesson, const std::vector<LessonBox>& boxes) {
    Words all(boxes.size());
    std::iota(all.begin(), all.end(), 0u);
    LessonStep step = box_step(
        "boxes",
        "Each body has a box. On the sort axis it reaches from its key, the min, to its max, on the other axis from "
        "low to high. Bodies have three axes, this lesson has two.",
        lesson.keys, all);
    step.first_of_pass = true;
    step.arrays = box_arrays(boxes, all, "Where the box ends on the sort axis.");
    const uint64_t n = boxes.size();
    step.numbers = {{"tests without a broad phase", std::to_string(n * (n - (n > 0)) / 2),
                     "each box with each: n (n - 1) / 2"}};
    lesson.steps.push_back(std::move(step));
}

void count_tests(LessonStep& sweep) {
    Words tests(sweep.keys.size()), kept(sweep.keys.size());
    for (const BoxTest& test : sweep.tests) {
        ++tests[test.a];
        kept[test.a] += test.kept ? 1 : 0;
    }
    const uint64_t all = sweep.tests.size();
    const auto pairs = std::accumulate(kept.begin(), kept.end(), uint64_t{0});
    const uint32_t longest = tests.empty() ? 0 : *std::max_element(tests.begin(), tests.end());
    sweep.numbers = {{"tests", std::to_string(all), "boxes that were looked at"},
                     {"pairs kept", std::to_string(pairs), "those that overlap on the other axis too"},
                     {"longest walk", std::to_string(longest),
                      "tests of one thread: the others of its warp wait for it (divergence)"}};
    sweep.arrays.push_back(pair_array("tests", "How many boxes it was tested with.", tests));
    sweep.arrays.push_back(pair_array("kept", "How many of these overlap it.", kept));
}

namespace {

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

/// Returns "18 of 37 pairs; missing first: 3 and 17"; where none is missing, some are found twice or touch nothing.
std::string wrong_pairs(const Pairs& found, const Pairs& wanted) {
    std::string text = std::to_string(found.size()) + " of " + counted(wanted.size(), "pair");
    for (const auto& pair : wanted) {
        if (found.contains(pair)) continue;
        return text + "; the first that is missing: boxes " + std::to_string(pair.first) + " and " +
               std::to_string(pair.second);
    }
    return text + ", some twice or of boxes that do not overlap";
}

}  // namespace

void add_pairs_step(Lesson& lesson, const std::vector<LessonBox>& boxes, const LessonStep& sweep,
                    const Words& box_of) {
    Pairs found, wanted;
    bool once = true;
    for (const BoxTest& test : sweep.tests) {
        const auto both = std::minmax(box_of[test.a], box_of[test.b]);
        if (test.kept) once = found.insert({both.first, both.second}).second && once;
    }
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        for (uint32_t b = a + 1; b < boxes.size(); ++b) {
            if (boxes[a].overlaps(boxes[b])) wanted.insert({a, b});
        }
    }
    Words list;
    for (const auto& pair : found) list.push_back(pair.first);
    for (const auto& pair : found) list.push_back(pair.second);
    LessonStep step =
        box_step("pairs", "The pairs that were kept, each once: the smaller index above the larger one.",
                 sweep.keys, sweep.values);
    step.looks_at_pairs = false;
    const auto columns = static_cast<uint32_t>(found.size());
    if (columns > 0)
        step.arrays.push_back({"pairs", "Indices in the input of two boxes that overlap.", sort::Drawn::table,
                               "row", "pair", columns, list});
    lesson.sorted = once && found == wanted;
    step.numbers = {
        {"pairs", std::to_string(columns),
         "testing each box with each gives " + (lesson.sorted ? "the same" : std::to_string(wanted.size()))}};
    step.values_per_key = sweep.values_per_key;
    lesson.steps.push_back(std::move(step));
    lesson.sorted_keys = sweep.keys;
    lesson.sorted_values = sweep.values;
    lesson.result = counted(found.size(), "pair") + ", the same as from testing each box with each";
    if (!lesson.sorted) lesson.result = wrong_pairs(found, wanted);
}

}  // namespace app
