// Sorts captured into a CUDA graph: gated launches and the IF node, replayed on inputs that differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/inputs.h"
#include "sort/order_check.cuh"
#include "sort/registry.h"

namespace {

using Words = std::vector<uint32_t>;
using sort::check;
using sort::DeviceBuffer;

constexpr uint32_t kGuards = 16;
constexpr uint32_t kGuard = 0xdeadbeefu;

bool no_device() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) return false;
    cudaGetLastError();
    return true;
}

Words made(const std::string& input, uint32_t count, uint64_t seed = 1) {
    return sort::make_keys(sort::parse_input(input), count, seed);
}

void upload(const DeviceBuffer<uint32_t>& to, const Words& words) {
    check(cudaMemcpy(to.data(), words.data(), words.size() * sizeof(uint32_t), cudaMemcpyHostToDevice));
    check(cudaDeviceSynchronize());  // a copy from pageable memory may return before it has arrived
}

Words download(const uint32_t* from, size_t count) {
    Words words(count);
    check(cudaMemcpy(words.data(), from, count * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    return words;
}

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

/// Captures copy in, sort, copy out, and replays it on many inputs: the copies show that what stands before
/// and after the sort in the graph is in order with all that the sort put there.
void expect_replays(const sort::Engine& engine, sort::EarlyExit early_exit, uint32_t count, uint32_t path) {
    SCOPED_TRACE(std::string(engine.name) + ", n = " + std::to_string(count));
    sort::EngineConfig config;
    config.early_exit = early_exit;
    const auto sorter = engine.create(count, config);
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> in_keys(count), out_keys(count), out_values(count);
    const DeviceBuffer<uint32_t> keys(count + 2 * kGuards), values(count + 2 * kGuards), in_values(count);
    const DeviceBuffer<sort::Report> report(1);
    upload(keys, Words(count + 2 * kGuards, kGuard));
    upload(values, Words(count + 2 * kGuards, kGuard));
    Words index(count);
    std::iota(index.begin(), index.end(), 0u);
    upload(in_values, index);

    sort::Options options;
    options.report = report.data();
    const sort::Pairs pairs{keys.data() + kGuards, values.data() + kGuards, count};
    const size_t bytes = size_t{count} * sizeof(uint32_t);
    const auto copy = [&](uint32_t* to, const uint32_t* from) {
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream.get()));
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
         {"uniform", "sorted", "sorted", "few:3", "equal", "swaps:1", "reversed", "sorted"}) {
        const Words before = made(input, count, 21);
        upload(in_keys, before);
        check(cudaMemset(report.data(), 0x77, sizeof(sort::Report)));
        check(cudaDeviceSynchronize());
        graph.replay();

        Words order = index;
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return before[a] < before[b]; });
        Words sorted_keys(count);
        for (uint32_t i = 0; i < count; ++i) sorted_keys[i] = before[order[i]];
        EXPECT_TRUE(download(out_keys.data(), count) == sorted_keys) << input;
        EXPECT_TRUE(download(out_values.data(), count) == order) << input;
        for (const uint32_t* array : {keys.data(), values.data()}) {
            EXPECT_EQ(download(array, kGuards), Words(kGuards, kGuard)) << input;
            EXPECT_EQ(download(array + kGuards + count, kGuards), Words(kGuards, kGuard)) << input;
        }
        sort::Report done{};
        check(cudaMemcpy(&done, report.data(), sizeof done, cudaMemcpyDeviceToHost));
        if (engine.checks_order) {
            EXPECT_EQ(done.passes_run == 0, std::is_sorted(before.begin(), before.end())) << input;
            EXPECT_EQ(done.path, path) << input;
        }
        EXPECT_GT(done.passes_run + done.passes_skipped, 0u) << input;
    }
}

TEST(SortGraph, every_engine_replays_with_gated_launches) {
    if (no_device()) GTEST_SKIP() << "skipped: no CUDA device";
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cuda) continue;
        for (const uint32_t count : {2u, 1000u, 131072u, 1000003u}) {
            expect_replays(engine, sort::EarlyExit::gated, count, 0);
        }
    }
}

TEST(SortGraph, every_engine_replays_with_an_if_node) {
    if (no_device()) GTEST_SKIP() << "skipped: no CUDA device";
    int driver = 0;
    check(cudaDriverGetVersion(&driver));
    if (driver < 12040) GTEST_SKIP() << "skipped: the driver has no conditional nodes";
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cuda) continue;
        for (const uint32_t count : {2u, 1000u, 131072u, 1000003u}) {
            expect_replays(engine, sort::EarlyExit::if_node, count, 1);
        }
        expect_replays(engine, sort::EarlyExit::best, 5000, 1);
    }
}

TEST(SortGraph, two_sorts_in_one_graph_do_not_disturb_each_other) {
    if (no_device()) GTEST_SKIP() << "skipped: no CUDA device";
    const uint32_t count = 50000;
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.backend != sort::Backend::cuda) continue;
        const auto sorter = engine.create(count, {});
        const sort::OwnedStream stream;
        const DeviceBuffer<uint32_t> first(count), second(count);
        Graph graph(stream.get(), [&] {
            sorter->sort({first.data(), nullptr, count}, stream.get());
            sorter->sort({second.data(), nullptr, count}, stream.get());
        });
        for (int turn = 0; turn < 4; ++turn) {
            Words a = made(turn % 2 ? "uniform" : "sorted", count, turn),
                  b = made("uniform", count, 50 + turn);
            upload(first, a);
            upload(second, turn == 3 ? a : b);
            check(cudaDeviceSynchronize());
            graph.replay();
            if (turn == 3) b = a;
            std::sort(a.begin(), a.end());
            std::sort(b.begin(), b.end());
            EXPECT_TRUE(download(first.data(), count) == a) << engine.name << turn;
            EXPECT_TRUE(download(second.data(), count) == b) << engine.name << turn;
        }
        // The same sorter again outside the graph.
        Words c = made("uniform", count, 99);
        upload(first, c);
        check(cudaDeviceSynchronize());
        sorter->sort({first.data(), nullptr, count}, stream.get());
        check(cudaStreamSynchronize(stream.get()));
        std::sort(c.begin(), c.end());
        EXPECT_TRUE(download(first.data(), count) == c) << engine.name;
    }
}

TEST(SortOrderCheckCuda, finds_a_descent_wherever_it_is) {
    if (no_device()) GTEST_SKIP() << "skipped: no CUDA device";
    const sort::OrderCheck order_check;
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> buffer(3000004), words(2);
    const auto answer = [&](uint32_t offset, uint32_t count, sort::KeyBits bits, bool gated) {
        check(cudaMemsetAsync(words.data(), 0, words.bytes(), stream.get()));
        order_check.queue(buffer.data() + offset, count, bits, gated ? words.data() : nullptr,
                          words.data() + 1, stream.get());
        check(cudaStreamSynchronize(stream.get()));
        return download(words.data() + 1, 1)[0];
    };
    const sort::KeyBits all = sort::key_bits(0, 32);
    for (const uint32_t count :
         {2u, 3u, 5u, 127u, 1023u, 1024u, 1025u, 1026u, 1030u, 5000u, 300000u, 3000000u}) {
        for (const uint32_t offset : {0u, 1u, 2u, 3u}) {
            Words keys(count + offset, 0xffffffffu);  // a large word before the keys must not be looked at
            for (uint32_t i = 0; i < count; ++i) keys[offset + i] = 5 * i + 10;
            upload(buffer, keys);
            EXPECT_EQ(answer(offset, count, all, false), 0u) << count << " " << offset;
            const uint32_t step = count < 1100 ? 7 : count / 40;
            for (uint32_t at = 1; at < count; at += step) {
                const uint32_t place = at + step < count ? at : count - 1;  // the last pair too
                const uint32_t wrong = keys[offset + place] - 6;
                check(cudaMemcpy(buffer.data() + offset + place, &wrong, 4, cudaMemcpyHostToDevice));
                EXPECT_EQ(answer(offset, count, all, false), 1u) << count << " " << offset << " " << place;
                EXPECT_EQ(answer(offset, count, all, true), 0u) << "the gate is closed";
                EXPECT_EQ(answer(offset, count, sort::key_bits(31, 32), false), 0u);
                check(cudaMemcpy(buffer.data() + offset + place, &keys[offset + place], 4,
                                 cudaMemcpyHostToDevice));
            }
        }
    }
}

/// Copies the arrays that fourway's stages name.
class Collector : public sort::StageObserver {
public:
    void before(const sort::Stage&, sort::Stream) override {}
    void after(const sort::Stage& stage, sort::Stream stream) override {
        if (stage.pass > 0) return;
        check(cudaStreamSynchronize(stream));  // a test may wait
        for (const sort::StageArray& array : stage.arrays)
            arrays[array.name] = download(array.data, array.length);
        if (std::string(stage.name) == "count") shuffled = download(stage.pairs.keys, stage.pairs.count);
    }
    std::map<std::string, Words> arrays;
    Words shuffled;
};

TEST(SortFourway, shows_figure_2_of_the_paper) {
    if (no_device()) GTEST_SKIP() << "skipped: no CUDA device";
    const sort::Engine* engine = sort::find_engine("fourway");
    ASSERT_NE(engine, nullptr);
    const uint32_t count = 1500;  // one tile
    const auto sorter = engine->create(count, {});
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> keys(count);
    const Words before = made("uniform", count);
    upload(keys, before);
    check(cudaDeviceSynchronize());
    Collector collector;
    sort::Options options;
    options.observer = &collector;
    sorter->sort({keys.data(), nullptr, count}, stream.get(), options);
    check(cudaStreamSynchronize(stream.get()));

    Words digits(count), ranks(count), histogram(4, 0), shuffled = before;
    for (uint32_t i = 0; i < count; ++i) {
        digits[i] = before[i] & 3;
        ranks[i] = histogram[digits[i]]++;
    }
    Words offsets(4, 0);
    std::partial_sum(histogram.begin(), histogram.end() - 1, offsets.begin() + 1);
    std::stable_sort(shuffled.begin(), shuffled.end(),
                     [](uint32_t a, uint32_t b) { return (a & 3) < (b & 3); });
    EXPECT_EQ(collector.arrays["digits"], digits);
    EXPECT_EQ(collector.arrays["ranks"], ranks);
    EXPECT_EQ(collector.arrays["histograms"], histogram);
    EXPECT_EQ(collector.arrays["offsets"], offsets);
    EXPECT_EQ(collector.arrays["out of order"], Words{1});
    EXPECT_EQ(collector.shuffled, shuffled);
}

}  // namespace
