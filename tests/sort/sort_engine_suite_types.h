// Typed keys, with equal keys, both zeros, NaN and infinities: u32 i32 f32 u64 i64 f64 from host memory by every engine; i32
// and f32 where they lie by the engines that sort them.
#pragma once
#include <cstring>
#include <limits>
#include <type_traits>

#include "sort/lab/key_types.h"
#include "tests/sort/sort_engine_suite_core.h"

namespace suite {

/// Random bits, some keys equal to others, and the special ones.
template <class T>
std::vector<T> typed_keys(uint32_t count) {
    std::vector<T> keys(count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t bits = sort::random_number(8, i);
        std::memcpy(&keys[i], &bits, sizeof(T));
        if (i % 5 == 1) keys[i] = keys[i - 1];
        if (i % 11 == 1) keys[i] = std::numeric_limits<T>::lowest();
        if (i % 11 == 2) keys[i] = std::numeric_limits<T>::max();
        if constexpr (std::is_floating_point_v<T>) {
            if (i % 7 == 1) keys[i] = -T{0};
            if (i % 7 == 3) keys[i] = T{0};
            if (i % 13 == 1) keys[i] = std::numeric_limits<T>::quiet_NaN();
            if (i % 13 == 2) keys[i] = -std::numeric_limits<T>::infinity();
            if (i % 13 == 3) keys[i] = std::numeric_limits<T>::denorm_min();
        }
    }
    return keys;
}

template <class T>
bool typed_less(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(b) ? !std::isnan(a) : a < b;
    return a < b;
}

template <class T>
void expect_typed_order(const sort::Engine& engine, sort::Sorter& sorter, sort::KeyType type,
                        uint32_t count) {
    const std::vector<T> keys = typed_keys<T>(count);
    if (!engine.stable && sizeof(T) == 8) {
        EXPECT_THROW(sort::sorted_order(engine, sorter, type, keys.data(), count), std::invalid_argument);
        return;
    }
    const sort::SortedOrder sorted = sort::sorted_order(engine, sorter, type, keys.data(), count);
    Words order = index_values(count);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return typed_less(keys[a], keys[b]); });
    if (engine.stable) {
        EXPECT_TRUE(sorted.order == order) << sort::name_of(type) << ", n = " << count;
        return;
    }
    Words seen = sorted.order;
    std::sort(seen.begin(), seen.end());
    EXPECT_TRUE(seen == index_values(count)) << sort::name_of(type) << ": not a permutation";
    for (uint32_t i = 0; i < count; ++i) {
        const T is = keys[sorted.order[i]], should = keys[order[i]];
        ASSERT_FALSE(typed_less(is, should) || typed_less(should, is)) << sort::name_of(type) << " " << i;
    }
}

TEST_P(SortEngine, sorts_typed_keys_from_the_host) {
    const uint32_t most = scale().medium;
    prepare(most);
    for (const uint32_t count : {0u, 1u, 2u, 100u, most}) {
        expect_typed_order<uint32_t>(*GetParam(), *sorter_, sort::KeyType::u32, count);
        expect_typed_order<int32_t>(*GetParam(), *sorter_, sort::KeyType::i32, count);
        expect_typed_order<float>(*GetParam(), *sorter_, sort::KeyType::f32, count);
        expect_typed_order<uint64_t>(*GetParam(), *sorter_, sort::KeyType::u64, count);
        expect_typed_order<int64_t>(*GetParam(), *sorter_, sort::KeyType::i64, count);
        expect_typed_order<double>(*GetParam(), *sorter_, sort::KeyType::f64, count);
        if (HasFailure()) return;
    }
}

/// The bits of typed_keys, in order or not.
template <class T>
Words typed_words(uint32_t count, bool in_order = false) {
    std::vector<T> keys = typed_keys<T>(count);
    if (in_order) std::stable_sort(keys.begin(), keys.end(), typed_less<T>);
    Words words(count);
    if (count > 0) std::memcpy(words.data(), keys.data(), count * sizeof(T));
    return words;
}

class SortEngineTypes : public SortEngine {
protected:
    template <class T>
    void check_type(uint32_t most) {
        const sort::KeyType type = sort::key_type_of<T>();
        for (const uint32_t count : {0u, 1u, 2u, 33u, 200u, 700u, tile() + 1, most})
            check(typed_words<T>(std::min(count, most)), "odd keys", {.key_type = type});
        check(typed_words<T>(most, true), "in order", {.key_type = type});
        check(typed_words<T>(700, true), "in order", {.key_type = type});
        check(typed_words<T>(most), "no check", {.check_order = false, .key_type = type});
        check(typed_words<T>(most), "keys alone", {.key_type = type}, false, 1);
        check(typed_words<T>(most), "bits", {.begin_bit = 21, .end_bit = 32, .key_type = type});
        check(typed_words<T>(200), "bits", {.begin_bit = 3, .end_bit = 17, .key_type = type});
        check(typed_words<T>(most), "unsigned");
    }
};

TEST_P(SortEngineTypes, sorts_signed_keys_and_floats_as_they_are_or_refuses_them) {
    std::vector<const char*> variants = {""};
    variants.insert(variants.end(), GetParam()->variants.begin(), GetParam()->variants.end());
    for (const char* variant : variants) {
        sort::EngineConfig config{.variant = variant};
        SCOPED_TRACE(variant);
        if (!sort::sorts_typed(*GetParam(), config)) {
            prepare(10, config);
            if (!sorter_) continue;  // no room on this device
            for (const auto type : {sort::KeyType::i32, sort::KeyType::f32})
                EXPECT_THROW(check(Words{2, 1}, "refused", {.key_type = type}), std::invalid_argument);
            continue;
        }
        const sort::DigitBits digits = GetParam()->digit_bits;
        for (const sort::TileShape& shape : GetParam()->tiles) {
            const bool whole = scale().thorough || shape == GetParam()->tiles[0];
            for (config.digit_bits = digits.fewest; config.digit_bits <= digits.most; ++config.digit_bits) {
                if (!whole && config.digit_bits != digits.usual) continue;
                config.tile = shape;
                SCOPED_TRACE(sort::tile_text(shape) + ", " + std::to_string(config.digit_bits) + " bits");
                const uint32_t most = std::max(3 * shape.pairs() + 5, 5000u);
                prepare(most, config);
                check_type<int32_t>(most);
                check_type<float>(most);
                if (HasFailure()) return;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(engines, SortEngineTypes, testing::ValuesIn(engines_under_test()), engine_test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortEngineTypes);

}  // namespace suite
