// The lesson `scan`: prefix sums of a few numbers by three methods. After W. D. Hillis, G. L. Steele, "Data
// parallel algorithms", CACM 1986; G. E. Blelloch, "Prefix sums and their applications", 1990; M. Harris, S.
// Sengupta, J. D. Owens, "Parallel prefix sum (scan) with CUDA", GPU Gems 3, 2007, chapter 39, for the banks.
//
// Example, 3 1 7 0 4 1 6 3: exclusive 0 3 4 11 11 15 16 22, inclusive 3 4 11 11 15 16 22 25.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr const char* kAdded = "Index of the sum that is added; its own index: nothing is added.";
constexpr const char* kAddedOrTaken =
    "Right places: index of the sum that is added. Left places: index of the sum that is taken in place of their own.";
constexpr const char* kUpSweep =
    "Sums of pairs, then of pairs of pairs: each level adds half as often as the one before. In the end the last place "
    "holds the sum of all.";
constexpr const char* kShuffle =
    "As Hillis and Steele, but within a warp of 8 threads here (32 on a GPU): a thread reads the register of another "
    "by a warp shuffle, without shared memory, barriers or banks.";
/// Sentence of the first step of the second and third method: the steps before left other sums.
constexpr const char* kAgain = "Starts over with the input. ";
constexpr uint32_t kBanks = 32;  // of shared memory: word i lies in bank i % 32
constexpr uint32_t kScanWarp = 8;

/// Returns how often warps wait because several threads access different words of one bank at once.
/// accesses[t] is the word of thread t.
uint32_t bank_conflicts(const Words& accesses, bool padded) {
    uint32_t conflicts = 0;
    for (size_t first = 0; first < accesses.size(); first += kWarpThreads) {
        std::map<uint32_t, std::set<uint32_t>> words_of_bank;
        for (size_t t = first; t < std::min<size_t>(first + kWarpThreads, accesses.size()); ++t) {
            const uint32_t word = accesses[t] + (padded ? accesses[t] / kBanks : 0);
            words_of_bank[word % kBanks].insert(word);
        }
        size_t most = 1;
        for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
        conflicts += static_cast<uint32_t>(most - 1);
    }
    return conflicts;
}

constexpr sort::Picture kScanPictures[] = {
    {"Hillis-Steele", sort::Part::adds, "adds"}, {"up-sweep", sort::Part::adds, "adds"},
    {"clear", sort::Part::adds, "adds"},         {"down-sweep", sort::Part::adds, "adds"},
    {"warp shuffle", sort::Part::adds, "adds"},  {"warp sums", sort::Part::adds, "adds"},
};

constexpr sort::Break kScanBreaks[] = {
    {"no-barrier", "Hillis and Steele without a barrier",
     "A thread may read a sum that another one has written in the same step. Here the threads run one after the other, "
     "from the first on: each adds what already holds more than it should, and the sums grow too large.",
     16, "uniform"},
    {"no-clear", "Blelloch's tree without the 0",
     "The last place keeps the sum of all instead of 0. It comes down to the first, and every sum holds all numbers "
     "besides those before it.",
     16, "uniform"},
};

class ScanLesson {
public:
    ScanLesson(const LessonInput& input, const sort::Break* broken)
        : count_(static_cast<uint32_t>(input.keys.size())), broken_(broken) {
        lesson_.keys = input.keys;
        lesson_.pictures = kScanPictures;
        lesson_.setup.options.end_bit = input.bits;
        lesson_.setup.tile_pairs = kMostLessonKeys;
        lesson_.setup.warp_threads = kScanWarp;
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
        lesson_.sorted = by_hillis == inclusive && by_blelloch == exclusive && by_warps == inclusive;
        lesson_.sorted_keys = inclusive;
        lesson_.sorted_values = indices_;
        lesson_.pass_word = "way";
        lesson_.result =
            "the inclusive prefix sums, as Hillis and Steele's way and that of the warps give them; Blelloch's sums are "
            "exclusive: the same, one index later";
        lesson_.questions = {
            {"Hillis-Steele", "Which of the ways adds most often, and why is it used all the same?",
             "Hillis and Steele's: about n log2 n additions, where one after another n - 1 suffice. It needs few steps "
             "and no barrier within a warp, where idle threads would save nothing."},
            {"down-sweep", "Inclusive or exclusive: which one gives a key its index?",
             "The exclusive sum: the number of keys before it. The inclusive sum counts the key itself, too."},
            {"up-sweep", "Why does one word of padding after every 32 words avoid conflicts of banks?",
             "The words of a step lie a power of two apart, so many share a bank. With the padding, words 32 apart lie "
             "in neighbouring banks."},
        };
        return std::move(lesson_);
    }

private:
    /// `partner[i]`: the index whose sum is added to that of i, or i.
    void step(const char* stage, const std::string& sentence, int pass, bool first, const Words& before,
              const Words& after, const Words& partner, uint32_t adds, std::vector<LessonNumber> numbers) {
        LessonStep step;
        step.stage = stage;
        step.sentence = sentence;
        step.pass = pass;
        step.first_of_pass = first;
        step.keys_before = before;
        step.keys = after;
        step.values_before = step.values = indices_;
        const bool down = step.stage == "down-sweep";
        step.arrays.push_back(
            {"adds", down ? kAddedOrTaken : kAdded, sort::Drawn::a_pair, "", "", 0, partner});
        step.numbers = {{"additions", std::to_string(adds), "in this step"}};
        for (LessonNumber& number : numbers) step.numbers.push_back(std::move(number));
        lesson_.steps.push_back(std::move(step));
    }

    Words hillis_steele() {
        Words sums = lesson_.keys;
        uint32_t total = 0;
        for (uint32_t distance = 1; distance < count_; distance *= 2) {
            Words next = sums, partner = indices_;
            const Words& read = sort::is_break(broken_, "no-barrier") ? next : sums;
            for (uint32_t i = distance; i < count_; ++i) {
                next[i] += read[i - distance];
                partner[i] = i - distance;
            }
            total += count_ - distance;
            step(
                "Hillis-Steele",
                "Each thread adds the sum that lies some distance before its own; the distance doubles from step "
                "to step. Neighbouring threads read neighbouring words, so no two want the same bank.",
                0, distance == 1, sums, next, partner, count_ - distance,
                {{"distance", std::to_string(distance), ""},
                 {"additions so far", std::to_string(total), "one after another n - 1 suffice"},
                 {"bank conflicts", "0", "neighbours read neighbouring words"}});
            sums = next;
        }
        return sums;
    }

    /// Sums of a tree over the next power of two; missing numbers are 0 and not shown.
    Words blelloch() {
        const uint32_t size = std::bit_ceil(count_);
        Words tree = lesson_.keys;
        tree.resize(size, 0);
        uint32_t conflicts = 0, padded = 0;
        const auto level = [&](const char* stage, const std::string& sentence, uint32_t distance, bool first,
                               bool down) {
            Words next = tree, partner = indices_, left, right;
            for (uint32_t b = 2 * distance - 1; b < size; b += 2 * distance) {
                const uint32_t a = b - distance;
                left.push_back(a);
                right.push_back(b);
                next[b] = tree[b] + tree[a];
                if (down) next[a] = tree[b];
                if (b < count_) partner[b] = a;
                if (down && a < count_) partner[a] = std::min(b, count_ - 1);
            }
            // Both are read; the right one is written, going down the left one, too.
            const uint32_t accesses_left = down ? 2 : 1, accesses_right = 2;
            conflicts +=
                accesses_left * bank_conflicts(left, false) + accesses_right * bank_conflicts(right, false);
            padded +=
                accesses_left * bank_conflicts(left, true) + accesses_right * bank_conflicts(right, true);
            step(stage, sentence, 1, first, shown(tree), shown(next), partner,
                 static_cast<uint32_t>(left.size()),
                 {{"distance", std::to_string(distance), ""},
                  {"bank conflicts so far", std::to_string(conflicts),
                   "warps of 32 threads, 32 banks; with a word of padding after every 32 words: " +
                       std::to_string(padded)}});
            tree = next;
        };
        for (uint32_t distance = 1; distance < size; distance *= 2) {
            level("up-sweep", (distance == 1 ? kAgain : "") + std::string(kUpSweep), distance, distance == 1,
                  false);
        }
        const bool clears = !sort::is_break(broken_, "no-clear");
        if (size > 1) clear_last(shown(tree), clears);
        if (clears) tree.back() = 0;
        for (uint32_t distance = size / 2; distance > 0; distance /= 2) {
            level(
                "down-sweep",
                "Going down, each right place gets the sum of both, each left place what the right one had: the sum "
                "of all before it.",
                distance, false, true);
        }
        if (size == 1) return {0};
        return shown(tree);
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
            1, false, sums, cleared, indices_, 0, {});
    }

    Words shown(const Words& tree) const { return {tree.begin(), tree.begin() + count_}; }

    /// Scans in warps of 8 threads: within each, then over the warps' sums.
    Words shuffles() {
        Words sums = lesson_.keys;
        for (uint32_t distance = 1; distance < kScanWarp && distance < count_; distance *= 2) {
            Words next = sums, partner = indices_;
            uint32_t adds = 0;
            for (uint32_t i = 0; i < count_; ++i) {
                if (i % kScanWarp < distance) continue;
                next[i] += sums[i - distance];
                partner[i] = i - distance;
                ++adds;
            }
            step("warp shuffle", (distance == 1 ? kAgain : "") + std::string(kShuffle), 2, distance == 1,
                 sums, next, partner, adds, {{"distance", std::to_string(distance), ""}});
            sums = next;
        }
        if (count_ <= kScanWarp) return sums;
        Words next = sums, partner = indices_;
        uint32_t adds = 0, before = 0;
        for (uint32_t i = 0; i < count_; ++i) {
            if (i % kScanWarp == 0 && i > 0) before += sums[i - 1];
            next[i] += before;
            if (i >= kScanWarp) partner[i] = i - i % kScanWarp - 1, ++adds;
        }
        step(
            "warp sums",
            "The last sum of each warp goes to shared memory. Past one barrier each thread adds the sums of the warps "
            "before its own.",
            2, false, sums, next, partner, adds, {{"barriers", "1", ""}});
        return next;
    }

    uint32_t count_;
    const sort::Break* broken_;  // null: all is right
    Words indices_;
    Lesson lesson_;
};

Lesson make_scan(const LessonInput& input, const sort::Break* broken) {
    return ScanLesson(input, broken).make();
}

}  // namespace

LessonMaker scan_lesson() {
    return {"scan", "Prefix sums in three ways: Hillis and Steele, Blelloch, warp shuffles",
            "W. D. Hillis, G. L. Steele: Data parallel algorithms. CACM, 1986; G. E. Blelloch: Prefix sums "
            "and their applications. 1990",
            make_scan, kScanBreaks};
}

}  // namespace app
