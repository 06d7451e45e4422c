// The events of one step on the device: where its stages begin and end.
//
// In a captured graph an event stands between two stages (a stage is all launches whose names agree before
// '/'), recorded by event nodes each time the graph runs. In a traced step every launch has its own pair.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "sim/exec/stage_cost.h"
#include "sort/cuda/check.cuh"
#include "sort/cuda/pinned_buffer.cuh"
#include "sort/stage.h"

namespace sim {

struct StepTimes {
    std::vector<StageTime> stages;
    double duration_us = 0;
};

class StepLog {
public:
    StepLog() = default;
    StepLog(const StepLog&) = delete;
    StepLog& operator=(const StepLog&) = delete;
    ~StepLog();

    enum class Mode { captured, traced };

    /// Forgets the last step. Events are kept and used again.
    void start(Mode mode);

    /// Mark the begin and the end of a launch. In a captured step only a new stage is marked.
    void before(const std::string& name, const StageCost& cost, cudaStream_t stream);
    void after(cudaStream_t stream);

    /// Notes, in a traced step, what the words of the stage just launched say of its bytes.
    void note_words(const sort::Stage& stage, cudaStream_t stream);

    /// Ends the step, after its last launch.
    void close(cudaStream_t stream);

    /// Returns whether the end of the step has been reached on the device.
    bool ready() const;
    void wait() const;

    /// Waits for nothing: call when ready. `start_us`: when the step's first event was reached. Each event is
    /// asked once, which is most of what the profiler costs.
    StepTimes times(const Counters& counters, double start_us = 0);

private:
    struct Mark {
        std::string name;
        StageCost cost;
        size_t begin, end;                        // events
        const sort::StageWords* words = nullptr;  // null: it did all that it costs
        uint64_t bytes_if_stopped = 0;
    };

    size_t record(cudaStream_t stream);
    sort::StageWords& next_words();

    Mode mode_ = Mode::captured;
    std::vector<Mark> marks_;
    std::deque<cudaEvent_t> events_;
    size_t used_ = 0;
    std::vector<double> at_us_;                                // when the events were reached
    std::vector<sort::PinnedBuffer<sort::StageWords>> words_;  // blocks of kWordsABlock
    size_t words_used_ = 0;
};

}  // namespace sim
