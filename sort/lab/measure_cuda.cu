// How the GPU takes one sample: events around the work on a stream of its own, from idle; or around the
// launch of a graph that holds it.
#include <deque>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/stage_words.cuh"
#include "sort/lab/measure.h"

namespace sort {
namespace {

template <class Queue>
double timed_ms(const OwnedStream& stream, const OwnedEvent& start, const OwnedEvent& stop, Queue queue) {
    check(cudaStreamSynchronize(stream.get()));
    check(cudaEventRecord(start.get(), stream.get()));
    queue();
    check(cudaEventRecord(stop.get(), stream.get()));
    check(cudaStreamSynchronize(stream.get()));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start.get(), stop.get()));
    return ms;
}

std::vector<std::vector<double>> work_on_cuda(int count, const Work& before, const Work& work,
                                              const MeasureOptions& options) {
    const OwnedStream stream;
    const OwnedEvent start, stop;
    std::vector<OwnedGraphExec> graphs(count);
    if (options.launch == Launch::graph) {
        for (int i = 0; i < count; ++i) {
            graphs[i] = OwnedGraphExec(stream.get(), [&] { work(i, stream.get()); });
        }
    }
    return take_samples(
        count,
        [&](int i) {
            before(i, stream.get());
            if (options.before_sample) options.before_sample(stream.get());
            return timed_ms(stream, start, stop, [&] {
                if (options.launch == Launch::graph) {
                    check(cudaGraphLaunch(graphs[i].get(), stream.get()));
                } else {
                    work(i, stream.get());
                }
            });
        },
        options);
}

/// Device arrays that all contenders share: the input, kept, and a working copy.
struct DevicePairs {
    explicit DevicePairs(size_t count, bool has_values) : keys(count), values(has_values ? count : 0) {}
    DeviceBuffer<uint32_t> keys, values;
};

void copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    if (bytes != 0) check(cudaMemcpyAsync(to, from, bytes, kind, stream));
}

/// Adds up what the stages say; one whose gate is closed moved nothing. The words are copied in stream order
/// and read once the sort is done.
class DeviceByteCounter : public StageObserver {
public:
    void before(const Stage&, Stream) override {}
    void after(const Stage& stage, Stream stream) override {
        stages_.push_back({stage.bytes, stage.bytes_if_stopped, {}});
        fetch_words(stages_.back().words, stage, stream);
    }
    uint64_t bytes() const {
        uint64_t sum = 0;
        for (const Moved& stage : stages_) {
            sum += stage.words.moved_bytes(stage.bytes, stage.bytes_if_stopped);
        }
        return sum;
    }

private:
    struct Moved {
        uint64_t bytes, bytes_if_stopped;
        StageWords words;
    };

    std::deque<Moved> stages_;  // never moved: copies land in it
};

std::vector<Measured> sorts_on_cuda(const std::vector<Contender>& contenders,
                                    const std::vector<uint32_t>& keys, const std::vector<uint32_t>& values,
                                    const MeasureOptions& options) {
    const size_t bytes = keys.size() * sizeof(uint32_t);
    const size_t value_bytes = values.size() * sizeof(uint32_t);
    const DevicePairs input(keys.size(), !values.empty()), working(keys.size(), !values.empty());
    const DeviceBuffer<Report> reports(contenders.size());
    check(cudaMemcpy(input.keys.data(), keys.data(), bytes, cudaMemcpyHostToDevice));
    if (value_bytes)
        check(cudaMemcpy(input.values.data(), values.data(), value_bytes, cudaMemcpyHostToDevice));
    check(cudaDeviceSynchronize());  // the copies may still be in flight, and the streams do not wait

    const Work restore = [&](int, Stream stream) {
        copy(working.keys.data(), input.keys.data(), bytes, cudaMemcpyDeviceToDevice, stream);
        copy(working.values.data(), input.values.data(), value_bytes, cudaMemcpyDeviceToDevice, stream);
    };
    StageObserver* observer = nullptr;
    bool timed = true;
    const Work sort_once = [&](int i, Stream stream) {
        Options own = options.sort;
        own.observer = observer;
        own.report = reports.data() + i;
        const Pairs pairs{working.keys.data(), working.values.data(), static_cast<uint32_t>(keys.size())};
        Sorter& sorter = *contenders[i].sorter;
        const Engine& engine = *contenders[i].engine;
        // Of a reference sort, what we add to the library's own call is not its time.
        if (timed && !engine.checks_order) own.report = nullptr;
        if (timed && engine.call_library) {
            engine.call_library(sorter, pairs, stream, own);
        } else {
            sorter.sort(pairs, stream, own);
        }
    };
    const auto samples = work_on_cuda(static_cast<int>(contenders.size()), restore, sort_once, options);
    timed = false;

    // One more run of each for its result, started as the timed ones were: the last working copy is only that
    // of the last contender, and a graph may be run otherwise than a stream.
    const OwnedStream stream;
    std::vector<Measured> all(contenders.size());
    for (size_t i = 0; i < all.size(); ++i) {
        if (samples[i].empty()) continue;  // stopped before its turn
        all[i].samples_ms = samples[i];
        all[i].keys.resize(keys.size());
        all[i].values.resize(values.size());
        OwnedGraphExec graph;
        if (options.launch == Launch::graph) {
            graph = OwnedGraphExec(stream.get(), [&] { sort_once(static_cast<int>(i), stream.get()); });
        }
        restore(static_cast<int>(i), stream.get());
        if (options.launch == Launch::graph) {
            check(cudaGraphLaunch(graph.get(), stream.get()));
        } else {
            sort_once(static_cast<int>(i), stream.get());
        }
        copy(all[i].keys.data(), working.keys.data(), bytes, cudaMemcpyDeviceToHost, stream.get());
        copy(all[i].values.data(), working.values.data(), value_bytes, cudaMemcpyDeviceToHost, stream.get());
        copy(&all[i].report, reports.data() + i, sizeof(Report), cudaMemcpyDeviceToHost, stream.get());
        check(cudaStreamSynchronize(stream.get()));

        // And one that is observed: who watches a sort slows it, so that its time does not count.
        DeviceByteCounter counter;
        observer = &counter;
        timed = true;
        restore(static_cast<int>(i), stream.get());
        sort_once(static_cast<int>(i), stream.get());
        check(cudaStreamSynchronize(stream.get()));
        observer = nullptr;
        timed = false;
        all[i].bytes = counter.bytes();
    }
    return all;
}

double copy_rate_on_cuda(size_t bytes) {
    const DeviceBuffer<char> from(bytes), to(bytes);
    check(cudaMemset(from.data(), 1, bytes));
    check(cudaDeviceSynchronize());
    MeasureOptions options;
    options.min_time_s = 0.02;
    const auto samples = work_on_cuda(
        1, [](int, Stream) {},
        [&](int, Stream stream) { copy(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream); },
        options);
    return 2 * static_cast<double>(bytes) / (median(samples[0]) * 1e-3);
}

const bool registered =
    add_measure_functions(Backend::cuda, {sorts_on_cuda, work_on_cuda, copy_rate_on_cuda});

}  // namespace
}  // namespace sort
