// Keys of 64 bits on the CPU engines: every path, type and range of bits as std::stable_sort sorts.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "sort/engines/cpu/cpu_adaptive.h"
#include "sort/engines/cpu/descents.h"
#include "sort/engines/cpu/local_sort.h"
#include "sort/engines/cpu/predict.h"
#include "sort/engines/cpu/radix_sort.h"
#include "sort/registry.h"

namespace {

using sort::KeyType;
using sort::cpu::Path;
using Keys = std::vector<uint64_t>;
constexpr int kBits = 64;

/// The bits of a key, as the options see them; written without KeyBits.
uint64_t seen(uint64_t key, const sort::Options& options) {
    if (options.key_type == KeyType::f64) key = sort::ordered_key(std::bit_cast<double>(key));
    if (options.key_type == KeyType::i64) key = sort::ordered_key(static_cast<int64_t>(key));
    const int width = options.end_bit - options.begin_bit;
    if (width == 0) return 0;
    return key << (kBits - options.end_bit) >> (kBits - width);
}

/// Sorts with values and keys alone; returns whether both are as std::stable_sort has them.
bool sorts(sort::WideSorter& sorter, const Keys& keys, sort::Options options = {.end_bit = kBits},
           Path* path = nullptr) {
    const auto count = static_cast<uint32_t>(keys.size());
    std::vector<uint32_t> order(count), values(count);
    std::iota(order.begin(), order.end(), 0u);
    std::iota(values.begin(), values.end(), 7u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return seen(keys[a], options) < seen(keys[b], options); });
    sort::Report report{};
    options.report = &report;
    Keys sorted = keys, alone = keys;
    sorter.sort({sorted.data(), values.data(), count}, nullptr, options);
    if (path) *path = static_cast<Path>(report.path);
    sorter.sort({alone.data(), nullptr, count}, nullptr, options);
    for (uint32_t i = 0; i < count; ++i) {
        if (values[i] != order[i] + 7 || sorted[i] != keys[order[i]] || alone[i] != sorted[i]) return false;
    }
    return true;
}

std::unique_ptr<sort::WideSorter> made(const char* engine, uint32_t capacity, int threads = 2) {
    return sort::find_engine(engine)->create_wide(capacity, {.threads = threads});
}

constexpr const char* kEngines[] = {"cpu-adaptive", "cpu-radix"};

/// Ascending keys, of which `moved` have been put elsewhere. `spread` 0: many are equal; 1: all 64 bits; 2: a tile
/// and a depth.
Keys nearly_sorted(uint32_t count, uint32_t moved, uint32_t spread, std::mt19937_64& random) {
    Keys keys(count);
    for (uint64_t& key : keys) {
        if (spread == 0) key = random() % (count + 1) << 20;
        if (spread == 1) key = random();
        if (spread == 2)
            key = random() % (count / 64 + 1) << 32 | std::bit_cast<uint32_t>(float(random() % 9999));
    }
    std::sort(keys.begin(), keys.end());
    for (uint32_t k = 0; k < moved && count > 0; ++k) {
        const uint64_t key = keys[random() % count];
        keys[random() % count] = key;
    }
    return keys;
}

TEST(CpuWide, repairs_ten_thousand_patterns_as_a_stable_sort) {
    std::mt19937_64 random(7);
    uint32_t by_movers = 0;
    for (uint32_t turn = 0; turn < 10000; ++turn) {
        const auto count = static_cast<uint32_t>(random() % 301), moved = static_cast<uint32_t>(random() % 8);
        const int begin = static_cast<int>(random() % 3 * 10);
        // A new one each time: after too many movers some calls do not look for any.
        const auto sorter = sort::cpu::make_cpu_adaptive<uint64_t>(300, 1);
        Path path{};
        ASSERT_TRUE(sorts(*sorter, nearly_sorted(count, moved, turn % 3, random),
                          {.begin_bit = begin, .end_bit = kBits}, &path))
            << "turn " << turn;
        by_movers += path == Path::movers;
    }
    EXPECT_GT(by_movers, 2000u);
}

TEST(CpuWide, moves_as_many_as_pay_and_no_more) {
    std::mt19937_64 random(3);
    for (const uint32_t count : {3200u, 4096u, 40000u, 200001u}) {
        const uint32_t most = sort::cpu::most_misplaced(count);
        const Keys in_order = nearly_sorted(count, 0, 1, random);
        const auto sorter = sort::cpu::make_cpu_adaptive<uint64_t>(count, 2);
        for (const uint32_t pairs : {1u, most / 2, most / 2 + 1}) {  // exchanged ones, each two movers
            Keys keys = in_order;
            const uint32_t apart = count / (most / 2 + 2);
            for (uint32_t k = 0; k < pairs; ++k) std::swap(keys[k * apart], keys[k * apart + 1]);
            Path path{};
            EXPECT_TRUE(sorts(*sorter, keys, {.end_bit = kBits}, &path)) << count << ", " << pairs;
            EXPECT_EQ(path == Path::movers, pairs <= most / 2) << count << ", " << pairs;
        }
    }
}

TEST(CpuWide, repairs_in_windows_with_and_without_movers) {
    constexpr uint32_t kCount = 100003;
    std::mt19937_64 random(5);
    Keys keys(kCount);
    for (uint64_t i = 0; i < kCount; ++i) keys[i] = (i + 1000 + random() % 700) << 41 | random() >> 24;
    Keys teleported = keys;
    for (uint32_t k = 0; k < 60; ++k) teleported[random() % kCount] = (1000 + random() % kCount) << 41;
    for (const KeyType type : {KeyType::u64, KeyType::i64, KeyType::f64}) {
        const sort::Options options{.end_bit = kBits, .key_type = type};
        for (const int threads : {1, 2, 7}) {
            const auto sorter = sort::cpu::make_cpu_adaptive<uint64_t>(kCount, threads);
            Path path{};
            EXPECT_TRUE(sorts(*sorter, keys, options, &path)) << threads;
            EXPECT_EQ(path, Path::windows) << threads;
            const auto other = sort::cpu::make_cpu_adaptive<uint64_t>(kCount, threads);
            EXPECT_TRUE(sorts(*other, teleported, options, &path)) << threads;
            EXPECT_EQ(path, Path::windows_and_movers) << threads;
        }
    }
}

TEST(CpuWide, checks_every_border) {
    constexpr uint32_t kCount = 100000;
    std::mt19937_64 random(5);
    Keys keys(kCount);
    for (uint64_t i = 0; i < kCount; ++i) keys[i] = (i + random() % 700) << 40;
    sort::cpu::RepairFaults faults;
    faults.skip_merges = true;
    Path path{};
    EXPECT_TRUE(
        sorts(*sort::cpu::make_cpu_adaptive<uint64_t>(kCount, 2, faults), keys, {.end_bit = kBits}, &path));
    EXPECT_EQ(path, Path::full);
    faults.skip_the_check = true;
    EXPECT_FALSE(sorts(*sort::cpu::make_cpu_adaptive<uint64_t>(kCount, 2, faults), keys));
}

TEST(CpuWide, sorts_every_count_about_its_bounds) {
    std::mt19937_64 random(9);
    constexpr uint32_t kBounds[] = {2,        24,       32,      1024, 2 * sort::cpu::kLeastWindow,
                                    1u << 15, 1u << 16, 1u << 17};
    for (const char* engine : kEngines) {
        const auto sorter = made(engine, (1u << 17) + 1);
        EXPECT_TRUE(sorts(*sorter, {}));
        EXPECT_TRUE(sorts(*sorter, {5}));
        for (const uint32_t bound : kBounds) {
            for (const uint32_t count : {bound - 1, bound, bound + 1}) {
                Keys keys(count);
                for (uint64_t& key : keys) key = random();
                EXPECT_TRUE(sorts(*sorter, keys)) << engine << ", " << count;
                EXPECT_TRUE(sorts(*sorter, nearly_sorted(count, 3, 2, random))) << engine << ", " << count;
            }
        }
    }
}

/// Keys whose differing bits lie together, apart, at either end, in one bucket or in few.
Keys spread(uint32_t count, uint32_t kind, std::mt19937_64& random) {
    Keys keys(count);
    for (uint64_t& key : keys) {
        const uint64_t r = random();
        if (kind == 0) key = (r & 0xfff) | 0xabcd000000000000u;
        if (kind == 1) key = r & 0xff000000000000ff;
        if (kind == 2) key = 0x7fffffffffffff00u + (r & 0x1ff);
        if (kind == 3) key = r >> r % 64;
        if (kind == 4) key = r % 100 == 0 ? r : 0x80000000u + r % 0x20000;
        if (kind == 5) key = (r & 0xfff) << 32 | (r >> 32 & 0xfffff);
        if (kind == 6) key = r % 3 == 0 ? r : 12345;
        if (kind == 7) key = r & r >> 9 & 0x0101010101010101u;
        if (kind == 8) key = (r & 7) << 61 | (r >> 3 & 0x3ff);
        if (kind == 9) key = r % 10000 == 0 ? r : (r >> 30 & 0x3ffff) | 1ull << 63;
        if (kind == 10) key = (r & 255) << 56 | (r & 255) << 45 | r >> 22;  // upper digits say the same
    }
    return keys;
}

TEST(CpuWide, sorts_keys_whose_bits_are_not_spread_evenly) {
    std::mt19937_64 random(11);
    for (const char* engine : kEngines) {
        for (const uint32_t count : {60u, 1500u, 30000u, 150000u}) {
            for (uint32_t kind = 0; kind < 11; ++kind) {
                const Keys keys = spread(count, kind, random);
                for (const int threads : {1, 2, 7}) {
                    if (count < 150000 && threads > 1) continue;
                    EXPECT_TRUE(sorts(*made(engine, count, threads), keys))
                        << engine << ", kind " << kind << ", " << count << ", " << threads << " threads";
                }
            }
        }
    }
}

TEST(CpuWide, sorts_by_any_range_of_bits) {
    std::mt19937_64 random(13);
    constexpr int kRanges[][2] = {{0, 64},  {0, 63},  {1, 64}, {0, 32}, {32, 64},
                                  {28, 37}, {63, 64}, {5, 5},  {0, 1}};
    for (const char* engine : kEngines) {
        for (const uint32_t count : {500u, 40000u}) {
            const auto sorter = made(engine, count);
            for (const KeyType type : {KeyType::u64, KeyType::i64, KeyType::f64}) {
                for (const auto& [begin, end] : kRanges) {
                    const sort::Options options{.begin_bit = begin, .end_bit = end, .key_type = type};
                    for (const uint32_t kind : {3u, 8u})
                        EXPECT_TRUE(sorts(*sorter, spread(count, kind, random), options))
                            << engine << ", bits " << begin << " to " << end << " of " << sort::name_of(type);
                }
            }
        }
    }
}

TEST(CpuWide, keeps_the_bytes_of_doubles_that_are_equal) {
    using Limits = std::numeric_limits<double>;
    std::mt19937_64 random(17);
    const double special[] = {0.0,
                              -0.0,
                              Limits::quiet_NaN(),
                              -Limits::quiet_NaN(),
                              Limits::infinity(),
                              -1.5,
                              -Limits::infinity(),
                              Limits::denorm_min(),
                              Limits::signaling_NaN()};
    for (const char* engine : kEngines) {
        for (const uint32_t count : {20u, 3000u, 50000u}) {
            Keys keys(count);
            for (uint64_t& key : keys)
                key = std::bit_cast<uint64_t>(random() % 2 ? special[random() % 9] : double(random()) - 9e18);
            const sort::Options options{.end_bit = kBits, .key_type = KeyType::f64};
            const auto sorter = made(engine, count);
            EXPECT_TRUE(sorts(*sorter, keys, options)) << engine << ", " << count;
            std::stable_sort(keys.begin(), keys.end(),
                             [&](uint64_t a, uint64_t b) { return seen(a, options) < seen(b, options); });
            std::swap(keys[3], keys[count - 4]);
            EXPECT_TRUE(sorts(*sorter, keys, options)) << engine << ", " << count << ", two exchanged";
        }
    }
}

/// As inputs are that no cache holds.
TEST(CpuWide, sorts_past_the_caches) {
    constexpr uint32_t kCount = 131075;
    std::mt19937_64 random(19);
    Keys keys(kCount);
    for (uint64_t& key : keys) key = random();
    std::vector<uint32_t> order(kCount), values(kCount);
    std::iota(order.begin(), order.end(), 0u);
    values = order;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    sort::cpu::RadixSort<uint64_t> radix(kCount, 4);
    radix.stream_above(0);
    Keys sorted = keys;
    radix.in_arena(kCount, [&] {
        radix.sort({sorted.data(), values.data(), kCount}, nullptr, {.end_bit = kBits});
    });
    EXPECT_EQ(values, order);
    for (uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(sorted[i], keys[order[i]]) << i;
}

/// A tile of 8 bits and an index of 8, 48 bits apart: two passes, where the range would take six.
TEST(CpuWide, digits_that_all_keys_share_cost_no_pass) {
    const uint64_t differing = 0xff000000000000ff;
    const sort::cpu::KeyRange<uint64_t> range{0, 0, 64, differing};
    const sort::cpu::AllDigits<uint64_t, sort::cpu::AllBits> apart({}, range);
    ASSERT_EQ(apart.count, 2);
    EXPECT_EQ(apart.digits[0].shift, 0);
    EXPECT_EQ(apart.digits[0].mask, 0x7ffu);
    EXPECT_EQ(apart.digits[1].shift, 56);
    EXPECT_EQ(apart.digits[1].mask, 0xffu);
    const sort::cpu::KeyRange<uint64_t> all{0, 0, 64, ~0ull};
    EXPECT_EQ((sort::cpu::AllDigits<uint64_t, sort::cpu::AllBits>({}, all).count), 6);
    const sort::cpu::KeyRange<uint64_t> few{(1ull << 63) - 8, 0, 4, ~0ull};  // about a border of all bits
    EXPECT_EQ((sort::cpu::AllDigits<uint64_t, sort::cpu::AllBits>({}, few).count), 1);
}

}  // namespace
