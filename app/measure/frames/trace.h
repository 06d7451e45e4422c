// A timeline as Chrome trace events, which Perfetto opens (ui.perfetto.dev). Slices of a lane nest, none overlap in
// part, and their times never go back: else Perfetto would move them to another track.
#pragma once
#include <iosfwd>
#include <span>

#include "app/measure/frames/frame_timeline.h"

namespace app {

/// Times count from the first event. Passes that were skipped are instant events. `paths` are the names of those that
/// sorts took; `compute` names the lane of the steps.
void write_trace(std::ostream& out, const FrameTimeline& timeline, std::span<const char* const> paths = {},
                 const char* compute = "steps");

}  // namespace app
