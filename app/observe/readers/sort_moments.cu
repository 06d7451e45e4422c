// Moments of sorts on the CUDA backend: on a stream of their own, each stage of a digit pass copies the bodies over
// those of the stage before, so that what stays is how the pass left them; and what the sort leaves in its scratch,
// bodies in buckets and movers, is copied, too. Nobody waits. The passes stay on the device until they are taken: they
// are up to 16 copies of all bodies, and it takes long to pin as much memory.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "app/observe/readers/sort_moments.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/owned.cuh"
#include "sort/cuda/pinned_buffer.cuh"
#include "sort/cuda/stage_words.cuh"

namespace app {

using sort::check;

class DeviceObserver : public sort::StageObserver {
public:
    DeviceObserver(uint32_t count, uint32_t passes, uint32_t most_movers)
        : count_(count),
          words_(passes * size_t(count)),
          buckets_(passes == 0 ? count : 0),
          movers_(size_t{kMoverWords} * most_movers),
          last_(passes),
          shown_(passes, false) {}

    void before(const sort::Stage&, sort::Stream) override {}
    void after(const sort::Stage& stage, sort::Stream stream) override {
        for (const sort::StageArray& array : stage.arrays) {
            const std::string_view name = array.name;
            if (name == "in buckets" && array.length == count_) {
                fetch(buckets_, array, stream);
                has_buckets_ = true;
            }
            if (name == "movers" && array.columns == kMoverWords) fetch(movers_, array, stream);
        }
        if (stage.pass < 0 || size_t(stage.pass) >= shown_.size()) return;
        const size_t pass = size_t(stage.pass);
        shown_[pass] = stage.pairs.values != nullptr;  // else the device alone knows in which buffer they are
        if (!shown_[pass]) return;
        sort::fetch_words(last_.data()[pass], stage, stream);
        check(cudaMemcpyAsync(words_.data() + pass * count_, stage.pairs.values, count_ * sizeof(uint32_t),
                              cudaMemcpyDeviceToDevice, stream));
    }

    /// Returns the pairs in buckets. Only after the stream has been waited for; undefined if the sort made no
    /// buckets, empty if it never does.
    std::vector<uint32_t> buckets() const {
        return {buckets_.data(), buckets_.data() + (has_buckets_ ? buckets_.size() : 0)};
    }
    /// Returns the places in the input of the pairs that the sort moved one by one, `count` of them. Only
    /// after the stream has been waited for.
    std::vector<uint32_t> movers(uint32_t count) const {
        std::vector<uint32_t> places;
        for (size_t i = 0; i < std::min(size_t{count}, movers_.size() / kMoverWords); ++i)
            places.push_back(movers_.data()[kMoverWords * i + 1]);
        return places;
    }

    bool shows_all() const { return std::find(shown_.begin(), shown_.end(), false) == shown_.end(); }

    /// Adds the moments, after the stream has been waited for. A pass that did nothing has the pairs of the
    /// moment before.
    void add_to(std::vector<SortMoment>& moments) const {
        for (size_t k = 0; k < shown_.size(); ++k) {
            const bool ran = last_.data()[k].ran();
            std::vector<uint32_t> ids = ran ? std::vector<uint32_t>(count_) : moments.back().ids;
            if (ran)
                check(cudaMemcpy(ids.data(), words_.data() + k * count_, count_ * sizeof(uint32_t),
                                 cudaMemcpyDeviceToHost));
            moments.push_back(
                {pass_name(uint32_t(k + 1), uint32_t(shown_.size())), int(k), !ran, std::move(ids)});
        }
    }

private:
    static constexpr uint32_t kMoverWords = 2;  // key, place

    /// Copies an array to the host, as much of it as there is room for.
    static void fetch(sort::PinnedBuffer<uint32_t>& to, const sort::StageArray& array, cudaStream_t stream) {
        const size_t words = std::min(to.size(), size_t{array.length});
        if (words > 0)
            check(cudaMemcpyAsync(to.data(), array.data, words * sizeof(uint32_t), cudaMemcpyDeviceToHost,
                                  stream));
    }

    uint32_t count_;
    sort::DeviceBuffer<uint32_t> words_;
    sort::PinnedBuffer<uint32_t> buckets_, movers_;
    sort::PinnedBuffer<sort::StageWords> last_;  // of each pass, of its last stage
    std::vector<bool> shown_;
    bool has_buckets_ = false;
};

class CudaRecorder : public SortRecorder {
public:
    explicit CudaRecorder(int device) : device_(device) {
        check(cudaSetDevice(device_));
        check(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming));
        stream_ = std::make_unique<sort::OwnedStream>();
    }
    ~CudaRecorder() override {
        cudaStreamSynchronize(stream_->get());
        cudaEventDestroy(copied_);
    }

    void start(const sort::Engine& engine, const sort::EngineConfig& config,
               const FrameSort& input) override {
        if (sorter_) return;
        check(cudaSetDevice(device_));
        const uint32_t count = uint32_t(input.keys.size());
        const size_t bytes = count * sizeof(uint32_t);
        const cudaStream_t stream = stream_->get();
        engine_ = &engine;
        bits_ = pass_bits(engine, config);
        input_ = input.ids;
        sorter_ = sort::make_sorter(engine, count, config);
        pairs_ = sort::DeviceBuffer<uint32_t>(2 * size_t(count));
        d_report_ = sort::DeviceBuffer<sort::Report>(1);
        upload_ = sort::PinnedBuffer<uint32_t>(2 * size_t(count));
        output_ = sort::PinnedBuffer<uint32_t>(count);
        report_ = sort::PinnedBuffer<sort::Report>(1);
        observer_ = std::make_unique<DeviceObserver>(count, bits_ ? passes_of(bits_) : 0,
                                                     engine.most_movers ? engine.most_movers(count) : 0);
        memcpy(upload_.data(), input.keys.data(), bytes);
        memcpy(upload_.data() + count, input.ids.data(), bytes);
        // The frame's sorter had frames before this one: an engine that moves few pairs one by one does so only after
        // a call that could not be repaired otherwise.
        const int calls = engine.most_movers ? 2 : 1;
        for (int call = 1; call <= calls; ++call) {
            check(cudaMemcpyAsync(pairs_.data(), upload_.data(), 2 * bytes, cudaMemcpyHostToDevice, stream));
            sort::Options options;
            options.report = d_report_.data();
            if (call == calls) options.observer = observer_.get();
            sorter_->sort({pairs_.data(), pairs_.data() + count, count}, stream, options);
        }
        check(cudaMemcpyAsync(output_.data(), pairs_.data() + count, bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaMemcpyAsync(report_.data(), d_report_.data(), sizeof(sort::Report), cudaMemcpyDeviceToHost,
                              stream));
        check(cudaEventRecord(copied_, stream));
    }

    bool ready(bool wait) override {
        if (!sorter_) return false;
        const cudaError_t status = wait ? cudaEventSynchronize(copied_) : cudaEventQuery(copied_);
        if (status == cudaErrorNotReady) return false;
        check(status);
        return true;
    }

    std::optional<SortMoments> take(bool wait) override {
        if (!ready(wait)) return std::nullopt;
        SortMoments out;
        out.report = *report_.data();
        out.moments.push_back({"before the sort", -1, false, std::move(input_)});
        // An engine that left before its passes, or takes turns between buffers by a word on the device, shows what it
        // made alone.
        if (out.report.passes_run > 0 && bits_ > 0 && observer_->shows_all()) observer_->add_to(out.moments);
        const uint32_t* const last = output_.data();
        std::vector<uint32_t> sorted(last, last + output_.size());
        add_scratch(out, sorted);
        if (out.moments.size() > 1 && out.moments.back().ids == sorted)
            out.digit_bits = bits_;
        else
            out.moments.push_back({"after the sort", -1, false, std::move(sorted)});
        observer_.reset();
        sorter_.reset();
        for (auto* buffer : {&upload_, &output_}) *buffer = {};
        pairs_ = {};
        return out;
    }

private:
    /// Adds what the sort has left in its scratch, according to the path that it took.
    void add_scratch(SortMoments& out, const std::vector<uint32_t>& sorted) const {
        out.windows = took_windows(*engine_, out.report);
        if (took_movers(*engine_, out.report)) out.movers = observer_->movers(out.report.movers);
        if (out.report.passes_run == 0 || out.windows || !out.movers.empty()) return;
        std::vector<uint32_t> buckets = observer_->buckets();
        if (are_in_buckets(buckets, sorted))
            out.moments.push_back({"in buckets", -1, false, std::move(buckets)});
    }

    int device_;
    const sort::Engine* engine_ = nullptr;
    uint32_t bits_ = 0;
    std::vector<uint32_t> input_;
    std::unique_ptr<sort::OwnedStream> stream_;
    std::unique_ptr<sort::Sorter> sorter_;
    std::unique_ptr<DeviceObserver> observer_;
    sort::DeviceBuffer<uint32_t> pairs_;
    sort::DeviceBuffer<sort::Report> d_report_;
    sort::PinnedBuffer<uint32_t> upload_, output_;
    sort::PinnedBuffer<sort::Report> report_;
    cudaEvent_t copied_ = nullptr;
};

std::unique_ptr<SortRecorder> make_cuda_sort_recorder(int device) {
    return std::make_unique<CudaRecorder>(device);
}

}  // namespace app
