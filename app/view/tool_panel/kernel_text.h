// What the Timeline tab says of the kernels behind a slice of the compute lane.
#pragma once
#include <span>
#include <string>

#include "app/measure/frames/frame_timeline.h"
#include "sim/exec/stage_kernels.h"

namespace app {

/// The kernels of the stage that is slice `index` of its row; null where they are not known, as of steps of another
/// broad phase than that of `stages`.
const sim::StageKernels* kernels_of_slice(const FrameTimeline& timeline, size_t index,
                                          std::span<const sim::StageKernels> stages);

/// A line: "2 kernels (blocks x threads, registers): count_kernel 264 x 256, 40; scan_kernel 1 x 512, 32".
std::string kernels_line(const sim::StageKernels& stage);
/// A line per kernel, with its shared memory.
std::string kernels_list(const sim::StageKernels& stage);
/// Returns a line with the number of kernels of a whole step.
std::string kernels_line(std::span<const sim::StageKernels> stages);

}  // namespace app
