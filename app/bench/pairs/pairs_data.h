// Broad phases on the frames of a folder: what `bench pairs --data` and `fit` measure.
#pragma once
#include <string>
#include <vector>

#include "app/bench/common/data_bench.h"
#include "app/bench/pairs/frame_pairs.h"
#include "app/io/output_stream.h"

namespace app {

class PairsOfFrames {
public:
    /// Makes the plan: the broad phases that the options name, else all that are not slow on so many boxes. `set` outlives
    /// this. Throws BadFile for frames of keys and for points without a radius, BadUsage, sort::Unavailable.
    PairsOfFrames(const PairsBenchOptions& options, const FrameSet& set, const TurnRules& rules = {});
    PairsOfFrames(const PairsOfFrames&) = delete;
    PairsOfFrames& operator=(const PairsOfFrames&) = delete;

    const sim::PairsConfig& config() const { return plan_.contenders.front().config; }
    /// Broad phases that nobody named and that would take long.
    const std::vector<std::string>& slow() const { return slow_; }
    /// Returns the bench, which this outlives.
    DataBench bench();

private:
    std::vector<PairsContender> chosen(const FrameItems& first, const FrameItems& largest);

    const FrameSet& set_;
    bool carries_, changes_;
    std::unique_ptr<OutputStream> lists_;  // null: none requested
    PairsPlan plan_;
    std::vector<std::string> slow_;
    std::vector<DataRow> rows_;
    FramePairs pairs_;
};

}  // namespace app
