// Inputs of the CPU with few pairs out of order: repaired as std::stable_sort would, or left alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "sort/engines/cpu/cpu_adaptive.h"
#include "sort/engines/cpu/movers.h"

namespace {

/// Ascending keys, many of them equal, of which `moved` have been put elsewhere.
std::vector<uint32_t> nearly_sorted(uint32_t count, uint32_t moved, std::mt19937& random) {
    std::vector<uint32_t> keys(count);
    for (uint32_t& key : keys) key = random() % (count + 1);
    std::sort(keys.begin(), keys.end());
    for (uint32_t k = 0; k < moved && count > 0; ++k) {
        const uint32_t key = keys[random() % count];
        keys[random() % count] = key;
    }
    return keys;
}

struct Done {
    bool repaired;
    uint32_t movers, max_shift;
};

Done repaired_in(sort::Pairs pairs, uint32_t shift) {
    const auto bits = sort::key_bits(int(shift), 32);
    sort::cpu::Descents descents(pairs.count);
    sort::cpu::Movers<uint32_t> movers(pairs.count);
    sort::cpu::Counters<uint32_t> counters;
    const uint32_t found = pairs.count < 2 ? 0
                                           : descents.find(pairs.keys, pairs.count, bits,
                                                           sort::cpu::most_misplaced(pairs.count), false);
    if (found == sort::cpu::Descents::kTooMany) return {false, 0, 0};
    if (found == 0) return {true, 0, 0};
    const sort::cpu::SplitPairs<uint32_t> split{pairs.keys, pairs.values};
    movers.take_out(split, pairs.count, bits, descents.taken_out());
    return {true, found, movers.bring_in_taken_out(split, pairs.count, found, bits, counters, false)};
}

TEST(FewMovers, repair_is_a_stable_sort) {
    std::mt19937 random(7);
    uint32_t repaired = 0;
    for (int turn = 0; turn < 10000; ++turn) {
        const uint32_t count = random() % 300, moved = random() % 8, shift = random() % 3;
        const std::vector<uint32_t> keys = nearly_sorted(count, moved, random);
        std::vector<uint32_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return keys[a] >> shift < keys[b] >> shift; });
        uint32_t max_shift = 0;
        for (uint32_t place = 0; place < count; ++place)
            max_shift = std::max(max_shift, uint32_t(std::abs(int(order[place]) - int(place))));

        std::vector<uint32_t> own_keys = keys, values(count);
        std::iota(values.begin(), values.end(), 0);
        const Done done = repaired_in({own_keys.data(), values.data(), count}, shift);
        if (!done.repaired) {
            ASSERT_TRUE(own_keys == keys) << "left alone means untouched";
            continue;
        }
        ++repaired;
        ASSERT_TRUE(values == order) << count << ' ' << moved;
        for (uint32_t place = 0; place < count; ++place) ASSERT_EQ(own_keys[place], keys[order[place]]);
        ASSERT_EQ(done.max_shift, max_shift);
        ASSERT_LE(done.movers, sort::cpu::most_misplaced(count));
    }
    EXPECT_GT(repaired, 3000u);
    EXPECT_LT(repaired, 9900u);
}

TEST(FewMovers, short_input_of_the_engine_takes_that_path_and_reports_it) {
    const auto sorter = sort::cpu::make_cpu_adaptive(4000, 1);
    std::vector<uint32_t> keys(4000);
    std::iota(keys.begin(), keys.end(), 0);
    std::rotate(keys.begin() + 100, keys.begin() + 101, keys.begin() + 3000);  // one pair, 2,899 places on
    sort::Report report{};
    sorter->sort({keys.data(), nullptr, 4000}, nullptr, {.end_bit = 12, .report = &report});
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    EXPECT_EQ(report.path, uint32_t(sort::cpu::Path::movers));
    EXPECT_EQ(report.movers, 2u);
    EXPECT_EQ(report.max_shift, 2899u);
    std::reverse(keys.begin(), keys.end());
    sorter->sort({keys.data(), nullptr, 4000}, nullptr, {.end_bit = 12, .report = &report});
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    EXPECT_EQ(report.path, uint32_t(sort::cpu::Path::full));
}

TEST(FewMovers, long_inputs_are_repaired_by_two_threads_too) {
    constexpr uint32_t kCount = 300000;
    const auto sorter = sort::cpu::make_cpu_adaptive(kCount, 2);
    std::mt19937 random(11);
    uint32_t by_movers = 0;
    for (const uint32_t moved : {1u, 2u, 50u, 1000u, 5000u, 8000u, 20000u}) {
        for (int turn = 0; turn < 4; ++turn) {
            const std::vector<uint32_t> keys = nearly_sorted(kCount, moved, random);
            std::vector<uint32_t> order(kCount), own_keys = keys, values(kCount);
            std::iota(order.begin(), order.end(), 0);
            values = order;
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
            sort::Report report{};
            sorter->sort({own_keys.data(), values.data(), kCount}, nullptr, {.report = &report});
            ASSERT_TRUE(values == order) << moved;
            by_movers += report.path == uint32_t(sort::cpu::Path::movers);
        }
    }
    EXPECT_GE(by_movers, 16u);
    EXPECT_LE(by_movers, 24u) << "20,000 of 300,000 are too many";
}

}  // namespace
