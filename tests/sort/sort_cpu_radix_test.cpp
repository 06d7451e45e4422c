// cpu-radix where its buckets are not even: skewed keys, keys that its sample does not see, buckets cut again
// and again, and inputs that are written past the caches.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "sort/engines/cpu/radix_sort.h"
#include "sort/lab/inputs.h"
#include "sort/registry.h"

namespace {

using Words = std::vector<uint32_t>;

void expect_sorted(const Words& keys, int threads, const char* what) {
    const uint32_t count = static_cast<uint32_t>(keys.size());
    Words order(count);
    std::iota(order.begin(), order.end(), 0u);
    Words sorted = keys, values = order;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    sort::EngineConfig config;
    config.threads = threads;
    const auto sorter = sort::make_sorter(*sort::find_engine("cpu-radix"), count, config);
    sorter->sort({sorted.data(), values.data(), count}, nullptr, {});
    EXPECT_EQ(values, order) << what << ", n = " << count << ", " << threads << " threads";
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(sorted[i], keys[order[i]]) << what;
}

Words each(uint32_t count, const std::function<uint32_t(uint64_t random, uint32_t i)>& key) {
    Words keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = key(sort::random_number(5, i), i);
    return keys;
}

TEST(CpuRadix, sorts_skewed_keys) {
    for (const uint32_t count : {150000u, 700001u}) {
        for (const int threads : {1, 2, 5}) {
            expect_sorted(
                each(count, [](uint64_t random,
                               uint32_t) { return static_cast<uint32_t>(random >> 32) >> random % 32; }),
                threads, "half of the keys in each half of the range");
            expect_sorted(each(count,
                               [](uint64_t random, uint32_t) {
                                   const uint32_t low = static_cast<uint32_t>(random >> 32);
                                   return random % 100 == 0 ? low : 0x80000000u + low % 0x20000;
                               }),
                          threads, "nearly all in a small range");
            expect_sorted(each(count,
                               [](uint64_t random, uint32_t) {
                                   return random % 3 == 0 ? static_cast<uint32_t>(random >> 32) : 12345u;
                               }),
                          threads, "most are equal");
        }
    }
}

TEST(CpuRadix, sorts_what_its_sample_does_not_see) {
    // Every 32nd key, and any other stride that a sample may take, says that all are in the upper half.
    const uint32_t count = 1u << 19;
    const Words keys = each(count, [](uint64_t random, uint32_t i) {
        if (i == 1) return 0u;
        const uint32_t low = static_cast<uint32_t>(random >> 32);
        return i % 16 == 0 ? 0x80000000u | low : (1u << 28) + low % (1u << 24);
    });
    for (const int threads : {1, 2}) expect_sorted(keys, threads, "hidden from the sample");
    // And buckets that are uneven on every level.
    const Words nested = each(count, [](uint64_t random, uint32_t i) {
        if (i % 64 == 1) return static_cast<uint32_t>(random);
        if (i % 64 == 2) return 0x40000000u + static_cast<uint32_t>(random) % (1u << 22);
        return 0x40000000u + static_cast<uint32_t>(random) % (1u << 13);
    });
    for (const int threads : {1, 2}) expect_sorted(nested, threads, "uneven on every level");
}

/// As inputs are that no cache holds: here of all lengths, so that lines of buckets end anywhere.
TEST(CpuRadix, writes_past_the_caches_what_is_its_own) {
    for (const uint32_t count : {131072u, 131073u, 150001u, 200003u}) {
        for (const int threads : {1, 2, 5}) {
            const Words keys = sort::make_keys(sort::parse_input("uniform"), count, threads);
            Words order(count);
            std::iota(order.begin(), order.end(), 0u);
            Words sorted = keys, values = order;
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
            sort::cpu::RadixSort radix(count, threads);
            radix.stream_above(0);
            radix.in_arena([&] { radix.sort({sorted.data(), values.data(), count}, nullptr, {}); });
            EXPECT_EQ(values, order) << count << ", " << threads << " threads";
            for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(sorted[i], keys[order[i]]) << i;
        }
    }
}

TEST(CpuRadix, sorts_more_than_the_caches_hold) {
    const uint32_t count = (8u << 20) + 12345;  // words of 64 MiB
    for (const char* input : {"uniform", "gas:0.2"})
        expect_sorted(sort::make_keys(sort::parse_input(input), count, 3), 2, input);
}

}  // namespace
