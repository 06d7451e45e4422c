// The lesson `scan`: prefix sums of a few numbers by three methods. After W. D. Hillis, G. L. Steele, "Data
// parallel algorithms", CACM 1986; G. E. Blelloch, "Prefix sums and their applications", 1990; M. Harris, S.
// Sengupta, J. D. Owens, "Parallel prefix sum (scan) with CUDA", GPU Gems 3, 2007, chapter 39, for the banks.
//
// Example, 3 1 7 0 4 1 6 3: exclusive 0 3 4 11 11 15 16 22, inclusive 3 4 11 11 15 16 22 25.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "app/base/text/names.h"
#include "app/teach/maker.h"
#include "app/teach/scan/scan_costs.h"
#include "app/teach/scan/scan_texts.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t kScanWarp = 8;

constexpr sort::Picture kScanPictures[] = {
    {"recursive doubling", sort::Part::adds, "adds"},
    {"up-sweep", sort::Part::adds, "adds"},
    {"clear", sort::Part::adds, "adds"},
    {"down-sweep", sort::Part::adds, "adds"},
    {"warp shuffle", sort::Part::adds, "adds"},
    {"warp sums", sort::Part::adds, "adds"},
    {"add", sort::Part::adds, "adds", "warp sums"},
    {"work and depth", sort::Part::table, "work and depth"},
};

constexpr sort::Break kScanBreaks[] = {
    {"no-barrier", "Hillis-Steele without a barrier",
     "A race condition: a thread may read a sum that another one has written in the same step, and the result depends on "
     "who comes first. Here the threads run one after the other, from the first on: each adds what already holds more "
     "than it should, and the sums grow too large.",
     16, "uniform"},
    {"no-clear", "Blelloch's tree without the 0",
     "The last place keeps the sum of all instead of 0. It comes down to the first, and every sum holds all numbers "
     "besides those before it.",
     16, "uniform"},
};

class ScanLesson {
public:
    ScanLesson(const LessonInput& input, const sort::Break* broken, uint32_t warp)
        : count_(static_cast<uint32_t>(input.keys.size())), warp_(warp), broken_(broken) {
        lesson_.keys = input.keys;
        lesson_.pictures = kScanPictures;
        lesson_.pass_names = {"Hillis-Steele", "Blelloch", "warps"};
        lesson_.setup.options.end_bit = input.bits;
        lesson_.setup.tile_pairs = kMostLessonKeys;
        lesson_.setup.warp_threads = warp;
        lesson_.setup.has_tiles = false;
        indices_.resize(count_);
        std::iota(indices_.begin(), indices_.end(), 0u);
    }

    Lesson make() {
        Words inclusive(count_), exclusive(count_);
        std::inclusive_scan(lesson_.keys.begin(), lesson_.keys.end(), inclusive.begin());
        std::exclusive_scan(lesson_.keys.begin(), lesson_.keys.end(), exclusive.begin(), 0u);
        const Words by_hillis = hillis_steele(), by_blelloch = blelloch(),
                    by_warps = shuffles();  // in this order
        if (count_ > 1) compare_costs();
        lesson_.sorted = by_hillis == inclusive && by_blelloch == exclusive && by_warps == inclusive;
        lesson_.sorted_keys = by_hillis;
        lesson_.sorted_values = indices_;
        lesson_.result =
            "the inclusive prefix sums, as Hillis-Steele and the warps give them; Blelloch's sums are exclusive: the same, "
            "one index later";
        if (!lesson_.sorted) {  // a break is of one of them
            lesson_.result = first_wrong("Hillis-Steele", by_hillis, inclusive) +
                             first_wrong("Blelloch", by_blelloch, exclusive) +
                             first_wrong("the warps", by_warps, inclusive);
        }
        lesson_.questions = {
            {"recursive doubling",
             "Which of the three scans adds most often, and why is it used all the same?",
             "Hillis-Steele: about n log2 n additions, where one after another n - 1 suffice. Blelloch's scan is "
             "work-efficient: 2 (n - 1) additions, but twice as many steps. Hillis-Steele needs few steps and no "
             "barrier within a warp, where idle threads would save nothing."},
            {"down-sweep", "Inclusive or exclusive: which one gives a key its index?",
             "The exclusive sum: the number of keys before it. The inclusive sum counts the key itself, too."},
            {"up-sweep", "Why does one word of padding after every 32 words avoid conflicts of banks?",
             "The words of a step lie a power of two apart, so many share a bank. With the padding, words 32 apart lie "
             "in neighbouring banks."},
            {"up-sweep", "Why do the first threads do the work, and not those at the places that change?",
             "So that whole warps have nothing to do and stop early. With every second thread of each warp idle "
             "(divergence), the warp would take as long as with all of them."},
            {"add", "Why are there two stages after the warps' own scans, and not one?",
             "A warp needs the sum of all warps before it. Scanned once, these sums need only one addition per thread; "
             "else each thread would add up all warps before its own."},
        };
        return std::move(lesson_);
    }

private:
    /// Returns "Hillis-Steele: first wrong at index 2, 14 instead of 11", or "" where all are right.
    static std::string first_wrong(const std::string& scan, const Words& sums, const Words& right) {
        const auto [is, wanted] = std::mismatch(sums.begin(), sums.end(), right.begin());
        if (is == sums.end()) return "";
        return scan + ": first wrong at index " + std::to_string(is - sums.begin()) + ", " +
               std::to_string(*is) + " instead of " + std::to_string(*wanted);
    }

    /// `partner[i]`: the index whose sum is added to that of i, or i. `values` empty: one sum per number.
    LessonStep& step(const char* stage, const std::string& sentence, int pass, bool first,
                     const Words& before, const Words& after, const Words& partner, uint32_t adds,
                     const Words& values = {}) {
        LessonStep step;
        step.stage = stage;
        step.sentence = sentence;
        step.pass = pass;
        step.first_of_pass = first;
        step.keys_before = before;
        step.keys = after;
        step.values_before = step.values = values.empty() ? indices_ : values;
        const bool down = step.stage == "down-sweep";
        step.arrays.push_back(
            {"adds", down ? kAddedOrTaken : kAdded, sort::Drawn::a_pair, "", "", 0, partner});
        ScanCosts& costs = costs_[static_cast<size_t>(pass)];
        costs.additions += adds;
        costs.steps += adds > 0;
        step.numbers = {
            {"additions", std::to_string(adds), "in this step"},
            {"additions so far", std::to_string(costs.additions), "one after another n - 1 suffice"}};
        lesson_.steps.push_back(std::move(step));
        return lesson_.steps.back();
    }

    static LessonNumber distance_number(uint32_t distance) {
        return {"distance", std::to_string(distance), ""};
    }

    Words hillis_steele() {
        Words sums = lesson_.keys;
        SharedWords shared(count_);
        for (uint32_t distance = 1; distance < count_; distance *= 2) {
            // lesson: scan/recursive doubling
            Words next = sums, partner = indices_;
            const Words& read = sort::is_break(broken_, "no-barrier") ? next : sums;
            for (uint32_t i = distance; i < count_; ++i) {
                next[i] += read[i - distance];
                partner[i] = i - distance;
            }
            // lesson end
            Words left, right;
            for (uint32_t i = distance; i < count_; ++i) {
                left.push_back(i - distance);
                right.push_back(i);
                shared.read(i, i - distance);
            }
            for (uint32_t i = 0; i < count_; ++i) shared.write(i, i);  // to the other array
            shared.end_step();
            const uint32_t conflicts = bank_conflicts(left) + 2 * bank_conflicts(right);
            costs_[0].conflicts += conflicts;
            LessonStep& made = step("recursive doubling", kHillisSteele, 0, distance == 1, sums, next,
                                    partner, count_ - distance);
            made.numbers.push_back(distance_number(distance));
            made.numbers.push_back(
                {"bank conflicts", std::to_string(conflicts), "neighbours read neighbouring words"});
            sums = next;
        }
        costs_[0].barriers = shared.barriers();
        return sums;
    }

    /// Sums of a tree over the next power of two; missing numbers are 0 and not shown.
    Words blelloch() {
        const uint32_t size = std::bit_ceil(count_);
        Words tree = lesson_.keys;
        tree.resize(size, 0);
        uint32_t& conflicts = costs_[1].conflicts;
        uint32_t padded = 0;
        SharedWords shared(size);
        const auto level = [&](const char* stage, const std::string& sentence, uint32_t distance, bool first,
                               bool down) {
            Words next = tree, partner = indices_, left, right;
            // lesson: scan/up-sweep, scan/down-sweep
            for (uint32_t b = 2 * distance - 1; b < size; b += 2 * distance) {
                const uint32_t a = b - distance;
                next[b] = tree[b] + tree[a];
                if (down) next[a] = tree[b];
            }
            // lesson end
            for (uint32_t b = 2 * distance - 1; b < size; b += 2 * distance) {
                const uint32_t a = b - distance, thread = b / (2 * distance);
                left.push_back(a);
                right.push_back(b);
                for (const uint32_t word : {a, b}) shared.read(thread, word);
                if (down) shared.write(thread, a);
                shared.write(thread, b);
                if (b < count_) partner[b] = a;
                if (down && a < count_) partner[a] = b;  // also one behind the numbers
            }
            shared.end_step();
            // Both are read; the right one is written, going down the left one, too.
            const uint32_t accesses_left = down ? 2 : 1, accesses_right = 2;
            conflicts +=
                accesses_left * bank_conflicts(left, false) + accesses_right * bank_conflicts(right, false);
            padded +=
                accesses_left * bank_conflicts(left, true) + accesses_right * bank_conflicts(right, true);
            LessonStep& made = step(stage, sentence, 1, first, shown(tree), shown(next), partner,
                                    static_cast<uint32_t>(left.size()));
            add_threads(made, left, right);
            made.numbers.push_back(distance_number(distance));
            made.numbers.push_back(
                {"bank conflicts so far", std::to_string(conflicts),
                 std::string("turns lost where a warp reads the left word, reads and writes the right one") +
                     (down ? ", and writes the left one" : "") +
                     ": 32 threads, 32 banks; with a word of padding after every 32 words: " +
                     std::to_string(padded)});
            tree = next;
        };
        for (uint32_t distance = 1; distance < size; distance *= 2) {
            level("up-sweep", (distance == 1 ? kAgain : "") + std::string(kUpSweep), distance, distance == 1,
                  false);
        }
        // lesson: scan/clear
        const bool clears = !sort::is_break(broken_, "no-clear");
        if (size > 1) clear_last(shown(tree), clears);
        if (clears) tree.back() = 0;
        // lesson end
        shared.write(0, size - 1);  // by the thread that has made the last sum
        shared.end_step();
        for (uint32_t distance = size / 2; distance > 0; distance /= 2)
            level("down-sweep", kDownSweep, distance, false, true);
        for (uint32_t i = 0; i < count_; ++i) shared.read(i, i);
        costs_[1].barriers = shared.barriers();
        if (size == 1) return {0};
        return shown(tree);
    }

    /// The two indices of each thread at work, and the banks in which they lie: a row of the table each.
    static void add_threads(LessonStep& step, const Words& left, const Words& right) {
        const auto threads = static_cast<uint32_t>(left.size());
        Words words;
        for (const Words* const indices : {&left, &right}) {
            for (const uint32_t index : *indices) words.push_back(index);
            for (const uint32_t index : *indices) words.push_back(index % kBanks);
        }
        step.arrays.push_back(
            {"accesses",
             "Per thread at work: row 0 the left index, row 1 its bank, row 2 the right index, to which "
             "it adds, row 3 its bank. Two threads of a warp with one bank in a row conflict.",
             sort::Drawn::table, "row", "thread", threads, words});
    }

    /// The tree over more than the numbers has its last place behind them.
    void clear_last(const Words& sums, bool clears) {
        Words cleared = sums;
        const bool visible = std::has_single_bit(count_);
        if (visible && clears) cleared.back() = 0;
        step(
            "clear",
            std::string(
                "The last place is set to 0: before the first number there is nothing, and this 0 comes down "
                "to it.") +
                (visible ? "" : " Here it lies behind the numbers and is not shown."),
            1, false, sums, cleared, indices_, 0);
    }

    Words shown(const Words& tree) const { return {tree.begin(), tree.begin() + count_}; }

    /// Scans in warps: within each, then the warps' sums, which are then added.
    Words shuffles() {
        Words sums = lesson_.keys;
        for (uint32_t distance = 1; distance < warp_ && distance < count_; distance *= 2) {
            const std::string sentence = (distance == 1 ? kAgain : "") + shuffle_sentence();
            sums = shuffle_step("warp shuffle", sentence, sums, indices_, distance, warp_);
        }
        if (count_ <= warp_) return sums;

        Words last, warp_sums;  // the last thread of each warp, and its sum
        for (uint32_t begin = 0; begin < count_; begin += warp_) {
            last.push_back(std::min(begin + warp_, count_) - 1);
            warp_sums.push_back(sums[last.back()]);
        }
        const auto warps = static_cast<uint32_t>(last.size());
        SharedWords shared(warps);
        const bool one_warp = warps <= kWarpThreads;
        for (uint32_t w = 0; w < warps; ++w) shared.write(last[w], w);
        shared.end_step();
        for (uint32_t w = 0; one_warp && w < warps; ++w) shared.read(w, w);
        for (uint32_t distance = 1; distance < warps; distance *= 2) {
            warp_sums = shuffle_step("warp sums", one_warp ? kWarpSums : kManyWarpSums, warp_sums, last,
                                     distance, warps);
            for (uint32_t w = distance; !one_warp && w < warps; ++w) {
                shared.read(w, w - distance);
                shared.read(w, w);
            }
            for (uint32_t w = 0; w < warps; ++w) shared.write(w, w);
            if (!one_warp) shared.end_step();
        }
        shared.end_step();

        Words next = sums, partner(count_, warps);
        for (uint32_t i = warp_; i < count_; ++i) {
            partner[i] = i / warp_ - 1;
            shared.read(i, partner[i]);
            next[i] += warp_sums[partner[i]];
        }
        LessonStep& made = step("add", kAdd, 2, false, sums, next, partner, count_ - warp_);
        made.arrays[0].sentence =
            "Number of the warp whose sum, of all warps up to it, is added; the number of warps: nothing.";
        made.arrays.push_back(
            {"warp sums",
             "The scanned sums of the warps: sum w is that of all numbers up to the end of warp w.",
             sort::Drawn::table, "warp", "", 1, warp_sums});
        costs_[2].barriers = shared.barriers();
        Words reads(partner.begin() + warp_, partner.end());
        costs_[2].conflicts = bank_conflicts(reads);  // all threads of a warp read one word
        made.numbers.push_back({"barriers", std::to_string(shared.barriers()),
                                one_warp ? "before the warps' sums are scanned, and after it"
                                         : "before each step of the scan of the warps' sums, and after it"});
        return next;
    }

    /// Each word of `sums` adds the one `distance` before it in its warp. `values`: the pairs that the words stand for.
    Words shuffle_step(const char* stage, const std::string& sentence, const Words& sums, const Words& values,
                       uint32_t distance, uint32_t warp) {
        Words next = sums, partner(sums.size());
        uint32_t adds = 0;
        for (uint32_t i = 0; i < sums.size(); ++i) {
            partner[i] = i;
            if (i % warp < distance) continue;
            next[i] += sums[i - distance];
            partner[i] = i - distance;
            ++adds;
        }
        const bool first = distance == 1 && values == indices_;
        step(stage, sentence, 2, first, sums, next, partner, adds, values)
            .numbers.push_back(distance_number(distance));
        return next;
    }

    std::string shuffle_sentence() const {
        return "As Hillis and Steele, but within a warp of " + std::to_string(warp_) + " threads" +
               (warp_ < kWarpThreads ? " here (32 on a GPU)" : "") +
               ": a thread reads the register of another by a warp shuffle, without shared memory, barriers or banks.";
    }

    /// Adds the last stage: what the methods have cost, side by side.
    void compare_costs() {
        LessonStep step;
        step.stage = "work and depth";
        step.sentence = kSideBySide;
        step.keys_before = step.keys = lesson_.keys;
        step.values_before = step.values = indices_;
        step.looks_at_pairs = false;
        Words table;
        for (const ScanCosts& costs : costs_) {
            table.insert(table.end(), {costs.additions, costs.steps, costs.barriers, costs.conflicts});
            step.numbers.push_back(
                {costs.method,
                 counted(costs.additions, "addition") + ", " + counted(costs.steps, "step") + ", " +
                     counted(costs.barriers, "barrier") + ", " + counted(costs.conflicts, "bank conflict"),
                 ""});
        }
        step.arrays.push_back(
            {"work and depth", kSideBySideTable, sort::Drawn::table, "method", "cost", 4, table});
        lesson_.steps.push_back(std::move(step));
    }

    uint32_t count_, warp_;
    const sort::Break* broken_;  // null: all is right
    Words indices_;
    std::array<ScanCosts, 3> costs_ = {ScanCosts{"Hillis-Steele"}, ScanCosts{"Blelloch"}, ScanCosts{"warps"}};
    Lesson lesson_;
};

Lesson make_scan(const LessonInput& input, const sort::Break* broken, const SizeChoice& sizes) {
    return ScanLesson(input, broken, static_cast<uint32_t>(sizes.warp)).make();
}

}  // namespace

LessonMaker scan_lesson() {
    return {"scan",
            "Prefix sums by three methods: Hillis-Steele, Blelloch, warp shuffles",
            "W. D. Hillis, G. L. Steele: Data parallel algorithms. CACM, 1986; G. E. Blelloch: Prefix sums "
            "and their applications. 1990",
            make_scan,
            kScanBreaks,
            kUsualLessonKeys,
            0,
            kScanWarp};
}

}  // namespace app
