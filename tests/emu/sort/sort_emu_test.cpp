// Every CUDA engine that is not CUB's or Thrust's through the shared suite, its kernels emulated on the CPU.
#include "tests/emu/emulated_memory.h"
#include "tests/emu/late_stores.h"
#include "tests/sort/sort_engine_suite.h"

namespace suite {

Scale scale() {
    Scale scale;
    scale.length_step = 137;  // a seventh of all in the slow test
    scale.short_step = 23;
    scale.medium = 7001;
    scale.largest = 1 << 14;  // 2^18 in the slow test
    scale.repeats = 6;
    scale.thorough = false;
    scale.blocks = {3, 6, 12};  // the emulated device holds 6 at once
#ifdef SWEEPLAB_SANITIZED       // the same kernels and borders, fewer lengths between them
    scale.length_step = 211;
    scale.short_step = 35;
    scale.repeats = 2;
#endif
    return scale;
}

TEST_P(SortEngine, allocates_no_more_than_it_said) {
    for (const uint32_t count : {0u, 1u, 100u, 5000u, 1000000u}) {
        const int64_t before = EmulatedMemory::allocated_bytes();
        const auto sorter = sort::make_sorter(*GetParam(), count);
        const int64_t taken = EmulatedMemory::allocated_bytes() - before;
        EXPECT_LE(taken, static_cast<int64_t>(GetParam()->bytes(count, {})) + 4096) << count;
        EXPECT_GE(taken + taken / 15 + 40000, static_cast<int64_t>(GetParam()->bytes(count, {}))) << count;
    }
}

/// Of pairs in order no pass runs, so hardly a byte of scratch is written: less than one for a pair.
TEST_P(SortEngine, writes_nothing_where_pairs_are_in_order) {
    if (!GetParam()->checks_order) GTEST_SKIP() << "checks no order";
    const uint32_t count = 20000;
    prepare(count);
    uint32_t* const keys = memory_->upload(0, made("sorted", count));
    uint32_t* const values = memory_->upload(1, index_values(count));
    const auto content = [] {
        std::string all;
        for (const auto& [memory, bytes] : emu::device_memory()) all.append(memory, bytes);
        return all;
    };
    for (const bool again : {false, true}) {
        const std::string before = content();
        memory_->sort(*sorter_, {keys, values, count}, {});
        const std::string after = content();
        ASSERT_EQ(before.size(), after.size());
        size_t written = 0;
        for (size_t i = 0; i < after.size(); ++i) written += before[i] != after[i] ? 1 : 0;
        EXPECT_LT(written, count) << (again ? "the second sort" : "the first sort");
    }
}

}  // namespace suite
