// What leaving early costs, without a word from the host: fourway on sorted and on shuffled pairs, on a plain
// stream, in a graph with gated launches, in a graph with the IF node; cub-radix beside it.
//
//   bench_early_exit [N = 131072] [samples.json]
//
// The input is restored by copies before each sort, outside the time. In a graph the time is taken by event
// nodes around the sort, as the simulation's step does; the last column, sorted input only, is 20 sorts
// between one pair of event nodes divided by 20, which leaves out the events' own cost.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/lab/inputs.h"
#include "sort/registry.h"
#include "tests/bench/device_rows.h"

namespace {

using device_bench::Row;
using sort::check;

constexpr int kWarmUp = 20;
constexpr int kSamples = 300;
constexpr int kInARow = 20;

struct Bench {
    uint32_t count;
    sort::OwnedStream stream;
    sort::OwnedEvent start, stop;
    sort::DeviceBuffer<uint32_t> in_keys, in_values, keys, values;

    explicit Bench(uint32_t n) : count(n), in_keys(n), in_values(n), keys(n), values(n) {
        std::vector<uint32_t> index(n);
        std::iota(index.begin(), index.end(), 0u);
        check(cudaMemcpy(in_values.data(), index.data(), in_values.bytes(), cudaMemcpyHostToDevice));
    }

    void set_input(const std::string& input) {
        const std::vector<uint32_t> made = sort::make_keys(sort::parse_input(input), count, 1);
        check(cudaMemcpy(in_keys.data(), made.data(), in_keys.bytes(), cudaMemcpyHostToDevice));
        check(cudaDeviceSynchronize());
    }

    void restore() {
        check(cudaMemcpyAsync(keys.data(), in_keys.data(), keys.bytes(), cudaMemcpyDeviceToDevice,
                              stream.get()));
        check(cudaMemcpyAsync(values.data(), in_values.data(), values.bytes(), cudaMemcpyDeviceToDevice,
                              stream.get()));
    }

    float elapsed_us() {
        check(cudaStreamSynchronize(stream.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start.get(), stop.get()));
        return ms * 1000;
    }

    sort::Pairs pairs() { return {keys.data(), values.data(), count}; }

    std::vector<float> on_stream(sort::Sorter& sorter) {
        std::vector<float> samples;
        for (int i = 0; i < kWarmUp + kSamples; ++i) {
            restore();
            check(cudaEventRecord(start.get(), stream.get()));
            sorter.sort(pairs(), stream.get());
            check(cudaEventRecord(stop.get(), stream.get()));
            const float us = elapsed_us();
            if (i >= kWarmUp) samples.push_back(us);
        }
        return samples;
    }

    std::vector<float> in_graph(sort::Sorter& sorter, int sorts) {
        const sort::OwnedGraphExec graph(stream.get(), [&] {
            restore();
            check(cudaEventRecordWithFlags(start.get(), stream.get(), cudaEventRecordExternal));
            for (int i = 0; i < sorts; ++i) sorter.sort(pairs(), stream.get());
            check(cudaEventRecordWithFlags(stop.get(), stream.get(), cudaEventRecordExternal));
        });
        std::vector<float> samples;
        for (int i = 0; i < kWarmUp + kSamples; ++i) {
            check(cudaGraphLaunch(graph.get(), stream.get()));
            const float us = elapsed_us();
            if (i >= kWarmUp) samples.push_back(us / static_cast<float>(sorts));
        }
        return samples;
    }
};

std::vector<Row> measure(Bench& bench) {
    std::vector<Row> rows;
    const auto add = [&](const char* engine, sort::EarlyExit early_exit, const char* way, bool graph,
                         int sorts) {
        const sort::Engine* found = sort::find_engine(engine);
        if (!found) throw std::runtime_error(std::string("no engine ") + engine);
        sort::EngineConfig config;
        config.early_exit = early_exit;
        const auto sorter = found->create(bench.count, config);
        for (const char* input : {"sorted", "uniform"}) {
            if (sorts > 1 && std::string(input) != "sorted") continue;  // the first sort would sort it
            bench.set_input(input);
            rows.push_back(
                {engine, way, input, graph ? bench.in_graph(*sorter, sorts) : bench.on_stream(*sorter)});
        }
    };
    using sort::EarlyExit;
    add("fourway", EarlyExit::gated, "plain stream", false, 1);
    add("fourway", EarlyExit::gated, "graph, gated launches", true, 1);
    add("fourway", EarlyExit::gated, "graph, gated launches, 20 in a row", true, kInARow);
    add("fourway", EarlyExit::if_node, "graph, IF node", true, 1);
    add("fourway", EarlyExit::if_node, "graph, IF node, 20 in a row", true, kInARow);
    add("cub-radix", EarlyExit::best, "plain stream", false, 1);
    add("cub-radix", EarlyExit::best, "graph", true, 1);
    return rows;
}

}  // namespace

int main(int argc, char** argv) try {
    const uint32_t count = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 131072;
    const std::string machine = device_bench::machine_text();
    std::printf("%s\n%u pairs, %d samples each, microseconds\n\n", machine.c_str(), count, kSamples);
    Bench bench(count);
    const std::vector<Row> rows = measure(bench);
    device_bench::print_rows(rows);
    if (argc > 2) device_bench::write_json(argv[2], machine, count, rows);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
