// Stands for the readers of worlds on the CUDA backend in a build without CUDA, where there is no such world.
#include "app/observe/readers/readers.h"
#include "sort/base/errors.h"

namespace app {

const Readers& cuda_readers() { throw sort::Unavailable("built without CUDA"); }

}  // namespace app
