// Where a sort spends its time and its bytes: an observer brackets every stage, by the clock on the CPU, by
// events on a GPU.
#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "app/base/interrupt.h"
#include "app/bench/papers/figure_charts.h"
#include "sort/base/errors.h"
#include "sort/lab/model.h"

#ifdef SWEEPLAB_HAS_CUDA
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/pinned_buffer.cuh"
#include "sort/cuda/stage_words.cuh"
#endif

namespace app {
namespace {

constexpr int kRuns = 5;                  // timed; one more before them warms up
constexpr uint32_t kModelKeys = 1 << 16;  // models are plain loops
[[maybe_unused]] constexpr size_t kMostStages = 4096;

/// What was recorded of one sort: the stages in order, passes apart. A stage whose gate was closed did
/// nothing, one that stopped early moved less.
struct RecordedStage {
    std::string name;
    uint64_t bytes;
    uint64_t bytes_if_stopped;
    double ms = 0;
    bool ran = true;
};

class StageRecorder : public sort::StageObserver {
public:
    std::vector<RecordedStage> recorded;

    void before(const sort::Stage&, sort::Stream stream) override { mark(stream); }
    void after(const sort::Stage& stage, sort::Stream stream) override {
        mark(stream);
        recorded.push_back({stage.name, stage.bytes, stage.bytes_if_stopped});
        look_at_words(stage, stream);
    }

protected:
    virtual void mark(sort::Stream stream) = 0;
    virtual void look_at_words(const sort::Stage& stage, sort::Stream stream) = 0;  // gate, stopped

    static void settle(RecordedStage& one, const sort::StageWords& words) {
        one.ran = words.ran();
        one.bytes = words.moved_bytes(one.bytes, one.bytes_if_stopped);
    }
};

class CpuStageRecorder : public StageRecorder {
public:
    void finish() {
        for (size_t i = 0; i < recorded.size(); ++i) recorded[i].ms = marks_[2 * i + 1] - marks_[2 * i];
    }

private:
    void mark(sort::Stream) override {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        marks_.push_back(std::chrono::duration<double, std::milli>(now).count());
    }
    void look_at_words(const sort::Stage& stage, sort::Stream) override {
        settle(recorded.back(), sort::words_of(stage));
    }
    std::vector<double> marks_;
};

/// Adds one sort's stages up by name, in the order in which the names first came.
void add_run(std::vector<StageShare>& shares, const std::vector<RecordedStage>& recorded, bool timed) {
    std::vector<double> ms(shares.size());
    for (StageShare& share : shares) share.passes = 0, share.bytes = 0;
    for (const RecordedStage& one : recorded) {
        if (!one.ran) continue;
        auto share = std::find_if(shares.begin(), shares.end(),
                                  [&](const StageShare& known) { return known.name == one.name; });
        if (share == shares.end()) {
            shares.push_back({one.name, 0, {}, 0});
            ms.push_back(0);
            share = shares.end() - 1;
        }
        ++share->passes;
        share->bytes += one.bytes;
        ms[static_cast<size_t>(share - shares.begin())] += one.ms;
    }
    for (size_t i = 0; timed && i < shares.size(); ++i) shares[i].samples_ms.push_back(ms[i]);
}

/// The stages of some sorts, and what the last of them gave.
struct Watched {
    std::vector<StageShare> shares;
    std::vector<uint32_t> keys, values;
};

Watched cpu_shares(sort::Sorter& sorter, const std::vector<uint32_t>& keys, bool with_values,
                   sort::Options options, int runs, bool timed) {
    Watched watched;
    auto& [shares, own, values] = watched;
    for (int run = 0; run <= runs; ++run) {
        own = keys;
        values.resize(with_values ? keys.size() : 0);
        std::iota(values.begin(), values.end(), 0u);
        CpuStageRecorder recorder;
        options.observer = &recorder;
        sorter.sort({own.data(), with_values ? values.data() : nullptr, static_cast<uint32_t>(own.size())},
                    nullptr, options);
        recorder.finish();
        if (run > 0 || runs == 0) add_run(shares, recorder.recorded, timed);
    }
    return watched;
}

#ifdef SWEEPLAB_HAS_CUDA
class CudaStageRecorder : public StageRecorder {
public:
    void finish() {
        for (size_t i = 0; i < recorded.size(); ++i) {
            float ms = 0;
            sort::check(cudaEventElapsedTime(&ms, marks_[2 * i]->get(), marks_[2 * i + 1]->get()));
            recorded[i].ms = ms;
            settle(recorded[i], words_.data()[i]);
        }
    }

private:
    void mark(sort::Stream stream) override {
        marks_.push_back(std::make_unique<sort::OwnedEvent>());
        sort::check(cudaEventRecord(marks_.back()->get(), stream));
    }
    void look_at_words(const sort::Stage& stage, sort::Stream stream) override {
        if (recorded.size() > kMostStages) throw std::logic_error("more stages than a recorder has room for");
        // Behind the stage's event and before the next one's: no stage pays for it.
        sort::fetch_words(words_.data()[recorded.size() - 1], stage, stream);
    }
    sort::PinnedBuffer<sort::StageWords> words_{kMostStages};
    std::vector<std::unique_ptr<sort::OwnedEvent>> marks_;
};

Watched cuda_shares(sort::Sorter& sorter, const std::vector<uint32_t>& keys, bool with_values,
                    sort::Options options) {
    const size_t bytes = keys.size() * sizeof(uint32_t);
    std::vector<uint32_t> places(with_values ? keys.size() : 0);
    std::iota(places.begin(), places.end(), 0u);
    const sort::OwnedStream stream;
    const sort::DeviceBuffer<uint32_t> d_keys(keys.size()), d_values(with_values ? keys.size() : 0);
    Watched watched;
    for (int run = 0; run <= kRuns; ++run) {
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
        if (run > 0) add_run(watched.shares, recorder.recorded, true);
    }
    watched.keys.resize(keys.size());
    watched.values.resize(places.size());
    sort::check(cudaMemcpy(watched.keys.data(), d_keys.data(), bytes, cudaMemcpyDeviceToHost));
    if (with_values) {
        sort::check(cudaMemcpy(watched.values.data(), d_values.data(), bytes, cudaMemcpyDeviceToHost));
    }
    return watched;
}
#else
Watched cuda_shares(sort::Sorter&, const std::vector<uint32_t>&, bool, sort::Options) {
    throw sort::Unavailable("this build has no cuda");
}
#endif

std::vector<StageShare> model_shares(FigureResult& result, const Rival& rival, const LabKeys& keys,
                                     bool with_values, const sort::Options& options, uint32_t* count) {
    const sort::Model* model = sort::find_model(rival.engine);
    if (!model) return {};
    *count = std::min(keys.count(), kModelKeys);
    const auto sorter = sort::make_sorter(*model, *count, rival.config);
    const std::vector<uint32_t> prefix(keys.keys.begin(), keys.keys.begin() + *count);
    result.note(rival.label + ": bytes by its model on the CPU, " + count_text(*count) + " keys; no times");
    return cpu_shares(*sorter, prefix, with_values, options, 0, false).shares;
}

}  // namespace

std::vector<StageShare> stage_shares(Lab& lab, FigureResult& result, const Rival& rival, const LabKeys& keys,
                                     bool with_values, const sort::Options& options, uint32_t* count) {
    throw_if_interrupted();
    *count = keys.count();
    FigureResult ignored;
    const auto there = lab.present({rival}, ignored);
    try {
        if (there.empty() || there[0].engine != rival.engine) {
            return model_shares(result, rival, keys, with_values, options, count);
        }
        const sort::Engine* engine = sort::find_engine(rival.engine);
        const auto sorter = lab.make(rival, keys.count());
        const Watched watched = engine->backend == sort::Backend::cuda
                                    ? cuda_shares(*sorter, keys.keys, with_values, options)
                                    : cpu_shares(*sorter, keys.keys, with_values, options, kRuns, true);
        const std::string wrong = wrong_result(keys, engine->stable, watched.keys, watched.values);
        if (wrong.empty()) return watched.shares;
        lab.add_wrong_result(
            rival.label + ", observed, on " + count_text(keys.count()) + " " + keys.name + " keys: " + wrong,
            result);
    } catch (const sort::OverLimit& error) {
        result.note(rival.label + ": " + error.what());
    } catch (const std::invalid_argument& error) {
        result.note(rival.label + ": " + error.what());
    }
    return {};
}

}  // namespace app
