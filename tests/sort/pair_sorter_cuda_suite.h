// PairSorter where the arrays are device memory, real or emulated: graphs, and memory that cannot be reached.
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/owned.cuh"
#include "tests/sort/pair_sorter_segments_suite.h"

namespace pair_sorter {

sort::Stream stream() {
    static const auto* const own = new sort::OwnedStream;  // outlives the device's own end
    return own->get();
}

TEST_F(PairSorter, is_captured_into_a_graph) {
    sort::PairSorter sorter(3000, {.keys = sort::KeyType::f32});
    const auto keys = odd_keys<float>(3000, 8), others = odd_keys<float>(3000, 9);
    Arrays<float> arrays(sorter.engine(), keys);
    const sort::OwnedGraphExec graph(stream(), [&] {
        sorter.sort_pairs(arrays.keys.as<float>(), arrays.values.as<uint32_t>(), 3000, stream());
    });
    EXPECT_TRUE(same_bits(arrays.keys_now(), keys)) << "captured, not run";
    for (const auto& own : {keys, others}) {
        arrays.keys.upload(own.data());
        arrays.values.upload(arrays.indices.data());
        sort::check(cudaGraphLaunch(graph.get(), stream()));
        EXPECT_EQ(arrays.values_now(), reference_order(own, 0, 32));
    }
}

TEST_F(PairSorter, reports_a_count_beyond_the_pairs) {
    const uint32_t capacity = 1000;
    sort::Array live(sort::Backend::cuda, sizeof(uint32_t)),
        reported(sort::Backend::cuda, sizeof(sort::Report));
    for (const char* name : {"adaptive", "onesweep"}) {
        sort::PairSorter sorter(capacity, {.engine = name, .keys = sort::KeyType::f32});
        Arrays<uint32_t> words(sorter.engine(), odd_keys<uint32_t>(capacity, 8));
        Arrays<float> floats(sorter.engine(), odd_keys<float>(capacity, 8));
        for (const uint32_t now : {0u, 999u, capacity, capacity + 7, ~0u}) {
            live.upload(&now);
            const auto excess_of = [&](auto* keys) {
                sorter.sort_keys(keys, capacity, stream(),
                                 {.report = reported.as<sort::Report>(), .live_count = live.as<uint32_t>()});
                sort::Report report{};
                reported.download(&report);
                return report.excess;
            };
            const uint32_t expected = now > capacity ? now - capacity : 0;
            EXPECT_EQ(excess_of(words.keys.as<uint32_t>()), expected) << name << ", " << now;
            EXPECT_EQ(excess_of(floats.keys.as<float>()), expected) << name << ", " << now;
        }
    }
}

/// Graphs of two calls, with a live count and with borders, each launched with several numbers.
template <class Key>
void launch_with_counts_and_borders(sort::PairSorter& sorter) {
    const uint32_t capacity = 3000;
    const int bits = 8 * sizeof(Key);
    const auto keys = odd_keys<Key>(capacity, 8);
    Arrays<Key> arrays(sorter.engine(), keys);
    sort::Array numbers(sort::Backend::cuda, 4 * sizeof(uint32_t));  // a count, and three borders
    auto* on_device = numbers.as<uint32_t>();
    const sort::OwnedGraphExec counted(stream(), [&] {
        sorter.sort_pairs(arrays.keys.template as<Key>(), arrays.values.template as<uint32_t>(), capacity,
                          stream(), {.live_count = on_device});
    });
    const sort::OwnedGraphExec parted(stream(), [&] {
        sorter.sort_pairs(arrays.keys.template as<Key>(), arrays.values.template as<uint32_t>(), capacity,
                          stream(), {.offsets = on_device + 1, .segments = 2});
    });
    for (const uint32_t at : {0u, 1u, 1700u, capacity, capacity + 5}) {
        const uint32_t inside = std::min(at, capacity), now[] = {at, 0, inside, capacity};
        numbers.upload(now);
        const std::vector<Key> front(keys.begin(), keys.begin() + inside),
            rest(keys.begin() + inside, keys.end());
        std::vector<uint32_t> expected = reference_order(front, 0, bits);
        const auto launched = [&](const sort::OwnedGraphExec& graph) {
            arrays.keys.upload(keys.data());
            arrays.values.upload(arrays.indices.data());
            sort::check(cudaGraphLaunch(graph.get(), stream()));
            return arrays.values_now();
        };
        std::vector<uint32_t> behind(capacity - inside);
        std::iota(behind.begin(), behind.end(), inside);
        std::vector<uint32_t> all = expected;
        all.insert(all.end(), behind.begin(), behind.end());
        EXPECT_EQ(launched(counted), all) << sorter.engine().name << ", " << at << " live";
        std::vector<Key> sorted(inside), now_sorted = arrays.keys_now();
        for (uint32_t i = 0; i < inside; ++i) sorted[i] = keys[all[i]];
        now_sorted.resize(inside);
        EXPECT_TRUE(same_bits(now_sorted, sorted)) << sorter.engine().name << ", " << at << " live";
        for (const uint32_t place : reference_order(rest, 0, bits)) expected.push_back(inside + place);
        EXPECT_EQ(launched(parted), expected) << "border at " << at;
    }
}

TEST_F(PairSorter, a_graph_reads_count_and_borders_at_each_launch) {
    for (const char* name : {"adaptive", "onesweep"}) {
        sort::PairSorter sorter(3000, {.engine = name, .keys = sort::KeyType::u64});
        launch_with_counts_and_borders<uint32_t>(sorter);
        launch_with_counts_and_borders<float>(sorter);
        launch_with_counts_and_borders<int64_t>(sorter);
        launch_with_counts_and_borders<double>(sorter);
    }
}

/// Sorts these segments of random keys. Returns what was reported of pairs that were not in order.
inline uint32_t repaired_of_segments(sort::PairSorter& sorter, const std::vector<uint32_t>& offsets) {
    const uint32_t count = offsets.back();
    const auto keys = odd_keys<uint32_t>(count, 3);
    Form form;
    form.end = 32;
    form.offsets = offsets;
    const Arrays<uint32_t> arrays(sorter.engine(), keys);
    sort::Array numbers(sort::Backend::cuda, offsets.size() * sizeof(uint32_t));
    sort::Array report(sort::Backend::cuda, sizeof(sort::Report));
    numbers.upload(offsets.data());
    sorter.sort_pairs(arrays.keys.as<uint32_t>(), arrays.values.as<uint32_t>(), count, stream(),
                      {.report = report.as<sort::Report>(),
                       .offsets = numbers.as<uint32_t>(),
                       .segments = static_cast<uint32_t>(offsets.size() - 1)});
    EXPECT_EQ(arrays.values_now(), order_of(keys, form));
    sort::Report now{};
    report.download(&now);
    return now.passes_run + now.windows + now.movers;
}

TEST_F(PairSorter, sorts_segments_together_only_where_they_are_long) {
    sort::PairSorter sorter(3000, {.keys = sort::KeyType::u64});
    EXPECT_EQ(repaired_of_segments(sorter, {0, 300, 300, 700, 1212, 1500}), 0u);
    EXPECT_GT(repaired_of_segments(sorter, {0, 300, 300, 813, 1100, 1500}), 0u) << "513 pairs";
    EXPECT_GT(repaired_of_segments(sorter, {0, 300, 3000}), 0u) << "long on the average";
}

TEST_F(PairSorter, loses_no_pair_where_offsets_do_not_ascend) {
    const uint32_t count = 1000;
    sort::PairSorter sorter(count, {.keys = sort::KeyType::u64});
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(count, 3));
    const uint32_t offsets[] = {0, 400, 300, 700, 690, 1000};
    sort::Array numbers(sort::Backend::cuda, sizeof offsets);
    numbers.upload(offsets);
    sorter.sort_pairs(arrays.keys.as<uint32_t>(), arrays.values.as<uint32_t>(), count, stream(),
                      {.offsets = numbers.as<uint32_t>(), .segments = 5});
    const auto keys = arrays.keys_now();
    auto values = arrays.values_now();
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(keys[i], arrays.before.at(values[i]));
    std::sort(values.begin(), values.end());
    EXPECT_EQ(values, arrays.indices);
}

TEST_F(PairSorter, works_in_scratch_of_the_caller) {
    for (const char* name : engine_names()) {
        for (const sort::KeyType keys : {sort::KeyType::u32, sort::KeyType::f32, sort::KeyType::u64}) {
            sort::PairSorterConfig config{.engine = name, .keys = keys};
            const size_t bytes = sort::PairSorter::scratch_bytes(3000, config);
            // Bytes around it stay as they are.
            const size_t border = 300;
            std::vector<unsigned char> all(bytes + 2 * border, 0xa5), now(all.size());
            sort::Array memory(sort::Backend::cuda, all.size());
            memory.upload(all.data());
            config.scratch = memory.as<unsigned char>() + border;
            config.scratch_bytes = bytes;
            {
                sort::PairSorter sorter(3000, config);
                sort_and_check(sorter, odd_keys<uint32_t>(3000, 4));
                if (keys == sort::KeyType::u64) sort_and_check(sorter, odd_keys<int64_t>(2999, 4));
            }
            memory.download(now.data());
            EXPECT_TRUE(std::equal(all.begin(), all.begin() + border, now.begin())) << name;
            EXPECT_TRUE(std::equal(all.end() - border, all.end(), now.end() - border)) << name;
            EXPECT_NE(now, all) << name << ": the scratch was not used";
            config.scratch_bytes = bytes - 1;
            EXPECT_THROW(sort::PairSorter(3000, config), std::invalid_argument) << name;
        }
    }
    const sort::PairSorterConfig on_cpu{.engine = "cpu-radix"};
    EXPECT_THROW(sort::PairSorter::scratch_bytes(10, on_cpu), std::invalid_argument);
}

TEST_F(PairSorter, sorts_in_every_form_by_an_engine_that_sorts_typed_keys) {
    sort::PairSorter sorter(
        9001, {.engine = "multiscan", .keys = sort::KeyType::u64, .engine_config = {.variant = "twiddle"}});
    std::mt19937_64 random(7);
    try_forms<int32_t>(sorter, random, 4 * form_count());
    try_forms<float>(sorter, random, 4 * form_count());
    try_forms<uint32_t>(sorter, random, form_count());
    try_forms<int16_t>(sorter, random, form_count());
}

TEST_F(PairSorter, refuses_memory_that_the_device_cannot_reach) {
    sort::PairSorter sorter(100);
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(100, 1));
    std::vector<uint32_t> host(100);
    auto* keys = arrays.keys.as<uint32_t>();
    expect_refused(arrays, "keys: host memory",
                   [&] { sorter.sort_pairs(host.data(), arrays.values.as<uint32_t>(), 100, stream()); });
    expect_refused(arrays, "values: host memory",
                   [&] { sorter.sort_pairs(keys, host.data(), 100, stream()); });
    sort::Report report;
    expect_refused(arrays, "report: host memory",
                   [&] { sorter.sort_keys(keys, 100, stream(), {.report = &report}); });
}

}  // namespace pair_sorter
