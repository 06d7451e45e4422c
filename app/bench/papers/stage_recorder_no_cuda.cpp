// Stands for stage_recorder_cuda.cu in a build without CUDA, where no engine is of that backend.
#include "app/bench/papers/stage_recorder.h"
#include "sort/base/errors.h"

namespace app {

ObservedSort observe_on_cuda(sort::Sorter&, const std::vector<uint32_t>&, bool, sort::Options) {
    throw sort::Unavailable("built without CUDA");
}

}  // namespace app
