// PairFinder where the boxes are device memory, real or emulated: graphs, and memory that cannot be reached.
#pragma once
#include <cuda_runtime.h>

#include "sort/cuda/owned.cuh"
#include "tests/sim/pair_finder_suite.h"

namespace pair_finder {

sort::Backend backend() { return sort::Backend::cuda; }
sort::Stream stream() {
    static const auto* const own = new sort::OwnedStream;  // outlives the device's own end
    return own->get();
}
std::vector<uint32_t> read_words(const uint32_t* words, size_t count) {
    std::vector<uint32_t> read(count);
    if (count > 0)
        sort::check(cudaMemcpy(read.data(), words, count * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    return read;
}

TEST_F(PairFinder, is_captured_into_a_graph) {
    const auto first = pair_cases::random_boxes(400, 8, 4, 0.8f), second = pair_cases::grid_boxes(400, 9, 16);
    const sort::Array boxes(backend(), 400 * sizeof(sim::Box));
    sim::PairFinder finder(400, {.pair_capacity = 20000});
    const sort::OwnedGraphExec graph(stream(), [&] { finder.find(boxes.as<sim::Box>(), 400, stream()); });
    for (const auto& own : {first, second}) {
        sort::check(cudaMemcpy(boxes.as<void>(), own.data(), boxes.bytes(), cudaMemcpyHostToDevice));
        sort::check(cudaGraphLaunch(graph.get(), stream()));
        EXPECT_EQ(pairs_of(finder), pair_cases::reference_pairs(own));
    }
}

TEST_F(PairFinder, refuses_memory_that_the_device_cannot_reach) {
    const auto random = pair_cases::random_boxes(100, 4, 1, 0.5f);
    sim::PairFinder finder(100, {});
    expect_refused("boxes: host memory", [&] { finder.find(random.data(), 100, stream()); });
}

}  // namespace pair_finder
