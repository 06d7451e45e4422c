// Parts of a frame's bar.
#include "app/view/tool_panel/frame_bar.h"

#include <algorithm>

#include "app/view/panels/panels.h"

namespace app {

/// Stages have the colours; the other parts are told apart by their order and by greys.
ImU32 part_colour(FramePart part) {
    constexpr colours::Ink kScene = colours::ink(0xb9c2ce, 0x6c7683),
                           kUpload = colours::ink(0xeef1f5, 0x2c343f),
                           kPanels = colours::ink(0x7f8a99, 0x98a2af),
                           kWait = colours::ink(0x2a313b, 0xdde1e6), kRest = colours::ink(0x525c6a, 0xb3bbc6);
    switch (part) {
        case FramePart::steps:
            return colours::kAccent;
        case FramePart::scene:
            return kScene;
        case FramePart::upload:
            return kUpload;
        case FramePart::panels:
            return kPanels;
        case FramePart::present:
            return kWait;
        default:
            return kRest;
    }
}

BarStages::BarStages(const std::vector<std::string>& stage_names) : names(stage_names) {
    for (const std::string& name : names) colours.push_back(stage_colour(name));
}

std::vector<BarPart> frame_bar(const FrameRecord& frame, const BarStages& stages, bool steps_on_cpu,
                               bool steps_alone) {
    std::vector<BarPart> bar;
    bar.reserve(stages.names.size() + kFrameParts);
    const float steps_ms = frame.part_ms[size_t(FramePart::steps)];
    const bool by_stage = steps_alone || (steps_on_cpu && frame.total_ms > 0 && frame.total_ms <= steps_ms);
    for (size_t k = 0; by_stage && k < frame.stage_ms.size() && k < stages.names.size(); ++k)
        bar.push_back({stages.names[k], frame.stage_ms[k], stages.colours[k]});
    if (steps_alone) return bar;
    if (by_stage)
        bar.push_back({"steps, rest", steps_ms - frame.total_ms, part_colour(FramePart::other)});
    else
        bar.push_back({"steps", steps_ms, part_colour(FramePart::steps)});
    for (const FramePart part : {FramePart::upload, FramePart::scene, FramePart::panels, FramePart::input,
                                 FramePart::profiler, FramePart::other, FramePart::present})
        bar.push_back(
            {name_of(part), frame.part_ms[size_t(part)], part_colour(part), part == FramePart::present});
    return bar;
}

}  // namespace app
