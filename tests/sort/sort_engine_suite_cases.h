// The rest of the matrix: inputs, bit ranges, addresses, keys alone, and what an engine promises beside
// order.
#pragma once
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

class RecordingObserver : public sort::StageObserver {
public:
    void before(const sort::Stage& stage, sort::Stream) override {
        EXPECT_EQ(open_, "") << "stages are disjoint";
        open_ = stage.name;
        EXPECT_TRUE(stage.arrays.empty()) << stage.name << " has arrays before it has run";
    }
    void after(const sort::Stage& stage, sort::Stream) override {
        EXPECT_EQ(open_, stage.name);
        open_ = "";
        names.push_back(stage.name);
        bytes.push_back(stage.bytes);
        EXPECT_GE(stage.pass, -1) << stage.name;
        EXPECT_LT(stage.pass, 32) << stage.name;
        for (const sort::StageArray& array : stage.arrays) {
            EXPECT_NE(array.name, nullptr);
            EXPECT_TRUE(array.length == 0 || array.data != nullptr) << stage.name << ": " << array.name;
            if (array.columns != 0) {
                EXPECT_EQ(array.length % array.columns, 0u) << stage.name << ": " << array.name;
            }
        }
    }
    std::vector<std::string> names;
    std::vector<uint64_t> bytes;  // of each

private:
    std::string open_;
};

TEST_P(SortEngine, sorts_short_inputs_of_every_kind) {
    prepare(70);
    for (uint32_t count = 0; count <= 70; count += count < 3 || count > 66 ? 1 : scale().short_step) {
        for (const Named& input : all_inputs(count)) check({input.keys, input.name, {}, true, 0, true});
        if (HasFatalFailure()) return;
    }
}

TEST_P(SortEngine, sorts_every_kind_of_input) {
    prepare(scale().medium);
    check_kinds(2048, 0);
    if (scale().thorough) check_kinds(6000);
    check_kinds(scale().medium, 1);
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
            check(keys, "uniform", options, false);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(SortEngine, sorts_by_ranges_of_every_width) {
    prepare(300);
    const Words keys = made("uniform", 300, 12);
    for (int end = 1; end <= 32; ++end) {
        for (int begin = 0; begin < end; begin += scale().thorough ? 1 : 5) {
            sort::Options options;
            options.begin_bit = begin;
            options.end_bit = end;
            check(keys, "uniform", options);
            if (HasFatalFailure()) return;
        }
    }
}

TEST_P(SortEngine, sorts_keys_alone) {
    prepare(5000);
    for (const uint32_t count : {0u, 1u, 33u}) check_kinds(count, -1, {}, false);
    check_kinds(2048, 0, {}, false);
    check_kinds(5000, 1, {}, false);
}

TEST_P(SortEngine, sorts_without_the_order_check) {
    prepare(5000);
    sort::Options options;
    options.check_order = false;
    for (const uint32_t count : {0u, 1u, 2u, 70u}) check_kinds(count, -1, options);
    check_kinds(2048, 0, options);
    check_kinds(5000, 1, options);
}

TEST_P(SortEngine, sorts_arrays_at_any_address) {
    prepare(5000);
    for (uint32_t offset = 1; offset < 4; ++offset) {
        for (const uint32_t count : {3u, 100u, 2048u, 5000u}) {
            for (const char* input : {"uniform", "few:5", "sorted", "swaps:1"})
                check(made(input, count), input, {}, true, offset);
            check(made("uniform", count), "uniform", {}, false, offset);
        }
        if (HasFatalFailure()) return;
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
    const uint32_t count = std::min(scale().medium, 40000u);
    prepare(count);
    for (const char* input : {"few:300", "swaps:100", "uniform"}) {
        const Words keys = made(input, count);
        Words first;
        for (int repeat = 0; repeat < scale().repeats; ++repeat) {
            if (repeat == 0) check(keys, input);  // right once, then bit-equal
            uint32_t* d_keys = memory_->upload(0, keys);
            uint32_t* d_values = memory_->upload(1, index_values(count));
            memory_->sort(*sorter_, {d_keys, d_values, count}, {});
            Words result = memory_->download(0, count);
            const Words values = memory_->download(1, count);
            result.insert(result.end(), values.begin(), values.end());
            if (first.empty()) first = result;
            ASSERT_TRUE(result == first) << input << ", repeat " << repeat;
        }
    }
}

TEST_P(SortEngine, forgets_the_last_sort) {
    // Long, short, in order, keys alone in turns on one sorter: nothing of one may show in the next.
    prepare(9000);
    for (int turn = 0; turn < 2; ++turn) {
        check(made("uniform", 9000, turn), "uniform");
        check(made("sorted", 9000), "sorted");
        check(made("uniform", 40, turn), "uniform");
        check(made("few:3", 9000), "few:3", {.begin_bit = 2, .end_bit = 7});
        check({}, "empty");
        check(made("equal", 4097), "equal", {.check_order = false});
        check(made("reversed", 8999), "reversed", {}, false);
    }
}

TEST_P(SortEngine, refuses_what_it_cannot_sort) {
    prepare(100);
    uint32_t* keys = memory_->upload(0, Words(101, 1));
    const auto sort_with = [&](uint32_t count, int begin, int end) {
        sort::Options options;
        options.begin_bit = begin;
        options.end_bit = end;
        memory_->sort(*sorter_, {keys, nullptr, count}, options);
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
    const uint32_t count = std::min(scale().medium, 60000u);
    prepare(count);
    const Words shuffled = made("uniform", count), sorted = made("sorted", count);
    check(shuffled, "uniform");  // whatever the runtime loads at the first use is loaded now
    for (const Words& keys : {shuffled, sorted}) {
        uint32_t* d_keys = memory_->upload(0, keys);
        uint32_t* d_values = memory_->upload(1, keys);
        const int64_t before = memory_->allocated();
        for (int repeat = 0; repeat < 5; ++repeat) memory_->sort(*sorter_, {d_keys, d_values, count}, {});
        EXPECT_EQ(memory_->allocated(), before);
    }
}

/// What a stage moves more where there are values is all of them, of four bytes each, once or several times.
inline void expect_bytes(const RecordingObserver& pairs, const RecordingObserver& keys, uint32_t count) {
    uint64_t sum = 0;
    for (const uint64_t bytes : pairs.bytes) sum += bytes;
    EXPECT_GE(sum, 8u * count);
    if (pairs.names != keys.names) return;
    for (size_t i = 0; i < pairs.names.size(); ++i) {
        const std::string what = pairs.names[i] + " of " + std::to_string(count) + ": " +
                                 std::to_string(pairs.bytes[i]) + " bytes, keys alone " +
                                 std::to_string(keys.bytes[i]);
        EXPECT_GE(pairs.bytes[i], keys.bytes[i]) << what;
        EXPECT_EQ((pairs.bytes[i] - keys.bytes[i]) % (uint64_t{4} * count), 0u) << what;
    }
}

TEST_P(SortEngine, shows_its_stages_to_an_observer) {
    prepare(scale().medium);
    for (const uint32_t count : {300u, 5000u, scale().medium}) {
        RecordingObserver observer, of_keys_alone;
        sort::Options options;
        options.observer = &of_keys_alone;
        check(made("uniform", count), "uniform", options, false);
        options.observer = &observer;
        check(made("uniform", count), "uniform", options);  // and the result is the same
        ASSERT_FALSE(observer.names.empty());
        expect_bytes(observer, of_keys_alone, count);
        // Short ones may go another way; some check the order within the launch that sorts.
        const auto paths = GetParam()->paths;
        const bool fused = !paths.empty() && paths[0] == std::string("in order");
        if (GetParam()->checks_order && count == scale().medium && !fused) {
            EXPECT_GE(observer.names.size(), 3u);
            EXPECT_EQ(observer.names[0], "order check");
        }
        check(made("sorted", count), "sorted", options);
        check(made("few:9", count), "few:9", options);
    }
}

TEST_P(SortEngine, says_what_it_needs_before_it_allocates) {
    EXPECT_GE(GetParam()->bytes(1000000, {}), 1000000u * 4);
    EXPECT_LE(GetParam()->bytes(1000000, {}), 1000000u * 64);
    EXPECT_NE(std::string(GetParam()->sentence), "");
}

}  // namespace suite
