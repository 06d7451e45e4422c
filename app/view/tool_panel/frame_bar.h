// A bar of the History: what a frame is made of, and how it is coloured.
#pragma once
#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/measure/frames/frame_history.h"

namespace app {

/// The stages that a history knows, with their colours, which are looked up once for all bars.
struct BarStages {
    explicit BarStages(const std::vector<std::string>& stage_names);

    const std::vector<std::string>& names;
    std::vector<ImU32> colours;
};

struct BarPart {
    std::string_view name;  // lives as long as the history's names
    float ms;
    ImU32 colour;
    bool waits = false;  // for the display: no work
};

/// All of a frame, from the bottom up: its steps, by stage where those ran on the CPU in that part of the frame (the
/// rest is "steps, rest"), then what else the CPU did, and last the wait for the display. The parts sum to frame_ms.
/// `steps_alone`: the stages only, which sum to total_ms.
std::vector<BarPart> frame_bar(const FrameRecord& frame, const BarStages& stages, bool steps_on_cpu,
                               bool steps_alone);

ImU32 part_colour(FramePart part);

}  // namespace app
