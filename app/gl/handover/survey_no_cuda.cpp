// Stands for survey.cu in a build without CUDA, where no world is on a CUDA device.
#include "app/gl/handover/survey.h"
#include "sort/base/errors.h"

namespace app {

std::unique_ptr<Surveyor> make_cuda_surveyor(int) { throw sort::Unavailable("built without CUDA"); }

}  // namespace app
