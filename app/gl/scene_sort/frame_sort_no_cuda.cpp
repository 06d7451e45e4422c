// Stands for frame_sort.cu in a build without CUDA, where no world is on a CUDA device.
#include "app/gl/scene_sort/frame_sort.h"
#include "sort/base/errors.h"

namespace app {

std::unique_ptr<FrameSortReader> make_cuda_frame_sort_reader(int) {
    throw sort::Unavailable("built without CUDA");
}

}  // namespace app
