// `adaptive` through its own suite on the GPU, in a graph, and with arrays of millions.
#include "tests/gpu/suite_memory.h"
#include "tests/sort/sort_movers_suite.h"

namespace suite {

std::vector<const sort::Engine*> engines_under_test() { return {}; }

uint32_t migrating_count() { return 3000001; }
uint32_t migrating_patterns() { return 60; }

Scale scale() {
    Scale scale;
    scale.medium = 70001;
    scale.repeats = 1000;
    scale.blocks = {132};
    return scale;
}

TEST_F(Adaptive, repairs_every_size_of_tile) {
    const uint32_t most = (1u << 22) + 77;
    prepare(most);
    for (const uint32_t count : {1u << 17, 300001u, 1u << 19, (1u << 20) + 1, 1500000u, 1u << 21, most}) {
        for (const char* kind : {"displaced:8", "gas:0.01", "sorted"}) {
            check(made(kind, count, 1), kind);  // the first frame of a kind may come as a surprise
            const sort::Report second = check(made(kind, count, 2), kind, {}, count % 2 == 0, 1);
            if (count == most && std::string(kind) == "gas:0.01") continue;  // too many leave their tiles
            EXPECT_NE(second.path, kFullSort) << kind << ", n = " << count;
        }
    }
}

TEST_F(Adaptive, repairs_in_a_graph_frame_after_frame) {
    const uint32_t count = 200000;
    prepare(count);
    sort::OwnedStream stream;
    sort::DeviceBuffer<uint32_t> keys(count), values(count);
    const sort::OwnedGraphExec graph(stream.get(), [&] {
        sorter_->sort({keys.data(), values.data(), count}, stream.get());
    });
    const Words ids = index_values(count);
    for (uint64_t frame = 0; frame < 20; ++frame) {
        const char* const kinds[] = {"gas:0.01", "uniform", "displaced:8", "gas-teleport:0.01:0.1%",
                                     "sorted"};
        const Words in = made(kinds[frame % 5], count, frame);
        upload(keys, in);
        upload(values, ids);
        sort::check(cudaGraphLaunch(graph.get(), stream.get()));
        sort::check(cudaStreamSynchronize(stream.get()));
        EXPECT_EQ(download(values.data(), count), reference_of(in).order) << kinds[frame % 5];
    }
}

/// The first frame fails in windows; the next replays move pairs one by one.
TEST_F(AdaptiveMovers, repairs_in_a_graph_frame_after_frame) {
    const uint32_t count = 700001;
    prepare(count);
    sort::OwnedStream stream;
    sort::DeviceBuffer<uint32_t> keys(count), values(count);
    sort::DeviceBuffer<sort::Report> report(1);
    sort::Options options;
    options.report = report.data();
    const sort::OwnedGraphExec graph(stream.get(), [&] {
        sorter_->sort({keys.data(), values.data(), count}, stream.get(), options);
    });
    const Words ids = index_values(count);
    for (uint64_t frame = 0; frame < 20; ++frame) {
        const Words in = frame == 10 ? ascending(count) : made("teleport:0.1%", count, frame);
        upload(keys, in);
        upload(values, ids);
        sort::check(cudaGraphLaunch(graph.get(), stream.get()));
        sort::check(cudaStreamSynchronize(stream.get()));
        EXPECT_EQ(download(values.data(), count), reference_of(in).order) << frame;
        sort::Report said;
        sort::check(cudaMemcpy(&said, report.data(), sizeof said, cudaMemcpyDeviceToHost));
        EXPECT_EQ(said.path, frame == 0 ? kFullSort : frame == 10 ? kInOrder : kMovers) << frame;
    }
}

}  // namespace suite
