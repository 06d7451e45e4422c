#include "app/measure/frames/frame_series.h"

#include <algorithm>

#include "app/base/median.h"

namespace app {

constexpr double kHitchOver = 2;  // of the median

const std::vector<double>* FrameSeries::times(const std::string& name) const {
    if (name == kWholeFrame) return &frame_ms;
    const auto at = std::find(stages.begin(), stages.end(), name);
    return at == stages.end() ? nullptr : &stage_ms[size_t(at - stages.begin())];
}

FrameSeries frame_series(const FrameHistory& history) {
    FrameSeries series;
    series.stages = history.stage_names();
    series.stage_ms.resize(series.stages.size());
    for (const FrameRecord& frame : history.frames()) {
        if (frame.reported == 0 || frame.reported != frame.last_step - frame.first_step + 1) continue;
        series.last_step.push_back(frame.last_step);
        series.frame_ms.push_back(frame.total_ms);
        for (size_t k = 0; k < series.stages.size(); ++k)
            series.stage_ms[k].push_back(k < frame.stage_ms.size() ? frame.stage_ms[k] : 0);
    }
    return series;
}

FrameSeries frames_since(const FrameSeries& series, uint64_t step) {
    FrameSeries newer;
    newer.stages = series.stages;
    newer.stage_ms.resize(newer.stages.size());
    for (size_t frame = 0; frame < series.last_step.size(); ++frame) {  // in no order where time went back
        if (series.last_step[frame] <= step) continue;
        newer.last_step.push_back(series.last_step[frame]);
        newer.frame_ms.push_back(series.frame_ms[frame]);
        for (size_t k = 0; k < newer.stages.size(); ++k)
            newer.stage_ms[k].push_back(series.stage_ms[k][frame]);
    }
    return newer;
}

std::vector<Hitch> hitches_of(const FrameSeries& series) {
    std::vector<Hitch> hitches;
    const double limit = kHitchOver * median(series.frame_ms);
    std::vector<double> usual;
    for (const std::vector<double>& ms : series.stage_ms) usual.push_back(median(ms));
    for (size_t frame = series.frame_ms.size(); frame-- > 0;) {
        if (!(series.frame_ms[frame] > limit)) continue;
        size_t most = 0;
        const auto beyond = [&](size_t stage) { return series.stage_ms[stage][frame] - usual[stage]; };
        for (size_t stage = 1; stage < usual.size(); ++stage)
            if (beyond(stage) > beyond(most)) most = stage;
        if (usual.empty()) continue;
        hitches.push_back({series.last_step[frame], series.frame_ms[frame], series.stages[most],
                           series.stage_ms[most][frame], usual[most]});
    }
    return hitches;
}

}  // namespace app
