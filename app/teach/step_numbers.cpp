// Counts comparisons, look-back reads, inversions and waits, and adds them to the steps.
#include "app/teach/step_numbers.h"

#include <algorithm>

#include "app/teach/costs.h"
#include "app/teach/look_back_times.h"

namespace app {

/// Adds the comparisons of networks and merges. Those of an order check are in its number of descents.
void add_compares(LessonStep& step, const LessonSetup& setup) {
    const LessonArray* const network = array_named(step, "network");
    if (!network && !array_named(step, "runs")) return;
    std::string meaning = network ? "the same for every input"
                                  : "each chunk that is written is the lower half of a bitonic merge of two";
    if (network) {
        const auto phases = network->words.size() / step.keys.size();
        meaning += "; depth " + std::to_string(phases * (phases + 1) / 2) +
                   ": that many one after the other, all others at the same time";
    }
    step.numbers.push_back({"compares", std::to_string(compares_of(step, setup)), meaning});
}

/// Adds how many tiles each tile but the first reads before it knows its total.
void add_look_back(LessonStep& step) {
    const LessonArray* const reads_of = array_named(step, "look-back");
    if (!reads_of || reads_of->columns == 0 || reads_of->words.size() <= reads_of->columns) return;
    const LessonArray& array = *reads_of;
    const size_t tiles = array.words.size() / array.columns - 1;
    uint32_t reads = 0, most = 0;
    for (size_t tile = 1; tile <= tiles; ++tile) {
        const auto row = array.words.begin() + static_cast<std::ptrdiff_t>(tile * array.columns);
        const auto zeros = std::count(row, row + array.columns, 0u);
        const auto read = array.columns - static_cast<uint32_t>(zeros);
        reads += read;
        most = std::max(most, read);
    }
    step.numbers.push_back({"tiles read per look-back", fixed(reads / static_cast<double>(tiles)),
                            "by the tiles behind the first, on average; at most " + std::to_string(most)});
}

/// Adds the inversions of input that is to be repaired: the work of an insertion sort.
void add_inversions(Lesson& lesson) {
    for (const sort::Picture& picture : lesson.pictures) {
        if (picture.part != sort::Part::displacement) continue;
        for (LessonStep& step : lesson.steps) {
            if (step.stage != picture.stage || !step.ran) continue;
            uint64_t inversions = 0;
            for (size_t i = 0; i < step.keys_before.size(); ++i) {
                for (size_t k = i + 1; k < step.keys_before.size(); ++k)
                    inversions += step.keys_before[k] < step.keys_before[i];
            }
            step.numbers.push_back({"inversions", std::to_string(inversions),
                                    "pairs of keys in the wrong order, neighbours or not"});
        }
    }
}

/// Adds the numbers of tiles that wait for each other, as app/teach/figure/part_waits.cpp draws them.
void add_waits(Lesson& lesson) {
    for (const sort::Picture& picture : lesson.pictures) {
        if (picture.part != sort::Part::waits) continue;
        const int slow = lesson.setup.slow_tile;
        const LookBackTimes times = look_back_times(kLookBackTiles, slow);
        for (LessonStep& step : lesson.steps) {
            if (step.stage != picture.stage || step.pass != 0 || !step.ran) continue;
            step.numbers.push_back(
                {"look-backs that wait", std::to_string(times.waits), look_back_summary(times, slow)});
        }
    }
}

}  // namespace app
