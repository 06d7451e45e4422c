// Readers of a world: its body statistics, the axis strip, and the sort of its last step.
#pragma once
#include <memory>

#include "app/observe/readers/axis_strip.h"
#include "app/observe/readers/body_statistics.h"
#include "app/observe/readers/frame_sort.h"
#include "app/observe/readers/readback.h"
#include "app/observe/readers/sort_moments.h"

namespace app {

using StatisticsReader = Readback<BodyStatistics, sim::World>;
using StripReader = Readback<Strip, sim::World, StripRequest>;  // of a world that has sorted
using FrameSortReader = Readback<FrameSort, sim::World>;        // of a world that has completed a step

// Throw sort::Unavailable for a backend that this build has not.
std::unique_ptr<StatisticsReader> make_statistics_reader(sim::Backend backend, int device);
std::unique_ptr<StripReader> make_strip_reader(sim::Backend backend, int device);
std::unique_ptr<FrameSortReader> make_frame_sort_reader(sim::Backend backend, int device);
std::unique_ptr<SortRecorder> make_sort_recorder(sim::Backend backend, int device);

/// Makes the readers of one backend.
struct Readers {
    std::unique_ptr<StatisticsReader> (*statistics)(int device);
    std::unique_ptr<StripReader> (*strip)(int device);
    std::unique_ptr<FrameSortReader> (*frame_sort)(int device);
    std::unique_ptr<SortRecorder> (*sort_recorder)(int device);
};
/// Throws sort::Unavailable in a build without CUDA.
const Readers& cuda_readers();

}  // namespace app
