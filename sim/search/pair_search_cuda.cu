// The search of pairs on a CUDA device: one graph of the broad phase's launches, replayed between two events.
// A second graph notes when its stages begin, and gives their times. The first event stands behind
// a kernel that only waits, so that the graph is there when the device comes to it: what the host takes to
// launch is not the broad phase's time.
#include "sim/exec/exec_cuda.cuh"
#include "sim/exec/memory.h"
#include "sim/search/pair_search.h"
#include "sim/search/search_common.h"
#include "sort/cuda/pinned_buffer.cuh"
#include "sort/device.h"

namespace sim {
namespace {

constexpr long long kHoldCycles = 60000;  // some 30 us: longer than three calls of the host

static __global__ void hold_kernel(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

static __global__ void copy_stamps_kernel(StampCopy stamps, Stamp stamp) {
    begin_launch(stamp);
    stamps.by_block();
}

class CudaSearch : public PairSearch {
public:
    CudaSearch(uint32_t capacity, const PairsConfig& config)
        : engine_(engine_of(config.engine, Backend::cuda)),
          algorithm_(
              make_broad_phase<CudaExec>(config.broad_phase, capacity, {&engine_, config.engine_config})),
          boxes_(capacity),
          frame_(1),
          status_(1),
          host_status_(2),
          before_timing_(config.before_timing),
          slots_(2 * (config.first_pairs ? config.first_pairs : first_pair_capacity(capacity))) {
        exec_.reserve_scan(algorithm_->longest_scan());
        start_status() = {};
        begin_status(&start_status());
    }

    ~CudaSearch() override { cudaStreamSynchronize(stream()); }

    void set_boxes(std::span<const Box> boxes) override {
        if (uint32_t(boxes.size()) != count_) forget_graphs();
        count_ = uint32_t(boxes.size());
        found_ = 0;
        if (boxes.empty()) return;
        const SpreadFrame frame = spread_frame_of(boxes);
        sort::check(cudaMemcpyAsync(frame_.data(), &frame, sizeof frame, cudaMemcpyHostToDevice, stream()));
        sort::check(cudaMemcpyAsync(boxes_.data(), boxes.data(), boxes.size_bytes(), cudaMemcpyHostToDevice,
                                    stream()));
        sort::check(cudaStreamSynchronize(stream()));  // the caller may change them now
    }

    PairsFound find(Timing timing) override {
        found_ = 0;
        PairsFound found;
        if (count_ < 2) return found;
        while (!run(timing, found)) make_room(found.counters.pairs);
        found_ = found.pairs = found.counters.pairs;
        return found;
    }

    std::vector<uint32_t> pairs() override {
        std::vector<uint32_t> box_of_slot(count_);
        if (algorithm_->order()) {
            download(algorithm_->order(), box_of_slot);
        } else {
            for (uint32_t slot = 0; slot < count_; ++slot) box_of_slot[slot] = slot;
        }
        require_host_memory(sort::grouped(found_) + " pairs need", found_ * (8 + kHostPairBytes));
        std::vector<uint32_t> slots(2 * found_);
        download(slots_.data(), slots);
        return normalized_pairs(std::move(slots), box_of_slot);
    }

    uint64_t bytes() const override {
        return boxes_.bytes() + slots_.bytes() + status_.bytes() + algorithm_->bytes() + exec_.bytes();
    }

private:
    cudaStream_t stream() const { return exec_.stream(); }
    Status& start_status() { return host_status_.data()[0]; }
    Status& end_status_copy() { return host_status_.data()[1]; }

    void download(const uint32_t* d_items, std::vector<uint32_t>& items) {
        if (items.empty()) return;
        sort::check(cudaMemcpyAsync(items.data(), d_items, items.size() * sizeof(uint32_t),
                                    cudaMemcpyDeviceToHost, stream()));
        sort::check(cudaStreamSynchronize(stream()));
    }

    void queue_launches(StepLog* log, StepLog::Mode mode) {
        if (log) log->start(mode);
        exec_.note_in(log, false);
        algorithm_->find(exec_, {boxes_.data(), count_, frame_.data()},
                         {slots_.data(), slots_.size() / 2, status_.data()});
        exec_.note_in(nullptr, false);
        if (log) LaunchQueue(stream(), {})(copy_stamps_kernel, 1, 64, log->close());
    }

    /// Queues a search: a graph, or the launches themselves if the engine cannot be captured.
    void queue(Timing timing) {
        const bool staged = timing == Timing::stages;
        if (!engine_.capturable) {
            queue_launches(staged ? &log_ : nullptr, StepLog::Mode::traced);
            return;
        }
        sort::check(cudaGraphLaunch((staged ? staged_graph_ : graph_).get(), stream()));
    }

    void capture(Timing timing) {
        if (!engine_.capturable) return;
        const bool staged = timing == Timing::stages;
        sort::OwnedGraphExec& graph = staged ? staged_graph_ : graph_;
        if (graph.get()) return;
        graph = sort::OwnedGraphExec(
            stream(), [&] { queue_launches(staged ? &log_ : nullptr, StepLog::Mode::captured); });
        sort::check(cudaGraphUpload(graph.get(), stream()));
    }

    /// Runs a search. Returns false when the pairs did not fit.
    bool run(Timing timing, PairsFound& found) {
        algorithm_->prepare(exec_, count_);
        capture(timing);
        sort::check(cudaMemcpyAsync(status_.data(), &start_status(), sizeof(Status), cudaMemcpyHostToDevice,
                                    stream()));
        if (before_timing_) before_timing_(stream());
        hold_kernel<<<1, 1, 0, stream()>>>(kHoldCycles);
        sort::check_launch(stream());
        sort::check(cudaEventRecord(start_.get(), stream()));
        queue(timing);
        sort::check(cudaEventRecord(stop_.get(), stream()));
        sort::check(cudaMemcpyAsync(&end_status_copy(), status_.data(), sizeof(Status),
                                    cudaMemcpyDeviceToHost, stream()));
        sort::check(cudaStreamSynchronize(stream()));

        float ms = 0;
        sort::check(cudaEventElapsedTime(&ms, start_.get(), stop_.get()));
        found.ms = double(ms);
        end_status(&end_status_copy());
        found.counters = end_status_copy().counters;
        found.stages.clear();
        if (timing == Timing::stages) {
            const StepTimes times = log_.times(found.counters);
            for (const StageTime& time : times.stages) {
                add_stage(found.stages, time.name, 1e-3 * time.duration_us);
            }
        }
        return !end_status_copy().overflow;
    }

    void make_room(uint64_t pairs) {
        forget_graphs();
        slots_ = {};
        try {
            slots_ = sort::DeviceBuffer<uint32_t>(2 * pairs);
        } catch (const sort::OverLimit& error) {
            throw sort::OverLimit("there are " + std::to_string(pairs) + " pairs: " + error.what());
        }
    }

    void forget_graphs() {
        graph_ = {};
        staged_graph_ = {};
    }

    const sort::Engine& engine_;
    CudaExec exec_;
    std::unique_ptr<BroadPhase<CudaExec>> algorithm_;
    sort::DeviceBuffer<Box> boxes_;
    sort::DeviceBuffer<SpreadFrame> frame_;
    sort::DeviceBuffer<Status> status_;
    sort::PinnedBuffer<Status> host_status_;  // as a run starts, as it ended
    std::function<void(sort::Stream)> before_timing_;
    sort::DeviceBuffer<uint32_t> slots_;
    sort::OwnedGraphExec graph_, staged_graph_;
    sort::OwnedEvent start_, stop_;
    StepLog log_;
    uint32_t count_ = 0;
    uint64_t found_ = 0;  // pairs of the last find()
};

}  // namespace

std::unique_ptr<PairSearch> create_cuda_search(uint32_t capacity, const PairsConfig& config) {
    std::string reason;
    if (!sort::cuda_available(&reason, config.device)) throw sort::Unavailable(reason);
    sort::check(cudaSetDevice(config.device));
    return std::make_unique<CudaSearch>(capacity, config);
}

}  // namespace sim
