// Keys of other types: the maps to unsigned order, and the order of typed arrays by every CPU engine.
#include "sort/keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sort/lab/inputs.h"
#include "sort/lab/key_types.h"

namespace {

using sort::KeyType;
using sort::ordered_key;

template <class T>
bool comes_before(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(b) ? !std::isnan(a) : a < b;
    return a < b;
}

/// Random bits and every special value, with repeats.
template <class T>
std::vector<T> odd_keys(uint32_t count) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> special = {T(0), T(1), T(-1), Limits::max(), Limits::lowest(), Limits::min(), T(42)};
    if constexpr (std::is_floating_point_v<T>) {
        special.insert(special.end(),
                       {-T(0), Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                        -Limits::quiet_NaN(), Limits::denorm_min(), -Limits::denorm_min(), T(0.1)});
    }
    std::vector<T> keys(count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t bits = sort::random_number(5, i);
        if (bits % 3 == 0) {
            keys[i] = special[bits / 3 % special.size()];
        } else {
            std::memcpy(&keys[i], &bits, sizeof(T));
        }
        // 64-bit keys that differ in one half only.
        if (sizeof(T) == 8 && bits % 3 == 1 && i > 0) {
            uint64_t other;
            std::memcpy(&other, &keys[i - 1], 8);
            other ^= bits % 5 ? uint64_t{1} << 60 : 1;
            std::memcpy(&keys[i], &other, 8);
        }
    }
    return keys;
}

template <class T>
void expect_map_keeps_order() {
    const std::vector<T> keys = odd_keys<T>(600);
    for (const T a : keys) {
        for (const T b : keys) {
            ASSERT_EQ(ordered_key(a) < ordered_key(b), comes_before(a, b)) << +a << " " << +b;
        }
    }
}

template <class T>
void expect_stable_order(KeyType type) {
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cpu) continue;
        const auto sorter = engine.create(3000, {});
        for (const uint32_t count : {0u, 1u, 2u, 100u, 3000u}) {
            const std::vector<T> keys = odd_keys<T>(count);
            std::vector<uint32_t> order(count);
            std::iota(order.begin(), order.end(), 0u);
            std::stable_sort(order.begin(), order.end(),
                             [&](uint32_t a, uint32_t b) { return comes_before(keys[a], keys[b]); });
            const sort::SortedOrder sorted = sort::sorted_order(engine, *sorter, type, keys.data(), count);
            EXPECT_EQ(sorted.order, order) << engine.name << " " << sort::name_of(type) << " " << count;
            EXPECT_TRUE(sort::is_sorted_order(type, keys.data(), sorted.order, true));
        }
    }
}

}  // namespace

TEST(SortKeys, maps_keep_the_order_of_every_type) {
    expect_map_keeps_order<uint32_t>();
    expect_map_keeps_order<int32_t>();
    expect_map_keeps_order<float>();
    expect_map_keeps_order<uint64_t>();
    expect_map_keeps_order<int64_t>();
    expect_map_keeps_order<double>();
}

TEST(SortKeys, zeros_share_a_key_and_every_nan_has_the_largest) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(ordered_key(-0.0f), ordered_key(0.0f));
    EXPECT_EQ(ordered_key(-0.0), ordered_key(0.0));
    EXPECT_EQ(ordered_key(nan), 0xffffffffu);
    EXPECT_EQ(ordered_key(-nan), 0xffffffffu);
    EXPECT_LT(ordered_key(std::numeric_limits<float>::infinity()), 0xffffffffu);
}

TEST(SortKeys, a_key_gives_its_float_back) {
    for (const float value : odd_keys<float>(5000)) {
        const float back = sort::key_to_float(ordered_key(value));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(back));
        } else {
            EXPECT_EQ(back, value);
            EXPECT_FALSE(std::signbit(back) && back == 0);
        }
    }
}

TEST(SortKeys, every_engine_gives_the_stable_order_of_every_type) {
    expect_stable_order<uint32_t>(KeyType::u32);
    expect_stable_order<int32_t>(KeyType::i32);
    expect_stable_order<float>(KeyType::f32);
    expect_stable_order<uint64_t>(KeyType::u64);
    expect_stable_order<int64_t>(KeyType::i64);
    expect_stable_order<double>(KeyType::f64);
}

TEST(SortKeys, unstable_engines_are_refused_for_wide_keys) {
    sort::Engine engine = *sort::find_engine("std-sort");
    engine.stable = false;
    const auto sorter = engine.create(4, {});
    const double keys[] = {3, 1, 2, 1};
    EXPECT_THROW(sort::sorted_order(engine, *sorter, KeyType::f64, keys, 4), std::invalid_argument);
    const float narrow[] = {3, 1, 2, 1};
    EXPECT_NO_THROW(sort::sorted_order(engine, *sorter, KeyType::f32, narrow, 4));
}

TEST(SortKeys, wrong_orders_are_found) {
    const int32_t keys[] = {-5, 7, -5, 0};
    uint32_t place = 99;
    EXPECT_TRUE(sort::is_sorted_order(KeyType::i32, keys, {0, 2, 3, 1}, true));
    EXPECT_FALSE(sort::is_sorted_order(KeyType::i32, keys, {2, 0, 3, 1}, true, &place));
    EXPECT_EQ(place, 1u);
    EXPECT_TRUE(sort::is_sorted_order(KeyType::i32, keys, {2, 0, 3, 1}, false));
    EXPECT_FALSE(sort::is_sorted_order(KeyType::i32, keys, {0, 2, 1, 3}, false, &place));
    EXPECT_EQ(place, 3u);
    EXPECT_FALSE(sort::is_sorted_order(KeyType::i32, keys, {0, 0, 3, 1}, false, &place));
    EXPECT_EQ(place, 1u);
    EXPECT_FALSE(sort::is_sorted_order(KeyType::i32, keys, {0, 2, 3, 9}, false));
}
