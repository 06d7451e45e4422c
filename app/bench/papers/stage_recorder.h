// Records the stages of a sort as it runs: by the clock on the CPU, by events on a GPU.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/bench/papers/figure_charts.h"
#include "sort/sorter.h"

namespace app {

/// One stage of one sort, passes apart. A stage whose gate was closed did nothing, one that
/// stopped early moved less.
struct RecordedStage {
    std::string name;
    uint64_t bytes;
    uint64_t bytes_if_stopped;
    double ms = 0;
    bool ran = true;
};

class StageRecorder : public sort::StageObserver {
public:
    std::vector<RecordedStage> stages;

    void before(const sort::Stage&, sort::Stream stream) override { mark(stream); }
    void after(const sort::Stage& stage, sort::Stream stream) override {
        mark(stream);
        stages.push_back({stage.name, stage.bytes, stage.bytes_if_stopped});
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

/// Adds one sort's stages up by name, in the order in which the names first came.
void add_run(std::vector<StageShare>& shares, const std::vector<RecordedStage>& stages, bool timed);

/// The stages of some sorts, and what the last of them gave.
struct ObservedSort {
    std::vector<StageShare> shares;
    std::vector<uint32_t> keys, values;
};

constexpr int kObservedRuns = 5;  // timed; one more before them warms up

ObservedSort observe_on_cpu(sort::Sorter& sorter, const std::vector<uint32_t>& keys, bool with_values,
                            sort::Options options, int runs, bool timed);

/// Throws sort::Unavailable in a build without CUDA.
ObservedSort observe_on_cuda(sort::Sorter& sorter, const std::vector<uint32_t>& keys, bool with_values,
                             sort::Options options);

}  // namespace app
