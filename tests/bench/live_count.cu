// What a count on the device costs: sorts of half of a sorter's capacity, whose number the host knows, or the device
// alone (live_count), in turns, each captured into a graph. Before each sort the keys are restored.
//
//   bench_live_count [samples.json]
#include <sweeplab/sort.h>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/lab/inputs.h"
#include "tests/bench/device_rows.h"

namespace {

using device_bench::Row;
using sort::check;

constexpr int kWarmUp = 10, kSamples = 100;

class Bench {
public:
    Bench(const char* engine, const char* input, uint32_t capacity, sweeplab::KeyType type)
        : half_(capacity / 2),
          word_bytes_(type == sweeplab::KeyType::u64 ? 8 : 4),
          made_(word_bytes_ * capacity),
          keys_(word_bytes_ * capacity),
          values_(capacity),
          live_(1) {
        sweeplab::SorterOptions options;
        options.engine = engine;
        options.keys = type;
        sorter_ = sweeplab::Sorter(capacity, options);
        const auto upload = [&](const auto& keys) {
            check(
                cudaMemcpy(made_.data(), keys.data(), keys.size() * sizeof keys[0], cudaMemcpyHostToDevice));
        };
        if (word_bytes_ == 8) {
            upload(sort::make_wide_keys(sort::parse_input(input), capacity, 1));
        } else {
            upload(sort::make_keys(sort::parse_input(input), capacity, 1));
        }
        check(cudaMemcpy(live_.data(), &half_, sizeof half_, cudaMemcpyHostToDevice));
        const auto queue = [&](uint32_t count, const uint32_t* live) {
            sweeplab::SortOptions how;
            how.live_count = live;
            const sweeplab::SortArrays arrays{type, keys_.data(), keys_.data(), values_.data(),
                                              values_.data()};
            sorter_.sort(arrays, count, stream_.get(), how);
        };
        by_host_ = sort::OwnedGraphExec(stream_.get(), [&] { queue(half_, nullptr); });
        by_device_ = sort::OwnedGraphExec(stream_.get(), [&] { queue(capacity, live_.data()); });
    }

    /// Adds two rows.
    void measure(const std::string& what, const char* input, std::vector<Row>& rows) {
        Row host{what, "count of the host", input, {}}, device{what, "count on the device", input, {}};
        for (int i = 0; i < kWarmUp + kSamples; ++i) {
            const float us[] = {sample(by_host_), sample(by_device_)};
            if (i < kWarmUp) continue;
            host.samples_us.push_back(us[0]);
            device.samples_us.push_back(us[1]);
        }
        rows.push_back(host);
        rows.push_back(device);
    }

private:
    float sample(const sort::OwnedGraphExec& graph) {
        check(cudaMemcpyAsync(keys_.data(), made_.data(), made_.bytes(), cudaMemcpyDeviceToDevice,
                              stream_.get()));
        check(cudaEventRecord(begin_.get(), stream_.get()));
        check(cudaGraphLaunch(graph.get(), stream_.get()));
        check(cudaEventRecord(end_.get(), stream_.get()));
        check(cudaStreamSynchronize(stream_.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, begin_.get(), end_.get()));
        return 1000 * ms;
    }

    uint32_t half_;
    size_t word_bytes_;
    sort::DeviceBuffer<char> made_, keys_;
    sort::DeviceBuffer<uint32_t> values_, live_;
    sweeplab::Sorter sorter_;
    sort::OwnedStream stream_;
    sort::OwnedEvent begin_, end_;
    sort::OwnedGraphExec by_host_, by_device_;
};

}  // namespace

int main(int argc, char** argv) try {
    const std::string machine = device_bench::machine_text();
    std::printf("%s\n%d samples each, microseconds\n\n", machine.c_str(), kSamples);
    std::vector<Row> rows;
    for (const auto type : {sweeplab::KeyType::u32, sweeplab::KeyType::u64}) {
        for (const char* engine : {"adaptive", "onesweep"}) {
            for (const uint32_t capacity : {1u << 17, 1u << 21, 1u << 23}) {
                for (const char* input : {"sorted", "uniform"}) {
                    const std::string keys = type == sweeplab::KeyType::u64 ? "u64" : "u32";
                    Bench(engine, input, capacity, type)
                        .measure(keys + " " + engine + " " + std::to_string(capacity / 2) + " of " +
                                     std::to_string(capacity),
                                 input, rows);
                }
            }
        }
    }
    device_bench::print_rows(rows);
    if (argc > 1) device_bench::write_json(argv[1], machine, 0, rows);
} catch (const std::exception& error) {
    std::fprintf(stderr, "bench_live_count: %s\n", error.what());
    return 1;
}
