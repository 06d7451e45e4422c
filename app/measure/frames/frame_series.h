// The times of the last frames as lists, and the frames among them that took much longer than usual.
#pragma once
#include <string>
#include <vector>

#include "app/measure/frames/frame_history.h"

namespace app {

/// Of frames that have steps and all their reports, oldest first.
struct FrameSeries {
    std::vector<uint64_t> last_step;            // of each frame
    std::vector<double> frame_ms;               // its steps, summed
    std::vector<std::string> stages;            // in the order of the step
    std::vector<std::vector<double>> stage_ms;  // by stage, then by frame

    /// Of the stage of this name, or of whole frames. Null: there is no such stage.
    const std::vector<double>* times(const std::string& name) const;
};
inline constexpr const char* kWholeFrame = "steps of a frame";

FrameSeries frame_series(const FrameHistory& history);

/// The frames that end behind this step.
FrameSeries frames_since(const FrameSeries& series, uint64_t step);

/// A frame of more than twice the median.
struct Hitch {
    uint64_t last_step;
    double ms;
    std::string stage;  // that took the most beyond its own median
    double stage_ms, usual_ms;
};

/// Newest first.
std::vector<Hitch> hitches_of(const FrameSeries& series);

}  // namespace app
