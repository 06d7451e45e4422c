// cpu-radix where its buckets are not even: skewed keys, keys that its sample does not see, buckets cut again
// and again, and inputs that are written past the caches.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "sort/engines/cpu/buckets.h"
#include "sort/engines/cpu/local_sort.h"
#include "sort/engines/cpu/radix_sort.h"
#include "sort/engines/cpu/stream.h"
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

TEST(CpuRadix, a_split_part_of_the_range_shares_no_bucket_with_a_thin_one_before_it) {
    constexpr uint32_t kPart = 1u << 20, kThin = 1,
                       kSplit = 8;  // samples of parts 0 and 1; the others in part 9
    const auto buckets = std::make_unique<sort::cpu::Buckets<uint32_t>>();
    sort::cpu::KeyRange<uint32_t> range;
    range.end = 32;
    buckets->make(range, 10, 2 * sort::cpu::kSamples, [](uint32_t i) {
        return (i / 2 < kThin ? 0 : i / 2 < kThin + kSplit ? 1 : 9) * kPart;
    });
    buckets->with_map([](const auto& bucket_of) {
        EXPECT_LT(bucket_of(kPart - 1), bucket_of(kPart));
        EXPECT_LT(bucket_of(kPart), bucket_of(2 * kPart - 1)) << "two buckets";
        EXPECT_LT(bucket_of(2 * kPart - 1), bucket_of(9 * kPart));
    });
}

TEST(CpuRadix, counters_become_offsets_and_the_sum_of_their_squares) {
    uint32_t bins[] = {3, 0, 2, 70000, 1, 9};
    EXPECT_EQ(sort::cpu::to_offsets(bins, 0), 0u);
    EXPECT_EQ(sort::cpu::to_offsets(bins, 5), 4900000014u);  // 9 + 4 + 70000^2 + 1
    const uint32_t offsets[] = {0, 3, 3, 5, 70005, 9};
    EXPECT_TRUE(std::equal(bins, bins + 6, offsets));
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

/// The range of the keys is found in 64 parts: in none of these do two keys differ.
TEST(CpuRadix, sorts_parts_of_equal_keys) {
    const uint32_t count = 64 * 2048;
    for (const uint32_t step : {1u, 0x01000000u, 0x01000001u})
        expect_sorted(each(count, [&](uint64_t, uint32_t i) { return (63 - i / 2048) * step; }), 2,
                      "equal parts");
}

/// Up to 33,750 pairs of so many are one thread's, for two threads; a larger bucket is cut again by both.
TEST(CpuRadix, sorts_buckets_about_the_size_that_all_threads_cut) {
    const uint32_t count = 270000;
    for (uint32_t equal = 33000; equal <= 38000; equal += 1000) {
        expect_sorted(each(count,
                           [&](uint64_t random, uint32_t i) {
                               const bool in_heap =
                                   uint64_t{i} * equal / count != uint64_t{i + 1} * equal / count;
                               return in_heap ? 0x87654321u : static_cast<uint32_t>(random >> 32);
                           }),
                      2, "a heap of equal keys");
    }
}

/// As inputs are that no cache holds.
TEST(CpuRadix, sorts_past_the_caches) {
    const uint32_t count = 131075;
    const Words keys = sort::make_keys(sort::parse_input("uniform"), count, 3);
    Words order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    sort::cpu::RadixSort<uint32_t> radix(count, 4);
    radix.stream_above(0);
    Words sorted = keys, values(count);
    std::iota(values.begin(), values.end(), 0u);
    radix.in_arena(count, [&] { radix.sort({sorted.data(), values.data(), count}, nullptr, {}); });
    EXPECT_EQ(values, order);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(sorted[i], keys[order[i]]) << i;
}

/// Chunks of different threads share lines: none writes another one's words, whichever comes last.
TEST(CpuRadix, a_chunk_writes_its_own_words_of_a_line_alone) {
    constexpr uint32_t kChunks = 3, kBuckets = 3;
    struct alignas(64) Lines {
        uint64_t words[8 * kBuckets];
    };
    for (uint32_t seed = 0; seed < 200; ++seed) {
        std::vector<uint64_t> words(20 + seed);
        for (size_t i = 0; i < words.size(); ++i) words[i] = sort::random_number(seed, i) >> 8;
        const auto bucket_of = [&](uint64_t word) {
            return static_cast<uint32_t>(word % 1000 * kBuckets / 1000);
        };
        const auto begin_of = [&](uint32_t chunk) {
            return static_cast<uint32_t>(words.size() * chunk / kChunks);
        };
        uint32_t offsets[kChunks][kBuckets], next = seed % 8;
        std::vector<uint64_t> expected(words.size() + 16, ~0ull);
        for (uint32_t bucket = 0; bucket < kBuckets; ++bucket) {
            for (uint32_t chunk = 0; chunk < kChunks; ++chunk) {
                offsets[chunk][bucket] = next;
                for (uint32_t i = begin_of(chunk); i < begin_of(chunk + 1); ++i) {
                    if (bucket_of(words[i]) == bucket) expected[next++] = words[i];
                }
            }
        }
        std::vector<Lines> to(expected.size() / (8 * kBuckets) + 1);
        uint64_t* const out = to[0].words;
        std::fill_n(out, expected.size(), ~0ull);
        for (uint32_t turn = 0; turn < kChunks; ++turn) {
            const uint32_t chunk = (turn * (1 + seed % 2) + seed) % kChunks;
            Lines lines;
            std::fill(std::begin(lines.words), std::end(lines.words), 0xcdull);
            uint32_t first[kBuckets];
            sort::cpu::stream_chunk(sort::cpu::WordPairs{words.data()}, begin_of(chunk), begin_of(chunk + 1),
                                    bucket_of, offsets[chunk], kBuckets, out, first, lines.words);
        }
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out)) << seed;
    }
}

TEST(CpuRadix, sorts_more_than_the_caches_hold) {
    const uint32_t count = (8u << 20) + 12345;  // words of 64 MiB
    for (const char* input : {"uniform", "gas:0.2"})
        expect_sorted(sort::make_keys(sort::parse_input(input), count, 3), 2, input);
}

}  // namespace
