// What launches cost by themselves: the floor under every sort that leaves early. Kernels that do nothing,
// read a word, or wait for the whole grid; ordinary and cooperative; with and without much shared memory;
// alone, and with a second launch behind them that reads a word and leaves, also one that may begin early.
//
//   bench_launch_costs [samples.json]
//
// On a stream the time of one call from idle; in a graph that of 20 in a row, divided by 20; for some also
// that of a graph with one call from idle, "graph, alone", with the events around its launch as `bench sort`
// has them.
#include "sort/cuda/cooperative.cuh"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "tests/bench/device_rows.h"

namespace {

using device_bench::Row;
using sort::check;

constexpr int kWarmUp = 20, kSamples = 200, kInARow = 20;

struct Work {
    const uint32_t* word;  // null: nothing is read
    int barriers;
    uint32_t* out;  // written where the word is 1, which it never is
};

__global__ void __launch_bounds__(1024, 1) work_kernel(Work work) {
    const uint32_t word = work.word != nullptr ? __ldcg(work.word) : 0;
    for (int i = 0; i < work.barriers; ++i) cooperative_groups::this_grid().sync();
    if (word == 1) *work.out = 1;
}

/// The same, launched while the kernel before it still runs; it waits for that by itself.
__global__ void __launch_bounds__(1024, 1) dependent_kernel(Work work) {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    const uint32_t word = work.word != nullptr ? __ldcg(work.word) : 0;
    for (int i = 0; i < work.barriers; ++i) cooperative_groups::this_grid().sync();
    if (word == 1) *work.out = 1;
}

struct Launch {
    bool cooperative;
    uint32_t blocks_each, threads;  // blocks a multiprocessor
    size_t shared_bytes;
    Work work;
    bool dependent = false;
};

void launch_dependent(const Launch& one, uint32_t blocks, cudaStream_t stream) {
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeCooperative;
    attributes[1].val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(one.threads);
    config.dynamicSmemBytes = one.shared_bytes;
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = one.cooperative ? 2 : 1;
    check(cudaLaunchKernelEx(&config, dependent_kernel, one.work));
}

class Bench {
public:
    Bench() : word_(1), out_(1), limits_(sort::device_limits()) {
        check(cudaMemset(word_.data(), 0, word_.bytes()));
        for (const auto kernel : {work_kernel, dependent_kernel}) {
            check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(limits_.shared_bytes)));
        }
    }

    void measure(const std::string& what, const std::vector<Launch>& given) {
        const std::vector<Launch> launches = with_out(given);
        rows_.push_back({what, "stream", "", on_stream(launches)});
        rows_.push_back({what, "graph, 20 in a row", "", in_graph(launches)});
    }

    /// Also in a graph alone: the floor under a sort in a graph.
    void measure_with_floor(const std::string& what, const std::vector<Launch>& launches) {
        measure(what, launches);
        rows_.push_back({what, "graph, alone", "", alone_in_graph(with_out(launches))});
    }

    const uint32_t* word() const { return word_.data(); }
    const std::vector<Row>& rows() const { return rows_; }

private:
    std::vector<Launch> with_out(std::vector<Launch> launches) const {
        for (Launch& launch : launches) launch.work.out = out_.data();
        return launches;
    }

    void queue(const std::vector<Launch>& launches) {
        for (const Launch& one : launches) {
            const uint32_t blocks = one.blocks_each * limits_.processors;
            if (one.dependent) {
                launch_dependent(one, blocks, stream_.get());
            } else if (one.cooperative) {
                sort::launch_cooperative(work_kernel, blocks, one.threads, one.shared_bytes, stream_.get(),
                                         one.work);
            } else {
                work_kernel<<<blocks, one.threads, one.shared_bytes, stream_.get()>>>(one.work);
            }
        }
    }

    float elapsed_us() {
        check(cudaStreamSynchronize(stream_.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start_.get(), stop_.get()));
        return ms * 1000;
    }

    /// Events around start(), which is begun when the device is idle.
    template <class Start>
    std::vector<float> from_idle(Start start) {
        std::vector<float> samples;
        for (int i = 0; i < kWarmUp + kSamples; ++i) {
            check(cudaEventRecord(start_.get(), stream_.get()));
            start();
            check(cudaEventRecord(stop_.get(), stream_.get()));
            const float us = elapsed_us();
            if (i >= kWarmUp) samples.push_back(us);
        }
        return samples;
    }

    std::vector<float> on_stream(const std::vector<Launch>& launches) {
        return from_idle([&] { queue(launches); });
    }

    std::vector<float> alone_in_graph(const std::vector<Launch>& launches) {
        const sort::OwnedGraphExec graph(stream_.get(), [&] { queue(launches); });
        return from_idle([&] { check(cudaGraphLaunch(graph.get(), stream_.get())); });
    }

    std::vector<float> in_graph(const std::vector<Launch>& launches) {
        const sort::OwnedGraphExec graph(stream_.get(), [&] {
            check(cudaEventRecordWithFlags(start_.get(), stream_.get(), cudaEventRecordExternal));
            for (int i = 0; i < kInARow; ++i) queue(launches);
            check(cudaEventRecordWithFlags(stop_.get(), stream_.get(), cudaEventRecordExternal));
        });
        std::vector<float> samples;
        for (int i = 0; i < kWarmUp + kSamples; ++i) {
            check(cudaGraphLaunch(graph.get(), stream_.get()));
            const float us = elapsed_us();
            if (i >= kWarmUp) samples.push_back(us / kInARow);
        }
        return samples;
    }

    sort::OwnedStream stream_;
    sort::OwnedEvent start_, stop_;
    sort::DeviceBuffer<uint32_t> word_, out_;
    sort::DeviceLimits limits_;
    std::vector<Row> rows_;
};

}  // namespace

int main(int argc, char** argv) try {
    const std::string machine = device_bench::machine_text();
    std::printf("%s\n%d samples each, microseconds\n\n", machine.c_str(), kSamples);
    Bench bench;
    const Work nothing{}, one_word{bench.word(), 0, nullptr}, barrier{bench.word(), 1, nullptr},
        three{bench.word(), 3, nullptr};
    constexpr size_t kSome = 48 * 1024, kMuch = 150 * 1024;
    bench.measure_with_floor("empty", {{false, 1, 512, 0, nothing}});
    bench.measure("empty, 150 KiB", {{false, 1, 1024, kMuch, nothing}});
    bench.measure_with_floor("cooperative", {{true, 1, 512, 0, nothing}});
    bench.measure("cooperative, 150 KiB", {{true, 1, 1024, kMuch, nothing}});
    bench.measure("cooperative, word", {{true, 1, 512, kSome, one_word}});
    bench.measure_with_floor("barrier", {{true, 1, 512, kSome, barrier}});
    bench.measure("barrier, 2 blocks each", {{true, 2, 512, kSome, barrier}});
    bench.measure("barrier, 150 KiB", {{true, 1, 1024, kMuch, barrier}});
    bench.measure("3 barriers", {{true, 1, 512, kSome, three}});
    bench.measure("barrier + word", {{true, 2, 512, kSome, barrier}, {false, 1, 1024, 0, one_word}});
    bench.measure_with_floor("barrier + coop. word",
                             {{true, 2, 512, kSome, barrier}, {true, 1, 1024, 0, one_word}});
    bench.measure("barrier + coop. 150 KiB",
                  {{true, 2, 512, kSome, barrier}, {true, 1, 1024, kMuch, one_word}});
    bench.measure("word + coop. 150 KiB", {{false, 2, 512, 0, one_word}, {true, 1, 1024, kMuch, one_word}});
    // Who stands behind another kernel may be launched before it ends (programmatic dependent launch).
    for (const bool dependent : {false, true}) {
        const std::string how = dependent ? ", dependent" : "";
        bench.measure("13 empty" + how, std::vector<Launch>(13, {false, 4, 256, 0, one_word, dependent}));
        bench.measure_with_floor("barrier 150 KiB + word" + how,
                                 {{true, 1, 1024, kMuch, barrier}, {false, 1, 1024, 0, one_word, dependent}});
        bench.measure_with_floor(
            "barrier 150 KiB + coop. 150 KiB" + how,
            {{true, 1, 1024, kMuch, barrier}, {true, 1, 1024, kMuch, one_word, dependent}});
    }
    device_bench::print_rows(bench.rows());
    if (argc > 1) device_bench::write_json(argv[1], machine, 0, bench.rows());
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
