// Stage logs of CUDA engines: after each stage its arrays are copied to the host in stream order. Nothing
// waits until the sort is queued whole, so the copies land in vectors that do not move any more.
#include <deque>

#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/stage_words.cuh"
#include "sort/lab/stage_log.h"

namespace sort {
namespace {

using Words = std::vector<uint32_t>;

class DeviceRecorder : public StageObserver {
public:
    void before(const Stage& stage, Stream stream) override {
        stages.push_back({{stage.name, stage.pass}, {}, 0});
        LoggedStage& logged = stages.back().logged;
        copy(logged.keys_before, stage.pairs.keys, stage.pairs.count, stream);
        copy(logged.values_before, stage.pairs.values, stage.pairs.count, stream);
    }

    void after(const Stage& stage, Stream stream) override {
        Recorded& recorded = stages.back();
        LoggedStage& logged = recorded.logged;
        fetch_words(recorded.words, stage, stream);
        recorded.bytes_if_stopped = stage.bytes_if_stopped;
        copy(logged.keys, stage.pairs.keys, stage.pairs.count, stream);
        copy(logged.values, stage.pairs.values, stage.pairs.count, stream);
        logged.bytes = stage.bytes;
        logged.items = stage.items;
        logged.arrays.resize(stage.arrays.size());
        for (size_t i = 0; i < stage.arrays.size(); ++i) {
            const StageArray& array = stage.arrays[i];
            logged.arrays[i].name = array.name;
            logged.arrays[i].columns = array.columns;
            copy(logged.arrays[i].words, array.data, array.length, stream);
        }
    }

    /// Returns the stages, after the stream has been waited for.
    std::vector<LoggedStage> take() {
        std::vector<LoggedStage> all;
        for (Recorded& recorded : stages) {
            LoggedStage& logged = recorded.logged;
            logged.bytes = recorded.words.moved_bytes(logged.bytes, recorded.bytes_if_stopped);
            if (recorded.words.ran()) {
                all.push_back(std::move(logged));
            } else {
                all.push_back({logged.name, logged.pass, false});
            }
        }
        return all;
    }

private:
    struct Recorded {
        LoggedStage logged;
        StageWords words;
        uint64_t bytes_if_stopped;
    };

    static void copy(uint32_t* to, const uint32_t* from, size_t count, cudaStream_t stream) {
        check(cudaMemcpyAsync(to, from, count * sizeof(uint32_t), cudaMemcpyDeviceToHost, stream));
    }
    static void copy(Words& to, const uint32_t* from, size_t count, cudaStream_t stream) {
        if (from == nullptr || count == 0) return;
        to.resize(count);
        copy(to.data(), from, count, stream);
    }

    std::deque<Recorded> stages;  // its elements stay where they are
};

StageLog log_on_cuda(Sorter& sorter, const Words& keys, const Words& values, const Options& options) {
    StageLog log;
    log.keys = log.sorted_keys = keys;
    log.values = log.sorted_values = values;
    const size_t bytes = keys.size() * sizeof(uint32_t);
    const OwnedStream stream;
    const DeviceBuffer<uint32_t> d_keys(keys.size()), d_values(values.size());
    const DeviceBuffer<Report> d_report(1);
    if (bytes) check(cudaMemcpy(d_keys.data(), keys.data(), bytes, cudaMemcpyHostToDevice));
    if (!values.empty()) check(cudaMemcpy(d_values.data(), values.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaDeviceSynchronize());

    DeviceRecorder recorder;
    Options own = options;
    own.observer = &recorder;
    own.arrays = true;
    own.report = d_report.data();
    sorter.sort({d_keys.data(), d_values.data(), static_cast<uint32_t>(keys.size())}, stream.get(), own);
    const auto fetch = [&](void* to, const void* from, size_t count) {
        if (count) check(cudaMemcpyAsync(to, from, count, cudaMemcpyDeviceToHost, stream.get()));
    };
    fetch(log.sorted_keys.data(), d_keys.data(), bytes);
    fetch(log.sorted_values.data(), d_values.data(), values.empty() ? 0 : bytes);
    fetch(&log.report, d_report.data(), sizeof(Report));
    check(cudaStreamSynchronize(stream.get()));
    log.stages = recorder.take();
    return log;
}

const bool registered = add_log_function(Backend::cuda, log_on_cuda);

}  // namespace
}  // namespace sort
