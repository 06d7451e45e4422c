// Sort engines on the frames of a folder: what `bench sort --data` and `fit` measure.
#pragma once
#include "app/bench/common/data_bench.h"
#include "app/bench/sort/frame_sorts.h"

namespace app {

class SortOfFrames {
public:
    /// Makes the plan: the engines that the options name, else all of the backend. `set` outlives this. Throws BadUsage,
    /// sort::Unavailable.
    SortOfFrames(const BenchSortOptions& options, const FrameSet& set, const TurnRules& rules = {});
    SortOfFrames(const SortOfFrames&) = delete;
    SortOfFrames& operator=(const SortOfFrames&) = delete;

    const SortPlan& plan() const { return plan_; }
    /// Returns the bench, which this outlives.
    DataBench bench();

private:
    const FrameSet& set_;
    bool carries_;
    int digit_bits_;
    SortPlan plan_;
    FrameSorts sorts_;
};

}  // namespace app
