// Sorts of as many pairs as a word on the device says, by the engines that read it: one graph sorts any number of pairs
// up to that of its call, and what lies behind them stays as it is.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/keys.h"
#include "sort/registry.h"

namespace live_count {

std::string skip_reason();
/// Pairs of the calls: of a few tiles, and of the engines' other shapes.
std::vector<uint32_t> capacities();

template <class Word>
void upload(const sort::DeviceBuffer<Word>& to, const std::vector<Word>& from) {
    sort::check(cudaMemcpy(to.data(), from.data(), sizeof(Word) * from.size(), cudaMemcpyHostToDevice));
    sort::check(cudaStreamSynchronize(nullptr));  // streams of our own do not wait for it
}

template <class Word>
std::vector<Word> download(const sort::DeviceBuffer<Word>& from) {
    std::vector<Word> words(from.bytes() / sizeof(Word));
    sort::check(cudaMemcpy(words.data(), from.data(), from.bytes(), cudaMemcpyDeviceToHost));
    return words;
}

/// The orders of the live keys that are tried.
enum class Input { random, sorted, few_moved };

/// A sorter, arrays of its capacity and some words behind them, and a graph of one call with a live count.
template <class Key>
class LiveSort {
public:
    LiveSort(const sort::Engine& engine, uint32_t capacity, sort::KeyType type)
        : capacity_(capacity),
          type_(type),
          keys_(capacity + kBehind),
          values_(capacity + kBehind),
          count_(1),
          report_(1) {
        if constexpr (sizeof(Key) == 8) {
            sorter_ = engine.create_wide(capacity, {});
        } else {
            sorter_ = engine.create(capacity, {});
        }
        graph_ = sort::OwnedGraphExec(stream_.get(), [&] { queue(); });
    }

    /// Sorts `live` pairs, by the graph or by a call, and compares with std::stable_sort. Returns the report.
    sort::Report check(uint32_t live, Input input, bool in_graph) {
        const uint32_t sorted = std::min(live, capacity_);
        const std::vector<Key> keys = made_keys(sorted, input);
        std::vector<uint32_t> order(keys.size());
        std::iota(order.begin(), order.end(), 0u);
        upload(keys_, keys);
        upload(values_, order);
        upload(count_, {live});
        if (in_graph) {
            sort::check(cudaGraphLaunch(graph_.get(), stream_.get()));
        } else {
            queue();
        }
        sort::check(cudaStreamSynchronize(stream_.get()));
        std::stable_sort(order.begin(), order.begin() + sorted,
                         [&](uint32_t a, uint32_t b) { return less(keys[a], keys[b]); });
        std::vector<Key> expected(keys.size());
        for (size_t i = 0; i < expected.size(); ++i) expected[i] = keys[order[i]];
        EXPECT_EQ(download(values_), order) << live << " of " << capacity_;
        EXPECT_EQ(download(keys_), expected) << live << " of " << capacity_;
        return download(report_)[0];
    }

private:
    static constexpr uint32_t kBehind = 100;

    void queue() {
        sorter_->sort({keys_.data(), values_.data(), capacity_}, stream_.get(),
                      {.end_bit = 8 * sizeof(Key),
                       .report = report_.data(),
                       .key_type = type_,
                       .live_count = count_.data()});
    }

    bool less(Key a, Key b) const {
        if constexpr (sizeof(Key) == 8) {
            if (type_ == sort::KeyType::f64) {
                return sort::ordered_key(std::bit_cast<double>(a)) <
                       sort::ordered_key(std::bit_cast<double>(b));
            }
        }
        return a < b;
    }

    /// Random keys of which the first `sorted` are in the order; those behind are in none.
    std::vector<Key> made_keys(uint32_t sorted, Input input) {
        std::vector<Key> keys(capacity_ + kBehind);
        for (Key& key : keys) key = static_cast<Key>(random_()) & ~Key{0xf0};
        if (input == Input::random) return keys;
        std::sort(keys.begin(), keys.begin() + sorted, [&](Key a, Key b) { return less(a, b); });
        if (input == Input::few_moved && sorted > 0) {
            for (uint32_t i = 0; i < 1 + sorted / 1000; ++i) keys[random_() % sorted] = Key(random_());
        }
        return keys;
    }

    uint32_t capacity_;
    sort::KeyType type_;
    std::unique_ptr<sort::SorterOf<Key>> sorter_;
    sort::OwnedStream stream_;
    sort::DeviceBuffer<Key> keys_;
    sort::DeviceBuffer<uint32_t> values_, count_;
    sort::DeviceBuffer<sort::Report> report_;
    sort::OwnedGraphExec graph_;
    std::mt19937_64 random_{7};
};

inline std::vector<const sort::Engine*> counting_engines() {
    std::vector<const sort::Engine*> engines;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.counts_live) engines.push_back(&engine);
    }
    return engines;
}

class LiveCount : public testing::TestWithParam<const sort::Engine*> {
protected:
    void SetUp() override {
        if (!skip_reason().empty()) GTEST_SKIP() << skip_reason();
        const std::string refused = sort::refusal_of(*GetParam(), -1);
        if (!refused.empty()) GTEST_SKIP() << "skipped: " << refused;
    }

    template <class Key>
    void sort_all(sort::KeyType type) {
        for (const uint32_t capacity : capacities()) {
            LiveSort<Key> sort(*GetParam(), capacity, type);
            for (const uint32_t live : {capacity, 0u, 1u, 2u, 2049u, capacity / 3, 4096u, capacity + 9}) {
                SCOPED_TRACE(sort::name_of(type));
                sort.check(live, Input::random, true);
                if (live % 2 != 0) sort.check(live, Input::few_moved, false);
                const sort::Report report = sort.check(live, Input::sorted, live % 2 != 0);
                EXPECT_EQ(report.passes_run, 0u)
                    << live << " of " << capacity << ": keys behind were compared";
            }
        }
    }
};
INSTANTIATE_TEST_SUITE_P(engines, LiveCount, testing::ValuesIn(counting_engines()), [](const auto& info) {
    std::string name = info.param->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST_P(LiveCount, sorts_as_many_pairs_as_the_device_says) { sort_all<uint32_t>(sort::KeyType::u32); }

TEST_P(LiveCount, sorts_as_many_64_bit_keys) {
    if (!GetParam()->create_wide) GTEST_SKIP() << "skipped: the engine has no sort of 64-bit keys";
    sort_all<uint64_t>(sort::KeyType::u64);
    sort_all<uint64_t>(sort::KeyType::f64);
}

TEST(LiveCountOfOthers, is_refused) {
    if (!skip_reason().empty()) GTEST_SKIP() << skip_reason();
    const sort::Engine& engine = *sort::find_engine("reghist");
    ASSERT_FALSE(engine.counts_live);
    const sort::DeviceBuffer<uint32_t> words(100);
    EXPECT_THROW(
        engine.create(100, {})->sort({words.data(), nullptr, 50}, nullptr, {.live_count = words.data() + 60}),
        std::invalid_argument);
}

}  // namespace live_count
