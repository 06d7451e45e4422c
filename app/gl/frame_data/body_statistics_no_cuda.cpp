// Stands for body_statistics.cu in a build without CUDA, where no world is on a CUDA device.
#include "app/gl/frame_data/body_statistics.h"
#include "sort/base/errors.h"

namespace app {

std::unique_ptr<StatisticsReader> make_cuda_statistics_reader(int) {
    throw sort::Unavailable("built without CUDA");
}

}  // namespace app
