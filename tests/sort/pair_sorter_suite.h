// What PairSorter promises in its header, on any engine: every key type, bits, and each refusal with the
// arrays as they were. Arrays lie where the engine wants them.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "sort/base/errors.h"
#include "sort/base/host_memory.h"
#include "sort/base/numbers.h"
#include "sort/device.h"
#include "sort/keys.h"
#include "sort/lab/arrays.h"
#include "sort/pair_sorter.h"

namespace pair_sorter {

/// The engines to try; the first is the one of the refusals.
std::vector<const char*> engine_names();
/// The most pairs that are sorted at once.
uint32_t most_pairs();
/// Returns the stream on which calls are queued.
sort::Stream stream();

/// The backend of the first engine.
inline sort::Backend backend() {
    const auto cuda = sort::cuda_engine_names();
    const bool of_cuda = std::find(cuda.begin(), cuda.end(), std::string(engine_names()[0])) != cuda.end();
    return of_cuda ? sort::Backend::cuda : sort::Backend::cpu;
}

class PairSorter : public testing::Test {
protected:
    void SetUp() override {
        std::string reason;
        if (backend() == sort::Backend::cuda && !sort::cuda_available(&reason))
            GTEST_SKIP() << "skipped: no CUDA device (" << reason << ")";
    }
};

template <class Key>
std::vector<Key> odd_keys(uint32_t count, uint32_t seed) {
    std::mt19937_64 random(seed);
    using Limits = std::numeric_limits<Key>;
    std::vector<Key> special = {Key(0), Key(1), Key(-1), Limits::max(), Limits::lowest(), Key(7)};
    if constexpr (std::is_floating_point_v<Key>) {
        special.insert(special.end(),
                       {Key(-0.0), Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(),
                        -Limits::infinity(), Limits::denorm_min(), Key(1.5)});
    }
    std::vector<Key> keys(count);
    for (Key& key : keys) {
        const uint64_t bits = random();
        std::memcpy(&key, &bits, sizeof key);
        if (random() % 3 == 0) key = special[random() % special.size()];
    }
    return keys;
}

/// Keys and values where the engine works, and back.
template <class Key>
struct Arrays {
    Arrays(const sort::Engine& engine, const std::vector<Key>& own)
        : before(own),
          keys(engine.backend, own.size() * sizeof(Key)),
          values(engine.backend, own.size() * sizeof(uint32_t)) {
        indices.resize(own.size());
        std::iota(indices.begin(), indices.end(), 0u);
        keys.upload(before.data());
        values.upload(indices.data());
    }
    std::vector<Key> keys_now() const {
        std::vector<Key> now(before.size());
        keys.download(now.data());
        return now;
    }
    std::vector<uint32_t> values_now() const {
        std::vector<uint32_t> now(before.size());
        values.download(now.data());
        return now;
    }

    std::vector<Key> before;
    std::vector<uint32_t> indices;
    sort::Array keys, values;
};

/// The order that a stable sort by bits [begin, end) of the ordered keys gives.
template <class Key>
std::vector<uint32_t> reference_order(const std::vector<Key>& keys, int begin, int end) {
    std::vector<uint32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto part = [&](uint32_t i) {
        const uint64_t word = sort::ordered_key(keys[i]);
        return begin == end ? 0 : (end == 64 ? word : word & ((uint64_t{1} << end) - 1)) >> begin;
    };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return part(a) < part(b); });
    return order;
}

template <class Key>
bool same_bits(const std::vector<Key>& a, const std::vector<Key>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Key)) == 0);
}

/// Sorts once with values and once without; compares bit by bit.
template <class Key>
void sort_and_check(sort::PairSorter& sorter, const std::vector<Key>& keys,
                    sort::PairSortOptions options = {}) {
    const int end = options.end_bit == sort::kAllBits ? int(8 * sizeof(Key)) : options.end_bit;
    const std::vector<uint32_t> order = reference_order(keys, options.begin_bit, end);
    std::vector<Key> sorted(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) sorted[i] = keys[order[i]];

    Arrays<Key> arrays(sorter.engine(), keys);
    sorter.sort_pairs(arrays.keys.template as<Key>(), arrays.values.template as<uint32_t>(), keys.size(),
                      stream(), options);
    EXPECT_EQ(arrays.values_now(), order) << sorter.engine().name << ", " << keys.size();
    EXPECT_TRUE(same_bits(arrays.keys_now(), sorted)) << sorter.engine().name << ", " << keys.size();

    Arrays<Key> alone(sorter.engine(), keys);
    sorter.sort_keys(alone.keys.template as<Key>(), keys.size(), stream(), options);
    EXPECT_TRUE(same_bits(alone.keys_now(), sorted))
        << sorter.engine().name << ", keys alone, " << keys.size();
}

TEST_F(PairSorter, sorts_every_key_type_as_stable_sort_does) {
    for (const char* name : engine_names()) {
        sort::PairSorter sorter(most_pairs(), {.engine = name, .keys = sort::KeyType::f64});
        for (const uint32_t count : {0u, 1u, 2u, 31u, most_pairs() / 3, most_pairs()}) {
            sort_and_check(sorter, odd_keys<uint32_t>(count, 1));
            sort_and_check(sorter, odd_keys<int32_t>(count, 2));
            sort_and_check(sorter, odd_keys<float>(count, 3));
            sort_and_check(sorter, odd_keys<uint64_t>(count, 4));
            sort_and_check(sorter, odd_keys<int64_t>(count, 5));
            sort_and_check(sorter, odd_keys<double>(count, 6));
        }
    }
}

TEST_F(PairSorter, sorts_by_the_asked_bits_alone) {
    const uint32_t count = most_pairs() / 2;
    sort::PairSorter sorter(count, {.engine = engine_names()[0], .keys = sort::KeyType::u64});
    sort_and_check(sorter, odd_keys<uint32_t>(count, 1), {.begin_bit = 4, .end_bit = 13});
    sort_and_check(sorter, odd_keys<uint32_t>(count, 1), {.begin_bit = 9, .end_bit = 9});
    sort_and_check(sorter, odd_keys<int32_t>(count, 1), {.begin_bit = 20});
    sort_and_check(sorter, odd_keys<uint64_t>(count, 2), {.begin_bit = 28, .end_bit = 37});
    sort_and_check(sorter, odd_keys<uint64_t>(count, 2), {.begin_bit = 3, .end_bit = 11});
    sort_and_check(sorter, odd_keys<uint64_t>(count, 2), {.begin_bit = 40, .end_bit = 64});
}

TEST_F(PairSorter, says_what_it_did_in_the_report) {
    sort::PairSorter sorter(100, {.engine = engine_names()[0]});
    const sort::Array report(sorter.engine().backend, sizeof(sort::Report));
    std::vector<uint32_t> keys(100);
    std::iota(keys.begin(), keys.end(), 0u);
    Arrays<uint32_t> arrays(sorter.engine(), keys);
    sorter.sort_pairs(arrays.keys.as<uint32_t>(), arrays.values.as<uint32_t>(), 100, stream(),
                      {.report = report.as<sort::Report>()});
    sort::Report done{};
    report.download(&done);
    EXPECT_STREQ(sort::path_name(sorter.engine(), done.path), "in order");
}

/// Expects std::invalid_argument with the word in its text, and the arrays untouched.
template <class Key, class Call>
void expect_refused(const Arrays<Key>& arrays, const char* word, Call call) {
    try {
        call();
        ADD_FAILURE() << "not refused: " << word;
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
    EXPECT_TRUE(same_bits(arrays.keys_now(), arrays.before)) << word;
    EXPECT_EQ(arrays.values_now(), arrays.indices) << word;
}

TEST_F(PairSorter, refuses_wrong_calls_before_anything_is_written) {
    sort::PairSorter sorter(100, {.engine = engine_names()[0]});
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(101, 1));
    auto* keys = arrays.keys.as<uint32_t>();
    auto* values = arrays.values.as<uint32_t>();
    expect_refused(arrays, "101 pairs for a sorter made for 100",
                   [&] { sorter.sort_pairs(keys, values, 101, stream()); });
    expect_refused(arrays, "pairs for a sorter made for",
                   [&] { sorter.sort_pairs(keys, values, (size_t{1} << 32) + 5, stream()); });
    expect_refused(arrays, "no keys", [&] { sorter.sort_pairs<uint32_t>(nullptr, values, 5, stream()); });
    expect_refused(arrays, "no keys", [&] { sorter.sort_keys<uint32_t>(nullptr, 5, stream()); });
    expect_refused(arrays, "no values", [&] { sorter.sort_pairs(keys, nullptr, 5, stream()); });
    expect_refused(arrays, "bits -1 to 32",
                   [&] { sorter.sort_pairs(keys, values, 5, stream(), {.begin_bit = -1}); });
    expect_refused(arrays, "bits 0 to 33",
                   [&] { sorter.sort_pairs(keys, values, 5, stream(), {.end_bit = 33}); });
    expect_refused(arrays, "bits 9 to 8",
                   [&] { sorter.sort_keys(keys, 5, stream(), {.begin_bit = 9, .end_bit = 8}); });
    expect_refused(arrays, "f32 keys for a sorter made for u32",
                   [&] { sorter.sort_pairs(reinterpret_cast<float*>(keys), values, 5, stream()); });
    expect_refused(arrays, "u64 keys for a sorter made for u32",
                   [&] { sorter.sort_pairs(reinterpret_cast<uint64_t*>(keys), values, 5, stream()); });
    expect_refused(arrays, "overlap", [&] { sorter.sort_pairs(keys, keys + 4, 5, stream()); });
    expect_refused(arrays, "aligned", [&] {
        sorter.sort_pairs(reinterpret_cast<uint32_t*>(reinterpret_cast<char*>(keys) + 1), values, 5,
                          stream());
    });
    sorter.sort_pairs<uint32_t>(nullptr, nullptr, 0, stream());  // nothing is wrong with nothing
    sort_and_check(sorter, odd_keys<uint32_t>(100, 2));          // and it goes on
}

TEST_F(PairSorter, refuses_what_cannot_be_made) {
    const sort::PairSorterConfig unknown{.engine = "no-such-engine"};
    EXPECT_THROW(sort::PairSorter(10, unknown), std::invalid_argument);
    sort::PairSorterConfig digits{.engine = engine_names()[0]};
    digits.engine_config.digit_bits = 31;
    EXPECT_THROW(sort::PairSorter(10, digits), std::invalid_argument);
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.stable) continue;
        const sort::PairSorterConfig wide{.engine = engine.name, .keys = sort::KeyType::u64};
        EXPECT_THROW(sort::PairSorter(10, wide), std::invalid_argument) << engine.name;
    }
}

TEST_F(PairSorter, refuses_counts_out_of_range) {
    const std::string engine = engine_names()[0];
    for (const int threads : {-1, INT_MIN, 1025, INT_MAX}) {
        const sort::PairSorterConfig config{.engine = engine, .engine_config = {.threads = threads}};
        EXPECT_THROW(sort::PairSorter(10, config), std::invalid_argument) << threads;
        EXPECT_THROW(sort::make_sorter(*sort::find_engine(engine), 10, {.threads = threads}),
                     std::invalid_argument);
    }
    for (const size_t pairs : {size_t{1} << 32, (size_t{1} << 32) + 5, size_t{1} << 40, SIZE_MAX}) {
        try {
            sort::PairSorter sorter(pairs, {.engine = engine});
            ADD_FAILURE() << pairs << " were cut to " << sorter.capacity();
        } catch (const sort::OverLimit& error) {
            EXPECT_NE(std::string(error.what()).find(sort::grouped(pairs)), std::string::npos)
                << error.what();
            EXPECT_NE(std::string(error.what()).find("4,294,967,295"), std::string::npos) << error.what();
        }
        EXPECT_THROW(sort::make_sorter(*sort::find_engine(engine), pairs), sort::OverLimit);
    }
}

TEST_F(PairSorter, counts_its_scratch) {
    const sort::PairSorter plain(1000, {.engine = engine_names()[0]}),
        floats(1000, {.engine = engine_names()[0], .keys = sort::KeyType::f32}),
        wide(1000, {.engine = engine_names()[0], .keys = sort::KeyType::i64});
    EXPECT_EQ(floats.bytes() - plain.bytes(), 8000u);
    const sort::Engine& engine = wide.engine();
    const size_t own = 12000 + (engine.wide_bytes ? engine.wide_bytes(1000, {}) : 0);
    EXPECT_EQ(wide.bytes() - plain.bytes(), own);
    EXPECT_EQ(plain.capacity(), 1000u);
}

}  // namespace pair_sorter
