// Sorts captured into a CUDA graph, every CUDA engine: gated launches and the IF node, replayed on inputs
// that differ.
#include <gtest/gtest.h>

#include "sort/base/errors.h"
#include "sort/cuda/device_limits.cuh"
#include "tests/gpu/device_memory.h"

namespace {

using namespace suite;
using sort::check;
using sort::DeviceBuffer;

constexpr uint32_t kFrame = 16;  // words around the arrays
constexpr uint32_t kGuard = 0xdeadbeefu;

/// A graph made by what `queue` puts on a stream; launched and waited for.
class Graph {
public:
    template <class Queue>
    Graph(cudaStream_t stream, Queue queue) : stream_(stream), exec_(stream, queue) {}

    void replay() {
        check(cudaGraphLaunch(exec_.get(), stream_));
        check(cudaStreamSynchronize(stream_));
    }

private:
    cudaStream_t stream_;
    sort::OwnedGraphExec exec_;
};

class SortGraph : public testing::TestWithParam<const sort::Engine*> {
protected:
    void SetUp() override {
        const std::string reason = no_device_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
        const std::string refusal = sort::refusal_of(*GetParam(), -1);
        if (!refusal.empty()) GTEST_SKIP() << "skipped: " << refusal;
        if (!capturable(*GetParam())) GTEST_SKIP() << "skipped: the engine says that it is not capturable";
    }

    /// Captures copy in, sort, copy out, and replays it on many inputs: the copies show that what stands
    /// before and after the sort in the graph is in order with all that the sort put there.
    void expect_replays(sort::EarlyExit early_exit, uint32_t count, bool check_order = true);

    /// Lengths that take an engine's ways: one tile, several, a full device.
    static constexpr uint32_t kCounts[] = {0, 1, 2, 1000, 4096, 131072, 1000003};
};

void SortGraph::expect_replays(sort::EarlyExit early_exit, uint32_t count, bool check_order) {
    const sort::Engine& engine = *GetParam();
    SCOPED_TRACE("n = " + std::to_string(count));
    sort::EngineConfig config;
    config.early_exit = early_exit;
    const auto sorter = sort::make_sorter(engine, count, config);
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> in_keys(count), out_keys(count), out_values(count), in_values(count);
    const DeviceBuffer<uint32_t> keys(count + 2 * kFrame), values(count + 2 * kFrame);
    const DeviceBuffer<sort::Report> report(1);
    upload(keys, Words(count + 2 * kFrame, kGuard));
    upload(values, Words(count + 2 * kFrame, kGuard));
    if (count > 0) upload(in_values, index_values(count));

    sort::Options options;
    options.report = report.data();
    options.check_order = check_order;
    const sort::Pairs pairs{keys.data() + kFrame, values.data() + kFrame, count};
    const auto copy = [&](uint32_t* to, const uint32_t* from) {
        if (count == 0) return;
        check(cudaMemcpyAsync(to, from, size_t{count} * sizeof(uint32_t), cudaMemcpyDeviceToDevice,
                              stream.get()));
    };
    Graph graph(stream.get(), [&] {
        copy(pairs.keys, in_keys.data());
        copy(pairs.values, in_values.data());
        sorter->sort(pairs, stream.get(), options);
        copy(out_keys.data(), pairs.keys);
        copy(out_values.data(), pairs.values);
    });

    // Sorted and shuffled in turns: a replay must leave nothing behind for the next.
    for (const char* input :
         {"uniform", "sorted", "sorted", "few:3", "equal", "swaps:1", "reversed", "sorted", "uniform"}) {
        const Words before = made(input, count, 21);
        if (count > 0) upload(in_keys, before);
        check(cudaMemset(report.data(), 0x77, sizeof(sort::Report)));
        check(cudaDeviceSynchronize());
        graph.replay();

        EXPECT_TRUE(is_right(engine, reference_of(before), before, download(out_keys.data(), count),
                             download(out_values.data(), count)))
            << input;
        for (const uint32_t* array : {keys.data(), values.data()}) {
            EXPECT_EQ(download(array, kFrame), Words(kFrame, kGuard)) << input;
            EXPECT_EQ(download(array + kFrame + count, kFrame), Words(kFrame, kGuard)) << input;
        }
        sort::Report done{};
        check(cudaMemcpy(&done, report.data(), sizeof done, cudaMemcpyDeviceToHost));
        EXPECT_LE(done.passes_run, 64u) << input << ": the report was not written";
        if (engine.checks_order && check_order) {
            EXPECT_EQ(done.passes_run == 0, std::is_sorted(before.begin(), before.end())) << input;
        }
    }
}

TEST_P(SortGraph, replays_with_gated_launches) {
    for (const uint32_t count : kCounts) expect_replays(sort::EarlyExit::gated, count);
}

TEST_P(SortGraph, replays_without_the_order_check) {
    for (const uint32_t count : kCounts) expect_replays(sort::EarlyExit::best, count, false);
}

TEST_P(SortGraph, reads_a_live_count_at_each_launch) {
    const sort::Engine& engine = *GetParam();
    if (!engine.counts_live) GTEST_SKIP() << "skipped: the engine reads none";
    const uint32_t count = 200003;
    const auto sorter = sort::make_sorter(engine, count);
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> keys(count), values(count), live(1);
    Graph graph(stream.get(), [&] {
        sorter->sort({keys.data(), values.data(), count}, stream.get(), {.live_count = live.data()});
    });
    const Words before = made("uniform", count, 21);
    for (const uint32_t now : {count, 0u, 1u, 2u, 4097u, 100000u, count - 1, ~0u}) {
        upload(keys, before);
        upload(values, index_values(count));
        upload(live, {now});
        graph.replay();
        Words order = index_values(count);
        std::stable_sort(order.begin(), order.begin() + std::min(now, count),
                         [&](uint32_t a, uint32_t b) { return before[a] < before[b]; });
        EXPECT_EQ(download(values.data(), count), order) << now;
        EXPECT_EQ(download(keys.data(), count), each(count, [&](uint32_t i) { return before[order[i]]; }))
            << now;
    }
}

TEST_P(SortGraph, replays_with_an_if_node) {
    if (!sort::device_limits().if_nodes) GTEST_SKIP() << "skipped: the driver has no conditional nodes";
    for (const uint32_t count : kCounts) {
        expect_replays(sort::EarlyExit::if_node, count);
        expect_replays(sort::EarlyExit::best, count);
    }
}

TEST_P(SortGraph, two_sorts_in_one_graph_do_not_disturb_each_other) {
    const uint32_t count = 50000;
    const auto sorter = sort::make_sorter(*GetParam(), count);
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> first(count), second(count);
    Graph graph(stream.get(), [&] {
        sorter->sort({first.data(), nullptr, count}, stream.get());
        sorter->sort({second.data(), nullptr, count}, stream.get());
    });
    for (int turn = 0; turn < 4; ++turn) {
        Words a = made(turn % 2 ? "uniform" : "sorted", count, turn), b = made("uniform", count, 50 + turn);
        upload(first, a);
        upload(second, turn == 3 ? a : b);
        graph.replay();
        if (turn == 3) b = a;
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        EXPECT_TRUE(download(first.data(), count) == a) << turn;
        EXPECT_TRUE(download(second.data(), count) == b) << turn;
    }
    // The same sorter again outside the graph.
    Words c = made("uniform", count, 99);
    upload(first, c);
    sorter->sort({first.data(), nullptr, count}, stream.get());
    check(cudaStreamSynchronize(stream.get()));
    std::sort(c.begin(), c.end());
    EXPECT_TRUE(download(first.data(), count) == c);
}

TEST_P(SortGraph, replays_a_thousand_times_with_the_same_bits) {
    const uint32_t count = 30011;
    const auto sorter = sort::make_sorter(*GetParam(), count);
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> in(count), keys(count), values(count), in_values(count);
    const Words before = made("few:500", count, 7);
    upload(in, before);
    upload(in_values, index_values(count));
    const auto copy = [&](uint32_t* to, const uint32_t* from) {
        check(cudaMemcpyAsync(to, from, count * sizeof(uint32_t), cudaMemcpyDeviceToDevice, stream.get()));
    };
    Graph graph(stream.get(), [&] {
        copy(keys.data(), in.data());
        copy(values.data(), in_values.data());
        sorter->sort({keys.data(), values.data(), count}, stream.get());
    });
    Words first;
    for (int repeat = 0; repeat < 1000; ++repeat) {
        graph.replay();
        const Words now = download(values.data(), count);
        if (repeat == 0) {
            first = now;
            ASSERT_TRUE(
                is_right(*GetParam(), reference_of(before), before, download(keys.data(), count), now));
        }
        ASSERT_TRUE(now == first) << repeat;
    }
}

INSTANTIATE_TEST_SUITE_P(engines, SortGraph, testing::ValuesIn(cuda_engines()),
                         [](const testing::TestParamInfo<const sort::Engine*>& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortGraph);

}  // namespace
