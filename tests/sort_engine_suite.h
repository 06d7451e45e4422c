// The cases that every sort engine passes, on either backend. A test program includes this once and says
// which engines it means and what their memory is. The reference is std::stable_sort of a host copy made
// before the call; values are indices or random words, never a copy of the keys; words around the arrays must
// not change.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "sort/digits.h"
#include "sort/inputs.h"
#include "sort/registry.h"

namespace suite {

/// Memory where the engines of one backend find their pairs: three arrays and a report.
class Memory {
public:
    virtual ~Memory() = default;
    virtual uint32_t* upload(int slot, const std::vector<uint32_t>& words) = 0;
    virtual std::vector<uint32_t> download(int slot, size_t count) = 0;  // after all queued work
    virtual sort::Report* report() = 0;
    virtual sort::Report read_report() = 0;
    virtual sort::Stream stream() = 0;
    virtual int64_t allocated() = 0;  // a number that changes when somebody allocates
};

// Defined by the test program.
std::unique_ptr<Memory> make_memory(uint32_t words);
std::vector<const sort::Engine*> engines_under_test();
std::string skip_reason();  // "" when the engines can run here

using Words = std::vector<uint32_t>;

inline Words made(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

/// The AND of `words` random words: fewer and fewer bits set.
inline Words entropy_keys(uint32_t count, int words) {
    Words keys = made("uniform", count, 100);
    for (int k = 1; k < words; ++k) {
        const Words more = made("uniform", count, 100 + k);
        for (uint32_t i = 0; i < count; ++i) keys[i] &= more[i];
    }
    return keys;
}

struct Named {
    std::string name;
    Words keys;
};

/// Inputs that make engines take different ways.
inline std::vector<Named> all_inputs(uint32_t count) {
    std::vector<Named> all;
    for (const char* text :
         {"uniform", "sorted", "reversed", "equal", "few:2", "few:5", "swaps:1", "swaps:3"}) {
        all.push_back({text, made(text, count)});
    }
    for (const int words : {2, 4, 8})
        all.push_back({"entropy " + std::to_string(words), entropy_keys(count, words)});
    for (const int shift : {0, 8, 16, 24}) {
        Words banded = made("uniform", count, 7);
        for (uint32_t& key : banded) key = (key & 0xffu) << shift;
        all.push_back({"band at bit " + std::to_string(shift), banded});
    }
    Words largest(count, 0xffffffffu);
    if (count > 0) largest[count / 2] = 0xfffffffeu;
    all.push_back({"one intruder among the largest", largest});
    Words ends = made("sorted", count, 3);
    if (count > 1) std::swap(ends.front(), ends.back());
    all.push_back({"sorted, ends exchanged", ends});
    Words tail = made("sorted", count, 4);
    if (count > 1) std::swap(tail[count - 1], tail[count - 2]);
    all.push_back({"sorted, last two exchanged", tail});
    return all;
}

class RecordingObserver : public sort::StageObserver {
public:
    void before(const sort::Stage& stage, sort::Stream) override {
        EXPECT_EQ(open_, "") << "stages are disjoint";
        open_ = stage.name;
    }
    void after(const sort::Stage& stage, sort::Stream) override {
        EXPECT_EQ(open_, stage.name);
        open_ = "";
        names.push_back(stage.name);
        bytes += stage.bytes;
        for (const sort::StageArray& array : stage.arrays) EXPECT_NE(array.name, nullptr);
    }
    std::vector<std::string> names;
    uint64_t bytes = 0;

private:
    std::string open_;
};

class SortEngine : public testing::TestWithParam<const sort::Engine*> {
protected:
    static constexpr uint32_t kGuards = 8;

    void SetUp() override {
        const std::string reason = skip_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
    }

    /// An engine and memory for up to `capacity` pairs.
    void prepare(uint32_t capacity, const sort::EngineConfig& config = {}) {
        sorter_ = GetParam()->create(capacity, config);
        ASSERT_EQ(sorter_->capacity(), capacity);
        memory_ = make_memory(capacity + 2 * kGuards + 4);
    }

    /// Sorts `keys` and compares keys, values, guards and report with the reference. `offset` words misalign.
    void check(const Words& keys, const std::string& name, sort::Options options = {},
               bool with_values = true, uint32_t offset = 0) {
        const uint32_t count = static_cast<uint32_t>(keys.size());
        const std::string what = name + ", n = " + std::to_string(count) + ", bits " +
                                 std::to_string(options.begin_bit) + " to " + std::to_string(options.end_bit);
        const Words values = made("uniform", count, 9);
        const sort::KeyBits bits = sort::key_bits(options.begin_bit, options.end_bit);
        const auto less = [&](uint32_t a, uint32_t b) { return bits(keys[a]) < bits(keys[b]); };
        Words order(count);
        std::iota(order.begin(), order.end(), 0u);
        const bool was_sorted = std::is_sorted(order.begin(), order.end(), less);
        std::stable_sort(order.begin(), order.end(), less);

        const uint32_t begin = kGuards + offset;
        uint32_t* d_keys = memory_->upload(0, guarded(keys, begin, 0xa5a5a5a5u)) + begin;
        uint32_t* d_values = memory_->upload(1, guarded(values, begin, 0x5a5a5a5au)) + begin;
        options.report = memory_->report();
        sorter_->sort({d_keys, with_values ? d_values : nullptr, count}, memory_->stream(), options);

        Words sorted_keys(count), sorted_values(count);
        for (uint32_t i = 0; i < count; ++i) {
            sorted_keys[i] = keys[order[i]];
            sorted_values[i] = with_values ? values[order[i]] : values[i];
        }
        const size_t words = size_t{count} + begin + kGuards;
        expect_words(memory_->download(0, words), guarded(sorted_keys, begin, 0xa5a5a5a5u), what + ", keys");
        expect_words(memory_->download(1, words), guarded(sorted_values, begin, 0x5a5a5a5au),
                     what + ", values");

        const sort::Report report = memory_->read_report();
        if (GetParam()->checks_order && options.check_order) {
            EXPECT_EQ(report.passes_run == 0, was_sorted || bits.mask == 0) << what;
        }
        EXPECT_LE(report.passes_run, 32u) << what;
        EXPECT_LE(report.passes_skipped, 32u) << what;
    }

    static Words guarded(const Words& words, uint32_t begin, uint32_t guard) {
        Words all(begin + words.size() + kGuards, guard);
        std::copy(words.begin(), words.end(), all.begin() + begin);
        return all;
    }

    static void expect_words(const Words& is, const Words& should, const std::string& what) {
        if (is == should) return;
        ASSERT_EQ(is.size(), should.size()) << what;
        const auto at = std::mismatch(is.begin(), is.end(), should.begin());
        FAIL() << what << ": word " << at.first - is.begin() << " with the guards before is " << *at.first
               << ", should be " << *at.second;
    }

    std::unique_ptr<sort::Sorter> sorter_;
    std::unique_ptr<Memory> memory_;
};

TEST_P(SortEngine, sorts_every_length_up_to_two_tiles) {
    const uint32_t last = 2 * 2048 + 2;
    prepare(last);
    const Words keys = made("uniform", last);
    for (uint32_t count = 0; count <= last && !HasFatalFailure(); ++count) {
        check(Words(keys.begin(), keys.begin() + count), "uniform");
    }
}

TEST_P(SortEngine, sorts_short_inputs_of_every_kind) {
    prepare(70);
    for (uint32_t count = 0; count <= 70 && !HasFatalFailure(); ++count) {
        for (const Named& input : all_inputs(count)) check(input.keys, input.name);
    }
}

TEST_P(SortEngine, sorts_every_kind_of_input) {
    prepare(70001);
    for (const uint32_t count : {2048u, 6000u, 70001u}) {
        for (const Named& input : all_inputs(count)) {
            check(input.keys, input.name);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(SortEngine, sorts_around_powers_of_two) {
    prepare((1u << 20) + 1);
    for (uint32_t power = 128; power <= 1u << 20; power *= 2) {
        for (const uint32_t count : {power - 1, power, power + 1})
            check(made("uniform", count, count), "uniform");
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngine, sorts_by_a_range_of_bits) {
    prepare(5000);
    for (const uint32_t count : {2u, 50u, 5000u}) {
        const Words keys = made("uniform", count, 11);
        for (const auto& [begin, end] : {std::pair{0, 0},
                                         {0, 1},
                                         {0, 2},
                                         {3, 8},
                                         {5, 5},
                                         {0, 11},
                                         {10, 33 - 1},
                                         {31, 32},
                                         {13, 30},
                                         {32, 32},
                                         {0, 32}}) {
            sort::Options options;
            options.begin_bit = begin;
            options.end_bit = end;
            check(keys, "uniform", options);
        }
    }
}

TEST_P(SortEngine, sorts_keys_alone) {
    prepare(5000);
    for (const uint32_t count : {0u, 1u, 33u, 2048u, 5000u}) {
        for (const Named& input : all_inputs(count)) check(input.keys, input.name, {}, false);
    }
}

TEST_P(SortEngine, sorts_without_the_order_check) {
    prepare(5000);
    sort::Options options;
    options.check_order = false;
    for (const uint32_t count : {0u, 1u, 2u, 70u, 5000u}) {
        for (const Named& input : all_inputs(count)) check(input.keys, input.name, options);
    }
}

TEST_P(SortEngine, sorts_arrays_at_any_address) {
    prepare(5000);
    for (uint32_t offset = 1; offset < 4; ++offset) {
        for (const Named& input : all_inputs(5000)) check(input.keys, input.name, {}, true, offset);
    }
}

TEST_P(SortEngine, leaves_sorted_input_alone) {
    prepare(300000);
    for (const uint32_t count : {2u, 1024u, 1025u, 2049u, 300000u}) {
        check(made("sorted", count), "sorted");
        check(made("equal", count), "equal");
    }
}

TEST_P(SortEngine, gives_the_same_result_every_time) {
    prepare(40000);
    const Words few = made("few:300", 40000), swaps = made("swaps:100", 40000);
    for (int repeat = 0; repeat < 20 && !HasFatalFailure(); ++repeat) {
        check(few, "few:300");
        check(swaps, "swaps:100");
    }
}

TEST_P(SortEngine, refuses_what_it_cannot_sort) {
    prepare(100);
    uint32_t* keys = memory_->upload(0, Words(101, 1));
    const auto sort_with = [&](uint32_t count, int begin, int end) {
        sort::Options options;
        options.begin_bit = begin;
        options.end_bit = end;
        sorter_->sort({keys, nullptr, count}, memory_->stream(), options);
    };
    EXPECT_THROW(sort_with(101, 0, 32), std::invalid_argument);
    EXPECT_THROW(sort_with(10, -1, 32), std::invalid_argument);
    EXPECT_THROW(sort_with(10, 0, 33), std::invalid_argument);
    EXPECT_THROW(sort_with(10, 9, 8), std::invalid_argument);
    EXPECT_NO_THROW(sort_with(100, 0, 32));
    prepare(0);
    check({}, "empty");
}

TEST_P(SortEngine, allocates_nothing_while_sorting) {
    const uint32_t count = 60000;
    prepare(count);
    const Words shuffled = made("uniform", count), sorted = made("sorted", count);
    check(shuffled, "uniform");  // whatever the runtime loads at the first use is loaded now
    for (const Words& keys : {shuffled, sorted}) {
        uint32_t* d_keys = memory_->upload(0, keys);
        uint32_t* d_values = memory_->upload(1, keys);
        const int64_t before = memory_->allocated();
        for (int repeat = 0; repeat < 5; ++repeat)
            sorter_->sort({d_keys, d_values, count}, memory_->stream());
        EXPECT_EQ(memory_->allocated(), before);
    }
}

TEST_P(SortEngine, shows_its_stages_to_an_observer) {
    prepare(70000);
    for (const uint32_t count : {300u, 5000u, 70000u}) {
        RecordingObserver observer;
        sort::Options options;
        options.observer = &observer;
        check(made("uniform", count), "uniform", options);  // and the result is the same
        EXPECT_FALSE(observer.names.empty());
        EXPECT_GT(observer.bytes, 0u);
        if (GetParam()->checks_order) {
            ASSERT_GE(observer.names.size(), 3u);
            EXPECT_EQ(observer.names[0], "order check");
            EXPECT_EQ(observer.names[1], "count");
            EXPECT_EQ(observer.names.back(), "map");
        }
        check(made("sorted", count), "sorted", options);
    }
}

TEST_P(SortEngine, says_what_it_needs_before_it_allocates) {
    EXPECT_GE(GetParam()->bytes(1000000, {}), 1000000u * 4);
    EXPECT_LE(GetParam()->bytes(1000000, {}), 1000000u * 64);
    EXPECT_NE(std::string(GetParam()->sentence), "");
}

inline std::string engine_test_name(const testing::TestParamInfo<const sort::Engine*>& info) {
    std::string name = info.param->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(engines, SortEngine, testing::ValuesIn(engines_under_test()), engine_test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortEngine);

}  // namespace suite
