// A timeline as Chrome trace events, which Perfetto opens (ui.perfetto.dev) and Tracy imports (tracy-import-chrome). Slices
// of a lane nest, none overlap in part, and their times never go back: else Perfetto would move them to another track.
#pragma once
#include <iosfwd>
#include <span>

#include "app/measure/frames/frame_timeline.h"

namespace app {

/// Times count from the first event. Passes that were skipped are instant events. A sort whose pieces were not timed has a
/// slice inside that is named by its path. `paths` are the names of those that
/// sorts took; `compute` names the lane of the steps.
void write_trace(std::ostream& out, const FrameTimeline& timeline, std::span<const char* const> paths = {},
                 const char* compute = "steps");

}  // namespace app
