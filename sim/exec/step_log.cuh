// When the stages of one step on the device began.
//
// In a captured graph the first kernel of each stage notes the device's time (a stage is all launches whose names agree
// before '/'), each time the graph runs, and the last one brings the times to the host. In a traced step every launch has
// a pair of events, and its first one a stamp.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "sim/exec/launch_queue.cuh"
#include "sim/exec/stage_cost.h"
#include "sort/cuda/device_buffer.cuh"
#include "sort/cuda/pinned_buffer.cuh"
#include "sort/stage.h"

namespace sim {

struct StepTimes {
    std::vector<StageTime> stages;
    double duration_us = 0;
};

/// Brings the stamps of a step to the host, and the time at which it does.
struct StampCopy {
    const uint64_t* d_stamps;
    uint64_t* host;
    uint32_t count;

    /// Called by the threads of one block.
    __device__ void by_block() const {
        for (uint32_t k = threadIdx.x; k < count; k += blockDim.x) host[k] = d_stamps[k];
        if (threadIdx.x == 0) host[count] = sort::device_time_ns();
    }
};

class StepLog {
public:
    StepLog();
    StepLog(const StepLog&) = delete;
    StepLog& operator=(const StepLog&) = delete;
    ~StepLog();

    enum class Mode { captured, traced };

    /// Forgets the last step. Memory and events are kept and used again.
    void start(Mode mode);

    /// Mark the begin and the end of a launch. Returns where the launch is to note when it begins: null where it does
    /// not begin a stage of a captured step, or the step.
    Stamp before(const std::string& name, const StageCost& cost, cudaStream_t stream);
    void after(cudaStream_t stream);

    /// Notes, in a traced step, what the words of the stage just launched say of its bytes.
    void note_words(const sort::Stage& stage, cudaStream_t stream);

    /// Ends the step: what its last kernel is to call.
    StampCopy close() const { return {d_stamps_.data(), stamps_.data(), stamp_count_}; }

    /// With which node of the captured graph each stage begins.
    const std::vector<size_t>& first_nodes() const { return first_nodes_; }

    /// When the step began, on the device's clock. Of a step that is done, as times().
    uint64_t begin_ns() const { return stamps_.data()[0]; }
    /// Each event is asked once.
    StepTimes times(const Counters& counters, double start_us = 0);

private:
    struct Mark {
        std::string name;
        StageCost cost;
        size_t begin, end;                        // stamps, or events of a traced step
        const sort::StageWords* words = nullptr;  // null: it did all that it costs
        uint64_t bytes_if_stopped = 0;
    };

    Stamp next_stamp();
    size_t record(cudaStream_t stream);
    sort::StageWords& next_words();
    double since_begin_us(size_t stamp) const;

    Mode mode_ = Mode::captured;
    std::vector<Mark> marks_;
    std::vector<size_t> first_nodes_;
    sort::DeviceBuffer<uint64_t> d_stamps_;
    sort::PinnedBuffer<uint64_t> stamps_;  // one more: of the end
    uint32_t stamp_count_ = 0;
    std::deque<cudaEvent_t> events_;
    size_t used_ = 0;
    std::vector<double> at_us_;                                // when the stamps, or the events, were reached
    std::vector<sort::PinnedBuffer<sort::StageWords>> words_;  // blocks of kWordsABlock
    size_t words_used_ = 0;
};

}  // namespace sim
