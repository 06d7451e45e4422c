// The events' side: nothing is waited for between stages.
#include <memory>
#include <numeric>
#include <stdexcept>

#include "app/bench/papers/stage_recorder.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/pinned_buffer.cuh"
#include "sort/cuda/stage_words.cuh"

namespace app {
namespace {

constexpr size_t kMostStages = 4096;

class CudaStageRecorder : public StageRecorder {
public:
    void finish() {
        for (size_t i = 0; i < stages.size(); ++i) {
            float ms = 0;
            sort::check(cudaEventElapsedTime(&ms, marks_[2 * i]->get(), marks_[2 * i + 1]->get()));
            stages[i].ms = ms;
            settle(stages[i], words_.data()[i]);
        }
    }

private:
    void mark(sort::Stream stream) override {
        marks_.push_back(std::make_unique<sort::OwnedEvent>());
        sort::check(cudaEventRecord(marks_.back()->get(), stream));
    }
    void look_at_words(const sort::Stage& stage, sort::Stream stream) override {
        if (stages.size() > kMostStages) throw std::logic_error("more stages than a recorder has room for");
        // Behind the stage's event and before the next one's: no stage pays for it.
        sort::fetch_words(words_.data()[stages.size() - 1], stage, stream);
    }
    sort::PinnedBuffer<sort::StageWords> words_{kMostStages};
    std::vector<std::unique_ptr<sort::OwnedEvent>> marks_;
};

}  // namespace

ObservedSort observe_on_cuda(sort::Sorter& sorter, const std::vector<uint32_t>& keys, bool with_values,
                             sort::Options options) {
    const size_t bytes = keys.size() * sizeof(uint32_t);
    std::vector<uint32_t> places(with_values ? keys.size() : 0);
    std::iota(places.begin(), places.end(), 0u);
    const sort::OwnedStream stream;
    const sort::DeviceBuffer<uint32_t> d_keys(keys.size()), d_values(with_values ? keys.size() : 0);
    ObservedSort observed;
    for (int run = 0; run <= kObservedRuns; ++run) {
        sort::check(cudaMemcpy(d_keys.data(), keys.data(), bytes, cudaMemcpyHostToDevice));
        if (with_values) {
            sort::check(cudaMemcpy(d_values.data(), places.data(), bytes, cudaMemcpyHostToDevice));
        }
        sort::check(cudaDeviceSynchronize());
        CudaStageRecorder recorder;
        options.observer = &recorder;
        sorter.sort(
            {d_keys.data(), with_values ? d_values.data() : nullptr, static_cast<uint32_t>(keys.size())},
            stream.get(), options);
        sort::check(cudaStreamSynchronize(stream.get()));
        recorder.finish();
        if (run > 0) add_run(observed.shares, recorder.stages, true);
    }
    observed.keys.resize(keys.size());
    observed.values.resize(places.size());
    sort::check(cudaMemcpy(observed.keys.data(), d_keys.data(), bytes, cudaMemcpyDeviceToHost));
    if (with_values) {
        sort::check(cudaMemcpy(observed.values.data(), d_values.data(), bytes, cudaMemcpyDeviceToHost));
    }
    return observed;
}

}  // namespace app
