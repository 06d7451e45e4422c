// Sorts of as many pairs as a word says that lies where the pairs do (Options::live_count). Engines that do not read it
// refuse it.
#pragma once
#include "tests/sort/sort_engine_suite_cases.h"
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

/// Sorts the first of a case's pairs: "" when they, those behind them, guards and report are right.
inline std::string complaint_of_live(sort::Sorter& sorter, Memory& memory, const Case& what, uint32_t live) {
    const Words& keys = what.keys;
    const uint32_t count = static_cast<uint32_t>(keys.size()), sorted = std::min(live, count);
    const sort::KeyBits bits = sort::key_bits(what.options.begin_bit, what.options.end_bit);
    const auto less = [&](uint32_t a, uint32_t b) { return bits(keys[a]) < bits(keys[b]); };
    Words order = index_values(count);
    const bool was_sorted = std::is_sorted(order.begin(), order.begin() + sorted, less);
    std::stable_sort(order.begin(), order.begin() + sorted, less);

    const uint32_t begin = kGuards + what.offset;
    uint32_t* d_keys = memory.upload(0, guarded(keys, begin, kKeyGuard)) + begin;
    uint32_t* d_values = memory.upload(1, guarded(index_values(count), begin, kValueGuard)) + begin;
    sort::Options options = what.options;
    options.report = memory.report();
    options.live_count = memory.upload(2, {live});
    memory.sort(sorter, {d_keys, what.with_values ? d_values : nullptr, count}, options);

    const Words right_keys =
        guarded(each(count, [&](uint32_t i) { return keys[order[i]]; }), begin, kKeyGuard);
    const Words right_values = guarded(what.with_values ? order : index_values(count), begin, kValueGuard);
    if (const std::string wrong = difference(memory.download(0, right_keys.size()), right_keys, begin);
        !wrong.empty())
        return "keys: " + wrong;
    if (const std::string wrong = difference(memory.download(1, right_values.size()), right_values, begin);
        !wrong.empty())
        return "values: " + wrong;
    const sort::Report report = memory.read_report();
    if (options.check_order && (report.passes_run == 0) != was_sorted)
        return "report: " + std::to_string(report.passes_run) + " passes run";
    return "";
}

class LiveCount : public SortEngine {
protected:
    void check_live(const Case& what, uint32_t live) {
        if (!sorter_) return;
        const std::string wrong = complaint_of_live(*sorter_, *memory_, what, live);
        if (!wrong.empty()) FAIL() << what.text() << ", " << live << " live: " << wrong;
    }

    /// Sorts of no pair, of one, of some, of all, and of more than there are.
    void check_counts(const Case& what) {
        const auto count = static_cast<uint32_t>(what.keys.size());
        for (const uint32_t live :
             {count, 0u, 1u, 2u, 33u, tile() - 1, tile(), tile() + 1, count - 1, count + 5, ~0u}) {
            check_live(what, live);
            if (HasFatalFailure()) return;
        }
    }
};

TEST_P(LiveCount, is_refused_by_engines_that_do_not_read_it) {
    if (GetParam()->counts_live) GTEST_SKIP() << "skipped: the engine reads it";
    prepare(100);
    const Words keys = made("uniform", 100);
    uint32_t* d_keys = memory_->upload(0, keys);
    const uint32_t* live = memory_->upload(2, {50});
    EXPECT_THROW(sorter_->sort({d_keys, nullptr, 100}, memory_->stream(), {.live_count = live}),
                 std::invalid_argument);
    EXPECT_EQ(memory_->download(0, 100), keys);
}

TEST_P(LiveCount, pairs_behind_it_stay) {
    if (!GetParam()->counts_live) GTEST_SKIP() << "skipped: the engine does not read it";
    std::vector<std::string> variants(GetParam()->variants.begin(), GetParam()->variants.end());
    variants.push_back("");
    for (const std::string& variant : variants) {
        sort::EngineConfig config;
        config.variant = variant;
        const uint32_t count = 3 * tile() + 5;
        prepare(count, config);
        for (const char* input : {"uniform", "sorted", "reversed", "few:3"}) {
            check_counts({made(input, count), input});
            if (HasFatalFailure()) return;
        }
        const Words keys = made("uniform", count);
        check_counts({keys, "unchecked", {.check_order = false}});
        check_counts({keys, "of an odd number of passes", {.begin_bit = 5, .end_bit = 9}});
        check_counts({keys, "misaligned keys", {}, false, 1});
        for (const uint32_t few : {1u, 2u, 3u}) check_counts({made("reversed", few), "few pairs"});
        if (HasFatalFailure()) return;
    }
}

/// Descents behind the live pairs are none: a sort of pairs in order does nothing.
TEST_P(LiveCount, pairs_in_order_before_others_leave_early) {
    if (!GetParam()->counts_live || !GetParam()->checks_order) GTEST_SKIP() << "skipped: not of this engine";
    const uint32_t count = 3 * tile();
    prepare(count);
    Words keys = made("sorted", count);
    std::reverse(keys.begin() + 1000, keys.end());
    check_live({keys, "in order, then reversed"}, 1000);
    check_live({keys, "in order, then reversed"}, 1002);
}

/// Arrays of a lesson are laid out by the number that the host knows: such a call shows none.
TEST_P(LiveCount, is_read_beside_an_observer_that_wants_arrays) {
    if (!GetParam()->counts_live) GTEST_SKIP() << "skipped: the engine does not read it";
    const uint32_t count = 3 * tile() + 5;
    prepare(count);
    RecordingObserver observer;
    check_counts({made("uniform", count), "observed", {.observer = &observer, .arrays = true}});
}

INSTANTIATE_TEST_SUITE_P(engines, LiveCount, testing::ValuesIn(engines_under_test()), engine_test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LiveCount);

}  // namespace suite
