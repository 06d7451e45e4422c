// PairSorter where the arrays are device memory, real or emulated: graphs, and memory that cannot be reached.
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/owned.cuh"
#include "tests/sort/pair_sorter_suite.h"

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
