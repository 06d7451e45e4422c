// What the tabs of the tool panel remember.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/base/memory_list.h"
#include "app/measure/frames/frame_series.h"
#include "app/measure/median_ratio.h"

namespace app {

/// Times that were kept to be compared with, and what they are of: "pile, 4,000 bodies, cpu-adaptive".
struct SavedTimes {
    FrameSeries series;
    std::string of;
    uint64_t world = 0;  // WorldMoment::world: what of it has been saved is not compared with itself
};

struct ToolPanelState {
    size_t open = 0;                         // the tab
    std::string histogram_of = kWholeFrame;  // or a stage
    std::optional<SavedTimes> baseline;

    // Made anew with the statistics, a few times a second (Statistics::made).
    uint64_t made = 0;
    FrameSeries series{};  // with a baseline, of the frames since
    std::vector<Hitch> hitches{};
    std::string compared{};  // the stage that `ratio` is of; "": none
    MedianRatio ratio{};
    MemoryList drawing{};  // memory of drawing
    uint64_t drawing_made = 0;
};

}  // namespace app
