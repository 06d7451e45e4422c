// Keys of 64 bits by an engine's own sorter of them: right, stable, and by the path that the input asks for.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/key_bits.h"
#include "sort/registry.h"

namespace wide_suite {

using Keys = std::vector<uint64_t>;

std::string skip_reason();
/// Numbers of pairs: of one tile, of a tile a block, and of many tiles a block.
std::vector<uint32_t> counts();
uint32_t patterns();  // random ones

/// The order that std::stable_sort gives, of bits [begin, end) in the order of `type`.
inline std::vector<uint32_t> stable_order(const Keys& keys, sort::KeyType type, int begin, int end) {
    std::vector<uint64_t> words(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        if (type == sort::KeyType::f64) {
            double key;
            memcpy(&key, &keys[i], sizeof key);
            words[i] = sort::wide_key_bits<double>(begin, end, type)(key);
        } else {
            words[i] = sort::wide_key_bits<uint64_t>(begin, end, type)(keys[i]);
        }
    }
    std::vector<uint32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return words[a] < words[b]; });
    return order;
}

/// How the keys of a check are sorted.
struct How {
    sort::KeyType type = sort::KeyType::u64;
    int begin = 0, end = 64;
    bool values = true, checks_order = true;
    bool in_graph = false;  // captured, then launched
};

/// An engine's sorter, and arrays for it.
class WideCheck {
protected:
    const sort::Engine& engine() const { return *sort::find_engine(engine_); }
    /// Returns why the engine cannot sort here; "" if it can.
    std::string refusal() const {
        if (!skip_reason().empty()) return skip_reason();
        const std::string refused = sort::refusal_of(engine(), -1);
        return refused.empty() ? "" : "skipped: " + refused;
    }

    void prepare(uint32_t capacity) {
        sorter_ = engine().create_wide(capacity, {});
        stream_ = std::make_unique<sort::OwnedStream>();
        keys_ = sort::DeviceBuffer<uint64_t>(capacity);
        values_ = sort::DeviceBuffer<uint32_t>(capacity);
        report_ = sort::DeviceBuffer<sort::Report>(1);
    }

    /// Sorts and compares with std::stable_sort. Returns the name of the path.
    std::string check(const Keys& keys, const std::string& what, const How& how = {}) {
        SCOPED_TRACE(what + ", n = " + std::to_string(keys.size()));
        const auto count = static_cast<uint32_t>(keys.size());
        std::vector<uint32_t> values(count);
        std::iota(values.begin(), values.end(), 0u);
        sort::check(cudaMemcpy(keys_.data(), keys.data(), 8 * keys.size(), cudaMemcpyHostToDevice));
        sort::check(cudaMemcpy(values_.data(), values.data(), 4 * keys.size(), cudaMemcpyHostToDevice));
        sort::check(cudaStreamSynchronize(
            nullptr));  // the last of it may be under way, and stream_ does not wait for it
        sort::Options options{.begin_bit = how.begin, .end_bit = how.end, .check_order = how.checks_order};
        options.report = report_.data();
        options.key_type = how.type;
        const auto queue = [&] {
            sorter_->sort({keys_.data(), how.values ? values_.data() : nullptr, count}, stream_->get(),
                          options);
        };
        if (how.in_graph) {
            graph_ = sort::OwnedGraphExec(stream_->get(), queue);
            sort::check(cudaGraphLaunch(graph_.get(), stream_->get()));
        } else {
            queue();
        }
        sort::check(cudaStreamSynchronize(stream_->get()));
        Keys sorted(count);
        sort::Report report{};
        sort::check(cudaMemcpy(sorted.data(), keys_.data(), 8 * sorted.size(), cudaMemcpyDeviceToHost));
        sort::check(cudaMemcpy(&report, report_.data(), sizeof report, cudaMemcpyDeviceToHost));
        const std::vector<uint32_t> order = stable_order(keys, how.type, how.begin, how.end);
        Keys wanted(count);
        uint32_t furthest = 0;
        for (uint32_t i = 0; i < count; ++i) {
            wanted[i] = keys[order[i]];
            furthest = std::max(furthest, i < order[i] ? order[i] - i : i - order[i]);
        }
        EXPECT_EQ(sorted, wanted);
        if (how.values) {
            sort::check(cudaMemcpy(values.data(), values_.data(), 4 * values.size(), cudaMemcpyDeviceToHost));
            EXPECT_EQ(values, order);
        }
        report_now_ = report;
        const std::string path = sort::path_name(engine(), report.path);
        if (path == "migration") {
            EXPECT_EQ(report.max_shift, furthest);
        }
        return path;
    }

    std::string engine_ = "adaptive";
    std::unique_ptr<sort::WideSorter> sorter_;
    std::unique_ptr<sort::OwnedStream> stream_;
    sort::OwnedGraphExec graph_;  // of the last check in a graph
    sort::DeviceBuffer<uint64_t> keys_;
    sort::DeviceBuffer<uint32_t> values_;
    sort::DeviceBuffer<sort::Report> report_;
    sort::Report report_now_{};  // of the last check
};

/// What `adaptive` has alone.
class WideSort : public testing::Test, protected WideCheck {
    void SetUp() override {
        if (!refusal().empty()) GTEST_SKIP() << refusal();
    }
};

class WideEngines : public testing::TestWithParam<const char*>, protected WideCheck {
    void SetUp() override {
        engine_ = GetParam();
        if (!refusal().empty()) GTEST_SKIP() << refusal();
    }
};
INSTANTIATE_TEST_SUITE_P(engines, WideEngines, testing::Values("adaptive", "bucketsort", "onesweep"),
                         [](const auto& info) { return std::string(info.param); });

inline Keys random_keys(uint32_t count, uint64_t seed) {
    std::mt19937_64 random(seed);
    Keys keys(count);
    for (uint64_t& key : keys) key = random();
    return keys;
}

inline Keys sorted_keys(uint32_t count, uint64_t seed) {
    Keys keys = random_keys(count, seed);
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// Keys in order, of which `moved` got other values.
inline Keys nearly_sorted(uint32_t count, uint32_t moved, uint64_t seed) {
    Keys keys = sorted_keys(count, seed);
    std::mt19937_64 random(seed + 1);
    for (uint32_t i = 0; i < moved; ++i) keys[random() % count] = random();
    return keys;
}

TEST_P(WideEngines, sort_every_kind_of_keys) {
    for (const uint32_t count : counts()) {
        prepare(count);
        std::mt19937_64 random(count);
        const auto made = [&](auto key) {
            Keys keys(count);
            for (uint32_t i = 0; i < count; ++i) keys[i] = key(i);
            return keys;
        };
        const auto word = [&](uint64_t mask) {
            return [&random, mask](uint32_t) { return random() & mask; };
        };
        check(made(word(~0ull)), "random");
        check(made([](uint32_t i) { return uint64_t{i} << 40; }), "in order");
        check(made([](uint32_t i) { return ~(uint64_t{i} << 20); }), "reversed");
        check(made([](uint32_t) { return ~0ull; }), "equal");
        check(made(word(0x8000000000000001ull)), "four values");
        check(made(word(0xffff00ffull)), "lower words alone");
        check(made(word(0xfff0000000000000ull)), "few high bits");
        check(made(word(0x1fffffffff0ull)), "45 bits");
        check(made([&](uint32_t i) { return i % 3 ? random() : 77ull << 32; }), "a heap among random");
        check(made([&](uint32_t i) { return uint64_t{i / 300} << 32 | (random() & 0xff); }), "runs");
        check(made([&](uint32_t i) { return uint64_t{i % 7} << 61 | i / 91 % 9 << 29 | (random() & 3); }),
              "groups of a few");
    }
}

TEST_P(WideEngines, sort_types_bits_and_keys_alone) {
    const uint32_t count = engine_ == "adaptive" ? counts().back() : counts()[1];
    prepare(count);
    const double odd[] = {0.0,          -0.0,          1e300, -1e300, std::numeric_limits<double>::infinity(),
                          std::nan(""), -std::nan(""), 5e-324};
    for (const bool near : {false, true}) {
        Keys keys = near ? nearly_sorted(count, count / 500 + 1, 3) : random_keys(count, 3);
        check(keys, "i64", {sort::KeyType::i64});
        check(keys, "bits", {sort::KeyType::u64, 20, 41});
        check(keys, "bits of i64", {sort::KeyType::i64, 31, 64});
        check(keys, "keys alone", {sort::KeyType::u64, 0, 64, false});
        check(keys, "no order check", {sort::KeyType::u64, 0, 64, true, false});
        check(keys, "in a graph", {.in_graph = true});
        std::mt19937_64 random(5);
        for (uint32_t i = 0; i < count; i += 7) memcpy(&keys[i], &odd[random() % std::size(odd)], 8);
        check(keys, "f64", {sort::KeyType::f64});
        check(keys, "f64 again", {sort::KeyType::f64});
    }
}

/// A random permutation of groups of keys, each with upper bits of its own.
inline Keys groups_of(uint32_t count, uint32_t size, uint64_t seed) {
    std::mt19937_64 random(seed);
    Keys keys(count);
    for (uint32_t i = 0; i < count; ++i)
        keys[i] = uint64_t{i / size} * 0x9e3779b97f4a7c15ull >> 28 << 28 | (random() & 0xfffffff);
    std::shuffle(keys.begin(), keys.end(), random);
    return keys;
}

TEST_F(WideSort, bucketsort_orders_groups_of_its_pieces) {
    engine_ = "bucketsort";
    const uint32_t count = counts()[1];
    prepare(count);
    EXPECT_EQ(check(sorted_keys(count, 1), "in order"), "in order");
    const std::string usual = check(random_keys(count, 2), "random");
    EXPECT_NE(usual, "in order");
    for (const uint32_t size : {2u, 7u, 31u, 32u}) {
        EXPECT_EQ(check(groups_of(count, size, size), "groups of " + std::to_string(size)), usual);
        EXPECT_EQ(report_now_.passes_run, 1u);
    }
    EXPECT_EQ(check(groups_of(count, 33, 5), "groups of one too many"), "digits");
    EXPECT_GT(report_now_.passes_run, 1u);
    Keys equal = random_keys(count, 6);
    for (uint32_t i = 0; i < count; i += 3) equal[i] = 77ull << 32;
    EXPECT_EQ(check(equal, "one key often"), usual) << "in order among themselves";
    EXPECT_EQ(check(random_keys(count, 7), "random again"), usual);
}

/// Eight digits, of which those that all keys share are skipped.
TEST_F(WideSort, onesweep_runs_a_pass_per_digit_that_varies) {
    engine_ = "onesweep";
    const uint32_t count = counts()[1];
    prepare(count);
    const auto passes = [&](uint64_t mask, const How& how) {
        Keys keys = random_keys(count, 1);
        for (uint64_t& key : keys) key = (key & mask) | 0x0011000000000000ull;
        check(keys, "mask " + std::to_string(mask), how);
        return std::pair(report_now_.passes_run, report_now_.passes_skipped);
    };
    EXPECT_EQ(passes(~0ull, {}), std::pair(8u, 0u));
    EXPECT_EQ(passes(0x7f000000ff00ffffull, {sort::KeyType::f64}), std::pair(4u, 4u));
    EXPECT_EQ(passes(~0ull, {sort::KeyType::i64, 20, 41}), std::pair(3u, 0u));
    EXPECT_EQ(passes(0x00ffull << 48, {}), std::pair(1u, 7u));
    check(sorted_keys(count, 1), "in order");
    EXPECT_EQ(report_now_.passes_run, 0u);
    EXPECT_EQ(report_now_.passes_skipped, 8u);
}

TEST_F(WideSort, repairs_what_was_in_order_a_frame_ago) {
    for (const uint32_t count : counts()) {
        if (count < 2000) continue;
        prepare(count);
        EXPECT_EQ(check(sorted_keys(count, 1), "in order"), "in order");
        EXPECT_EQ(check(nearly_sorted(count, count / 1000 + 1, 2), "few moved"), "migration");
        EXPECT_EQ(check(nearly_sorted(count, count / 100 + 1, 3), "more moved"), "migration");
        Keys local = sorted_keys(count, 4);
        for (uint32_t i = 0; i + 9 < count; i += 5) std::swap(local[i], local[i + 4]);
        EXPECT_EQ(check(local, "neighbours"), "migration");
        Keys front = sorted_keys(count, 5);
        std::rotate(front.begin(), front.end() - 20, front.end());
        EXPECT_EQ(check(front, "the last come first"), "migration");
        EXPECT_EQ(check(random_keys(count, 6), "random"), "full sort");
        EXPECT_LE(report_now_.passes_run, 4u) << "high digits, and a migration";
        EXPECT_EQ(check(random_keys(count, 7), "random again"), "full sort");
        EXPECT_EQ(check(nearly_sorted(count, 9, 8), "within the cooldown"), "full sort");
        for (int call = 0; call < 7; ++call) check(random_keys(count, 9), "the rest of it");
        EXPECT_EQ(check(nearly_sorted(count, 9, 8), "behind it"), "migration");
    }
}

/// Keys in order but for their halves, which are exchanged where the first byte changes: no key is near its place, and the
/// few digits that are sorted by, an odd number of them, end the sort in the other arrays.
inline Keys exchanged_halves(uint32_t count) {
    Keys keys(count);
    for (uint32_t i = 0; i < count; ++i) keys[i] = ~0ull / count * i;
    uint32_t half = count / 2;
    while (keys[half] >> 56 == keys[half - 1] >> 56) ++half;
    std::rotate(keys.begin(), keys.begin() + half, keys.end());
    return keys;
}

TEST_F(WideSort, brings_back_what_few_digits_have_put_in_order) {
    const uint32_t count = counts().back();
    prepare(count);
    EXPECT_EQ(check(exchanged_halves(count), "halves"), "full sort");
    EXPECT_EQ(report_now_.passes_run, count < 9 << 16 ? 2u : 3u);
    check(exchanged_halves(count), "halves, keys alone", {.values = false});
}

/// Pairs that move by random distances, alone and in groups, with equal keys among them.
TEST_F(WideSort, repairs_random_patterns) {
    const uint32_t most = counts().back();  // of which blocks have several tiles
    prepare(most);
    std::mt19937_64 random(11);
    uint32_t repaired = 0;
    for (uint32_t pattern = 0; pattern < patterns(); ++pattern) {
        const uint32_t largest = pattern < 320 && pattern % 8 == 0 ? most : counts()[1];
        const uint32_t count = 2 + static_cast<uint32_t>(random() % (largest - 1));
        const uint64_t mask = random() % 3 == 0 ? 0xff : ~0ull;
        Keys keys(count);
        for (uint64_t& key : keys) key = random() & mask;
        std::sort(keys.begin(), keys.end());
        const uint32_t moves = static_cast<uint32_t>(random() % (count / 50 + 2));
        for (uint32_t move = 0; move < moves; ++move) {
            const auto from = static_cast<uint32_t>(random() % count);
            if (random() % 4 == 0) {
                const uint32_t length = std::min<uint32_t>(count - from, 1 + random() % 20);
                const auto begin = keys.begin() + from;
                std::rotate(begin, begin + static_cast<uint32_t>(random() % length), begin + length);
            } else {
                keys[from] = random() & mask;
            }
        }
        repaired += check(keys, "pattern " + std::to_string(pattern)) == "migration" ? 1 : 0;
        if (HasFailure()) return;
    }
    EXPECT_GT(repaired, patterns() / 3);
}

TEST_P(WideEngines, count_their_memory) {
    const size_t bytes = engine().wide_bytes(10000, {});
    EXPECT_GT(bytes, 120000u);
    EXPECT_LT(engine().wide_bytes(1 << 24, {}), (size_t{1} << 24) * 30);
}

}  // namespace wide_suite
