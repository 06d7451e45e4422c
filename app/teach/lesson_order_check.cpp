// The lesson `order-check`: how many threads find out whether keys are in order, as L. Ha, J. Krueger, C. T. Silva
// ask it before each pass (Computer Graphics Forum 2009, section 4.2).
//
// Example, 1 2 0 3 0 1 1 0: descents at 2 0, 3 0 and 1 0, so the keys are not in order.
#include <algorithm>
#include <functional>
#include <numeric>

#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t kCheckWarp = 8, kCheckBlock = 32;

bool any_of(const Words& words, size_t first, size_t count) {
    const auto begin = words.begin() + static_cast<ptrdiff_t>(first);
    const auto end = words.begin() + static_cast<ptrdiff_t>(std::min(first + count, words.size()));
    return std::any_of(begin, end, [](uint32_t word) { return word != 0; });
}

/// Returns one word for each `count` words: 1 if one of them is not 0.
Words any_of_each(const Words& words, size_t count) {
    Words all;
    for (size_t first = 0; first < words.size(); first += count)
        all.push_back(any_of(words, first, count) ? 1 : 0);
    return all;
}

constexpr sort::Picture kPictures[] = {
    {"warp vote", sort::Part::spans, "warps"},
    {"block", sort::Part::spans, "blocks"},
    {"answer", sort::Part::descents, "out of order"},
};

constexpr sort::Break kOrderCheckBreaks[] = {
    {"no-barrier", "A block that does not wait for its warps",
     "A race condition: the first warp of a block writes the block's answer without waiting for the others. A descent "
     "that only another warp met is not reported, and keys that are out of order may be called in order.",
     60, "swaps:1"},
    {"own-tile-only", "No look at the next tile",
     "The last thread of a tile does not read the first key of the next one. A descent between two tiles is not found: "
     "with two tiles that are in order each, all keys are called in order.",
     58, "intruder"},
};

Lesson make_order_check(const LessonInput& input, const sort::Break* broken, const SizeChoice& sizes) {
    const auto block_keys = static_cast<uint32_t>(sizes.tile), warp_keys = static_cast<uint32_t>(sizes.warp);
    Lesson lesson;
    lesson.pictures = kPictures;
    lesson.keys = lesson.sorted_keys = input.keys;
    lesson.setup.options.end_bit = input.bits;
    lesson.setup.tile_pairs = block_keys;
    lesson.setup.warp_threads = warp_keys;
    lesson.sorted_values.resize(input.keys.size());
    std::iota(lesson.sorted_values.begin(), lesson.sorted_values.end(), 0u);

    Words flags(input.keys.size());
    for (size_t i = 0; i + 1 < flags.size(); ++i) flags[i] = input.keys[i] > input.keys[i + 1] ? 1 : 0;
    if (sort::is_break(broken, "own-tile-only")) {
        for (size_t i = block_keys - 1; i < flags.size(); i += block_keys) flags[i] = 0;
    }
    const Words warps = any_of_each(flags, warp_keys);
    Words blocks = any_of_each(warps, block_keys / warp_keys);
    if (sort::is_break(broken, "no-barrier")) {
        for (size_t block = 0; block < blocks.size(); ++block)
            blocks[block] = warps[block * block_keys / warp_keys];
    }
    const Words answer = any_of_each(blocks, blocks.size());
    const uint32_t count = descents(input.keys);
    const auto add = [&](const char* stage, const std::string& sentence, LessonArray array,
                         std::vector<LessonNumber> numbers) {
        LessonStep step;
        step.stage = stage;
        step.sentence = sentence;
        step.first_of_pass = lesson.steps.empty();
        step.keys_before = step.keys = input.keys;
        step.values_before = step.values = lesson.sorted_values;
        step.arrays.push_back(std::move(array));
        step.numbers = std::move(numbers);
        lesson.steps.push_back(std::move(step));
    };
    add("compare",
        "Each thread compares its key with the next; the last thread of a tile reads the first key of the next tile. "
        "Nothing is written.",
        {"descents", "1 where a key is greater than the next.", sort::Drawn::a_pair, "", "", 0, flags},
        {{"descents", std::to_string(count) + " of " + std::to_string(std::max<size_t>(flags.size(), 1) - 1),
          "keys greater than the next one"}});
    add("warp vote",
        std::string(
            "One instruction tells every thread of a warp whether any of them met a descent: a tree of comparisons that the "
            "hardware has. A warp has ") +
            std::to_string(warp_keys) + " threads" + (warp_keys < kWarpThreads ? " here, 32 on a GPU." : "."),
        {"warps", "1 where a thread of the warp met a descent.", sort::Drawn::table, "warp", "", 1, warps},
        {});
    add("block",
        "The warps of a block combine their answers at a barrier, so that one thread per block can speak for it.",
        {"blocks", "1 where a warp of the block met a descent.", sort::Drawn::table, "block", "", 1, blocks},
        {});
    add("answer",
        "A block with a descent writes 1 to one word of memory. All write the same, so no atomic addition is needed. "
        "The kernels that follow read the word, and leave at once when it is 0.",
        {"out of order", "1: some key is greater than the next; 0: the keys are in order.",
         sort::Drawn::a_word, "", "", 0, answer.empty() ? Words{0} : answer},
        {{"words written", std::to_string(std::count(blocks.begin(), blocks.end(), 1u)),
          "at most one per block"}});
    lesson.sorted = (count > 0) == any_of(answer, 0, 1);
    lesson.result = any_of(answer, 0, 1) ? "the keys are not in order" : "the keys are in order";
    if (!lesson.sorted) {
        const auto greater = std::adjacent_find(input.keys.begin(), input.keys.end(), std::greater<>());
        lesson.result = "the answer is 0, as of keys in order, but they are not: key " +
                        std::to_string(*greater) + " at index " +
                        std::to_string(greater - input.keys.begin()) + " is greater than the next, " +
                        std::to_string(greater[1]);
    }
    lesson.questions = {
        {"compare", "Why does the sort look at the first few keys before all others?",
         "Keys that are not in order nearly always show it soon. Then the check ends there, and costs almost nothing."},
        {"answer", "What does a check cost when the keys are in order, and what does it save?",
         "One read of all keys. It saves all passes, each of which reads and writes every pair."},
    };
    return lesson;
}

}  // namespace

LessonMaker order_check_lesson() {
    return {"order-check",
            "Are the keys in order? Many threads, one answer",
            "L. Ha, J. Krueger, C. T. Silva: Fast 4-way parallel radix sorting on GPUs. Computer Graphics "
            "Forum, 2009",
            make_order_check,
            kOrderCheckBreaks,
            kUsualLessonKeys,
            kCheckBlock,
            kCheckWarp};
}

}  // namespace app
