// Stands for the CUDA files here in a build without CUDA, where no world is on a CUDA device.
#include "app/gl/scene_sort/axis_strip.h"
#include "app/gl/scene_sort/sort_moments.h"
#include "sort/base/errors.h"

namespace app {

std::unique_ptr<FrameSortReader> make_cuda_frame_sort_reader(int) {
    throw sort::Unavailable("built without CUDA");
}
std::unique_ptr<StripReader> make_cuda_strip_reader(int) { throw sort::Unavailable("built without CUDA"); }
std::unique_ptr<SortRecorder> make_cuda_sort_recorder(int) { throw sort::Unavailable("built without CUDA"); }

}  // namespace app
