// Counts by other means than the lessons do: sets and sorted lists instead of the loops that made the numbers.
#include "app/teach/checking/recount.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "app/base/text/names.h"
#include "app/teach/numbers.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;
using Count = std::optional<std::string>;  // none: the number has no second count

/// A number of a stage and where it stands.
struct Place {
    const Lesson& lesson;
    size_t index;
    const LessonStep& step() const { return lesson.steps[index]; }
};

const Words* words_of(const LessonStep& step, const char* name) {
    const LessonArray* const array = array_named(step, name);
    return array ? &array->words : nullptr;
}

Count descents_again(const Place& place) {
    const Words& keys = place.step().keys_before;
    size_t at_ends = 0;  // each descent ends a run that ascends
    for (auto run = keys.begin(); run != keys.end(); ++at_ends) run = std::is_sorted_until(run, keys.end());
    return std::to_string(std::max<size_t>(at_ends, 1) - 1) + " of " +
           std::to_string(std::max<size_t>(keys.size(), 1) - 1);
}

/// Moves of an insertion sort.
Count inversions_again(const Place& place) {
    std::vector<uint32_t> sorted;
    uint64_t moves = 0;
    for (const uint32_t key : place.step().keys_before) {
        const auto to = std::upper_bound(sorted.begin(), sorted.end(), key);
        moves += static_cast<uint64_t>(sorted.end() - to);
        sorted.insert(to, key);
    }
    return std::to_string(moves);
}

std::optional<size_t> additions_of(const LessonStep& step) {
    if (const LessonArray* const accesses = array_named(step, "accesses")) return accesses->columns;
    const Words* const adds = words_of(step, "adds");
    if (!adds) return std::nullopt;
    const Words* const list = words_of(step, "warp sums");
    size_t count = 0;
    for (size_t i = 0; i < adds->size(); ++i) count += list ? (*adds)[i] < list->size() : (*adds)[i] != i;
    return count;
}

Count additions_again(const Place& place) {
    const auto count = additions_of(place.step());
    return count ? Count(std::to_string(*count)) : std::nullopt;
}

Count additions_so_far(const Place& place) {
    size_t sum = 0;
    for (size_t i = 0; i <= place.index; ++i) {
        const LessonStep& step = place.lesson.steps[i];
        if (step.pass == place.step().pass) sum += additions_of(step).value_or(0);
    }
    return std::to_string(sum);
}

/// How often a warp waits when its threads access these indices at once: per bank, the different ones but one; the
/// worst bank counts.
size_t conflicts_of(std::set<std::pair<uint32_t, uint32_t>> bank_and_index) {
    std::map<uint32_t, size_t> per_bank;
    for (const auto& [bank, index] : bank_and_index) ++per_bank[bank];
    size_t worst = 1;
    for (const auto& [bank, count] : per_bank) worst = std::max(worst, count);
    return worst - 1;
}

Count conflicts_so_far(const Place& place) {
    size_t sum = 0;
    for (size_t i = 0; i <= place.index; ++i) {
        const LessonStep& step = place.lesson.steps[i];
        const LessonArray* const accesses = array_named(step, "accesses");
        if (!accesses || step.pass != place.step().pass) continue;
        for (uint32_t row = 0; row < 4; row += 2) {
            // Both are read, the right one is written; going down the left one, too.
            const size_t times = row == 2 || step.stage == "down-sweep" ? 2 : 1;
            for (uint32_t first = 0; first < accesses->columns; first += kWarpThreads) {
                std::set<std::pair<uint32_t, uint32_t>> used;
                for (uint32_t t = first; t < std::min(first + kWarpThreads, accesses->columns); ++t)
                    used.insert({accesses->words[(row + 1) * accesses->columns + t],
                                 accesses->words[row * accesses->columns + t]});
                sum += times * conflicts_of(used);
            }
        }
    }
    return std::to_string(sum);
}

/// What a method of the lesson `scan` costs in all its steps: barriers by the depth of its trees, as the sentence of
/// the stage says.
Count scan_costs_again(const Place& place, int pass, uint32_t barriers, bool conflicts) {
    size_t additions = 0, steps = 0, last = 0;
    for (size_t i = 0; i < place.index; ++i) {
        const LessonStep& step = place.lesson.steps[i];
        const size_t own = step.pass == pass ? additions_of(step).value_or(0) : 0;
        additions += own;
        steps += own > 0;
        if (step.pass == pass && array_named(step, "accesses")) last = i;
    }
    const Count banks = conflicts ? conflicts_so_far({place.lesson, last}) : Count("0");
    return counted(additions, "addition") + ", " + counted(steps, "step") + ", " +
           counted(barriers, "barrier") + ", " + counted(std::stoul(*banks), "bank conflict");
}

uint32_t depth_of(size_t numbers) { return static_cast<uint32_t>(std::bit_width(numbers - 1)); }

Count hillis_steele_again(const Place& place) {
    return scan_costs_again(place, 0, depth_of(place.step().keys.size()), false);
}

Count blelloch_again(const Place& place) {
    return scan_costs_again(place, 1, 2 * depth_of(place.step().keys.size()), true);
}

Count warps_again(const Place& place) {
    const size_t threads = place.lesson.setup.warp_threads, keys = place.step().keys.size();
    const size_t warps = (keys + threads - 1) / threads;
    const uint32_t barriers = warps < 2 ? 0 : warps <= kWarpThreads ? 2 : depth_of(warps) + 1;
    return scan_costs_again(place, 2, barriers, false);
}

/// Boxes as the arrays of a sweep have them.
struct Boxes {
    const Words &min, &max, &low, &high;
    uint32_t width;  // of a column; 0: there are none
    size_t count() const { return max.size(); }
    bool meet_on_axis(size_t a, size_t b) const { return min[a] <= max[b] && min[b] <= max[a]; }
    bool meet(size_t a, size_t b) const {
        return meet_on_axis(a, b) && low[a] <= high[b] && low[b] <= high[a];
    }
};

std::optional<Boxes> boxes_of(const Place& place) {
    const LessonStep& step = place.step();
    const Words *max = words_of(step, "max"), *low = words_of(step, "low"), *high = words_of(step, "high");
    const Words* const min = words_of(step, "min");
    if (!max || !low || !high || step.values_per_key != 1) return std::nullopt;
    uint32_t width = 0;
    for (const LessonStep& before : place.lesson.steps) {
        for (const LessonNumber& number : before.numbers)
            if (number.name == "column width") width = static_cast<uint32_t>(std::stoul(number.value));
    }
    return Boxes{min ? *min : step.keys, *max, *low, *high, width};
}

/// Returns the tests of each box, as the sentence of the stage says: of two boxes that meet on the axis the one that
/// begins first tests the other, in columns only where it walks.
std::optional<Words> walks_again(const Place& place) {
    const auto boxes = boxes_of(place);
    if (!boxes) return std::nullopt;
    Words tests(boxes->count());
    for (size_t a = 0; a < tests.size(); ++a) {
        for (size_t b = 0; b < a; ++b) {
            if (!boxes->meet_on_axis(a, b)) continue;
            const bool later_first = boxes->min[a] < boxes->min[b];
            const size_t own = later_first ? a : b, other = later_first ? b : a;
            const uint32_t width = boxes->width;
            const bool in_next = width && boxes->low[other] / width > boxes->low[own] / width;
            const bool near = width == 0 || (boxes->low[other] / width + 1 >= boxes->low[own] / width &&
                                             boxes->low[own] / width + 1 >= boxes->low[other] / width);
            if (near && (!in_next || boxes->high[own] / width >= boxes->low[other] / width)) ++tests[own];
        }
    }
    return tests;
}

Count tests_again(const Place& place) {
    const auto walks = walks_again(place);
    if (!walks) return std::nullopt;
    uint64_t sum = 0;
    for (const uint32_t tests : *walks) sum += tests;
    return std::to_string(sum);
}

Count longest_walk_again(const Place& place) {
    const auto walks = walks_again(place);
    if (!walks) return std::nullopt;
    return std::to_string(walks->empty() ? 0 : *std::max_element(walks->begin(), walks->end()));
}

Count pairs_kept_again(const Place& place) {
    const auto boxes = boxes_of(place);
    if (!boxes) return std::nullopt;
    size_t pairs = 0;
    for (size_t a = 0; a < boxes->count(); ++a)
        for (size_t b = 0; b < a; ++b) pairs += boxes->meet(a, b);
    return std::to_string(pairs);
}

Count all_tests_again(const Place& place) {
    uint64_t tests = 0;
    for (size_t i = 1; i < place.step().keys.size(); ++i) tests += i;
    return std::to_string(tests);
}

/// Where the pairs of a pass go: per tile of its input the indices in its result, each with its digit; ascending, unless
/// a variant does not exchange pairs in the tile: then in the order in which they came.
std::optional<std::vector<std::vector<std::pair<uint32_t, uint32_t>>>> writes_of(const Place& place) {
    size_t first = place.index;
    while (first > 0 && place.lesson.steps[first - 1].pass == place.step().pass) --first;
    const Words &before = place.lesson.steps[first].values_before, &after = place.step().values;
    const uint32_t tile = place.lesson.setup.tile_pairs;
    std::map<uint32_t, uint32_t> index_before;
    for (uint32_t i = 0; i < before.size(); ++i) index_before[before[i]] = i;
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> tiles((before.size() + tile - 1) / tile);
    for (uint32_t to = 0; to < after.size(); ++to) {
        const auto from = index_before.find(after[to]);
        if (from == index_before.end() || to >= place.step().digits.size()) return std::nullopt;
        tiles[from->second / tile].push_back({to, place.step().digits[to]});
    }
    for (auto& pairs : tiles) {
        if (place.lesson.setup.exchanges()) break;
        std::sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
            return index_before[after[a.first]] < index_before[after[b.first]];
        });
    }
    return tiles;
}

Count runs_again(const Place& place) {
    const auto tiles = writes_of(place);
    if (!tiles) return std::nullopt;
    size_t runs = 0;
    for (const auto& tile : *tiles) {
        for (size_t i = 0; i < tile.size(); ++i) runs += i == 0 || tile[i].second != tile[i - 1].second;
    }
    return std::to_string(runs);
}

std::optional<std::vector<size_t>> sectors_again(const Place& place) {
    const auto tiles = writes_of(place);
    if (!tiles) return std::nullopt;
    std::map<size_t, std::set<uint32_t>> of_warp;  // by the number of its first thread
    size_t thread = 0;
    for (const auto& tile : *tiles) {
        for (const auto& [to, digit] : tile)
            of_warp[thread++ / place.lesson.setup.warp_threads].insert(to * 4 / 32);
    }
    std::vector<size_t> sectors;
    for (const auto& [warp, touched] : of_warp) sectors.push_back(touched.size());
    return sectors;
}

Count sectors_of_each_again(const Place& place) {
    const auto sectors = sectors_again(place);
    if (!sectors) return std::nullopt;
    std::string text;
    for (const size_t count : *sectors) text += (text.empty() ? "" : " ") + std::to_string(count);
    return text;
}

Count all_sectors_again(const Place& place) {
    const auto sectors = sectors_again(place);
    if (!sectors) return std::nullopt;
    size_t sum = 0;
    for (const size_t count : *sectors) sum += count;
    return std::to_string(sum);
}

/// Reads of all tiles but the first, on average.
Count look_backs_again(const Place& place) {
    const LessonArray* const reads = array_named(place.step(), "look-back");
    if (!reads) return std::nullopt;
    size_t count = 0;
    for (size_t i = reads->columns; i < reads->words.size(); ++i) count += reads->words[i] > 0;
    return fixed(static_cast<double>(count) / static_cast<double>(reads->words.size() / reads->columns - 1));
}

const std::map<std::string, Count (*)(const Place&)> kCounts = {
    {"descents", descents_again},
    {"inversions", inversions_again},
    {"additions", additions_again},
    {"additions so far", additions_so_far},
    {"bank conflicts so far", conflicts_so_far},
    {"Hillis-Steele", hillis_steele_again},
    {"Blelloch", blelloch_again},
    {"warps", warps_again},
    {"tests", tests_again},
    {"longest walk", longest_walk_again},
    {"pairs kept", pairs_kept_again},
    {"tests without a broad phase", all_tests_again},
    {"same-digit runs written", runs_again},
    {"sectors written by each warp", sectors_of_each_again},
    {"sectors written by all warps", all_sectors_again},
    {"tiles read per look-back", look_backs_again},
};

}  // namespace

std::string false_number(const Lesson& lesson) {
    for (size_t i = 0; i < lesson.steps.size(); ++i) {
        if (!lesson.steps[i].ran) continue;
        for (const LessonNumber& number : lesson.steps[i].numbers) {
            const auto count = kCounts.find(number.name);
            const Count again = count == kCounts.end() ? std::nullopt : count->second({lesson, i});
            if (again && *again != number.value)
                return "stage " + std::to_string(i + 1) + ", " + lesson.steps[i].stage + ": " + number.name +
                       ": " + number.value + " is stated, " + *again + " is counted";
        }
    }
    return "";
}

}  // namespace app
